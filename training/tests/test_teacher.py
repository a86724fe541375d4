import time

import numpy as np
import pytest
import torch
from synthetic import make_files, make_rows

from make_reference import tiny_network
from shusaku_training import train
from shusaku_training.data import IGNORED, RowFile, open_rows
from shusaku_training.export import export
from shusaku_training.resident import ResidentFrame, ResidentReader
from shusaku_training.teacher import Targets, Teacher, map_parts, undo_symmetry

CPU = torch.device("cpu")


class PlaneTeacher:
    """Evaluates a position as its planes: policy plane 9, ownership plane 1 minus plane 2."""

    def targets(self, planes, global_inputs):
        points = planes[:, 9].flatten(1).float()
        numbers = torch.ones(len(planes), 3)
        return Targets(
            policy=torch.cat([points, torch.zeros(len(planes), 1)], dim=1),
            value=numbers / 3,
            score=numbers,
            ownership=planes[:, 1].float() - planes[:, 2].float(),
        )


def teacher_file(tmp_path):
    path = tmp_path / "teacher.bin"
    export(tiny_network(), path, "teacher")
    return path


def test_symmetries_are_undone():
    x = torch.randn(19, 3, 5, 5)
    symmetries = [3, 0, 7, 5, 1, 6, 2, 4]
    transformed = map_parts(x, symmetries)
    assert not torch.equal(transformed, x)
    assert torch.equal(map_parts(transformed, symmetries, undo_symmetry), x)


@pytest.mark.parametrize("size", [(9, 9), (7, 5), (5, 8)])
def test_drawn_rows_are_transformed_with_their_targets(size):
    width, height = size
    rows = make_rows(width, height, 40)
    rows["reply"] = np.unpackbits(rows["planes"][:, 9], axis=1, bitorder="little").argmax(axis=1)
    rows["reply"][:10] = width * height
    rows["reply"][10:15] = 65535
    frame = ResidentFrame(9, 100, CPU)
    frame.add(RowFile(width, height, rows), PlaneTeacher())
    batch = frame.draw(200)
    best = batch.planes[:, 9].flatten(1).argmax(dim=1)
    assert torch.equal(batch.policy.argmax(dim=1), best)
    is_point = (batch.reply != IGNORED) & (batch.reply != 81)
    assert torch.equal(batch.reply[is_point], best[is_point])
    assert 0 < (batch.reply == 81).sum() < 100 and 0 < (batch.reply == IGNORED).sum() < 80
    assert torch.equal(batch.played, best)
    expected = batch.planes[:, 1].float() - batch.planes[:, 2].float()
    assert torch.equal(batch.ownership, expected)
    assert (batch.planes[:, 0].sum(dim=(1, 2)) == width * height).all()
    drawn = {tuple(numbers) for numbers in batch.globals.tolist()}
    assert drawn <= {tuple(numbers) for numbers in rows["globals"].tolist()}


def test_new_rows_replace_the_oldest():
    frame = ResidentFrame(9, 10, CPU)
    for seed in range(3):
        frame.add(RowFile(9, 9, make_rows(9, 9, 6, seed)), PlaneTeacher())
    assert frame.count == 10
    kept = {tuple(numbers) for numbers in frame.globals.tolist()}
    last = make_rows(9, 9, 6, 2)["globals"].tolist()
    first = make_rows(9, 9, 6, 0)["globals"].tolist()
    assert all(tuple(numbers) in kept for numbers in last)
    assert not any(tuple(numbers) in kept for numbers in first)


@torch.no_grad()
def test_a_teacher_evaluates_each_part_in_its_symmetry(tmp_path, monkeypatch):
    monkeypatch.setattr(torch, "randperm", torch.arange)
    planes = (torch.rand(16, 22, 9, 9) < 0.3).to(torch.uint8)
    planes[:, 0] = 1
    numbers = torch.randn(16, 19)
    targets = Teacher(teacher_file(tmp_path)).targets(planes, numbers)
    network = tiny_network()
    plain = network(planes, numbers)
    transformed = network(planes.flip(2).flip(3).mT, numbers)
    for part, ownership in ((0, plain.ownership), (7, transformed.ownership.mT.flip(2).flip(1))):
        rows = slice(2 * part, 2 * part + 2)
        assert torch.allclose(targets.ownership[rows], ownership[rows].tanh(), atol=1e-5)
    assert torch.allclose(targets.policy.sum(dim=1), torch.ones(16))
    occupied = planes[:, (1, 2, 6)].amax(dim=1).flatten(1) > 0
    assert (targets.policy[:, :-1][occupied] == 0).all()
    assert torch.allclose(targets.value.sum(dim=1), torch.ones(16))


