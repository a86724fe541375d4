"""Evaluates networks on held-out rows, by frame; see `losses.metrics`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from .data import FRAMES, Rows
from .export import read
from .losses import metrics
from .model import Network


@torch.no_grad()
def evaluate(
    network: Network, rows: Rows, max_rows: int, device: torch.device, batch_size: int = 256
) -> dict[int, dict[str, float]]:
    """The mean of each metric over a fixed subset of rows, and their number `rows`, by frame."""
    means_by_frame = {}
    for frame in FRAMES:
        sums: dict[str, list[float]] = {}
        count = 0
        for batch in rows.fixed(frame, max_rows, batch_size):
            batch = batch.to(device)
            count += len(batch)
            outputs = network(batch.planes, batch.globals)
            for name, (number, counted) in metrics(outputs, batch).items():
                total = sums.setdefault(name, [0.0, 0.0])
                total[0] += number
                total[1] += counted
        if count:
            means = {name: a / b for name, (a, b) in sums.items() if b}
            means_by_frame[frame] = {"rows": count, **means}
    return means_by_frame


def table(means_by_frame: dict[int, dict[str, float]]) -> str:
    lines = []
    for frame, numbers in means_by_frame.items():
        texts = (f"{name} {number:.4g}" for name, number in numbers.items())
        lines.append(f"{frame:>2}: " + ", ".join(texts))
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path, nargs="+", help="network file, version 8 or 10")
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="directories of rows")
    parser.add_argument("--rows", type=int, default=10000, help="maximum rows of each frame")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    device = torch.device(options.device)
    rows = Rows(options.data)
    results = {}
    for path in options.network:
        network, name = read(path)
        network = network.eval().to(device, memory_format=torch.channels_last)
        means = evaluate(network, rows, options.rows, device)
        print(f"{name} ({path})\n{table(means)}")
        results[str(path)] = means
    print(json.dumps(results))


if __name__ == "__main__":
    main()
