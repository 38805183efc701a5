"""Game objects of every edition, with players, scoring, deck and house options drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from rules.house_options import OPTIONS
from rules.read_setup import SCORINGS
from tests.rules.house_values import drawn


def random_game(random: Random) -> dict[str, Any]:
    """A table of any edition, with house options that it has a use for."""
    edition = random.choice(sorted(EDITIONS))
    players = [f"Seat {seat}" for seat in range(1, random.randint(MIN_PLAYERS, MAX_PLAYERS) + 1)]
    game: dict[str, Any] = {
        "edition": edition,
        "players": players,
        "scoring": random.choice(SCORINGS),
        "target": random.choice((100, 300, 500)),
        "options": _options(random, edition),
    }
    if random.random() < 0.5:
        game["dealer"] = random.choice(players)
    if random.random() < 0.2:
        game["deck"] = {"red-7": 1, "skip": random.choice((4, 12))}
    return game


def _options(random: Random, edition: str) -> dict[str, Any]:
    box = EDITIONS[edition]
    options = {name: drawn(name, random) for name in OPTIONS if name in box.options}
    if not box.launcher and options["draw_from"] == "pile":
        del options["reload_below"]
    return options
