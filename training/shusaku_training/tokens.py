"""Reads the tokens and arrays of network files.

A file is a stream of tokens separated by white space. A float array is `@BIN@` followed by
little-endian f32. In shusaku's compact form it is `@F16@` followed by little-endian f16, or `@I08@`
followed by a number of scales (u32), the scales (f32), and an int8 for each number, to be
multiplied by a scale; the scales take turns.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import torch

F32_MARK, F16_MARK, I8_MARK = b"@BIN@", b"@F16@", b"@I08@"


class Source:
    """Reads tokens and arrays of a file from its start."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    @staticmethod
    def open(path: Path) -> Source:
        """Reads a file, which may be gzipped."""
        data = Path(path).read_bytes()
        return Source(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)

    def token(self) -> str:
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        start = self.at
        while self.at < len(self.data) and not self.data[self.at : self.at + 1].isspace():
            self.at += 1
        if start == self.at:
            raise ValueError("the network file is truncated")
        return self.data[start : self.at].decode()

    def count(self) -> int:
        return int(self.token())

    def skip(self, count: int) -> None:
        """Skips whole numbers."""
        for _ in range(count):
            self.count()

    def number(self) -> float:
        return float(self.token())

    def numbers(self, kind: str, count: int) -> np.ndarray:
        """The next bytes as numbers."""
        start = self.at
        self.at += count * np.dtype(kind).itemsize
        if self.at > len(self.data):
            raise ValueError("the network file is truncated")
        return np.frombuffer(self.data, kind, count, start)

    def array(self, *shape: int) -> torch.Tensor:
        count = int(np.prod(shape))
        while self.data[self.at : self.at + 1].isspace():
            self.at += 1
        mark = self.data[self.at : self.at + 5]
        if mark in (F32_MARK, F16_MARK, I8_MARK):
            self.at += len(mark)
        if mark == I8_MARK:
            scales = self.numbers("<f4", self.numbers("<u4", 1)[0])
            numbers = (self.numbers("i1", count).reshape(-1, len(scales)) * scales).flatten()
        elif mark in (F32_MARK, F16_MARK):
            numbers = self.numbers("<f4" if mark == F32_MARK else "<f2", count)
        else:
            numbers = np.array([self.number() for _ in range(count)])
        return torch.from_numpy(numbers.astype(np.float32).reshape(shape))

    def conv(self) -> torch.Tensor:
        self.token()
        rows, columns, inputs, outputs, _, _ = (self.count() for _ in range(6))
        weight = self.array(rows, columns, inputs, outputs)
        return weight.permute(3, 2, 0, 1).contiguous()

    def matrix(self) -> torch.Tensor:
        self.token()
        inputs, outputs = self.count(), self.count()
        return self.array(inputs, outputs).T.contiguous()

    def bias(self) -> torch.Tensor:
        self.token()
        return self.array(self.count())

    def norm(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Scale and bias of a norm with a ReLU behind it."""
        scale, bias = self.scale_and_bias()
        self.token()
        return scale, bias

    def scale_and_bias(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Scale and bias of a norm, with mean and variance folded in."""
        self.token()
        channels = self.count()
        epsilon = self.number()
        has_scale, has_bias = self.count(), self.count()
        mean, variance = self.array(channels), self.array(channels)
        scale = self.array(channels) if has_scale else torch.ones(channels)
        bias = self.array(channels) if has_bias else torch.zeros(channels)
        scale = (scale.double() / (variance.double() + epsilon).sqrt()).float()
        return scale, bias - scale * mean
