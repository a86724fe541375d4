"""Mean losses and rates between two lines of the log."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import torch

from .losses import WEIGHTS


@dataclass
class LogWindow:
    """The steps since the last line of the log.

    samples, elapsed: the samples and the training time of the run when it began. losses: sums by
    head, in the order of WEIGHTS. by_frame: samples and seconds of this process's steps.
    """

    samples: int
    elapsed: float
    losses: torch.Tensor | None = None
    steps: int = 0
    by_frame: dict[int, tuple[int, float]] = field(default_factory=dict)

    def add(self, losses: torch.Tensor, frame: int, count: int, seconds: float) -> None:
        """Adds a step on `count` samples of a frame, which took `seconds`."""
        self.losses = losses if self.losses is None else self.losses + losses
        self.steps += 1
        samples, total = self.by_frame.get(frame, (0, 0.0))
        self.by_frame[frame] = (samples + count, total + seconds)

    def mean_losses(self) -> dict[str, float]:
        """The mean losses by head."""
        means = np.round((self.losses / self.steps).tolist(), 5).tolist()
        return dict(zip(WEIGHTS, means, strict=True))

    def rates_by_frame(self) -> dict[int, int]:
        """Samples a second of this process's steps."""
        return {frame: round(count / time) for frame, (count, time) in self.by_frame.items()}
