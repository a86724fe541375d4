"""Prints the komi and the final board of an SGF file: rows from the top, X, O and dots."""

import sys

from sgfmill import sgf, sgf_moves

with open(sys.argv[1], "rb") as file:
    game = sgf.Sgf_game.from_bytes(file.read())
board, turns = sgf_moves.get_setup_and_moves(game)
for color, move in turns:
    if move is not None:
        board.play(*move, color)
side = game.get_size()
print(f"komi {game.get_komi()}")
for row in reversed(range(side)):
    print(" ".join({"b": "X", "w": "O", None: "."}[board.get(row, column)] for column in range(side)))
