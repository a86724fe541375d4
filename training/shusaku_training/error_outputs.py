"""Fits the outputs by which a finished network estimates its own errors.

A search gives less weight to evaluations that the network takes to be uncertain ("Uncertainty-
Weighted MCTS Playouts" in KataGo's `docs/KataGoMethods.md`). KataGo learns the squared differences
of value and score from those a few moves later; here they are differences from the targets of rows,
a stronger network's evaluations. All other outputs stay as they are.
"""

from __future__ import annotations

import dataclasses

import torch
from torch.nn import functional as F

from .losses import possible_value, scores
from .model import SCORE_ERROR_UNIT, VALUE_ERROR_UNIT, Network
from .value_outputs import Evaluations

STEPS = 3000
BATCH = 2048
LEARNING_RATE = 2e-2

# Share of the rows on which the fit is measured.
HELD_OUT = 0.1


def without_error_outputs(network: Network) -> Network:
    """The network without error outputs."""
    score = network.value.score
    return _with_score(network, score.weight[:4], score.bias[:4])


def _with_score(network: Network, weight: torch.Tensor, bias: torch.Tensor) -> Network:
    """The network with this last layer of the score head, of 4 or 6 outputs."""
    config = dataclasses.replace(network.config, estimates_errors=len(weight) == 6)
    changed = Network(config)
    weights = {"value.score.weight": weight.detach(), "value.score.bias": bias.detach()}
    changed.load_state_dict({**network.state_dict(), **weights})
    return changed


@torch.no_grad()
def squared_errors(network: Network, rows: Evaluations) -> tuple[torch.Tensor, torch.Tensor]:
    """The squared errors by row: of win minus loss, and of the mean score in points, NaN without a
    target.
    """
    head = network.value
    value = possible_value(head.value(rows.hidden), rows.globals).softmax(dim=1)
    score = scores(head.score(rows.hidden), value[:, 2])[0]
    difference = (value[:, 0] - value[:, 1]) - (rows.value[:, 0] - rows.value[:, 1])
    return difference**2, (score - rows.score[:, 0]) ** 2


def fit(hidden: torch.Tensor, squares: torch.Tensor, unit: float) -> tuple[torch.Tensor, ...]:
    """Weights (value_hidden,) and bias () whose output predicts the squares.

    They maximize the likelihood of normally distributed errors with the predicted variances. The
    fit is printed for the held-out rows.
    """
    torch.manual_seed(0)
    hidden, squares = hidden[squares.isfinite()], squares[squares.isfinite()]
    order = torch.randperm(len(squares))
    held_out = order[: max(1, int(HELD_OUT * len(order)))]
    rows = order[len(held_out) :]
    mean, scale = hidden[rows].mean(dim=0), hidden[rows].std(dim=0) + 1e-3
    # Keeps the loss finite where a network errs by almost nothing.
    floor = 1e-3 * squares[rows].mean()
    weight = torch.zeros(hidden.shape[1], requires_grad=True)
    bias = torch.zeros((), requires_grad=True)

    def predicted(rows: torch.Tensor) -> torch.Tensor:
        return F.softplus((hidden[rows] - mean) / scale @ weight + bias) * unit + floor

    def loss(rows: torch.Tensor) -> torch.Tensor:
        variance = predicted(rows)
        return (squares[rows] / variance + variance.log()).mean()

    optimizer = torch.optim.Adam([weight, bias], LEARNING_RATE)
    decay = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, STEPS)
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss(rows[torch.randint(len(rows), (BATCH,))]).backward()
        optimizer.step()
        decay.step()
    with torch.no_grad():
        _print_fit(predicted(held_out), squares[held_out])
        weight = weight / scale
        return weight, bias - weight @ mean


def _print_fit(predicted: torch.Tensor, squares: torch.Tensor) -> None:
    """Prints predicted and real root mean squares by fifths of the prediction."""
    parts = predicted.argsort().tensor_split(5)
    roots = [(predicted[part].mean().sqrt(), squares[part].mean().sqrt()) for part in parts]
    fifths = ", ".join(f"{root:.3f}/{real:.3f}" for root, real in roots)
    print(f"held-out rows, predicted/real error by fifths: {fifths}")


def with_error_outputs(network: Network, rows: Evaluations) -> Network:
    """The network with error outputs that are fitted to its errors on the rows."""
    value_errors, score_errors = squared_errors(network, rows)
    value = fit(rows.hidden, value_errors, VALUE_ERROR_UNIT)
    score = fit(rows.hidden, score_errors, SCORE_ERROR_UNIT)
    layer = network.value.score
    weight = torch.cat([layer.weight[:4], torch.stack([value[0], score[0]])])
    bias = torch.cat([layer.bias[:4], torch.stack([value[1], score[1]])])
    return _with_score(network, weight, bias)
