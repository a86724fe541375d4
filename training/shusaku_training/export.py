"""Writes and reads network files: KataGo's binary format, model version 8 or 10.

`tokens` describes the tokens and arrays of a file.
"""

from __future__ import annotations

import argparse
import gzip
import os
from pathlib import Path

import numpy as np
import torch

from .model import ERROR_VERSION, GLOBALS, PLANES, VERSIONS, Config, Network, Norm, PoolingBlock
from .tokens import F16_MARK, F32_MARK, I8_MARK, Source
from .transformer import Transformer

EPSILON = "1e-20"

# The weights that a file contains, by name.
Weights = dict[str, torch.Tensor]

# Scale and bias of each norm, by name.
Norms = dict[str, tuple[torch.Tensor, torch.Tensor]]


class Writer:
    """Writes tokens and arrays; in the compact form, see `tokens`, if `is_compact`."""

    def __init__(self, is_compact: bool):
        self.is_compact = is_compact
        self.parts: list[bytes] = []

    def tokens(self, *tokens: object) -> None:
        self.parts.append(" ".join(str(token) for token in tokens).encode() + b"\n")

    def array(self, numbers: torch.Tensor | np.ndarray) -> None:
        numbers = np.asarray(numbers, dtype=np.float32)
        kind, mark = ("<f2", F16_MARK) if self.is_compact else ("<f4", F32_MARK)
        self.data(mark, numbers.astype(kind))

    def scaled_int8(self, numbers: torch.Tensor) -> None:
        """Writes int8 numbers with a scale for each index of the last dimension."""
        numbers = np.asarray(numbers, dtype=np.float32)
        scales = np.abs(numbers).max(axis=tuple(range(numbers.ndim - 1))) / 127.0
        scales[scales == 0.0] = 1.0
        count = np.array([len(scales)], "<u4").tobytes()
        numbers = np.round(numbers / scales).astype("i1")
        self.data(I8_MARK + count, scales.astype("<f4"), numbers)

    def data(self, head: bytes, *arrays: np.ndarray) -> None:
        if not all(np.isfinite(numbers).all() for numbers in arrays):
            raise ValueError("a weight is not finite in the file's number type")
        self.parts.append(head + b"".join(numbers.tobytes() for numbers in arrays) + b"\n")

    def conv(self, name: str, weight: torch.Tensor) -> None:
        outputs, inputs, rows, columns = weight.shape
        self.tokens(name, rows, columns, inputs, outputs, 1, 1)
        weight = weight.permute(2, 3, 1, 0).contiguous()
        if self.is_compact and rows > 1:
            self.scaled_int8(weight)
        else:
            self.array(weight)

    def matrix(self, name: str, weight: torch.Tensor) -> None:
        outputs, inputs = weight.shape
        self.tokens(name, inputs, outputs)
        self.array(weight.T.contiguous())

    def bias(self, name: str, bias: torch.Tensor) -> None:
        self.tokens(name, len(bias))
        self.array(bias)

    def norm(self, name: str, norm: Norm) -> None:
        channels = len(norm.scale)
        self.tokens(f"{name}_norm", channels, EPSILON, 1, 1)
        self.array(np.zeros(channels))
        self.array(np.ones(channels))
        self.array(norm.scale * norm.constant)
        self.array(norm.bias)
        self.tokens(f"{name}_act")


