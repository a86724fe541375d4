"""KataGo's transformers, as teachers: models of version 17 with a fixed rotary embedding.

A block is self-attention over the points of the board (Vaswani et al. 2017, "Attention is all you
need") with a rotary position embedding (Su et al. 2021, "RoFormer"), or a gated feed-forward layer
(Shazeer 2020, "GLU variants improve transformer"). The stream has the shape (batch, points,
channels).
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from .model import IMPOSSIBLE, BoardInfo, Outputs, value_pool
from .tokens import Source

VERSION = 17

# Multipliers of outputs behind the version: TD score, score mean, score deviation, lead, variance
# of the time, error of the value, error of the score. Training uses the second to the fourth.
MULTIPLIERS = 7
SCORE_MULTIPLIERS = slice(1, 4)

# Numbers of the header between the multipliers and the trunk, and within the trunk.
HEADER_FLAGS, TRUNK_FLAGS = 8, 5

# Logit, before scaling, of keys off the board; within the range of f16.
BANNED = -30000.0

# Channels added to queries and keys, a multiple of 8 for fast attention.
PADDING = 8

ACTIVATIONS = {
    "ACTIVATION_IDENTITY": nn.Identity,
    "ACTIVATION_RELU": nn.ReLU,
    "ACTIVATION_MISH": nn.Mish,
    "ACTIVATION_SILU": nn.SiLU,
}


def linear(weight: torch.Tensor, bias: torch.Tensor | None = None) -> nn.Linear:
    outputs, inputs = weight.shape
    layer = nn.Linear(inputs, outputs, bias=bias is not None)
    layer.weight = nn.Parameter(weight)
    if bias is not None:
        layer.bias = nn.Parameter(bias)
    return layer


def activation(source: Source) -> nn.Module:
    source.token()
    return ACTIVATIONS[source.token()]()


class RmsNorm(nn.Module):
    """Divides by the root mean square over the channels; then a scale and a bias per channel."""

    def __init__(self, epsilon: float, scale: torch.Tensor, bias: torch.Tensor | None = None):
        super().__init__()
        self.epsilon = epsilon
        self.scale = nn.Parameter(scale)
        self.bias = nn.Parameter(torch.zeros_like(scale) if bias is None else bias)

    @staticmethod
    def read(source: Source) -> RmsNorm:
        source.token()
        channels = source.count()
        return RmsNorm(source.number(), source.array(channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean_square = x.square().mean(dim=-1, keepdim=True)
        return x * torch.rsqrt(mean_square + self.epsilon) * self.scale + self.bias


class ScaledBias(nn.Module):
    """A scale and a bias per channel, then an activation."""

    def __init__(self, source: Source):
        super().__init__()
        scale, bias = source.scale_and_bias()
        self.scale, self.bias = nn.Parameter(scale), nn.Parameter(bias)
        self.activation = activation(source)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.activation(x * self.scale + self.bias)


def rotate(x: torch.Tensor, sin: torch.Tensor, cos: torch.Tensor) -> torch.Tensor:
    """Rotates the pairs of channels of x, (batch, points, heads, channels)."""
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2)


class Attention(nn.Module):
    def __init__(self, source: Source):
        super().__init__()
        self.heads, key_heads = source.count(), source.count()
        self.key_size, self.value_size = source.count(), source.count()
        has_rotary, is_learned = source.count(), source.count()
        if key_heads != self.heads or not has_rotary or is_learned:
            raise ValueError("only attention with a fixed rotary embedding is supported")
        self.norm = RmsNorm.read(source)
        self.query, self.key, self.value, self.out = (linear(source.matrix()) for _ in range(4))
        source.token()
        quarter = self.key_size // 4
        rates = source.number() ** (-torch.arange(quarter) / quarter)
        self.register_buffer("rates", rates, persistent=False)

    def angles(self, side: int) -> torch.Tensor:
        """The angle of each pair, (points, 1, pairs): first those of the row, then the column."""
        at = torch.arange(side, device=self.rates.device)
        angles = at[:, None] * self.rates
        rows = angles[:, None].expand(side, side, -1)
        columns = angles[None].expand(side, side, -1)
        return torch.cat([rows, columns], dim=2).flatten(0, 1)[:, None]

    def forward(self, stream: torch.Tensor, on_board: torch.Tensor, side: int) -> torch.Tensor:
        batch, points, _ = stream.shape
        x = self.norm(stream)
        angles = self.angles(side)
        sin, cos = angles.sin(), angles.cos()
        query = rotate(self.query(x).view(batch, points, self.heads, self.key_size), sin, cos)
        key = rotate(self.key(x).view(batch, points, self.heads, self.key_size), sin, cos)
        value = self.value(x).view(batch, points, self.heads, self.value_size)
        # Fast attention takes no mask: a further channel, 1 in all queries, lowers the logits of
        # keys off the board.
        banned = torch.where(on_board, 0.0, BANNED)[:, :, None, None].expand(-1, -1, self.heads, 1)
        key = F.pad(torch.cat([key, banned], dim=3), (0, PADDING - 1))
        query = F.pad(F.pad(query, (0, 1), value=1.0), (0, PADDING - 1))
        kind = value.dtype
        value = F.pad(value, (0, query.shape[3] - self.value_size))
        query, key, value = (part.to(kind).transpose(1, 2) for part in (query, key, value))
        scale = self.key_size**-0.5
        x = F.scaled_dot_product_attention(query, key, value, scale=scale)
        x = x[..., : self.value_size].transpose(1, 2).reshape(batch, points, -1)
        x = self.out(x)
        return stream + x * on_board[:, :, None]


class FeedForward(nn.Module):
    def __init__(self, source: Source):
        super().__init__()
        source.skip(3)
        self.norm = RmsNorm.read(source)
        self.first, self.gate, self.out = (linear(source.matrix()) for _ in range(3))

    def forward(self, stream: torch.Tensor, on_board: torch.Tensor, side: int) -> torch.Tensor:
        x = self.norm(stream)
        x = self.out(F.silu(self.first(x)) * self.gate(x))
        return stream + x * on_board[:, :, None]


BLOCKS = {"transformer_attention_block": Attention, "transformer_ffn_block": FeedForward}


def pool(x: torch.Tensor, boards: BoardInfo, on_board: torch.Tensor) -> torch.Tensor:
    """Mean, mean times board size and maximum of the points on the board: (batch, 3 * C)."""
    mean = (x * on_board[:, :, None]).sum(dim=1) / boards.area
    top = x.masked_fill(~on_board[:, :, None], IMPOSSIBLE).amax(dim=1)
    return torch.cat([mean, mean * boards.scaled_side, top], dim=1)


class PolicyHead(nn.Module):
    def __init__(self, source: Source):
        super().__init__()
        source.token()
        source.skip(4)
        self.regular = linear(source.conv()[:, :, 0, 0])
        self.pooled = linear(source.conv()[:, :, 0, 0])
        self.pooled_norm = ScaledBias(source)
        self.pool_bias = linear(source.matrix())
        self.norm = ScaledBias(source)
        self.points = linear(source.conv()[:, :, 0, 0])
        weight = source.matrix()
        self.passes = linear(weight, source.bias())
        self.pass_activation = activation(source)
        self.last_pass = linear(source.matrix())

    def forward(self, x: torch.Tensor, boards: BoardInfo, on_board: torch.Tensor) -> torch.Tensor:
        """The logits of the first policy; those of the others, on optimism, are left out."""
        pooled = pool(self.pooled_norm(self.pooled(x)), boards, on_board)
        x = self.norm(self.regular(x) + self.pool_bias(pooled)[:, None])
        points = self.points(x)[:, :, 0].masked_fill(~on_board, IMPOSSIBLE)
        passes = self.last_pass(self.pass_activation(self.passes(pooled)))
        return torch.cat([points, passes[:, :1]], dim=1)


class ValueHead(nn.Module):
    def __init__(self, source: Source):
        super().__init__()
        source.token()
        source.skip(3)
        self.regular = linear(source.conv()[:, :, 0, 0])
        self.norm = ScaledBias(source)
        self.hidden, self.activation = linear(source.matrix(), source.bias()), activation(source)
        self.value = linear(source.matrix(), source.bias())
        self.score = linear(source.matrix(), source.bias())
        self.ownership = linear(source.conv()[:, :, 0, 0])

    def forward(
        self, x: torch.Tensor, boards: BoardInfo, on_board: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        x = self.norm(self.regular(x)) * on_board[:, :, None]
        pooled = value_pool(x.transpose(1, 2)[:, :, :, None], boards)
        hidden = self.activation(self.hidden(pooled))
        return self.value(hidden), self.score(hidden)[:, :4], self.ownership(x)[:, :, 0]


class Transformer(nn.Module):
    """Its outputs are those of `Network`, without a reply."""

    def __init__(self, source: Source):
        super().__init__()
        source.token()
        version = source.count()
        if version != VERSION:
            raise ValueError(f"transformers of version {version} are not supported")
        source.skip(2)
        multipliers = tuple(source.number() for _ in range(MULTIPLIERS))
        if multipliers[SCORE_MULTIPLIERS] != (20.0, 20.0, 20.0):
            raise ValueError("only scores in units of 20 points are supported")
        if any([source.count() for _ in range(HEADER_FLAGS)]):
            raise ValueError("only transformers whose header flags are 0 are supported")
        source.token()
        blocks, channels = source.count(), source.count()
        source.skip(4 + 1 + TRUNK_FLAGS)
        weight = source.conv()
        self.input = nn.Conv2d(
            weight.shape[1], channels, weight.shape[-1], padding="same", bias=False
        )
        self.input.weight = nn.Parameter(weight)
        self.globals = linear(source.matrix())
        self.blocks = nn.ModuleList()
        for _ in range(blocks):
            kind = source.token()
            source.token()
            if kind not in BLOCKS:
                raise ValueError(f"blocks of kind {kind} are not supported")
            self.blocks.append(BLOCKS[kind](source))
        source.token()
        source.count()
        epsilon = source.number()
        if source.count() != 0 or source.count() != 0:
            raise ValueError("only norms over the channels of a point are supported")
        self.tip = RmsNorm(epsilon, source.array(channels), source.array(channels))
        self.activation = activation(source)
        self.policy = PolicyHead(source)
        self.value = ValueHead(source)

    def forward(self, planes: torch.Tensor, global_inputs: torch.Tensor) -> Outputs:
        """planes: (batch, 22, side, side) of 0 and 1, any type. global_inputs: (batch, 19)."""
        side = planes.shape[-1]
        boards = BoardInfo.of(planes)
        on_board = boards.mask.flatten(1) > 0
        x = self.input(planes.to(self.input.weight.dtype)).flatten(2).transpose(1, 2).float()
        x = (x + self.globals(global_inputs)[:, None]) * on_board[:, :, None]
        for block in self.blocks:
            x = block(x, on_board, side)
        x = self.activation(self.tip(x))
        policy = self.policy(x, boards, on_board)
        value, score, ownership = self.value(x, boards, on_board)
        ownership = ownership.view(-1, side, side)
        return Outputs(
            policy.float(), policy.float(), value.float(), score.float(), ownership.float()
        )
