"""Row files with synthetic rows."""

from pathlib import Path

import numpy as np

from shusaku_training.data import HEADER, MAGIC, row_type
from shusaku_training.model import GLOBALS, PLANES


def make_rows(width: int, height: int, count: int, seed: int = 0) -> np.ndarray:
    """Random rows whose targets are functions of the planes.

    The policy prefers the point of plane 9; ownership is given by planes 1 and 2.
    """
    random = np.random.default_rng(seed)
    area = width * height
    planes = (random.random((count, PLANES, area)) < 0.2).astype(np.uint8)
    planes[:, 0] = 1
    planes[:, 2] &= 1 - planes[:, 1]
    best = random.integers(area, size=count)
    planes[:, 9] = 0
    planes[np.arange(count), 9, best] = 1
    rows = np.zeros(count, row_type(width, height))
    rows["planes"] = np.packbits(planes, axis=2, bitorder="little")
    rows["globals"] = random.normal(size=(count, GLOBALS)) * 0.2
    policy = random.random((count, area + 1)) * 0.2 / area
    policy[np.arange(count), best] += 0.8
    rows["policy"] = np.round(policy / policy.sum(axis=1, keepdims=True) * 65535)
    rows["played"] = best
    rows["reply"] = random.integers(area + 1, size=count)
    rows["reply"][::7] = 65535
    balance = planes[:, 1].mean(axis=1) - planes[:, 2].mean(axis=1)
    win = 1.0 / (1.0 + np.exp(-20.0 * balance))
    rows["value"] = np.stack([win, 1.0 - win, np.zeros(count)], axis=1)
    rows["score_mean"] = rows["lead"] = balance * area
    rows["score_stdev"] = 10.0
    rows["outcome"] = np.where(np.arange(count) % 5 == 0, np.nan, balance * area)
    rows["ownership"] = 127 * (planes[:, 1].astype(np.int8) - planes[:, 2].astype(np.int8))
    return rows


def write_rows(path: Path, width: int, height: int, rows: np.ndarray) -> None:
    """Writes a row file."""
    with open(path, "wb") as file:
        file.write(HEADER.pack(MAGIC, width, height, rows.dtype.itemsize))
        file.write(rows.tobytes())


def make_files(folder: Path, sizes=((9, 9), (7, 7), (9, 7)), count: int = 64) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (width, height) in enumerate(sizes):
        rows = make_rows(width, height, count, seed)
        write_rows(folder / f"{width}x{height}.rows", width, height, rows)
