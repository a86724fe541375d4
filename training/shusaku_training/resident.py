"""Rows in the memory of the device, where a teacher computes their targets.

With a GPU, the reader of `data` would be the bottleneck: it prepares some 10,000 rows a second.
Here a row file is copied to the device and labelled once, and batches are sampled and transformed
there.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from .data import SYMMETRIES, Batch, RowFile, new_row_files, pick_frame, symmetry_tables
from .model import GLOBALS, PLANES
from .teacher import Targets, Teacher, map_parts

BITS = 8


class ResidentFrame:
    """The last rows of a frame: inputs, the moves of the game and its outcome, a teacher's targets.

    A row of the frame 19 takes 2.6 KB, of the frame 13 1.3 KB.
    """

    def __init__(self, frame: int, capacity: int, device: torch.device):
        self.frame = frame
        self.capacity = capacity
        self.count = 0
        self.next = 0
        self.shifts = torch.arange(BITS, dtype=torch.uint8, device=device)
        size = -(-frame * frame // BITS)
        self.planes = torch.empty(capacity, PLANES, size, dtype=torch.uint8, device=device)
        self.globals = torch.empty(capacity, GLOBALS, device=device)
        self.played = torch.empty(capacity, dtype=torch.int64, device=device)
        self.reply = torch.empty(capacity, dtype=torch.int64, device=device)
        self.outcome = torch.empty(capacity, device=device)
        f16 = {"dtype": torch.float16, "device": device}
        self.targets = Targets(
            policy=torch.empty(capacity, frame * frame + 1, **f16),
            value=torch.empty(capacity, 3, device=device),
            score=torch.empty(capacity, 3, device=device),
            ownership=torch.empty(capacity, frame, frame, **f16),
        )
        # `add` and `draw` run in two threads.
        self.lock = threading.Lock()
        # By symmetry: the transformed index of each point, of pass and of no move.
        moves = symmetry_tables(frame, frame, frame)[1]
        self.transformed_moves = torch.from_numpy(moves).to(device)

    def unpack(self, packed: torch.Tensor, count: int) -> torch.Tensor:
        """The first `count` bits of the last dimension, as bytes."""
        return (packed[..., None] >> self.shifts & 1).flatten(-2)[..., :count]

    def add(self, file: RowFile, teacher: Teacher) -> None:
        """Adds the rows of a file, in place of the oldest if there is no room."""
        device = self.planes.device
        width, height, side = file.width, file.height, self.frame
        kept_rows = file.rows[-self.capacity :]
        rows = len(kept_rows)
        packed = torch.from_numpy(kept_rows["planes"].copy()).to(device)
        boards = self.unpack(packed, width * height).view(rows, PLANES, height, width)
        planes = boards.new_zeros(rows, PLANES, self.planes.shape[2] * BITS)
        in_frame = planes[..., : side * side].view(rows, PLANES, side, side)
        in_frame[:, :, :height, :width] = boards
        global_inputs = torch.from_numpy(kept_rows["globals"].copy()).to(device)
        targets = teacher.targets(in_frame, global_inputs)
        packed = (planes.view(rows, PLANES, -1, BITS) << self.shifts).sum(-1, dtype=torch.uint8)
        in_policy = symmetry_tables(width, height, side)[1][0]
        played, reply = (
            torch.from_numpy(in_policy[np.minimum(kept_rows[name], width * height + 1)]).to(device)
            for name in ("played", "reply")
        )
        outcome = torch.from_numpy(kept_rows["outcome"].copy()).to(device)
        at = (self.next + torch.arange(rows, device=device)) % self.capacity
        with self.lock:
            self.planes[at] = packed
            self.globals[at] = global_inputs
            self.played[at] = played
            self.reply[at] = reply
            self.outcome[at] = outcome
            for kept, new in zip(self.targets.tensors(), targets.tensors(), strict=True):
                kept[at] = new.to(kept.dtype)
            self.next = (self.next + rows) % self.capacity
            self.count = min(self.count + rows, self.capacity)

    def draw(self, count: int) -> Batch:
        """Rows sampled uniformly with replacement, each eighth in a symmetry of its own."""
        side = self.frame
        with self.lock:
            at = torch.randint(self.count, (count,), device=self.planes.device)
            packed, global_inputs = self.planes[at], self.globals[at]
            played, reply = self.played[at], self.reply[at]
            outcome = self.outcome[at, None]
            targets = Targets(*(kept[at].float() for kept in self.targets.tensors()))
        planes = self.unpack(packed, side * side).view(count, PLANES, side, side)
        symmetries = torch.randperm(SYMMETRIES).tolist()
        policy = map_parts(targets.policy[:, :-1].view(count, side, side), symmetries).flatten(1)
        return Batch(
            planes=map_parts(planes, symmetries),
            globals=global_inputs,
            policy=torch.cat([policy, targets.policy[:, -1:]], dim=1),
            played=self.transform_moves(played, symmetries),
            reply=self.transform_moves(reply, symmetries),
            value=targets.value,
            score=torch.cat([targets.score, outcome], dim=1),
            ownership=map_parts(targets.ownership, symmetries),
        )

    def transform_moves(self, moves: torch.Tensor, symmetries: list[int]) -> torch.Tensor:
        """Transforms `moves`, indices of the policy or IGNORED, by parts as `map_parts` does."""
        parts = zip(symmetries, moves.chunk(SYMMETRIES), strict=False)
        return torch.cat([self.transformed_moves[symmetry][part] for symmetry, part in parts])


class ResidentReader:
    """Copies row files to the device as they appear, and samples batches; like `data.Reader`.

    A teacher labels the rows of a file together, in the thread that copies them.
    """

    SCAN_SECONDS = 1.0
    POLL_SECONDS = 0.1

    def __init__(
        self,
        directories: Sequence[Path],
        weights: dict[int, float],
        batch_size: int,
        capacity: int,
        seed: int,
        teacher: Teacher,
        device: torch.device,
        log=print,
    ):
        self.directories = directories
        self.weights = {frame: weight for frame, weight in weights.items() if weight > 0}
        self.frames = {frame: ResidentFrame(frame, capacity, device) for frame in self.weights}
        self.batch_size = batch_size
        self.teacher = teacher
        self.log = log
        self.random = random.Random(seed)
        self.is_stopped = False
        self.error: BaseException | None = None
        self.seen: set[Path] = set()
        threading.Thread(target=self._work, daemon=True).start()

    def counts(self) -> dict[int, int]:
        return {side: frame.count for side, frame in self.frames.items()}

    def next(self, is_stopped: Callable[[], bool] = lambda: False) -> Batch | None:
        """Waits until all frames have rows for a batch; returns None if `is_stopped` before."""
        if self.is_waiting():
            missing = [side for side, rows in self.counts().items() if rows < self.batch_size]
            self.log(f"waiting for {self.batch_size} rows of each of the frames {missing}")
        while self.is_waiting() and not self.error:
            if is_stopped():
                return None
            time.sleep(self.POLL_SECONDS)
        if self.error:
            raise RuntimeError(f"the reader of row files failed: {self.error}") from self.error
        side = pick_frame(self.weights, list(self.weights), self.random.random())
        return self.frames[side].draw(self.batch_size)

    def is_waiting(self) -> bool:
        return min(self.counts().values()) < self.batch_size

    def stop(self) -> None:
        self.is_stopped = True

    def _work(self) -> None:
        try:
            while not self.is_stopped:
                self._add_new_files()
                time.sleep(self.SCAN_SECONDS)
        except BaseException as error:
            self.error = error

    def _add_new_files(self) -> None:
        for file in new_row_files(self.directories, self.seen, self.log):
            side = max(file.width, file.height)
            frames = [frame for frame in sorted(self.frames) if frame >= side]
            if frames and not self.is_stopped:
                self.frames[frames[0]].add(file, self.teacher)
