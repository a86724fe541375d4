import json
import threading
import time

import numpy as np
import pytest
import torch
from synthetic import make_files, make_rows, write_rows

from shusaku_training import evaluate, plot, train
from shusaku_training.data import Rows
from shusaku_training.export import read
from shusaku_training.optim import orthogonalize

SHAPE = "--blocks 2 --channels 16 --gpool 1 --gpool-channels 8 --policy-channels 8"
SPEED = (
    "--batch 32 --compile no --log-seconds 0 --device cpu --precision f32 --lr 0.05 --adam-lr 0.01"
)


def options(tmp_path, more):
    arguments = f"--data {tmp_path}/rows --out {tmp_path}/out {SHAPE} {SPEED} {more}"
    return train.parse(arguments.split())


@pytest.fixture
def rows(tmp_path):
    make_files(tmp_path / "rows")
    return Rows([tmp_path / "rows"])


@pytest.mark.parametrize("optimizer", ["muon", "adamw"])
@pytest.mark.parametrize("precision", ["bf16", "f32"])
def test_losses_fall(tmp_path, rows, optimizer, precision):
    more = f"--samples 100000 --optimizer {optimizer} --precision {precision}"
    trainer = train.Trainer(options(tmp_path, more))
    trainer.rate_factor = lambda progress: 1.0
    batch = rows.draw(9, 64, np.random.default_rng(0))
    parts = torch.stack([trainer.step(batch, 0.5) for _ in range(40)])
    assert parts[-3:, 0].mean() < parts[:3, 0].mean() - 0.3
    assert parts[-3:].sum() < 0.9 * parts[:3].sum()


def test_runs_are_continued(tmp_path, rows):
    trainer = train.Trainer(options(tmp_path, "--samples 320"))
    trainer.run()
    assert trainer.samples == 320
    network, name = read(tmp_path / "out" / "network.bin")
    assert name == "shusaku"
    for a, b in zip(network.blocks.parameters(), trainer.average.blocks.parameters(), strict=True):
        assert torch.allclose(a, b)

    again = train.Trainer(options(tmp_path, "--samples 640"))
    assert again.step_number == 10
    for a, b in zip(again.params, trainer.params, strict=True):
        assert torch.equal(a, b)
    states = [
        [value for state in t.optimizers for s in state.state.values() for value in s.values()]
        for t in (trainer, again)
    ]
    assert all(torch.equal(a, b) for a, b in zip(*states, strict=True))
    batch = rows.draw(9, 32, np.random.default_rng(0))
    assert torch.equal(trainer.step(batch, 0.5), again.step(batch, 0.5))
    for a, b in zip(again.params, trainer.params, strict=True):
        assert torch.equal(a, b)
    again.run()
    assert again.samples == 640


def test_a_stopped_run_leaves_a_checkpoint(tmp_path, rows):
    trainer = train.Trainer(options(tmp_path, "--samples 1e9"))
    step = trainer.step

    def stopping(batch, progress):
        trainer.is_stopped = trainer.step_number >= 3
        return step(batch, progress)

    trainer.step = stopping
    trainer.run()
    assert train.Trainer(options(tmp_path, "--samples 1e9")).step_number == 4


def test_a_run_that_waits_for_rows_can_be_stopped(tmp_path):
    trainer = train.Trainer(options(tmp_path, "--samples 1e9"))
    timer = threading.Timer(0.2, lambda: setattr(trainer, "is_stopped", True))
    timer.start()
    trainer.run()
    assert trainer.step_number == 0
    assert not (tmp_path / "out" / "checkpoint.pt").exists()


def test_weights_that_are_not_finite_do_not_replace_the_checkpoint(tmp_path, rows):
    trainer = train.Trainer(options(tmp_path, "--samples 64"))
    trainer.run()
    files = [tmp_path / "out" / name for name in ("checkpoint.pt", "network.bin")]
    before = [file.read_bytes() for file in files]
    with torch.no_grad():
        trainer.params[0][0] = float("nan")
    with pytest.raises(SystemExit, match="not finite"):
        trainer.save()
    assert [file.read_bytes() for file in files] == before


def test_rows_without_targets_are_refused(tmp_path):
    rows = make_rows(9, 9, 64)
    rows["value"][3] = 0.0
    (tmp_path / "rows").mkdir()
    write_rows(tmp_path / "rows" / "9x9.rows", 9, 9, rows)
    with pytest.raises(RuntimeError, match="no targets"):
        train.Trainer(options(tmp_path, "--samples 1e6")).run()


