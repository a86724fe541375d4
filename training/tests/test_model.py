import dataclasses
import gzip

import numpy as np
import pytest
import torch
from synthetic import make_files

from make_reference import tiny_network
from shusaku_training.data import Rows
from shusaku_training.export import calibrate, export, read, to_bytes
from shusaku_training.grow import grow
from shusaku_training.losses import WEIGHTS, losses, metrics, possible_value
from shusaku_training.model import IMPOSSIBLE, Config, Network


def tensors(outputs):
    return (outputs.policy, outputs.value, outputs.score, outputs.ownership)


def check_same_outputs(one, other, atol, rtol):
    planes = (torch.rand(4, 22, 9, 9) < 0.3).float()
    planes[:, 0] = 1
    numbers = torch.randn(4, 19)
    with torch.no_grad():
        outputs = [tensors(network(planes, numbers)) for network in (one, other)]
    for a, b in zip(*outputs, strict=True):
        assert torch.allclose(a, b, atol=atol, rtol=rtol)


@pytest.mark.parametrize("size", [(7, 7), (9, 7), (5, 9)])
def test_outputs_do_not_depend_on_the_frame(size):
    rows, columns = size
    planes = torch.zeros(3, 22, 9, 9)
    planes[:, :, :rows, :columns] = (torch.rand(3, 22, rows, columns) < 0.3).float()
    planes[:, 0, :rows, :columns] = 1
    numbers = torch.randn(3, 19)
    network = tiny_network()
    with torch.no_grad():
        framed = network(planes, numbers)
        alone = network(planes[:, :, :rows, :columns], numbers)
    policy = framed.policy[:, :81].view(3, 9, 9)
    assert torch.allclose(policy[:, :rows, :columns].flatten(1), alone.policy[:, :-1], atol=1e-5)
    assert (policy[:, rows:] == IMPOSSIBLE).all() and (policy[:, :, columns:] == IMPOSSIBLE).all()
    assert torch.allclose(framed.policy[:, 81], alone.policy[:, -1], atol=1e-5)
    assert torch.allclose(framed.value, alone.value, atol=1e-5)
    assert torch.allclose(framed.score, alone.score, atol=1e-5)
    assert torch.allclose(framed.ownership[:, :rows, :columns], alone.ownership, atol=1e-5)


def test_initial_outputs_have_moderate_variance():
    network = Network(Config(blocks=8, gpool=(2, 5)))
    x = (torch.rand(64, 22, 9, 9) < 0.15).float()
    x[:, 0] = 1
    streams = []
    for block in network.blocks:
        block.register_forward_hook(lambda _, inputs, out: streams.append((out - inputs[0]).std()))
    with torch.no_grad():
        outputs = network(x, torch.randn(64, 19) * 0.3)
    assert all(0.3 < std < 2.0 for std in streams), streams
    assert outputs.policy.std() < 2.0 and outputs.value.std() < 2.0


@pytest.mark.parametrize(
    ("file", "is_compact"), [("a.bin", False), ("a.bin.gz", False), ("h.bin", True)]
)
def test_export_round_trips(tmp_path, file, is_compact):
    network = tiny_network()
    path = tmp_path / file
    export(network, path, "tiny", is_compact)
    again, name = read(path)
    assert name == "tiny" and again.config == network.config
    check_same_outputs(network, again, atol=0.1 if is_compact else 1e-5, rtol=1e-5)
    if is_compact:
        assert to_bytes(again, "tiny", is_compact) == path.read_bytes()


def test_files_have_katagos_format(tmp_path):
    network = tiny_network()
    path = tmp_path / "a.bin.gz"
    export(network, path, "tiny")
    data = gzip.decompress(path.read_bytes())
    head = b"tiny 8 22 19\ntrunk 2 16 16 8 8 8\ninput 3 3 22 16 1 1\n@BIN@"
    assert data.startswith(head)
    weights = np.frombuffer(data, "<f4", 3 * 3 * 22 * 16, len(head)).reshape(3, 3, 22, 16)
    assert np.array_equal(weights, network.input.weight.detach().permute(2, 3, 1, 0))
    # The reply is not exported.
    assert b"policy_points 1 1 8 1 1 1\n" in data and b"policy_pass 24 1\n" in data


@torch.no_grad()
def test_a_temperature_changes_win_and_loss_alone():
    network = tiny_network()
    planes = (torch.rand(20, 22, 9, 9) < 0.3).float()
    numbers = torch.randn(20, 19)
    before = network(planes, numbers).value
    calibrate(network, 2.0)
    after = network(planes, numbers).value
    difference = before[:, 0] - before[:, 1]
    assert torch.allclose(after[:, 0] - after[:, 1], difference / 2.0, atol=1e-5)
    assert torch.allclose(after.sum(dim=1), before.sum(dim=1), atol=1e-5)
    assert torch.allclose(after[:, 2], before[:, 2])


