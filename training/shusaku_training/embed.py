"""Makes a finished network ready to be embedded: weights in int8, and outputs fitted to them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from .data import Rows
from .error_outputs import with_error_outputs
from .export import export, read_weights
from .quantize import quantize
from .value_outputs import check_targets, evaluate_hidden, fit_value_outputs


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description="Rounds the weights of a finished network to int8, fits its win rate and "
        "scores again, adds outputs that estimate its errors if it has none, and writes it in the "
        "compact form, which only shusaku reads."
    )
    parser.add_argument("network", type=Path, help="network file, or checkpoint.pt of a run")
    parser.add_argument("output", type=Path, help="network file; gzipped if it ends in .gz")
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="rows with targets")
    parser.add_argument("--rows", type=int, default=6000, help="maximum rows of each frame")
    parser.add_argument("--name", help="name of the network, one word")
    parser.add_argument(
        "--temperature", type=float, default=1.0, help="corrects the win rates of the targets"
    )
    options = parser.parse_args(arguments)
    network, name = read_weights(options.network)
    rows = Rows(options.data)
    # `quantize` takes minutes, and `evaluate_hidden` checks the rows after it.
    check_targets(rows, options.rows)
    quantize(network.eval(), rows)
    evaluations = evaluate_hidden(network, rows, options.rows, options.temperature)
    fit_value_outputs(network, evaluations)
    if not network.config.estimates_errors:
        network = with_error_outputs(network, evaluations)
    export(network, options.output, options.name or name, is_compact=True)


if __name__ == "__main__":
    main()
