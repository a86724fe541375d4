"""A teacher network that computes the targets of rows during training."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from . import export
from .data import SYMMETRIES
from .losses import possible_value, scores
from .model import IMPOSSIBLE, VERSIONS
from .tokens import Source
from .transformer import Transformer

# Planes of the points where the player to move cannot play: stones and points banned by ko.
OCCUPIED_PLANES = (1, 2, 6)


@dataclass
class Targets:
    """Targets of a batch, as in `data.Batch`; the score without the counted outcome."""

    policy: torch.Tensor
    value: torch.Tensor
    score: torch.Tensor
    ownership: torch.Tensor

    def tensors(self) -> tuple[torch.Tensor, ...]:
        return self.policy, self.value, self.score, self.ownership


def apply_symmetry(x: torch.Tensor, symmetry: int) -> torch.Tensor:
    """Applies a symmetry (flip y: 1, flip x: 2, then transpose: 4) to the last two dimensions."""
    x = x.flip(-2) if symmetry & 1 else x
    x = x.flip(-1) if symmetry & 2 else x
    return x.mT if symmetry & 4 else x


def undo_symmetry(x: torch.Tensor, symmetry: int) -> torch.Tensor:
    """Undoes `apply_symmetry`."""
    x = x.mT if symmetry & 4 else x
    x = x.flip(-1) if symmetry & 2 else x
    return x.flip(-2) if symmetry & 1 else x


def map_parts(x: torch.Tensor, symmetries: list[int], how=apply_symmetry) -> torch.Tensor:
    """Applies `how` to the parts of a batch, at most as many as there are symmetries.

    Each part has its own symmetry.
    """
    parts = zip(x.chunk(len(symmetries)), symmetries, strict=False)
    return torch.cat([how(part, symmetry) for part, symmetry in parts])


class Teacher(nn.Module):
    """A network of version 8 or 10, or a transformer of version 17.

    The difference of its logits of win and loss is divided by `temperature`, which corrects an
    overconfident teacher.
    """

    def __init__(self, path: Path, is_compiled: bool = False, temperature: float = 1.0):
        super().__init__()
        source = Source.open(path)
        source.token()
        is_convnet = source.count() in VERSIONS
        network = export.read(path)[0] if is_convnet else Transformer(Source.open(path))
        export.calibrate(network, temperature)
        self.network = network.requires_grad_(False).eval()
        if is_compiled:
            # Blocks of a kind share their code, so that compiling them is quick.
            for block in self.network.blocks:
                block.compile(dynamic=False)

    @torch.no_grad()
    def targets(self, planes: torch.Tensor, global_inputs: torch.Tensor) -> Targets:
        """The network's evaluation of each eighth of a batch in another random symmetry."""
        side = planes.shape[-1]
        symmetries = torch.randperm(SYMMETRIES).tolist()
        # On a GPU in f16: its error is 3e-5 nats of the policy, that of bf16 2e-3.
        with torch.autocast(planes.device.type, torch.float16, enabled=planes.is_cuda):
            outputs = self.network(map_parts(planes, symmetries), global_inputs)
        points, passes = outputs.policy[:, :-1], outputs.policy[:, -1:]
        points = map_parts(points.view(-1, side, side), symmetries, undo_symmetry)
        occupied = planes[:, OCCUPIED_PLANES].amax(dim=1) > 0
        points = points.masked_fill(occupied, IMPOSSIBLE).flatten(1)
        value = possible_value(outputs.value, global_inputs).softmax(dim=1)
        ownership = map_parts(outputs.ownership.tanh(), symmetries, undo_symmetry)
        return Targets(
            policy=torch.cat([points, passes], dim=1).softmax(dim=1),
            value=value,
            score=torch.stack(scores(outputs.score, value[:, 2]), dim=1),
            ownership=ownership * planes[:, 0],
        )
