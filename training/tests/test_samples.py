"""Tests of rows written by the example make_samples, in the folder SHUSAKU_SAMPLES."""

import os
from pathlib import Path

import pytest
import torch

from shusaku_training.data import Rows

FOLDER = os.environ.get("SHUSAKU_SAMPLES")


@pytest.mark.skipif(not FOLDER, reason="SHUSAKU_SAMPLES is not set")
def test_rows_of_make_samples_are_valid():
    rows = Rows([Path(FOLDER)])
    assert rows.count(9) >= 4096
    batch = next(rows.fixed(9, 256, 256))
    assert torch.allclose(batch.policy.sum(dim=1), torch.ones(256), atol=1e-2)
    assert torch.allclose(batch.value.sum(dim=1), torch.ones(256), atol=1e-4)
    own, opponent = batch.planes[:, 1], batch.planes[:, 2]
    assert not (own & opponent).any()
    stones = (own | opponent).flatten(1)
    on_stones = batch.policy[:, :-1][stones.bool()]
    assert on_stones.max() < 1e-4, "moves on stones are illegal"
