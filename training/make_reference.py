"""Makes `own-tiny.bin.gz` and `own-tiny.jsonl.gz` in `tests/networks`, for the engine's tests.

The first is an exported network with random weights. The second contains positions of the existing
reference records there, with the outputs of PyTorch in f32.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import torch

from shusaku_training.export import export
from shusaku_training.losses import scores
from shusaku_training.model import PLANES, Config, Network

NAME = "own-tiny"
SIZES = {(9, 9): 2, (7, 7): 2, (7, 5): 2, (9, 19): 1}


def tiny_network() -> Network:
    """A network whose norms have positive and negative scales and biases."""
    torch.manual_seed(7)
    config = Config(
        blocks=2,
        channels=16,
        gpool=(1,),
        gpool_channels=8,
        regular_channels=8,
        policy_channels=8,
        policy_gpool_channels=8,
        value_channels=8,
        value_hidden=16,
    )
    network = Network(config)
    with torch.no_grad():
        for name, param in network.named_parameters():
            if name.endswith("scale"):
                param.copy_(1.0 + 0.4 * torch.randn_like(param))
                param[0] = -0.5
            elif param.dim() == 1:
                param.copy_(0.3 * torch.randn_like(param))
        network.policy.points.weight.mul_(6.0)
        network.policy.passes.weight.mul_(6.0)
        network.value.value.weight.mul_(3.0)
        network.value.ownership.weight.mul_(3.0)
    return network


def positions(folder: Path) -> list[dict]:
    """Records of the board sizes of SIZES outside the clean-up phases."""
    records = []
    missing = dict(SIZES)
    for path in sorted(folder.glob("features.jsonl.gz")):
        with gzip.open(path, "rt") as file:
            for record in map(json.loads, file):
                size = (record["xsize"], record["ysize"])
                usable = "legal" in record and record["state"]["encorePhase"] == 0
                if missing.get(size, 0) and usable and record["params"]["symmetry"] == 0:
                    missing[size] -= 1
                    records.append(record)
    return records


@torch.no_grad()
def outputs(network: Network, record: dict) -> dict:
    """The network's outputs for a record, decoded as in the engine, from White's view."""
    width, height = record["xsize"], record["ysize"]
    planes = torch.zeros(1, PLANES, height * width)
    planes[0, 0] = 1.0
    for plane, points in record["features"]["planes"].items():
        planes[0, int(plane), points] = 1.0
    global_inputs = torch.tensor([record["features"]["global"]])
    raw = network(planes.view(1, PLANES, height, width), global_inputs)
    legal = torch.tensor([digit == "1" for digit in record["legal"]] + [True])
    policy = raw.policy[0].masked_fill(~legal, float("-inf")).softmax(dim=0)
    allows_no_result = global_inputs[0, 6] == 0 or global_inputs[0, 9] != 0
    logits = raw.value[0].clone()
    if not allows_no_result:
        logits[2] = float("-inf")
    win, loss, no_result = logits.softmax(dim=0).tolist()
    sign = 1.0 if record["toMove"] == "w" else -1.0
    mean, stdev, lead = (number.item() for number in scores(raw.score, torch.zeros(1)))
    has_result = 1.0 - no_result
    numbers = [p if is_legal else None for p, is_legal in zip(policy.tolist(), legal, strict=True)]
    return {
        "whiteWin": win if sign > 0 else loss,
        "whiteLoss": loss if sign > 0 else win,
        "noResult": no_result,
        "whiteLead": sign * lead * has_result,
        "whiteScoreSelfplay": sign * mean * has_result,
        "whiteScoreSelfplaySq": (mean**2 + stdev**2) * has_result,
        "varTimeLeft": -1,
        "shorttermWinlossError": -1,
        "shorttermScoreError": -1,
        "policy": rounded(numbers[:-1]),
        "policyPass": numbers[-1],
        "whiteOwnership": rounded((sign * raw.ownership[0].tanh()).flatten().tolist()),
    }


def rounded(numbers: list[float | None]) -> list[float | None]:
    return [None if number is None else float(f"{number:.8g}") for number in numbers]


def main() -> None:
    folder = Path(__file__).resolve().parent.parent / "tests" / "networks"
    network = tiny_network()
    export(network, folder / f"{NAME}.bin.gz", NAME)
    lines = []
    for record in positions(folder):
        record.update(out=outputs(network, record), net=NAME)
        lines.append(json.dumps(record, separators=(",", ":")) + "\n")
    (folder / f"{NAME}.jsonl.gz").write_bytes(gzip.compress("".join(lines).encode(), mtime=0))


if __name__ == "__main__":
    main()