def to_bytes(network: Network, name: str, is_compact: bool = False) -> bytes:
    """Returns the network as the bytes of a file."""
    if not name or len(name.split()) != 1 or name.split()[0] != name:
        raise ValueError(f"network name {name!r} is not one word")
    network = _on_cpu(network)
    config = network.config
    writer = Writer(is_compact)
    writer.tokens(name, config.version, PLANES, GLOBALS)
    middle = config.regular_channels + config.gpool_channels
    widths = (config.channels, middle, config.regular_channels)
    writer.tokens("trunk", config.blocks, *widths, config.gpool_channels, config.gpool_channels)
    writer.conv("input", network.input.weight)
    writer.matrix("globals", network.globals.weight)
    for index, block in enumerate(network.blocks):
        prefix = f"block{index}"
        if isinstance(block, PoolingBlock):
            writer.tokens("gpool_block", prefix)
            writer.norm(f"{prefix}_1", block.norm1)
            writer.conv(f"{prefix}_conv1", block.conv1.weight)
            writer.conv(f"{prefix}_conv_pool", block.conv_pool.weight)
            writer.norm(f"{prefix}_pool", block.norm_pool)
            writer.matrix(f"{prefix}_pool_bias", block.pool_bias.weight)
        else:
            writer.tokens("ordinary_block", prefix)
            writer.norm(f"{prefix}_1", block.norm1)
            writer.conv(f"{prefix}_conv1", block.conv1.weight)
        writer.norm(f"{prefix}_2", block.norm2)
        writer.conv(f"{prefix}_conv2", block.conv2.weight)
    writer.norm("tip", network.tip)
    policy = network.policy
    writer.tokens("policy")
    writer.conv("policy_conv1", policy.conv1.weight)
    writer.conv("policy_conv_pool", policy.conv_pool.weight)
    writer.norm("policy_pool", policy.norm_pool)
    writer.matrix("policy_pool_bias", policy.pool_bias.weight)
    writer.norm("policy", policy.norm)
    writer.conv("policy_points", policy.points.weight[:1])
    writer.matrix("policy_pass", policy.passes.weight[:1])
    value = network.value
    writer.tokens("value")
    writer.conv("value_conv1", value.conv1.weight)
    writer.norm("value", value.norm)
    writer.matrix("value_hidden", value.hidden.weight)
    writer.bias("value_hidden_bias", value.hidden.bias)
    writer.tokens("value_hidden_act")
    writer.matrix("value_value", value.value.weight)
    writer.bias("value_value_bias", value.value.bias)
    writer.matrix("value_score", value.score.weight)
    writer.bias("value_score_bias", value.score.bias)
    writer.conv("value_ownership", value.ownership.weight)
    return b"".join(writer.parts)


def _on_cpu(network: Network) -> Network:
    copy = Network(network.config)
    copy.load_state_dict(network.state_dict())
    return copy.requires_grad_(False)


def export(network: Network, path: Path, name: str, is_compact: bool = False) -> None:
    """Writes the network atomically, gzipped if the path ends in `.gz`.

    The compact form is for networks whose weights `quantize` has rounded.
    """
    data = to_bytes(network, name, is_compact)
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(data)
    os.replace(partial, path)


def read(path: Path) -> tuple[Network, str]:
    """Reads a convnet of version 8 or 10 by this module or by KataGo; returns it with its name.

    The weights of the opponent's reply, which files do not contain, are freshly initialized.
    """
    source = Source.open(path)
    name = source.token()
    version, planes, global_count = source.count(), source.count(), source.count()
    if version not in VERSIONS or (planes, global_count) != (PLANES, GLOBALS):
        supported = " and ".join(map(str, VERSIONS))
        raise ValueError(f"{path}: model version {version} is not supported, only {supported}")
    source.token()
    blocks, channels = source.count(), source.count()
    source.skip(4)
    weights: Weights = {}
    norms: Norms = {}
    gpool = _read_trunk(source, path, blocks, weights, norms)
    _read_policy_head(source, weights, norms)
    _read_value_head(source, weights, norms)
    pooled = weights.get(f"blocks.{gpool[0]}.conv_pool.weight") if gpool else None
    regular = weights.get(f"blocks.{gpool[0]}.conv1.weight") if gpool else None
    network = Network(
        Config(
            blocks=blocks,
            channels=channels,
            gpool=tuple(gpool),
            gpool_channels=32 if pooled is None else len(pooled),
            regular_channels=32 if regular is None else len(regular),
            input_side=weights["input.weight"].shape[-1],
            policy_channels=len(weights["policy.conv1.weight"]),
            policy_gpool_channels=len(weights["policy.conv_pool.weight"]),
            value_channels=len(weights["value.conv1.weight"]),
            value_hidden=len(weights["value.hidden.weight"]),
            estimates_errors=version == ERROR_VERSION,
        )
    )
    for prefix, (scale, bias) in norms.items():
        weights[f"{prefix}.scale"] = scale / network.get_submodule(prefix).constant
        weights[f"{prefix}.bias"] = bias
    for layer in ("policy.points.weight", "policy.passes.weight"):
        full = network.get_parameter(layer).detach().clone()
        full[:1] = weights[layer]
        weights[layer] = full
    network.load_state_dict(weights)
    return network, name


