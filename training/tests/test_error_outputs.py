import pytest
import torch
from synthetic import make_files, make_rows, write_rows
from torch.nn import functional as F

from make_reference import tiny_network
from shusaku_training.data import Rows
from shusaku_training.error_outputs import fit, with_error_outputs, without_error_outputs
from shusaku_training.export import to_bytes
from shusaku_training.model import SCORE_ERROR_UNIT, VALUE_ERROR_UNIT
from shusaku_training.value_outputs import evaluate_hidden


@pytest.mark.parametrize("unit", [VALUE_ERROR_UNIT, SCORE_ERROR_UNIT])
def test_predicted_errors_are_those_of_the_rows(unit):
    hidden = torch.randn(40000, 3).relu()
    real = F.softplus(hidden @ torch.tensor([1.5, -0.5, 0.0]) - 1.0) * unit
    squares = real * torch.randn(len(real)) ** 2
    squares[:100] = torch.nan
    weight, bias = fit(hidden, squares, unit)
    predicted = F.softplus(hidden @ weight + bias) * unit
    assert (predicted / real).log().abs().mean() < 0.05


def test_a_network_gets_error_outputs_and_keeps_all_others(tmp_path):
    make_files(tmp_path)
    network = tiny_network()
    estimating = with_error_outputs(network, evaluate_hidden(network, Rows([tmp_path]), 40, 1.0))
    assert to_bytes(estimating, "tiny").startswith(b"tiny 10 22 19\n")
    planes = (torch.rand(4, 22, 9, 9) < 0.3).float()
    planes[:, 0] = 1
    numbers = torch.randn(4, 19)
    with torch.no_grad():
        before, after = (one(planes, numbers) for one in (network, estimating))
    assert after.score.shape == (4, 6) and after.score.isfinite().all()
    assert torch.allclose(after.score[:, :4], before.score, atol=1e-5)
    assert torch.allclose(after.value, before.value, atol=1e-5)
    assert to_bytes(without_error_outputs(estimating), "tiny") == to_bytes(network, "tiny")


def test_rows_without_targets_are_refused(tmp_path):
    rows = make_rows(9, 9, 16)
    rows["value"][3] = 0.0
    write_rows(tmp_path / "9x9.rows", 9, 9, rows)
    with pytest.raises(SystemExit, match="some rows have no targets"):
        evaluate_hidden(tiny_network(), Rows([tmp_path]), 40, 1.0)
