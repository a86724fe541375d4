import torch
from synthetic import make_files

from make_reference import tiny_network
from shusaku_training.data import Rows
from shusaku_training.value_outputs import Evaluations, evaluate_hidden, fit_value_outputs, softened


def outputs(network, rows: Evaluations):
    """Win minus loss, and mean score and lead in points."""
    value, score = network.value.value(rows.hidden), network.value.score(rows.hidden)
    probabilities = value[:, :2].softmax(dim=1)
    return probabilities[:, 0] - probabilities[:, 1], 20.0 * score[:, 0], 20.0 * score[:, 2]


@torch.no_grad()
def test_a_shift_of_the_hidden_layer_is_taken_back(tmp_path):
    make_files(tmp_path, sizes=((9, 9),), count=512)
    network = tiny_network()
    rows = evaluate_hidden(network, Rows([tmp_path]), 512, 1.0)
    # Targets that the network meets exactly.
    difference, mean, lead = outputs(network, rows)
    win = (1.0 + difference) / 2.0
    rows.value = torch.stack([win, 1.0 - win, torch.zeros_like(win)], dim=1)
    rows.score = torch.stack([mean, torch.full_like(mean, torch.nan), lead, mean], dim=1)
    rows.globals[:, 6] = 1.0
    rows.globals[:, 9] = 0.0
    rows.hidden += 0.3 * torch.randn(rows.hidden.shape[1])
    planes = torch.ones(1, 22, 9, 9)
    before = network(planes, torch.zeros(1, 19))

    def errors():
        return [
            (now - target).abs().mean()
            for now, target in zip(outputs(network, rows), (difference, mean, lead), strict=True)
        ]

    shifted = errors()
    with torch.enable_grad():
        fit_value_outputs(network, rows)
    assert all(now < 0.1 * then for now, then in zip(errors(), shifted, strict=True))
    after = network(planes, torch.zeros(1, 19))
    assert torch.equal(after.policy, before.policy)
    assert torch.equal(after.ownership, before.ownership)
    assert torch.equal(after.value[:, 2], before.value[:, 2])


def test_probabilities_are_softened_between_win_and_loss():
    value = torch.tensor([[0.9, 0.1, 0.0], [0.0, 1.0, 0.0], [0.45, 0.05, 0.5]])
    soft = softened(value, 2.0)
    assert torch.allclose(soft[0], torch.tensor([0.75, 0.25, 0.0]))
    assert torch.allclose(soft[1], torch.tensor([0.001, 0.999, 0.0]), atol=1e-4)
    assert torch.allclose(soft[2], torch.tensor([0.375, 0.125, 0.5]))
    assert torch.allclose(softened(value, 1.0), value, atol=1e-5)
