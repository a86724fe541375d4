"""Enlarges a trained network without changing its outputs.

Chen et al., "Net2Net: Accelerating Learning via Knowledge Transfer" (2016), with new channels in
place of copies: a new channel is computed from random weights, and whatever reads it starts with
weight 0.
"""

from __future__ import annotations

import torch

from .model import Config, Network, Norm


def grow(small: Network, config: Config) -> Network:
    """Returns a network of the shape `config` with the outputs of `small`.

    The number of blocks, of channels and of the regular channels of blocks with global pooling may
    grow. New blocks come last and add nothing at first. Raises ValueError for other changes.
    """
    check(small.config, config)
    large = Network(config)
    old = small.state_dict()
    with torch.no_grad():
        for name, param in large.named_parameters():
            if name in old:
                overlay(param, old[name])
            elif name.endswith("conv2.weight"):
                param.zero_()
        for name, norm in large.named_modules():
            if isinstance(norm, Norm) and f"{name}.scale" in old:
                norm_scale = old[f"{name}.scale"]
                before = small.get_submodule(name).constant
                norm.scale[: len(norm_scale)] = norm_scale * (before / norm.constant)
    return large


def overlay(param: torch.Tensor, old: torch.Tensor) -> None:
    """Writes `old` into the first outputs and inputs of `param`; they ignore new inputs."""
    outputs = len(old)
    if param.ndim > 1:
        inputs = old.shape[1]
        param[:outputs, inputs:] = 0
        param[:outputs, :inputs] = old
    else:
        param[:outputs] = old


def check(old: Config, new: Config) -> None:
    for field in ("input_side", "gpool_channels", "policy_channels", "policy_gpool_channels"):
        if getattr(old, field) != getattr(new, field):
            raise ValueError(f"a network cannot grow in {field}")
    if (old.value_channels, old.value_hidden) != (new.value_channels, new.value_hidden):
        raise ValueError("the value head of a network cannot grow")
    if old.gpool != tuple(index for index in new.gpool if index < old.blocks):
        raise ValueError("the blocks with global pooling cannot change")
    for field in ("blocks", "channels", "regular_channels"):
        if getattr(new, field) < getattr(old, field):
            raise ValueError(f"a network cannot shrink in {field}")
