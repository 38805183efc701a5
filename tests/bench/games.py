"""Whole games of two in one process, beside RLCard's game of the same family.

What a step is differs, and what is checked in it: docs/simulation.md.
"""

from __future__ import annotations

import json
import re
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
from tests.bench import random_play
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
        pairs = zip(runs[side], runs["rlcard"], strict=True)
        ratios = [mine[figure] / theirs[figure] for mine, theirs in pairs]
        spread = (min(ratios), max(ratios))
        value, yardstick = median(side, figure), median("rlcard", figure)
        return Figure(name, value, unit, "RLCard 1.2.0", yardstick, spread)

    return [
        beside("games with random moves", "random", "games_per_s", "/s"),
        beside("commands of these games", "random", "steps_per_s", "/s"),
        beside("the same commands, checked by the referee alone", "referee", "steps_per_s", "/s"),
        beside("memory of the process", "random", "peak_mib", "MiB"),
        beside("games of one round, two bots", "bots", "games_per_s", "/s"),
        beside("games of one round, with every check", "checked", "games_per_s", "/s"),
        beside("commands of the bots' games", "bots", "steps_per_s", "/s"),
        beside("commands, with every check", "checked", "steps_per_s", "/s"),
    ]


class Unchecked(table.Table):
    """A table at which only the referee looks at what is said."""

    def check_before(self, command: table.Command) -> None:
        """Nothing."""

    def check_after(self, command: table.Command) -> None:
        """Nothing."""


def play(seat: type[table.Table]) -> int:
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
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(random_play.pick(state["legal_actions"], random))
            steps += 1
    return steps


def play_random() -> int:
    """As many by players of ours who choose at random out of the cards that fit."""
    setup, deck = random_play.table()
    random = Random(SEED)
    return sum(random_play.Round(setup, deck, random).play() for _ in range(GAMES))


def judge() -> Callable[[], int]:
    """Have the commands of these games at hand, and then put them to the referee alone."""
    setup, deck = random_play.table()
    random, said = Random(SEED), list[tuple[State, Any]]()
    for _ in range(GAMES):
        game = random_play.Round(setup, deck, random)
        while (command := game.command()) is not None:
            said.append((game.state, command))
            game.say(command)

    def work() -> int:
        for state, command in said:
            apply(state, command)
        return len(said)

    return work


SIDES: dict[str, Callable[[], Callable[[], int]]] = {
    "rlcard": lambda: play_rlcard,
    "random": lambda: play_random,
    "bots": lambda: lambda: play(Unchecked),
    "checked": lambda: lambda: play(table.Table),
    "referee": judge,
}


def _peak_kib() -> int:
    """Resident at most, of this program alone: getrusage counts who started it, too."""
    status = Path("/proc/self/status").read_text()
    found = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.M)
    assert found
    return int(found[1])


def main() -> None:
    """Work once to warm up, once for the clock; the figures go out as JSON."""
    work = SIDES[sys.argv[1]]()
    work()
    began = time.process_time()
    steps = work()
    cpu_s = time.process_time() - began
    peak_mib = _peak_kib() / 1024
    figures = {"games_per_s": GAMES / cpu_s, "steps_per_s": steps / cpu_s, "peak_mib": peak_mib}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
