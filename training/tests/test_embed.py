import pytest
import torch
from synthetic import make_files, make_rows, write_rows

from make_reference import tiny_network
from shusaku_training import embed
from shusaku_training.data import Rows
from shusaku_training.export import export, read, to_bytes
from shusaku_training.quantize import LARGEST, quantize, round_weights


def test_rounding_does_not_shift_outputs():
    """Plain rounding shifted the lead of a network that shipped by 1.6 points."""
    inputs = (torch.randn(4000, 12) @ torch.randn(12, 90) / 4.0 + 0.5).relu()
    weights = torch.randn(16, 90)
    step = weights.abs().amax(dim=1, keepdim=True) / LARGEST
    plain = (weights / step).round() * step
    rounded = round_weights(weights, inputs.T @ inputs / len(inputs))
    shift, plain_shift = ((inputs @ (w - weights).T).mean(dim=0) for w in (rounded, plain))
    assert shift.square().mean() < 0.05 * plain_shift.square().mean()
    error, plain_error = (inputs @ (w - weights).T for w in (rounded, plain))
    assert error.square().mean() < 0.2 * plain_error.square().mean()
    assert torch.allclose(rounded.abs().amax(dim=1), weights.abs().amax(dim=1))


def test_rounded_weights_survive_the_compact_form(tmp_path):
    make_files(tmp_path)
    network = tiny_network().eval()
    quantize(network, Rows([tmp_path]))
    path = tmp_path / "compact.bin"
    export(network, path, "tiny", is_compact=True)
    again, _ = read(path)
    for before, after in zip(network.parameters(), again.parameters(), strict=True):
        if before.dim() == 4 and before.shape[2] == 3:
            assert torch.allclose(before, after, rtol=1e-6, atol=0.0)


def test_unusable_rows_are_refused_before_the_weights_are_rounded(tmp_path, monkeypatch):
    source = tmp_path / "a.bin"
    export(tiny_network(), source, "tiny")
    monkeypatch.setattr(embed, "quantize", lambda network, rows: pytest.fail("rounds weights"))
    arguments = [str(source), str(tmp_path / "b.bin"), "--data", str(tmp_path)]
    with pytest.raises(SystemExit, match="no rows in"):
        embed.main(arguments)
    rows = make_rows(9, 9, 16)
    rows["value"] = 0.0
    write_rows(tmp_path / "9x9.rows", 9, 9, rows)
    with pytest.raises(SystemExit, match="no targets"):
        embed.main(arguments)


def test_an_embedded_network_estimates_its_errors(tmp_path):
    make_files(tmp_path)
    source, output = tmp_path / "a.bin.gz", tmp_path / "b.bin"
    export(tiny_network(), source, "tiny")
    embed.main(
        [str(source), str(output), "--data", str(tmp_path), "--rows", "40", "--name", "small"]
    )
    assert output.read_bytes().startswith(b"small 10 22 19\n")
    network, name = read(output)
    assert to_bytes(network, name, is_compact=True) == output.read_bytes()
