"""Rounds the 3x3 convolutions of a finished network to int8, so that its outputs change least.

Rounding each weight to the nearest level shifts all evaluations in one direction, because the
inputs of a convolution are not negative and their means are large. The method is GPTQ (Frantar et
al., "GPTQ: Accurate post-training quantization for generative pre-trained transformers", 2023,
section 3): weights are rounded one after another, and those that remain make up for the error,
given the second moments of the inputs on real positions.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from .data import FRAMES, Batch, Rows
from .model import Network

# The largest level of int8; the largest weight of an output channel is rounded to it exactly.
LARGEST = 127

# Share of the points of a position that are sampled.
POINT_SHARE = 0.25

# Added to the second moments, as a share of their mean, so that they can be inverted.
DAMPING = 1e-3


@torch.no_grad()
def quantize(network: Network, rows: Rows, max_rows: int = 256) -> None:
    """Rounds the weights of the 3x3 convolutions to multiples of 1/127 of the largest absolute
    weight of their output channel, by the positions of at most `max_rows` rows of each frame.
    """
    torch.manual_seed(0)
    batches = [batch for frame in FRAMES for batch in rows.fixed(frame, max_rows, batch_size=64)]
    # In order of execution, so that the inputs of a layer are those that it will have.
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d) and layer.kernel_size == (3, 3):
            moments = input_moments(network, layer, batches)
            rounded = round_weights(layer.weight.flatten(1), moments)
            layer.weight.copy_(rounded.view_as(layer.weight))


def input_moments(network: Network, layer: nn.Conv2d, batches: list[Batch]) -> torch.Tensor:
    """The mean products of each two inputs of an output of the layer: (inputs * 9, inputs * 9)."""
    size = layer.in_channels * 9
    total, count = torch.zeros(size, size), 0
    inputs: list[torch.Tensor] = []
    handle = layer.register_forward_hook(lambda _, arguments, __: inputs.append(arguments[0]))
    for batch in batches:
        network(batch.planes, batch.globals)
        patches = F.unfold(inputs.pop(), kernel_size=3, padding=1).mT
        on_board = batch.planes[:, 0].flatten(1)
        sampled = patches[torch.rand(on_board.shape) < POINT_SHARE * on_board]
        total.addmm_(sampled.mT, sampled)
        count += len(sampled)
    handle.remove()
    return total / count


def round_weights(weights: torch.Tensor, moments: torch.Tensor) -> torch.Tensor:
    """Rounds weights (outputs, inputs) with little change of the outputs for such inputs."""
    order = moments.diagonal().argsort(descending=True)
    moments = moments[order][:, order].double()
    moments.diagonal().add_(DAMPING * moments.diagonal().mean())
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(moments))
    factor = torch.linalg.cholesky(inverse, upper=True)
    weights = weights[:, order].double()
    step = weights.abs().amax(dim=1) / LARGEST
    step[step == 0.0] = 1.0
    extreme = weights.abs().argmax(dim=1)
    sign = weights.gather(1, extreme[:, None])[:, 0].sign()
    rounded = torch.zeros_like(weights)
    for column in range(len(moments)):
        levels = (weights[:, column] / step).round().clamp(-LARGEST, LARGEST)
        # The file's scale is a 127th of the largest weight, which has to stay what it was.
        levels = torch.where(extreme == column, LARGEST * sign, levels)
        rounded[:, column] = levels * step
        error = (weights[:, column] - rounded[:, column]) / factor[column, column]
        weights[:, column + 1 :] -= torch.outer(error, factor[column, column + 1 :])
    return rounded[:, order.argsort()].to(torch.float32)
