"""Chooses the precision for training."""

from __future__ import annotations

import time

import torch
from torch import nn

# Convolutions like the trunk's, large enough for arithmetic to dominate their time.
LAYERS, BATCH, CHANNELS, SIDE = 4, 32, 64, 13
REPETITIONS = 20

# Seconds after which the time of a precision is not measured again.
MAX_SECONDS = 1.0


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
    """The shortest processor time of the convolutions, forward and backward, on the CPU."""
    layers = [nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1) for _ in range(LAYERS)]
    network = nn.Sequential(*layers).to(memory_format=torch.channels_last)
    inputs = torch.randn(BATCH, CHANNELS, SIDE, SIDE).to(memory_format=torch.channels_last)
    times = []
    while len(times) < REPETITIONS and sum(times) < MAX_SECONDS:
        start = time.process_time()
        with torch.autocast("cpu", torch.bfloat16, enabled=precision == "bf16"):
            network(inputs).float().sum().backward()
        times.append(time.process_time() - start)
    return min(times)
