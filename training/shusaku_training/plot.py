"""Plots the logs of one or more runs as curves."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

# Validation metrics, with the units of their axes.
METRICS = {
    "policy_ce": "policy cross-entropy (nats)",
    "policy_kl": "policy KL to the target (nats)",
    "top1": "agreement with the target's first move",
    "played_top1": "agreement with the move played",
    "value_ce": "value cross-entropy (nats)",
    "value_error": "error of win - loss",
    "lead_error": "error of the lead (points)",
    "ownership_error": "error of the ownership",
    "result_ce": "cross-entropy of the counted winner (nats)",
    "bias_0": "counted - expected wins, win rate 0 to 0.2",
    "bias_1": "counted - expected wins, win rate 0.2 to 0.4",
    "bias_2": "counted - expected wins, win rate 0.4 to 0.6",
    "bias_3": "counted - expected wins, win rate 0.6 to 0.8",
    "bias_4": "counted - expected wins, win rate 0.8 to 1",
}


def read_log(path: Path) -> list[dict]:
    """The lines of a log, without incomplete lines."""
    entries = []
    for line in path.read_text().splitlines():
        try:
            entries.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return entries


def read_runs(paths: list[Path]) -> dict[str, list[dict]]:
    """The logs by the names of their folders, or by paths if two folders have the same name."""
    logs = [path / "log.jsonl" if path.is_dir() else path for path in paths]
    names = [log.resolve().parent.name for log in logs]
    if len(set(names)) < len(names):
        names = [str(path) for path in paths]
    return {name: read_log(log) for name, log in zip(names, logs, strict=True)}


def draw(runs: dict[str, list[dict]], output: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = sorted(
        {name for log in runs.values() for line in log for name in line.get("losses", {})}
    )
    panels = [*METRICS, *names, "rate", "lr_factor"]
    columns = 4
    rows = -(-len(panels) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(5 * columns, 3.4 * rows), squeeze=False)
    for axis, panel in zip(axes.flat, panels, strict=False):
        for run, log in runs.items():
            if panel in METRICS:
                title = f"validation: {METRICS[panel]}"
                lines = [line for line in log if "validation" in line]
                frames = sorted({frame for line in lines for frame in line["validation"]}, key=int)
                for frame in frames:
                    points = [
                        (line["samples"] / 1e6, line["validation"][frame][panel])
                        for line in lines
                        if panel in line["validation"].get(frame, {})
                    ]
                    axis.plot(
                        *zip(*points, strict=True), label=f"{run} {frame}"
                    ) if points else None
            else:
                title = f"training loss: {panel}" if panel in names else panel
                points = [
                    (
                        line["samples"] / 1e6,
                        line["losses"][panel] if panel in names else line[panel],
                    )
                    for line in log
                    if "losses" in line
                ]
                if points:
                    axis.plot(*zip(*points, strict=True), label=run)
        axis.set_title(title, fontsize=9)
        axis.set_xlabel("million samples", fontsize=8)
        axis.grid(alpha=0.3)
        if axis.has_data():
            axis.legend(fontsize=6)
    for axis in list(axes.flat)[len(panels) :]:
        axis.axis("off")
    figure.tight_layout()
    figure.savefig(output, dpi=90)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", type=Path, nargs="+", help="log.jsonl, or the folder of a run")
    parser.add_argument("--output", type=Path, default=Path("curves.png"))
    options = parser.parse_args()
    draw(read_runs(options.logs), options.output)


if __name__ == "__main__":
    main()
