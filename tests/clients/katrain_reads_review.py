"""Reads a reviewed file with KaTrain's own classes and prints what it found at each position."""

import sys

from katrain.core.game import KaTrainSGF

node = KaTrainSGF.parse_file(sys.argv[1])
while True:
    if not node.load_analysis():
        sys.exit("a position without values")
    best = node.candidate_moves[0]["move"]
    print(f"{node.score:.2f} {node.winrate:.4f} {node.root_visits} {best} {len(node.ownership)}")
    if not node.children:
        break
    node = node.children[0]
