"""Fits the last layers of a finished network's value head to the targets of rows.

The logits of win and loss, the score and the lead are linear in the outputs of the head's hidden
layer, so that the fit is almost a convex problem. It takes back what rounding the weights below has
shifted. All other outputs stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch.nn import functional as F

from .data import FRAMES, Rows
from .losses import WEIGHTS, total, value_losses
from .model import Network

MAX_STEPS = 300

# Weight of the mean squared change of the outputs, so that few rows change little.
CHANGE_WEIGHT = 3e-4

# Mean, standard deviation and lead, the fitted outputs of the score layer.
FITTED_SCORES = 3


@dataclass
class Evaluations:
    """Inputs and targets of the last layers of a value head, by row.

    hidden: (rows, value_hidden) outputs of the hidden layer. globals: (rows, 19). value: (rows, 3)
    targets. score: (rows, 4) targets, as in a batch.
    """

    hidden: torch.Tensor
    globals: torch.Tensor
    value: torch.Tensor
    score: torch.Tensor


def check_targets(rows: Rows, max_rows: int) -> None:
    """Exits if there are no rows, or if one of the `max_rows` rows of a frame has no targets."""
    if not sum(rows.counts().values()):
        folders = " ".join(str(folder) for folder in rows.directories)
        raise SystemExit(f"error: no rows in {folders}")
    for frame in FRAMES:
        for batch in rows.fixed(frame, max_rows, batch_size=128):
            if not batch.has_targets.all():
                raise SystemExit("error: some rows have no targets (make_samples --unlabelled)")


@torch.no_grad()
def evaluate_hidden(network: Network, rows: Rows, max_rows: int, temperature: float) -> Evaluations:
    """Evaluates at most `max_rows` rows of each frame up to the hidden layer of the value head.

    The target's difference of the logits of win and loss is divided by `temperature`, which
    corrects a teacher that is overconfident.
    """
    check_targets(rows, max_rows)
    hidden, parts = [], []
    layer = network.value.hidden
    handle = layer.register_forward_hook(lambda _, inputs, output: hidden.append(F.relu(output)))
    for frame in FRAMES:
        for batch in rows.fixed(frame, max_rows, batch_size=128):
            network(batch.planes, batch.globals)
            parts.append((batch.globals, softened(batch.value, temperature), batch.score))
    handle.remove()
    return Evaluations(torch.cat(hidden), *(torch.cat(part) for part in zip(*parts, strict=True)))


def softened(value: torch.Tensor, temperature: float) -> torch.Tensor:
    """Divides the difference of the logits of win and loss by `temperature`, and returns
    probabilities (rows, 3).
    """
    decided = value[:, :2].sum(dim=1, keepdim=True)
    logits = value[:, :2].clamp(min=1e-6).log()
    return torch.cat([(logits / temperature).softmax(dim=1) * decided, value[:, 2:]], dim=1)


def fit_value_outputs(network: Network, rows: Evaluations) -> None:
    """Changes the last layers of the value head so that their losses on the rows are least."""
    head = network.value
    mean, scale = rows.hidden.mean(dim=0), rows.hidden.std(dim=0) + 1e-3
    normal = torch.cat([(rows.hidden - mean) / scale, torch.ones(len(rows.hidden), 1)], dim=1)
    with torch.no_grad():
        value, score = head.value(rows.hidden), head.score(rows.hidden)[:, :FITTED_SCORES]
    # Of the difference of the logits of win and loss, and of the scores.
    change = torch.zeros(1 + FITTED_SCORES, normal.shape[1], requires_grad=True)
    sides = torch.tensor([0.5, -0.5, 0.0])

    def loss() -> torch.Tensor:
        changes = normal @ change.T
        by_head = value_losses(
            value + changes[:, :1] * sides,
            score + changes[:, 1:],
            rows.globals,
            rows.value,
            rows.score,
        )
        return total(by_head, WEIGHTS) + CHANGE_WEIGHT * change[:, :-1].square().sum()

    optimizer = torch.optim.LBFGS([change], max_iter=MAX_STEPS, line_search_fn="strong_wolfe")

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        current = loss()
        current.backward()
        return current

    before = loss().item()
    optimizer.step(step)
    with torch.no_grad():
        print(
            f"last layers of the value head: loss {before:.4f} before, {loss():.4f} after the fit"
        )
        weight = change[:, :-1] / scale
        bias = change[:, -1] - weight @ mean
        head.value.weight += torch.outer(sides, weight[0])
        head.value.bias += sides * bias[0]
        head.score.weight[:FITTED_SCORES] += weight[1:]
        head.score.bias[:FITTED_SCORES] += bias[1:]