def _read_trunk(
    source: Source, path: Path, blocks: int, weights: Weights, norms: Norms
) -> list[int]:
    """Reads the trunk; returns the indices of the blocks with global pooling."""
    weights["input.weight"] = source.conv()
    weights["globals.weight"] = source.matrix()
    gpool: list[int] = []
    for index in range(blocks):
        prefix = f"blocks.{index}"
        kind = source.token()
        source.token()
        if kind not in ("ordinary_block", "gpool_block"):
            raise ValueError(f"{path}: blocks of kind {kind} are not supported")
        norms[f"{prefix}.norm1"] = source.norm()
        weights[f"{prefix}.conv1.weight"] = source.conv()
        if kind == "gpool_block":
            gpool.append(index)
            weights[f"{prefix}.conv_pool.weight"] = source.conv()
            norms[f"{prefix}.norm_pool"] = source.norm()
            weights[f"{prefix}.pool_bias.weight"] = source.matrix()
        norms[f"{prefix}.norm2"] = source.norm()
        weights[f"{prefix}.conv2.weight"] = source.conv()
    norms["tip"] = source.norm()
    return gpool


def _read_policy_head(source: Source, weights: Weights, norms: Norms) -> None:
    source.token()
    weights["policy.conv1.weight"] = source.conv()
    weights["policy.conv_pool.weight"] = source.conv()
    norms["policy.norm_pool"] = source.norm()
    weights["policy.pool_bias.weight"] = source.matrix()
    norms["policy.norm"] = source.norm()
    weights["policy.points.weight"] = source.conv()
    weights["policy.passes.weight"] = source.matrix()


def _read_value_head(source: Source, weights: Weights, norms: Norms) -> None:
    source.token()
    weights["value.conv1.weight"] = source.conv()
    norms["value.norm"] = source.norm()
    weights["value.hidden.weight"] = source.matrix()
    weights["value.hidden.bias"] = source.bias()
    source.token()
    for layer in ("value", "score"):
        weights[f"value.{layer}.weight"] = source.matrix()
        weights[f"value.{layer}.bias"] = source.bias()
    weights["value.ownership.weight"] = source.conv()


def read_checkpoint(path: Path, is_raw: bool = False) -> tuple[Network, str]:
    """The averaged weights of a run's checkpoint, or its last ones, and the name.

    Unlike a network file, a checkpoint contains the head of the opponent's reply.
    """
    state = torch.load(path, map_location="cpu", weights_only=True)
    network = Network(Config(**state["config"]))
    network.load_state_dict(state["model" if is_raw else "average"])
    return network, state["name"]


def read_weights(path: Path, is_raw: bool = False) -> tuple[Network, str]:
    """A network file, or a checkpoint if the name ends in `.pt`; see `read_checkpoint`."""
    return read_checkpoint(path, is_raw) if path.suffix == ".pt" else read(path)


@torch.no_grad()
def calibrate(network: Network | Transformer, temperature: float) -> None:
    """Divides the difference of the logits of win and loss by `temperature`; their mean stays.

    This is temperature scaling (Guo et al. 2017, arXiv:1706.04599).
    """
    for param in (network.value.value.weight, network.value.value.bias):
        mean = param[:2].mean(dim=0, keepdim=True)
        param[:2] = mean + (param[:2] - mean) / temperature


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a network file.")
    parser.add_argument("source", type=Path, help="checkpoint.pt of a run, or a network file")
    parser.add_argument("output", type=Path, help="network file; gzipped if it ends in .gz")
    parser.add_argument("--name", help="name of the network, one word")
    parser.add_argument(
        "--temperature",
        type=float,
        default=1.0,
        help="divide the difference of the logits of win and loss, to calibrate win rates",
    )
    parser.add_argument("--raw", action="store_true", help="last weights instead of the average")
    options = parser.parse_args()
    network, name = read_weights(options.source, options.raw)
    calibrate(network, options.temperature)
    export(network, options.output, options.name or name)


if __name__ == "__main__":
    main()
