"""The network: a pre-activation residual convnet of KataGo's model version 8 or 10.

A tensor over a board has the shape (batch, channels, rows, columns). A board smaller than the frame
is at its top left; points off the board are zero after every norm.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

PLANES = 22
GLOBALS = 19

# Model versions without and with estimates of the network's own errors.
VERSION = 8
ERROR_VERSION = 10
VERSIONS = (VERSION, ERROR_VERSION)

# Unit of the outputs of the score head, in points.
SCORE_UNIT = 20.0

# Factors of the softplus of the error outputs: squares of the errors of the value (win minus loss)
# and of the score in points.
VALUE_ERROR_UNIT = 0.25
SCORE_ERROR_UNIT = 30.0

# Logit of impossible outcomes; finite, so that its product with zero is zero.
IMPOSSIBLE = -1e4


@dataclass(frozen=True)
class Config:
    """Shape of a network."""

    blocks: int = 5
    channels: int = 64
    # Indices, from 0, of the blocks with global pooling.
    gpool: tuple[int, ...] = (2, 4)
    # Pooled channels and regular channels of these blocks.
    gpool_channels: int = 32
    regular_channels: int = 32
    # Kernel size of the first convolution.
    input_side: int = 3
    policy_channels: int = 32
    policy_gpool_channels: int = 32
    value_channels: int = 32
    value_hidden: int = 64
    # Whether the score head has error outputs; see `error_outputs`.
    estimates_errors: bool = False

    def __post_init__(self):
        if any(not 0 <= index < self.blocks for index in self.gpool):
            raise ValueError(f"gpool blocks {self.gpool} are not all in 0..{self.blocks}")
        if self.regular_channels < 1 or self.channels < 1 or self.blocks < 1:
            raise ValueError("a network has at least one block and one channel of each kind")

    @property
    def version(self) -> int:
        return ERROR_VERSION if self.estimates_errors else VERSION

    @property
    def score_outputs(self) -> int:
        return 6 if self.estimates_errors else 4


@dataclass
class BoardInfo:
    """The boards of a batch.

    mask: (batch, 1, rows, columns), 1 on the board. area: (batch, 1), points on the board.
    scaled_side: (batch, 1), (sqrt(area) - 14) / 10.
    """

    mask: torch.Tensor
    area: torch.Tensor
    scaled_side: torch.Tensor

    @staticmethod
    def of(planes: torch.Tensor) -> BoardInfo:
        mask = planes[:, :1].float()
        area = mask.sum(dim=(1, 2, 3))[:, None]
        return BoardInfo(mask, area, (area.sqrt() - 14.0) / 10.0)


@dataclass
class Outputs:
    """Raw outputs, f32, from the view of the player to move.

    policy, reply: (batch, rows * columns + 1) logits, the last is pass, IMPOSSIBLE off the board;
    reply is the opponent's next move. value: (batch, 3) logits of win, loss and no result.
    score: (batch, 4 or 6) mean, standard deviation before softplus, lead (units of SCORE_UNIT
    points), an unused number, and before softplus the squared errors of value and score, in units
    of VALUE_ERROR_UNIT and SCORE_ERROR_UNIT. ownership: (batch, rows, columns), before tanh.
    """

    policy: torch.Tensor
    reply: torch.Tensor
    value: torch.Tensor
    score: torch.Tensor
    ownership: torch.Tensor


class Norm(nn.Module):
    """A learned scale and bias per channel, the scale times a constant; then ReLU and mask."""

    def __init__(self, channels: int, constant: float = 1.0):
        super().__init__()
        self.constant = constant
        self.scale = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))

    def forward(self, x: torch.Tensor, boards: BoardInfo) -> torch.Tensor:
        scale = (self.scale * self.constant).to(x.dtype)[:, None, None]
        bias = self.bias.to(x.dtype)[:, None, None]
        return F.relu(torch.addcmul(bias, x, scale)) * boards.mask.to(x.dtype)


def conv(inputs: int, outputs: int, side: int, gain: float = 1.0) -> nn.Conv2d:
    """A convolution whose outputs have the variance gain**2 after a ReLU of unit variance."""
    layer = nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)
    nn.init.normal_(layer.weight, std=gain * (2.0 / (inputs * side * side)) ** 0.5)
    return layer


def linear(inputs: int, outputs: int, bias: bool, gain: float = 1.0) -> nn.Linear:
    """A linear layer whose outputs have the variance gain**2 for inputs of mean square 1."""
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.normal_(layer.weight, std=gain / inputs**0.5)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


def pool(x: torch.Tensor, boards: BoardInfo) -> torch.Tensor:
    """Mean, mean times board size and maximum of non-negative channels: (batch, 3 * C)."""
    mean = x.sum(dim=(2, 3), dtype=torch.float32) / boards.area
    return torch.cat([mean, mean * boards.scaled_side, x.amax(dim=(2, 3)).float()], dim=1)


def value_pool(x: torch.Tensor, boards: BoardInfo) -> torch.Tensor:
    """Mean, and mean times board size to the first and second power: (batch, 3 * C)."""
    mean = x.sum(dim=(2, 3), dtype=torch.float32) / boards.area
    size = boards.scaled_side
    return torch.cat([mean, mean * size, mean * (size**2 - 0.1)], dim=1)


class OrdinaryBlock(nn.Module):
    def __init__(self, config: Config, constant: float):
        super().__init__()
        self.norm1 = Norm(config.channels, constant)
        self.conv1 = conv(config.channels, config.channels, 3)
        self.norm2 = Norm(config.channels)
        self.conv2 = conv(config.channels, config.channels, 3)

    def forward(self, x: torch.Tensor, boards: BoardInfo) -> torch.Tensor:
        y = self.conv1(self.norm1(x, boards))
        return x + self.conv2(self.norm2(y, boards))


class PoolingBlock(nn.Module):
    def __init__(self, config: Config, constant: float):
        super().__init__()
        regular, pooled = config.regular_channels, config.gpool_channels
        self.norm1 = Norm(config.channels, constant)
        self.conv1 = conv(config.channels, regular, 3, gain=0.8)
        self.conv_pool = conv(config.channels, pooled, 3)
        self.norm_pool = Norm(pooled)
        self.pool_bias = linear(3 * pooled, regular, bias=False, gain=0.6)
        self.norm2 = Norm(regular)
        self.conv2 = conv(regular, config.channels, 3)

    def forward(self, x: torch.Tensor, boards: BoardInfo) -> torch.Tensor:
        y = self.norm1(x, boards)
        pooled = self.norm_pool(self.conv_pool(y), boards)
        bias = self.pool_bias(pool(pooled, boards))
        y = self.conv1(y)
        y = y + bias.to(y.dtype)[:, :, None, None]
        return x + self.conv2(self.norm2(y, boards))


class PolicyHead(nn.Module):
    """Channel 0 is the policy; channel 1, used in training only, is the opponent's reply."""

    def __init__(self, config: Config):
        super().__init__()
        own, pooled = config.policy_channels, config.policy_gpool_channels
        self.conv1 = conv(config.channels, own, 1, gain=0.8)
        self.conv_pool = conv(config.channels, pooled, 1)
        self.norm_pool = Norm(pooled)
        self.pool_bias = linear(3 * pooled, own, bias=False, gain=0.6)
        self.norm = Norm(own)
        self.points = conv(own, 2, 1, gain=0.3)
        self.passes = linear(3 * pooled, 2, bias=False, gain=0.3)

    def forward(self, x: torch.Tensor, boards: BoardInfo) -> tuple[torch.Tensor, torch.Tensor]:
        pooled = pool(self.norm_pool(self.conv_pool(x), boards), boards)
        y = self.conv1(x)
        y = y + self.pool_bias(pooled).to(y.dtype)[:, :, None, None]
        y = self.norm(y, boards).float()
        with torch.autocast(x.device.type, enabled=False):
            points = self.points(y) * boards.mask + IMPOSSIBLE * (1.0 - boards.mask)
            passes = self.passes(pooled)
        logits = torch.cat([points.flatten(2), passes[:, :, None]], dim=2)
        return logits[:, 0], logits[:, 1]


