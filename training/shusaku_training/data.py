"""Reads row files (`*.rows`) and samples batches from them.

A row file contains positions of one board size. All numbers are little-endian. A header of 24 bytes
(`SHUROWS1`, u16 width, u16 height, u32 row length, eight zero bytes) precedes rows of fixed length,
see `row_type`.
"""

from __future__ import annotations

import bisect
import functools
import queue
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch

from .model import GLOBALS, PLANES

MAGIC = b"SHUROWS1"
HEADER = struct.Struct("<8sHHI8x")
FRAMES = (9, 13, 19)
SYMMETRIES = 8

# `played` or `reply` in a batch if there is no such move; losses ignore it.
IGNORED = -1


def row_type(width: int, height: int) -> np.dtype:
    """The type of a row. Points are numbered row by row from the top; width * height is pass."""
    area = width * height
    return np.dtype(
        [
            # One bit a point, the lowest bit of a byte first.
            ("planes", "u1", (PLANES, (area + 7) // 8)),
            ("globals", "<f4", (GLOBALS,)),
            # Probabilities times 65535; the last is pass.
            ("policy", "<u2", (area + 1,)),
            # Moves; 65535 if there is none.
            ("played", "<u2"),
            ("reply", "<u2"),
            # Probabilities of win, loss and no result for the player to move.
            ("value", "<f4", (3,)),
            # Points for the player to move.
            ("score_mean", "<f4"),
            ("score_stdev", "<f4"),
            ("lead", "<f4"),
            # Final score with komi in points for the player to move; NaN if not counted.
            ("outcome", "<f4"),
            # 127 for the player to move, -127 for the opponent.
            ("ownership", "i1", (area,)),
        ]
    )


def frame_of(width: int, height: int) -> int:
    """Side of the smallest frame that contains a board."""
    for frame in FRAMES:
        if max(width, height) <= frame:
            return frame
    raise ValueError(f"{width}x{height} boards are larger than the largest frame, {FRAMES[-1]}")


@dataclass
class RowFile:
    width: int
    height: int
    rows: np.ndarray


def open_rows(path: Path) -> RowFile:
    """Maps a row file into memory. Raises ValueError for other files."""
    with open(path, "rb") as file:
        header = file.read(HEADER.size)
        size = file.seek(0, 2)
    if len(header) < HEADER.size:
        raise ValueError(f"{path}: not a row file: the header is incomplete")
    magic, width, height, length = HEADER.unpack(header)
    if magic != MAGIC or min(width, height) < 1:
        raise ValueError(f"{path}: not a row file")
    kind = row_type(width, height)
    if length != kind.itemsize:
        raise ValueError(f"{path}: rows of {length} bytes, expected {kind.itemsize}")
    count, rest = divmod(size - HEADER.size, length)
    if rest:
        raise ValueError(f"{path}: the last row is not complete")
    if count == 0:
        return RowFile(width, height, np.empty(0, kind))
    rows = np.memmap(path, kind, "r", HEADER.size, (count,))
    return RowFile(width, height, np.asarray(rows))


@dataclass
class Batch:
    """Positions in a frame of F x F points, boards at its top left; N = F * F + 1.

    planes: (batch, 22, F, F) u8. globals: (batch, 19). policy: (batch, N), the last is pass.
    played, reply: (batch,) indices below N, or IGNORED. value: (batch, 3). score: (batch, 4) mean,
    standard deviation, lead and counted outcome in points, NaN if unknown. ownership:
    (batch, F, F), -1..1. Floats are f32. All from the view of the player to move.
    """

    planes: torch.Tensor
    globals: torch.Tensor
    policy: torch.Tensor
    played: torch.Tensor
    reply: torch.Tensor
    value: torch.Tensor
    score: torch.Tensor
    ownership: torch.Tensor

    def to(self, device: torch.device) -> Batch:
        def move(tensor: torch.Tensor) -> torch.Tensor:
            return tensor.to(device, non_blocking=True)

        return Batch(*(move(getattr(self, field.name)) for field in fields(self)))

    def pin(self) -> Batch:
        return Batch(*(getattr(self, field.name).pin_memory() for field in fields(self)))

    def __len__(self) -> int:
        return len(self.planes)

    @property
    def frame(self) -> int:
        return self.planes.shape[-1]

    @property
    def has_targets(self) -> torch.Tensor:
        """1 for each row with targets, 0 for rows of `make_samples --unlabelled`."""
        return (self.value.sum(dim=1) > 0).float()


@functools.cache
def symmetry_tables(width: int, height: int, frame: int) -> tuple[np.ndarray, np.ndarray]:
    """Index tables of the symmetries (flip y: 1, flip x: 2, then transpose: 4).

    The first table, (8, F * F), maps each point of the frame to the point of the board there, or to
    width * height off the board. The second, (8, area + 2), maps each point of the board, pass and
    no move to its index in the frame's policy, IGNORED for no move.
    """
    area = width * height
    points = np.arange(area).reshape(height, width)
    sources = np.full((SYMMETRIES, frame, frame), area)
    for symmetry in range(SYMMETRIES):
        image = points[::-1] if symmetry & 1 else points
        image = image[:, ::-1] if symmetry & 2 else image
        image = image.T if symmetry & 4 else image
        sources[symmetry, : image.shape[0], : image.shape[1]] = image
    sources = sources.reshape(SYMMETRIES, -1)
    targets = np.full((SYMMETRIES, area + 2), IGNORED)
    targets[:, area] = frame * frame
    for symmetry in range(SYMMETRIES):
        on_board = np.flatnonzero(sources[symmetry] < area)
        targets[symmetry, sources[symmetry, on_board]] = on_board
    return sources, targets


class BatchArrays:
    """The NumPy arrays of a batch, to be filled."""

    def __init__(self, count: int, frame: int):
        points = frame * frame
        self.frame = frame
        self.planes = np.zeros((count, PLANES, points), np.uint8)
        self.globals = np.empty((count, GLOBALS), np.float32)
        self.policy = np.zeros((count, points + 1), np.float32)
        self.played = np.empty(count, np.int64)
        self.reply = np.empty(count, np.int64)
        self.value = np.empty((count, 3), np.float32)
        self.score = np.empty((count, 4), np.float32)
        self.ownership = np.zeros((count, points), np.float32)

    def fill(self, at: np.ndarray, size: tuple[int, int], rows: np.ndarray, symmetries: np.ndarray):
        """Stores rows of one board size (width, height) at the indices `at`."""
        area = size[0] * size[1]
        sources, targets = symmetry_tables(*size, self.frame)
        self.globals[at] = rows["globals"]
        self.value[at] = rows["value"]
        for index, name in enumerate(("score_mean", "score_stdev", "lead", "outcome")):
            self.score[at, index] = rows[name]
        for name in ("played", "reply"):
            moves = np.minimum(rows[name], area + 1).astype(np.int64)
            getattr(self, name)[at] = targets[symmetries, moves]
        # An additional empty point stands for all points off the board.
        planes = np.zeros((len(rows), PLANES, area + 1), np.uint8)
        planes[:, :, :area] = np.unpackbits(rows["planes"], axis=2, count=area, bitorder="little")
        policy = rows["policy"].astype(np.float32) / 65535.0
        self.policy[at, -1] = policy[:, area]
        policy[:, area] = 0.0
        ownership = np.zeros((len(rows), area + 1), np.float32)
        ownership[:, :area] = rows["ownership"] / np.float32(127.0)
        for symmetry in np.unique(symmetries):
            chosen = np.flatnonzero(symmetries == symmetry)
            source, to = sources[symmetry], at[chosen]
            self.planes[to] = np.take(planes[chosen], source, axis=2)
            self.policy[to, :-1] = np.take(policy[chosen], source, axis=1)
            self.ownership[to] = np.take(ownership[chosen], source, axis=1)

    def batch(self) -> Batch:
        count, frame = len(self.planes), self.frame
        return Batch(
            planes=torch.from_numpy(self.planes).view(count, PLANES, frame, frame),
            globals=torch.from_numpy(self.globals),
            policy=torch.from_numpy(self.policy),
            played=torch.from_numpy(self.played),
            reply=torch.from_numpy(self.reply),
            value=torch.from_numpy(self.value),
            score=torch.from_numpy(self.score),
            ownership=torch.from_numpy(self.ownership).view(count, frame, frame),
        )


def new_row_files(directories: Iterable[Path], seen: set[Path], log) -> Iterator[RowFile]:
    """Opens the row files of some directories and their subdirectories that are not in `seen`.

    Files that are empty or cannot be used are skipped.
    """
    for directory in directories:
        for path in sorted(Path(directory).rglob("*.rows")):
            if path in seen:
                continue
            seen.add(path)
            try:
                file = open_rows(path)
                frame_of(file.width, file.height)
            except (OSError, ValueError) as error:
                log(f"row file skipped: {error}")
                continue
            if len(file.rows):
                yield file


def pick_frame(weights: dict[int, float], frames: list[int], uniform: float) -> int:
    """The frame for a uniform random number in 0..1, by weight."""
    sums = np.cumsum([weights[frame] for frame in frames])
    at = bisect.bisect_right(list(sums / sums[-1]), uniform)
    return frames[min(at, len(frames) - 1)]


class Rows:
    """All rows of the row files in some directories and their subdirectories, by frame."""

    def __init__(self, directories: Sequence[Path], log=print):
        self.directories = [Path(directory) for directory in directories]
        self.log = log
        self.seen: set[Path] = set()
        self.files: dict[int, list[RowFile]] = {frame: [] for frame in FRAMES}
        # By frame: the number of rows up to and including each file.
        self.ends: dict[int, list[int]] = {frame: [] for frame in FRAMES}
        self.scan()

    def scan(self) -> None:
        """Adds the files that have appeared since the last scan."""
        for file in new_row_files(self.directories, self.seen, self.log):
            frame = frame_of(file.width, file.height)
            self.files[frame].append(file)
            self.ends[frame].append(self.count(frame) + len(file.rows))

    def count(self, frame: int) -> int:
        return self.ends[frame][-1] if self.ends[frame] else 0

    def counts(self) -> dict[int, int]:
        return {frame: self.count(frame) for frame in FRAMES}

    def gather(self, frame: int, indices: Iterable[int], symmetries: np.ndarray) -> Batch:
        """The rows at `indices`, below `count(frame)`, each in its symmetry."""
        ends, files = self.ends[frame], self.files[frame]
        indices = np.asarray(indices)
        order = np.argsort(indices, kind="stable")
        arrays = BatchArrays(len(indices), frame)
        of_file = np.searchsorted(ends, indices[order], side="right")
        by_size: dict[tuple[int, int], list[tuple[np.ndarray, np.ndarray]]] = {}
        for number in np.unique(of_file):
            file = files[number]
            at = order[of_file == number]
            start = ends[number] - len(file.rows)
            picked = file.rows[indices[at] - start]
            by_size.setdefault((file.width, file.height), []).append((at, picked))
        for size, parts in by_size.items():
            at = np.concatenate([part[0] for part in parts])
            picked = np.concatenate([part[1] for part in parts])
            arrays.fill(at, size, picked, symmetries[at])
        return arrays.batch()

    def draw(self, frame: int, count: int, random: np.random.Generator) -> Batch:
        """Rows of a frame, sampled uniformly with replacement, in random symmetries."""
        indices = random.integers(self.count(frame), size=count)
        return self.gather(frame, indices, random.integers(SYMMETRIES, size=count))

    def fixed(self, frame: int, max_rows: int, batch_size: int) -> Iterator[Batch]:
        """A fixed subset of at most `max_rows` rows of a frame, without symmetries."""
        count = self.count(frame)
        chosen = np.random.default_rng(frame).permutation(count)[:max_rows]
        for start in range(0, len(chosen), batch_size):
            indices = np.sort(chosen[start : start + batch_size])
            yield self.gather(frame, indices, np.zeros(len(indices), np.int64))


class Reader:
    """Samples training batches in background threads.

    `frame_seed` determines the frames of the batches, `row_seed` the rows. Processes that train
    together share `frame_seed`, so that their steps take the same time.
    """

    SCAN_SECONDS = 10.0
    POLL_SECONDS = 0.5
    PREFETCHED = 2

    def __init__(
        self,
        directories: Sequence[Path],
        weights: dict[int, float],
        batch_size: int,
        frame_seed: int,
        row_seed: int,
        threads: int = 1,
        pin: bool = False,
        log=print,
    ):
        self.rows = Rows(directories, log)
        self.weights = weights
        self.batch_size = batch_size
        self.pin = pin
        self.log = log
        self.scanned = time.monotonic()
        self.frame_random = np.random.default_rng(frame_seed)
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.queue: queue.Queue = queue.Queue(self.PREFETCHED * threads)
        for number in range(threads):
            random = np.random.default_rng([row_seed, number])
            threading.Thread(target=self._work, args=(random,), daemon=True).start()

    def next(self, is_stopped: Callable[[], bool] = lambda: False) -> Batch | None:
        """Waits for the next batch; returns None if `is_stopped` before there is one."""
        while True:
            try:
                batch = self.queue.get(timeout=self.POLL_SECONDS)
                break
            except queue.Empty:
                if is_stopped():
                    return None
        if isinstance(batch, BaseException):
            raise RuntimeError(f"the reader of row files failed: {batch}") from batch
        return batch

    def counts(self) -> dict[int, int]:
        return self.rows.counts()

    def stop(self) -> None:
        self.stopped.set()

    def _work(self, random: np.random.Generator) -> None:
        while not self.stopped.is_set():
            try:
                with self.lock:
                    frame = self._frame()
                batch = self.rows.draw(frame, self.batch_size, random)
                if not batch.has_targets.all():
                    raise ValueError(
                        "some rows have no targets (make_samples --unlabelled): use --teacher"
                    )
                item = batch.pin() if self.pin else batch
            except BaseException as error:
                item = error
            while not self.stopped.is_set():
                try:
                    self.queue.put(item, timeout=1.0)
                    break
                except queue.Full:
                    pass
            if isinstance(item, BaseException):
                return

    def _frame(self) -> int:
        """Samples a frame among those that have rows; waits until there are any."""
        has_logged = False
        while True:
            now = time.monotonic()
            if now - self.scanned > self.SCAN_SECONDS:
                self.rows.scan()
                self.scanned = now
            # Does not depend on which frames have rows, unless a frame without rows is drawn.
            uniform = self.frame_random.random()
            frames = [frame for frame, weight in self.weights.items() if weight > 0]
            frame = pick_frame(self.weights, frames, uniform)
            if self.rows.count(frame):
                return frame
            frames = [frame for frame in frames if self.rows.count(frame)]
            if frames:
                return pick_frame(self.weights, frames, self.frame_random.random())
            if not has_logged:
                self.log("waiting for row files")
                has_logged = True
            time.sleep(1.0)
            if self.stopped.is_set():
                raise RuntimeError("stopped")


def parse_frames(text: str) -> dict[int, float]:
    """Weights of the frames from text like `9:0.5,13:0.15,19:0.35`."""
    weights = {}
    for part in text.split(","):
        frame, _, weight = part.partition(":")
        if not frame.isdigit() or int(frame) not in FRAMES:
            raise ValueError(f"frame {frame!r} is not one of {FRAMES}")
        weights[int(frame)] = float(weight or 1.0)
    if min(weights.values()) < 0 or sum(weights.values()) <= 0:
        raise ValueError(f"weights of frames {text!r} must not be negative or all 0")
    return weights
