"""Drives an engine with KaTrain's own class: a game, a review, a termination and a restart."""

import sys
import threading
import time

from katrain.core.constants import OUTPUT_ERROR
from katrain.core.engine import KataGoEngine
from katrain.core.game_node import GameNode
from pysgf import Move


class Shell:
    """What the engine class needs of the application."""

    def __init__(self):
        self.errors = []

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *args, **kwargs):
        self.errors.append(str(args))


def wait(condition, what):
    deadline = time.time() + 120
    while not condition():
        if time.time() > deadline:
            sys.exit(f"timeout: {what}")
        time.sleep(0.01)


def node_after(moves):
    node = GameNode(properties={"SZ": "9", "RU": "japanese", "KM": "6.5"})
    for player, vertex in moves:
        node = node.play(Move.from_gtp(vertex, player=player))
    return node


def analyze(engine, nodes, **options):
    """Requests an analysis of each node; returns the list that the final answers go to."""
    answers, lock = [], threading.Lock()

    def callback(analysis, partial):
        if not partial:
            with lock:
                answers.append(analysis)

    for node in nodes:
        engine.request_analysis(node, callback, **options)
    return answers


executable, model, config = sys.argv[1:]
shell = Shell()
engine = KataGoEngine(
    shell,
    {
        "katago": executable,
        "model": model,
        "config": config,
        "max_visits": 20,
        "fast_visits": 5,
        "max_time": 8.0,
        "wide_root_noise": 0.04,
        "_enable_ownership": True,
        "allow_recovery": True,
    },
)

# A game: each move is the best one of the analysis before.
moves = []
for turn in range(12):
    answers = analyze(engine, [node_after(moves)], priority=1000)
    wait(lambda: answers, f"move {turn}")
    assert len(answers[0]["policy"]) == 82 and len(answers[0]["ownership"]) == 81
    moves.append(("BW"[turn % 2], answers[0]["moveInfos"][0]["move"]))

# A review of all its positions, and a move of which KaTrain expects that it is illegal.
nodes = [node_after(moves[:count]) for count in range(len(moves) + 1)]
answers = analyze(engine, nodes, priority=-100, analyze_fast=True)
analyze(engine, nodes[-1:], next_move=Move.from_gtp(moves[0][1], player="B"))
wait(lambda: len(answers) == len(nodes) and engine.is_idle(), "review")

# Pondering, which a new game ends.
analyze(engine, nodes[-1:], ponder=True)
wait(lambda: engine.ponder_query, "pondering")
engine.on_new_game()
wait(engine.is_idle, "end of pondering")

engine.restart()
answers = analyze(engine, nodes[:1])
wait(lambda: answers, "restart")
engine.shutdown(finish=True)
if shell.errors:
    sys.exit("\n".join(shell.errors))
print(len(moves))