def test_a_continued_run_takes_its_own_rates_and_decays(tmp_path, rows):
    train.Trainer(options(tmp_path, "--samples 64")).run()
    more = "--samples 128 --adam-lr 0.003 --decay 0.5 --adam-decay 0.25"
    again = train.Trainer(options(tmp_path, more))
    adam, muon = (optimizer.param_groups for optimizer in again.optimizers)
    assert [group["weight_decay"] for group in (*adam, *muon)] == [0.25, 0.0, 0.5]
    assert [group["initial_lr"] for group in adam] == [0.003, 0.003]
    arguments = [
        line["arguments"]["decay"]
        for line in plot.read_log(tmp_path / "out" / "log.jsonl")
        if "arguments" in line
    ]
    assert arguments == [0.02, 0.5]


def test_lines_after_the_checkpoint_are_dropped(tmp_path, rows):
    trainer = train.Trainer(options(tmp_path, "--samples 64"))
    trainer.run()
    trainer.step_number += 1
    trainer.log_line({"losses": {}})
    log = tmp_path / "out" / "log.jsonl"
    log.write_text(log.read_text() + '{"time": 1, "st')
    train.Trainer(options(tmp_path, "--samples 128"))
    lines = [json.loads(line) for line in log.open()]
    assert lines[-1]["step"] == 2 and "arguments" in lines[-1]
    assert all(line["step"] <= 2 for line in lines)


def test_validation_does_not_count_as_training_time(tmp_path, rows):
    more = f"--samples 96 --validation {tmp_path}/rows --validate-minutes 0"
    trainer = train.Trainer(options(tmp_path, more))
    trainer.validate = lambda rows: time.sleep(0.7)
    trainer.run()
    assert trainer.step_number == 3
    assert trainer.elapsed < 3 * 0.7


def test_the_first_process_chooses_the_precision(tmp_path, rows, monkeypatch):
    monkeypatch.setattr(train.precision, "resolve", lambda precision, device: "f32")
    monkeypatch.setattr(train.Group, "broadcast", lambda self, *numbers: [1.0])
    trainer = train.Trainer(options(tmp_path, "--samples 64 --precision auto"))
    assert trainer.options.precision == "bf16"


def test_a_run_can_start_from_a_network(tmp_path, rows):
    train.Trainer(options(tmp_path, "--samples 64")).run()
    file = tmp_path / "out" / "network.bin"
    more = f"--samples 64 --init {file} --blocks 9 --out {tmp_path}/other"
    other = train.Trainer(options(tmp_path, more))
    assert other.config.blocks == 2
    again, _ = read(file)
    assert torch.equal(other.network.input.weight, again.input.weight)


def test_a_run_can_start_from_a_checkpoint_of_another(tmp_path, rows):
    first = train.Trainer(options(tmp_path, "--samples 640"))
    first.run()
    more = f"--samples 64 --init {tmp_path}/out/checkpoint.pt --out {tmp_path}/other"
    other = train.Trainer(options(tmp_path, more))
    assert other.samples == 0
    for name, weights in first.average.state_dict().items():
        assert torch.equal(other.network.state_dict()[name], weights), name


def test_logs_and_validation(tmp_path, rows):
    more = f"--samples 320 --validation {tmp_path}/rows --validate-minutes 0"
    train.Trainer(options(tmp_path, more)).run()
    lines = [json.loads(line) for line in (tmp_path / "out" / "log.jsonl").open()]
    assert lines[0]["weights"] > 1000
    assert any("losses" in line for line in lines)
    means = lines[-1]["validation"]["9"]
    assert means["rows"] == 192 and 0 <= means["top1"] <= 1
    # The exported network agrees with the average in the run.
    network, _ = read(tmp_path / "out" / "network.bin")
    again = evaluate.evaluate(network, rows, 1024, torch.device("cpu"))
    assert again[9]["policy_ce"] == pytest.approx(means["policy_ce"], abs=1e-4)
    pytest.importorskip("matplotlib")
    plot.draw({"run": lines}, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 10000


def test_runs_of_the_same_name_are_drawn_apart(tmp_path):
    paths = [tmp_path / name / "run" for name in ("a", "b")]
    for samples, path in enumerate(paths):
        path.mkdir(parents=True)
        (path / "log.jsonl").write_text(json.dumps({"samples": samples}) + "\n")
    assert list(plot.read_runs(paths[:1])) == ["run"]
    runs = plot.read_runs([paths[0], paths[1] / "log.jsonl"])
    assert [log[0]["samples"] for log in runs.values()] == [0, 1]


def test_learning_rates_warm_up_and_fall(tmp_path, rows):
    trainer = train.Trainer(options(tmp_path, "--samples 1e6"))
    assert trainer.rate_factor(0.0) < 0.05
    trainer.step_number = 10000
    assert trainer.rate_factor(0.5) == 1.0
    assert trainer.rate_factor(0.8) == pytest.approx(0.5)
    assert trainer.rate_factor(1.0) == 0.0


def test_orthogonalized_matrices_have_singular_values_near_1():
    for shape in ((3, 16, 40), (2, 40, 16)):
        x = orthogonalize(torch.randn(shape))
        assert x.shape == shape
        values = torch.linalg.svdvals(x)
        assert values.min() > 0.3 and values.max() < 1.4
