"""Trains networks for shusaku in KataGo's network format."""
