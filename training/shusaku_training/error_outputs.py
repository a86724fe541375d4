"""Fits the outputs by which a finished network estimates its own errors.

A search gives less weight to evaluations that the network takes to be uncertain ("Uncertainty-
Weighted MCTS Playouts" in KataGo's `docs/KataGoMethods.md`). KataGo learns the squared differences
of value and score from those a few moves later; here they are differences from the targets of rows,
a stronger network's evaluations. All other outputs stay as they are.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import torch
from torch.nn import functional as F

from .data import FRAMES, Rows
from .losses import possible_value, scores
from .model import SCORE_ERROR_UNIT, VALUE_ERROR_UNIT, Network

STEPS = 3000
BATCH = 2048
LEARNING_RATE = 2e-2

# Share of the rows on which the fit is measured.
HELD_OUT = 0.1


@dataclass
class Errors:
    """Squared errors of a network on rows.

    hidden: (rows, value_hidden) outputs of the value head's hidden layer. value: (rows,) of win
    minus loss. score: (rows,) of the mean score, in points, NaN without a target.
    """

    hidden: torch.Tensor
    value: torch.Tensor
    score: torch.Tensor


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
def measure(network: Network, rows: Rows, max_rows: int, temperature: float) -> Errors:
    """The errors on at most `max_rows` rows of each frame.

    The target's difference of the logits of win and loss is divided by `temperature`, which
    corrects a teacher that is overconfident.
    """
    hidden: list[torch.Tensor] = []
    layer = network.value.hidden
    handle = layer.register_forward_hook(lambda _, inputs, output: hidden.append(F.relu(output)))
    value, score = [], []
    for frame in FRAMES:
        for batch in rows.fixed(frame, max_rows, batch_size=128):
            if not (batch.value.sum(dim=1) > 0.0).all():
                raise SystemExit("error: some rows have no targets (make_samples --unlabelled)")
            outputs = network(batch.planes, batch.globals)
            probabilities = possible_value(outputs, batch.globals).softmax(dim=1)
            win = (batch.value[:, 0] + batch.value[:, 2] / 2.0).clamp(1e-6, 1.0 - 1e-6)
            target = 2.0 * torch.sigmoid(torch.logit(win) / temperature) - 1.0
            value.append((probabilities[:, 0] - probabilities[:, 1] - target) ** 2)
            score.append((scores(outputs, probabilities[:, 2])[0] - batch.score[:, 0]) ** 2)
    handle.remove()
    return Errors(torch.cat(hidden), torch.cat(value), torch.cat(score))


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


def with_error_outputs(network: Network, errors: Errors) -> Network:
    """The network with error outputs that are fitted to these errors."""
    value = fit(errors.hidden, errors.value, VALUE_ERROR_UNIT)
    score = fit(errors.hidden, errors.score, SCORE_ERROR_UNIT)
    layer = network.value.score
    weight = torch.cat([layer.weight[:4], torch.stack([value[0], score[0]])])
    bias = torch.cat([layer.bias[:4], torch.stack([value[1], score[1]])])
    return _with_score(network, weight, bias)