class ValueHead(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        own, hidden = config.value_channels, config.value_hidden
        self.conv1 = conv(config.channels, own, 1)
        self.norm = Norm(own)
        self.hidden = linear(3 * own, hidden, bias=True, gain=1.4)
        self.value = linear(hidden, 3, bias=True, gain=0.3)
        self.score = linear(hidden, config.score_outputs, bias=True, gain=0.3)
        with torch.no_grad():
            self.score.weight[3].zero_()
        self.ownership = conv(own, 1, 1, gain=0.3)

    def forward(self, x: torch.Tensor, boards: BoardInfo) -> tuple[torch.Tensor, ...]:
        y = self.norm(self.conv1(x), boards).float()
        with torch.autocast(x.device.type, enabled=False):
            hidden = F.relu(self.hidden(value_pool(y, boards)))
            return self.value(hidden), self.score(hidden), self.ownership(y)[:, 0]


class Network(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.input = conv(PLANES, config.channels, config.input_side)
        # About one in nine inputs is 1.
        nn.init.normal_(self.input.weight, std=(9.0 / (PLANES * config.input_side**2)) ** 0.5)
        self.globals = linear(GLOBALS, config.channels, bias=False)
        self.blocks = nn.ModuleList()
        for index in range(config.blocks):
            kind = PoolingBlock if index in config.gpool else OrdinaryBlock
            self.blocks.append(kind(config, (1 + index) ** -0.5))
        self.tip = Norm(config.channels, (1 + config.blocks) ** -0.5)
        self.policy = PolicyHead(config)
        self.value = ValueHead(config)

    def forward(self, planes: torch.Tensor, global_inputs: torch.Tensor) -> Outputs:
        """planes: (batch, 22, rows, columns) of 0 and 1, any type. global_inputs: (batch, 19)."""
        boards = BoardInfo.of(planes)
        x = planes.to(self.input.weight.dtype).contiguous(memory_format=torch.channels_last)
        x = self.input(x)
        x = x + self.globals(global_inputs).to(x.dtype)[:, :, None, None]
        for block in self.blocks:
            x = block(x, boards)
        x = self.tip(x, boards)
        policy, reply = self.policy(x, boards)
        value, score, ownership = self.value(x, boards)
        return Outputs(policy, reply, value, score, ownership)
