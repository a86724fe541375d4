import time

import numpy as np
import pytest
import torch
from synthetic import make_files, make_rows, write_rows

from shusaku_training.data import (
    HEADER,
    IGNORED,
    Reader,
    Rows,
    frame_of,
    open_rows,
    parse_frames,
    row_type,
)


def test_row_length_matches_the_format():
    for width, height in ((9, 9), (7, 11), (19, 19)):
        area = width * height
        expected = 22 * -(-area // 8) + 19 * 4 + 2 * (area + 1) + 4 + 12 + 16 + area
        assert row_type(width, height).itemsize == expected


def test_rows_round_trip(tmp_path):
    rows = make_rows(9, 7, 5)
    write_rows(tmp_path / "a.rows", 9, 7, rows)
    file = open_rows(tmp_path / "a.rows")
    assert (file.width, file.height) == (9, 7)
    assert file.rows.tobytes() == rows.tobytes()


@pytest.mark.parametrize("data", [b"", b"SHUROWS2" + bytes(16), b"short"])
def test_other_files_are_rejected(tmp_path, data):
    path = tmp_path / "a.rows"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="row"):
        open_rows(path)


def test_truncated_files_are_skipped(tmp_path):
    make_files(tmp_path, [(9, 9)], 4)
    path = tmp_path / "9x9.rows"
    path.write_bytes(path.read_bytes()[:-1])
    messages = []
    assert Rows([tmp_path], messages.append).count(9) == 0
    assert "not complete" in messages[0]


def test_batches_contain_the_rows(tmp_path):
    rows = make_rows(7, 5, 6)
    write_rows(tmp_path / "a.rows", 7, 5, rows)
    batch = Rows([tmp_path]).gather(9, range(6), np.zeros(6, np.int64))
    planes = np.unpackbits(rows["planes"], axis=2, count=35, bitorder="little")
    assert np.array_equal(batch.planes[:, :, :5, :7].numpy(), planes.reshape(6, 22, 5, 7))
    assert not batch.planes[:, :, 5:].any() and not batch.planes[:, :, :, 7:].any()
    policy = batch.policy[:, :81].view(6, 9, 9)
    assert np.allclose(policy[:, :5, :7].flatten(1) * 65535, rows["policy"][:, :35], atol=0.01)
    assert np.allclose(batch.policy[:, 81] * 65535, rows["policy"][:, 35], atol=0.01)
    y, x = np.divmod(rows["played"].astype(int), 7)
    assert np.array_equal(batch.played, y * 9 + x)
    assert batch.reply[0] == IGNORED
    assert np.allclose(batch.ownership[:, :5, :7].flatten(1) * 127, rows["ownership"])
    assert np.allclose(batch.score[1, :3], [rows["lead"][1], 10.0, rows["lead"][1]])
    assert torch.isnan(batch.score[0, 3])


def test_pass_is_the_last_index(tmp_path):
    rows = make_rows(7, 5, 2)
    rows["played"] = 35
    write_rows(tmp_path / "a.rows", 7, 5, rows)
    for symmetry in range(8):
        batch = Rows([tmp_path]).gather(9, range(2), np.full(2, symmetry))
        assert batch.played.tolist() == [81, 81]


@pytest.mark.parametrize("size", [(9, 9), (7, 5), (13, 12)])
def test_symmetries_transform_inputs_and_targets_alike(tmp_path, size):
    width, height = size
    rows = make_rows(width, height, 8)
    write_rows(tmp_path / "a.rows", width, height, rows)
    frame = frame_of(width, height)
    batch = Rows([tmp_path]).gather(frame, range(8), np.arange(8))
    plain = Rows([tmp_path]).gather(frame, range(8), np.zeros(8, np.int64))
    for symmetry in range(8):
        board = plain.planes[symmetry, :, :height, :width]
        board = board.flip(1) if symmetry & 1 else board
        board = board.flip(2) if symmetry & 2 else board
        board = board.transpose(1, 2) if symmetry & 4 else board
        _, rows, columns = board.shape
        assert torch.equal(batch.planes[symmetry, :, :rows, :columns], board)
        assert batch.planes[symmetry].sum() == board.sum()
        # Plane 9 marks the move played, which is also the policy's first choice.
        at = batch.planes[symmetry, 9].flatten().argmax()
        assert at == batch.played[symmetry] == batch.policy[symmetry].argmax()
        owner = batch.planes[symmetry, 1].float() - batch.planes[symmetry, 2].float()
        assert torch.equal(owner, batch.ownership[symmetry])


def test_reader_finds_new_files(tmp_path):
    rows = tmp_path / "rows"
    make_files(rows, [(9, 9)])
    reader = Reader([rows], parse_frames("9:1,19:1"), 16, 1, 2)
    reader.SCAN_SECONDS = 0.0
    assert reader.next().frame == 9
    # A file appears complete.
    make_files(tmp_path, [(19, 19)])
    (tmp_path / "19x19.rows").rename(rows / "19x19.rows")
    deadline = time.monotonic() + 10
    while reader.next().frame != 19:
        assert time.monotonic() < deadline
    reader.stop()


def test_reader_mixes_sizes(tmp_path):
    make_files(tmp_path)
    reader = Reader([tmp_path], {9: 1.0}, 256, 1, 2, log=lambda text: None)
    areas = reader.next().planes[:, 0].sum(dim=(1, 2)).unique().tolist()
    reader.stop()
    assert areas == [49, 63, 81]


def test_fixed_rows_are_the_same_each_time(tmp_path):
    make_files(tmp_path)
    rows = Rows([tmp_path])
    first, second = (list(rows.fixed(9, 40, 16)) for _ in range(2))
    assert [len(batch) for batch in first] == [16, 16, 8]
    assert all(torch.equal(a.planes, b.planes) for a, b in zip(first, second, strict=True))


def test_frames_are_parsed():
    assert parse_frames("9:0.5,13:0.15,19") == {9: 0.5, 13: 0.15, 19: 1.0}
    for wrong in ("8:1", "9:-1", "9:0"):
        with pytest.raises(ValueError, match="frame"):
            parse_frames(wrong)


def test_header_has_24_bytes():
    assert HEADER.size == 24
