"""Whole games of two in one process, beside RLCard's game of the same family, played at random.

What a step is differs, and what is checked in it: docs/simulation.md.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rules import Setup, State, apply, read_setup
from rules.bots import table
from tests.bench.figures import Figure

ROUNDS = 7
GAMES = 200
SEED = 1


def measure(folder: Path) -> list[Figure]:
    """Medians of interleaved rounds, each in a process of its own."""
    runs: dict[str, list[dict[str, float]]] = {side: [] for side in SIDES}
    for _ in range(ROUNDS):
        for side, done in runs.items():
            call = [sys.executable, "-m", "tests.bench.games", side]
            done.append(json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE).stdout))

    def median(side: str, figure: str) -> float:
        return statistics.median(one[figure] for one in runs[side])

    def beside(name: str, side: str, figure: str, unit: str) -> Figure:
        return Figure(name, median(side, figure), unit, "RLCard 1.2.0", median("rlcard", figure))

    return [
        beside("games of one round, two bots", "bots", "games_per_s", "/s"),
        beside("games of one round, with every check", "checked", "games_per_s", "/s"),
        beside("commands of these games", "bots", "steps_per_s", "/s"),
        beside("commands, with every check", "checked", "steps_per_s", "/s"),
        beside("the same commands, at the referee alone", "referee", "steps_per_s", "/s"),
        beside("memory of the process", "bots", "peak_mib", "MiB"),
    ]


class Unchecked(table.Table):
    """A table at which only the referee looks at what is said."""

    def check_before(self, command: table.Command) -> None:
        """Nothing."""

    def check_after(self, command: table.Command) -> None:
        """Nothing."""


def play(seat: type[table.Table], note: Callable[[State, Any], None] | None = None) -> int:
    """Games of one round each; returns how many commands were said."""
    setup = read_setup(
        {"edition": "power-grab", "players": ["Ann", "Bo"], "dealer": "Ann", "target": 1}
    )
    assert isinstance(setup, Setup)
    random, said = Random(SEED), 0
    for _ in range(GAMES):
        game = seat(setup, lambda: 0, random)
        while game.position.stage != "game_over":
            for command in game.commands():
                if note is not None:
                    note(game.state, command)
                game.say(command)
        said += game.played.commands
    return said


def play_rlcard() -> int:
    """As many games of RLCard, by players who choose at random out of what is legal."""
    from numpy.random import RandomState
    from rlcard.games.uno import Game

    random, steps = Random(SEED), 0
    game = Game(num_players=2)
    game.np_random = RandomState(SEED)
    for _ in range(GAMES):
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            steps += 1
    return steps


def judge() -> Callable[[], int]:
    """Have the games' commands at hand, and then put them to the referee alone."""
    said: list[tuple[State, Any]] = []
    play(Unchecked, lambda state, command: said.append((state, command)))

    def work() -> int:
        for state, command in said:
            apply(state, command)
        return len(said)

    return work


SIDES: dict[str, Callable[[], Callable[[], int]]] = {
    "rlcard": lambda: play_rlcard,
    "bots": lambda: lambda: play(Unchecked),
    "checked": lambda: lambda: play(table.Table),
    "referee": judge,
}


def main() -> None:
    """Work once to warm up, once for the clock; the figures go out as JSON."""
    work = SIDES[sys.argv[1]]()
    work()
    began = time.process_time()
    steps = work()
    cpu_s = time.process_time() - began
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = {"games_per_s": GAMES / cpu_s, "steps_per_s": steps / cpu_s, "peak_mib": peak_mib}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