@torch.no_grad()
def test_the_temperature_moves_win_rates_towards_even(tmp_path):
    planes = torch.ones(16, 22, 9, 9, dtype=torch.uint8)
    numbers = torch.randn(16, 19)
    plain, calibrated = (
        Teacher(teacher_file(tmp_path), temperature=temperature).targets(planes, numbers).value
        for temperature in (1.0, 2.0)
    )
    odds = [(value[:, 0] / value[:, 1]).log() for value in (plain, calibrated)]
    assert torch.allclose(odds[1], odds[0] / 2.0, atol=1e-4)
    assert odds[0].abs().min() > 0.0


def test_drawn_rows_keep_their_outcomes():
    rows = make_rows(9, 9, 40)
    rows["outcome"] = np.arange(40)
    rows["outcome"][:10] = np.nan
    rows["globals"][:, 0] = np.arange(40)
    frame = ResidentFrame(9, 100, CPU)
    frame.add(RowFile(9, 9, rows), PlaneTeacher())
    batch = frame.draw(200)
    number, outcome = batch.globals[:, 0], batch.score[:, 3]
    assert torch.equal(outcome.isnan(), number < 10)
    assert torch.equal(outcome[number >= 10], number[number >= 10])


def test_losses_fall_with_a_teacher(tmp_path):
    make_files(tmp_path / "rows")
    shape = "--blocks 1 --channels 16 --gpool= --gpool-channels 8 --policy-channels 8"
    speed = "--batch 32 --log-seconds 0 --device cpu --lr 0.05 --adam-lr 0.01"
    teacher = f"--teacher {teacher_file(tmp_path)} --frames 9:1"
    arguments = f"--data {tmp_path}/rows --out {tmp_path}/out --samples 2000"
    trainer = train.Trainer(train.parse(f"{arguments} {shape} {speed} {teacher}".split()))
    reader = trainer.open_reader()
    policy = [trainer.step(reader.next(), 0.5)[0] for _ in range(60)]
    reader.stop()
    assert sum(policy[-5:]) < sum(policy[:5]) - 1.0
    assert len(open_rows(tmp_path / "rows" / "9x9.rows").rows) < reader.counts()[9]


def test_a_wait_for_rows_of_a_frame_is_reported_and_ends(tmp_path):
    make_files(tmp_path / "rows")
    reports = []
    frames = {9: 0.5, 19: 0.5}
    folders = [tmp_path / "rows"]
    reader = ResidentReader(folders, frames, 8, 100, 1, PlaneTeacher(), CPU, reports.append)
    deadline = time.monotonic() + 30
    while reader.counts()[9] < 8 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert reader.next(lambda: True) is None
    reader.stop()
    assert reports == ["waiting for 8 rows of each of the frames [19]"]


def test_fewer_resident_rows_than_a_batch_are_refused(tmp_path):
    arguments = f"--data {tmp_path} --out {tmp_path}/out --samples 1 --teacher {tmp_path}/t.bin"
    with pytest.raises(SystemExit):
        train.parse(f"{arguments} --batch 64 --resident-rows 63".split())
    train.parse(f"{arguments} --batch 64 --resident-rows 64".split())


def test_a_failure_of_the_reader_is_reported(tmp_path, monkeypatch):
    make_files(tmp_path / "rows")

    def fail(self, file, teacher):
        raise ValueError("no memory")

    monkeypatch.setattr(ResidentFrame, "add", fail)
    reader = ResidentReader([tmp_path / "rows"], {9: 1.0}, 8, 100, 1, PlaneTeacher(), CPU)
    with pytest.raises(RuntimeError, match="failed"):
        reader.next()
