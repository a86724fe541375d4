"""The optimizers: Muon for the trunk's 3x3 convolutions, AdamW for everything else.

Muon (K. Jordan et al., "Muon: An optimizer for hidden layers in neural networks", 2024) replaces
the momentum of a matrix by the nearest orthogonal matrix, approximated by Newton-Schulz iterations.
"""

from __future__ import annotations

import torch

from .model import Network

# Coefficients of the quintic iteration, which brings singular values to about 0.7..1.2.
QUINTIC = (3.4445, -4.7750, 2.0315)
ITERATIONS = 5


def orthogonalize(matrices: torch.Tensor) -> torch.Tensor:
    """Nearly orthogonal matrices with the same singular vectors; shape (count, rows, columns)."""
    a, b, c = QUINTIC
    x = matrices
    is_tall = x.shape[1] > x.shape[2]
    if is_tall:
        x = x.mT
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(ITERATIONS):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.mT if is_tall else x


class Muon(torch.optim.Optimizer):
    """Orthogonalized Nesterov momentum; weights of more dimensions are matrices (first, rest).

    `dtype` is the type of the iterations, for which bf16 is exact enough.
    """

    def __init__(self, params, lr: float, momentum: float, weight_decay: float, dtype: torch.dtype):
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})
        self.dtype = dtype

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            # Weights of the same shape are orthogonalized together.
            by_shape: dict[tuple[int, int], list] = {}
            for param in group["params"]:
                if param.grad is None:
                    continue
                state = self.state[param]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(param)
                average, momentum = state["momentum"], group["momentum"]
                average.lerp_(param.grad, 1.0 - momentum)
                update = param.grad.lerp(average, momentum).flatten(1)
                by_shape.setdefault(tuple(update.shape), []).append((param, update))
            for (rows, columns), pairs in by_shape.items():
                updates = torch.stack([update for _, update in pairs]).to(self.dtype)
                updates = orthogonalize(updates).to(pairs[0][0].dtype)
                rate = group["lr"] * max(1.0, rows / columns) ** 0.5
                params = [param for param, _ in pairs]
                updates = [
                    update.view_as(param) for param, update in zip(params, updates, strict=True)
                ]
                torch._foreach_mul_(params, 1.0 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(params, updates, alpha=-rate)


def make(
    network: Network,
    kind: str,
    muon_lr: float,
    adam_lr: float,
    muon_decay: float,
    adam_decay: float,
    dtype: torch.dtype,
) -> list[torch.optim.Optimizer]:
    """Optimizers for all weights, with `initial_lr` in each group; `kind` is muon or adamw.

    Scales and biases have no weight decay.
    """
    muon, decayed, plain = [], [], []
    for name, param in network.named_parameters():
        if kind == "muon" and name.startswith("blocks.") and param.dim() == 4:
            muon.append(param)
        elif param.dim() >= 2:
            decayed.append(param)
        else:
            plain.append(param)
    groups = [
        {"params": decayed, "weight_decay": adam_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    optimizers: list[torch.optim.Optimizer] = [
        torch.optim.AdamW(groups, lr=adam_lr, betas=(0.9, 0.98), eps=1e-8)
    ]
    if muon:
        optimizers.append(Muon(muon, muon_lr, 0.95, muon_decay, dtype))
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers
