"""How long a start and the statistics take with the games of years; beside those of one game."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from controller.evenings.reckoning import update_index
from controller.games.start_up import open_journal
from tests.bench.figures import Figure
from tests.worlds.many_games import lay_many_games

GAMES = 10_000
COMMANDS_EACH = 3
ADD_UP = """
import sys
from pathlib import Path
from controller.evenings.reckoning import reckon

reckon(Path(sys.argv[1]), "ever", None)
"""
"""As the referee lets it be done, but not with low priority, which waits for everybody else."""


def measure(folder: Path, games: int = GAMES) -> list[Figure]:
    """The index is up to date, as it is when the referee has run for a while."""
    start_ms, statistics_ms = _measured(folder / "years", games)
    start_of_one_ms, statistics_of_one_ms = _measured(folder / "one", 1)
    return [
        Figure(f"open {games} games", start_ms, "ms", "open one game", start_of_one_ms),
        Figure(f"add up {games} games", statistics_ms, "ms", "add up one", statistics_of_one_ms),
    ]


def _measured(path: Path, games: int) -> tuple[float, float]:
    lay_many_games(path, games, COMMANDS_EACH)
    update_index(path)
    began_s = time.perf_counter()
    open_journal(path, print)[0].close()
    opened_s = time.perf_counter()
    subprocess.run([sys.executable, "-c", ADD_UP, path], check=True)
    return (opened_s - began_s) * 1000, (time.perf_counter() - opened_s) * 1000
