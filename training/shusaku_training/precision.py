"""Chooses the precision for training."""

from __future__ import annotations

import time

import torch
from torch import nn
from torch.nn import functional

# A convolution like the trunk's, large enough for arithmetic to dominate its time.
BATCH, CHANNELS, SIDE = 64, 64, 9
REPETITIONS = 5


def resolve(precision: str, device: torch.device) -> str:
    """`bf16` or `f32`; `auto` is bf16 on CUDA, and the faster of the two on a CPU.

    CPUs without bf16 instructions emulate them and are many times slower.
    """
    if precision != "auto":
        return precision
    if device.type != "cpu":
        return "bf16"
    return min(("f32", "bf16"), key=seconds)


def seconds(precision: str) -> float:
    """The shortest time of a convolution, forward and backward, on the CPU."""
    layer = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1).to(memory_format=torch.channels_last)
    inputs = torch.randn(BATCH, CHANNELS, SIDE, SIDE).to(memory_format=torch.channels_last)
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        with torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16"):
            functional.relu(layer(inputs)).float().sum().backward()
        times.append(time.perf_counter() - start)
    return min(times)
