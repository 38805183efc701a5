"""Game objects of every edition, with players, scoring, deck and house options drawn at random."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from rules.read_setup import SCORINGS
from tests.rules.table_talk import EFFECTS


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
    rules = [
        {"text": "Whatever", "effects": random.choices(EFFECTS, k=random.randrange(4))}
        for _ in range(random.randrange(4))
    ]
    options: dict[str, Any] = {
        "first_all_hit_skips": random.random() < 0.5,
        "last_card_hits": random.random() < 0.5,
        "extreme_hit_skips_next": random.random() < 0.5,
        "sticking_to": random.choice(("owner", "presser")),
        "interlock": random.choice(("strict", "free")),
        "customizable": rules,
        "points": {"7": random.choice((7, 70))},
        "draw_from": random.choice(("pile", "launcher")),
        "reload_below": random.randint(0, 60),
        "stacking": random.choice(("none", "same", "up")),
        "jump_in": random.random() < 0.5,
        "sevens_swap": random.random() < 0.5,
        "zeros_rotate": random.random() < 0.5,
        "own_hits": random.choice(("once", "until_cards")),
        "play_after_hit": random.random() < 0.5,
    }
    if not EDITIONS[edition].launcher and options["draw_from"] == "pile":
        del options["reload_below"]
    useful = EDITIONS[edition].options
    return {name: value for name, value in options.items() if name in useful}
