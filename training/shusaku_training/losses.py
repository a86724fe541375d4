"""Losses of the outputs against a batch's targets, and metrics for validation."""

from __future__ import annotations

import torch
from torch.nn import functional as F

from .data import IGNORED, Batch
from .model import IMPOSSIBLE, SCORE_UNIT, Outputs

# Weight of each loss in the sum.
WEIGHTS = {
    "policy": 1.0,
    "reply": 0.15,
    "value": 1.2,
    "ownership": 1.0,
    "score_mean": 0.15,
    "score_stdev": 0.05,
    "lead": 0.2,
}

# Unit of score errors in the Huber loss, in points.
HUBER_UNIT = 10.0


def possible_value(value: torch.Tensor, global_inputs: torch.Tensor) -> torch.Tensor:
    """Logits of win, loss and no result, the last only if the rules allow it.

    No result is possible under simple ko (global 6 is 0) or territory scoring (global 9 is not 0).
    In other cases its probability is 0, as in the engine.
    """
    possible = (global_inputs[:, 6] == 0) | (global_inputs[:, 9] != 0)
    no_result = torch.where(possible, value[:, 2], IMPOSSIBLE)
    return torch.cat([value[:, :2], no_result[:, None]], dim=1)


def scores(score: torch.Tensor, no_result: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Mean, standard deviation and lead in points, as the engine reports them.

    The engine multiplies scores by 1 - P(no result). The targets are such products, so the raw
    outputs are multiplied as well, in training with the target's probability. This is exact if the
    network agrees with it, and avoids a division by a small number.
    """
    factor = SCORE_UNIT * (1.0 - no_result)
    mean, stdev, lead = score[:, 0], F.softplus(score[:, 1]), score[:, 2]
    return mean * factor, stdev * factor, lead * factor


def cross_entropy(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """The cross-entropy of each row; the target's rows are distributions."""
    return -(target * F.log_softmax(logits, dim=1)).sum(dim=1)


def _normalized(policy: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The policy targets scaled to the sum 1, and whether a row has one (1 or 0)."""
    total = policy.sum(dim=1, keepdim=True)
    return policy / total.clamp(min=1e-6), (total[:, 0] > 0).float()


def _mean(losses: torch.Tensor, counted: torch.Tensor) -> torch.Tensor:
    return (losses * counted).sum() / counted.sum().clamp(min=1.0)


def losses(
    outputs: Outputs, batch: Batch, played_weight: float = 0.0, outcome_weight: float = 0.0
) -> dict[str, torch.Tensor]:
    """The mean loss of each head, with the names of WEIGHTS.

    `played_weight` is the weight of the move played in the policy target, `outcome_weight` the
    weight of the counted result in the value target.
    """
    target, has_policy = _normalized(batch.policy)
    if played_weight > 0:
        has_move = (batch.played != IGNORED).float()[:, None]
        played = F.one_hot(batch.played.clamp(min=0), target.shape[1]) * has_move
        share = torch.where(has_policy[:, None] > 0, played_weight, 1.0) * has_move
        target = target * (1.0 - share) + played * share
        has_policy = torch.maximum(has_policy, has_move[:, 0])
    has_reply = batch.reply != IGNORED
    reply = F.cross_entropy(
        outputs.reply, batch.reply, ignore_index=IGNORED, reduction="sum"
    ) / has_reply.sum().clamp(min=1)

    value = batch.value
    if outcome_weight > 0:
        outcome = batch.score[:, 3]
        is_counted = torch.isfinite(outcome)[:, None]
        win = torch.heaviside(torch.nan_to_num(outcome), torch.full_like(outcome, 0.5))
        result = torch.stack([win, 1.0 - win, torch.zeros_like(win)], dim=1)
        value = torch.where(is_counted, torch.lerp(value, result, outcome_weight), value)
    mask = batch.planes[:, 0].float()
    own = (batch.ownership + 1.0) / 2.0
    # tanh(x) = 2 * sigmoid(2 * x) - 1.
    ownership = F.binary_cross_entropy_with_logits(2.0 * outputs.ownership, own, reduction="none")
    ownership = (ownership * mask).sum(dim=(1, 2)) / mask.sum(dim=(1, 2))
    by_head = {
        "policy": _mean(cross_entropy(outputs.policy, target), has_policy),
        "reply": reply,
        "ownership": _mean(ownership, batch.has_targets),
    }
    return by_head | value_losses(outputs.value, outputs.score, batch.globals, value, batch.score)


def value_losses(
    value: torch.Tensor,
    score: torch.Tensor,
    global_inputs: torch.Tensor,
    value_target: torch.Tensor,
    score_target: torch.Tensor,
) -> dict[str, torch.Tensor]:
    """The mean losses of the outputs `value` and `score`, with the names of WEIGHTS.

    value_target: (batch, 3), zeros if unknown. score_target: (batch, 3 or more) mean, standard
    deviation and lead in points, NaN if unknown.
    """
    logits = possible_value(value, global_inputs)
    has_value = (value_target.sum(dim=1) > 0).float()
    by_head = {"value": _mean(cross_entropy(logits, value_target), has_value)}
    predicted = scores(score, value_target[:, 2])
    for index, name in enumerate(("score_mean", "score_stdev", "lead")):
        target = score_target[:, index]
        is_known = torch.isfinite(target)
        error = (predicted[index] - torch.nan_to_num(target)) / HUBER_UNIT
        by_head[name] = _mean(
            F.huber_loss(error, torch.zeros_like(error), reduction="none"), is_known.float()
        )
    return by_head


def total(by_head: dict[str, torch.Tensor], weights: dict[str, float]) -> torch.Tensor:
    """The weighted sum of the losses."""
    return sum(weights[name] * loss for name, loss in by_head.items())


@torch.no_grad()
def metrics(outputs: Outputs, batch: Batch) -> dict[str, tuple[float, float]]:
    """Validation metrics as sums over a batch, each with its number of rows.

    policy_ce, policy_kl: nats. top1: agreement with the target's first move. played_top1: agreement
    with the move played. value_ce: nats. value_error: of win minus loss. lead_error: points.
    ownership_error: of -1..1, mean over the board. result_ce: nats, of the winner by the counted
    score. bias_0 to bias_4: calibration, counted minus expected wins of the rows whose win rate is
    in each fifth of 0..1.
    """
    target, has_policy = _normalized(batch.policy)
    entropy = -(target * target.clamp(min=1e-12).log()).sum(dim=1)
    policy = cross_entropy(outputs.policy, target)
    best = outputs.policy.argmax(dim=1)
    has_move = (batch.played != IGNORED).float()
    logits = possible_value(outputs.value, batch.globals)
    value = logits.softmax(dim=1)
    difference = (value[:, 0] - value[:, 1]) - (batch.value[:, 0] - batch.value[:, 1])
    lead = scores(outputs.score, value[:, 2])[2]
    has_lead = torch.isfinite(batch.score[:, 2])
    mask = batch.planes[:, 0].float()
    owner = (outputs.ownership.tanh() - batch.ownership).abs() * mask
    has_targets = batch.has_targets
    outcome = batch.score[:, 3]
    is_decided = (torch.isfinite(outcome) & (outcome != 0)).float()
    has_won = (torch.nan_to_num(outcome) > 0).float()
    win_rate = value[:, 0] / (value[:, 0] + value[:, 1])
    result = -torch.where(has_won > 0, win_rate, 1.0 - win_rate).clamp(min=1e-6).log()
    fifth = (win_rate * 5.0).floor().clamp(max=4.0)
    table = {
        "policy_ce": (policy, has_policy),
        "policy_kl": (policy - entropy, has_policy),
        "top1": ((best == batch.policy.argmax(dim=1)).float(), has_policy),
        "played_top1": ((best == batch.played).float(), has_move),
        "value_ce": (cross_entropy(logits, batch.value), has_targets),
        "value_error": (difference.abs(), has_targets),
        "lead_error": (
            torch.where(has_lead, lead - batch.score[:, 2], 0.0).abs(),
            has_lead.float(),
        ),
        "ownership_error": (owner.sum(dim=(1, 2)) / mask.sum(dim=(1, 2)), has_targets),
        "result_ce": (result, is_decided),
    }
    for index in range(5):
        table[f"bias_{index}"] = (has_won - win_rate, is_decided * (fifth == index).float())
    return {
        name: ((number * counted).sum().item(), counted.sum().item())
        for name, (number, counted) in table.items()
    }