def test_names_must_be_one_word():
    for name in ("", "two words", " a"):
        with pytest.raises(ValueError, match="one word"):
            to_bytes(tiny_network(), name)


def test_no_result_depends_on_the_rules(tmp_path):
    make_files(tmp_path)
    batch = Rows([tmp_path]).gather(9, range(4), np.zeros(4, np.int64))
    network = tiny_network()
    batch.globals[:, 6] = torch.tensor([0.0, 1.0, 1.0, 0.0])
    batch.globals[:, 9] = torch.tensor([0.0, 0.0, 1.0, 1.0])
    logits = possible_value(network(batch.planes, batch.globals).value, batch.globals)
    probabilities = logits.softmax(dim=1)[:, 2]
    assert [p > 0 for p in probabilities] == [True, False, True, True]


def test_losses_are_finite_without_targets(tmp_path):
    make_files(tmp_path)
    batch = Rows([tmp_path]).gather(9, range(4), np.zeros(4, np.int64))
    batch.score[:] = float("nan")
    batch.policy[:] = 0
    batch.played[:] = -1
    batch.reply[:] = -1
    network = tiny_network()
    outputs = network(batch.planes, batch.globals)
    by_head = losses(outputs, batch, 0.5, 0.5)
    assert set(by_head) == set(WEIGHTS)
    assert all(torch.isfinite(loss) for loss in by_head.values())
    sum(by_head.values()).backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in network.parameters())


def test_rows_without_targets_change_neither_losses_nor_metrics(tmp_path):
    make_files(tmp_path)
    rows = Rows([tmp_path])
    network = tiny_network()
    labeled, mixed = (rows.gather(9, range(n), np.zeros(n, np.int64)) for n in (16, 32))
    mixed.value[16:] = 0.0
    mixed.policy[16:] = 0.0
    mixed.ownership[16:] = 0.0
    mixed.score[16:] = float("nan")
    mixed.reply[16:] = mixed.played[16:] = -1
    with torch.no_grad():
        outputs = [network(batch.planes, batch.globals) for batch in (labeled, mixed)]
    expected, by_head = (
        losses(output, batch) for output, batch in zip(outputs, (labeled, mixed), strict=True)
    )
    for name in WEIGHTS:
        assert torch.isclose(by_head[name], expected[name], rtol=1e-4, atol=1e-6), name
    expected, means = (
        metrics(output, batch) for output, batch in zip(outputs, (labeled, mixed), strict=True)
    )
    for name, numbers in expected.items():
        assert means[name] == pytest.approx(numbers, rel=1e-4, abs=1e-4), name


def test_mixed_targets_have_mean_losses(tmp_path):
    make_files(tmp_path)
    batch = Rows([tmp_path]).gather(9, range(32), np.zeros(32, np.int64))
    outputs = tiny_network()(batch.planes, batch.globals)
    plain, half, full = (losses(outputs, batch, share, share) for share in (0.0, 0.5, 1.0))
    for name in ("policy", "value"):
        middle = (plain[name] + full[name]) / 2
        assert torch.isclose(half[name], middle, atol=1e-4)


def test_perfect_outputs_have_perfect_metrics(tmp_path):
    make_files(tmp_path)
    batch = Rows([tmp_path]).gather(9, range(32), np.zeros(32, np.int64))
    outputs = tiny_network()(batch.planes, batch.globals)
    outputs = dataclasses.replace(
        outputs,
        policy=(batch.policy / batch.policy.sum(dim=1, keepdim=True)).clamp(min=1e-9).log(),
        value=batch.value.clamp(min=1e-9).log(),
        score=batch.score.nan_to_num() / 20.0,
        ownership=batch.ownership.clamp(-0.999999, 0.999999).atanh(),
    )
    outputs.score[:, 2] = batch.score[:, 2] / 20.0
    means = {name: a / b for name, (a, b) in metrics(outputs, batch).items() if b}
    assert means["top1"] == means["played_top1"] == 1.0
    for name in ("policy_kl", "value_error", "lead_error", "ownership_error"):
        assert abs(means[name]) < 1e-3, name


def test_a_grown_network_has_the_same_outputs():
    small = tiny_network()
    shape = small.config
    config = dataclasses.replace(
        shape,
        blocks=shape.blocks + 2,
        channels=shape.channels + 6,
        regular_channels=shape.regular_channels + 3,
        gpool=(*shape.gpool, shape.blocks + 1),
    )
    large = grow(small, config)
    assert large.config == config
    check_same_outputs(small, large, atol=1e-5, rtol=1e-5)


def test_a_network_does_not_shrink():
    small = tiny_network()
    config = dataclasses.replace(small.config, channels=small.config.channels - 1)
    with pytest.raises(ValueError, match="shrink in channels"):
        grow(small, config)
