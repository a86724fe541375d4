"""Chooses the precision of training."""

from __future__ import annotations

import time

import torch
from torch import nn
from torch.nn import functional

# A convolution like the trunk's, large enough that its arithmetic takes most of the time.
BATCH, CHANNELS, SIDE = 64, 64, 9
REPETITIONS = 5


def resolve(precision: str, device: torch.device) -> str:
    """`bf16` or `f32`; `auto` is bf16 on CUDA, and on the processor the faster of the two.

    Processors without instructions for bf16 emulate it, and are many times slower.
    """
    if precision != "auto":
        return precision
    if device.type != "cpu":
        return "bf16"
    return min(("f32", "bf16"), key=seconds)


def seconds(precision: str) -> float:
    """The least time of a convolution forward and backward on the processor."""
    layer = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1).to(memory_format=torch.channels_last)
    shown = torch.randn(BATCH, CHANNELS, SIDE, SIDE).to(memory_format=torch.channels_last)
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        with torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16"):
            functional.relu(layer(shown)).float().sum().backward()
        times.append(time.perf_counter() - start)
    return min(times)
