"""Past games as the referee lists them."""

from __future__ import annotations

from typing import Any

from tests.e2e.page_server import JSON, ruling

A_DAY_S = 86_400


def past_game(number: int, *players: str, **more: Any) -> JSON:
    """One line of the list."""
    return {
        "number": number,
        "edition": "attack",
        "players": list(players),
        "begun_s": 1_790_000_000 + number * A_DAY_S,
        "round": 2,
        "over": False,
        "winner": None,
        "scores": dict.fromkeys(players, 20),
        "hits": 2,
        "on_table": False,
        "deleted": False,
        "goes_on": None,
        "goes_on_as": None,
    } | more


def past_course(short: JSON) -> JSON:
    """A whole game of two rounds, which the second player won."""
    players = short["players"]
    hit = {"seq": 9, "number": 1, "by": players[1], "owner": players[1], "requested": 4, "cards": 4}
    before = {name: 20 if name == players[0] else 0 for name in players}
    after = before | {players[1]: 310}
    return {
        "fairness": None,
        "short": short,
        "game": {"edition": "attack", "players": players, "target": 300},
        "state": {"scores": after},
        "rounds": [{"round": 1, "scores": before}, {"round": 2, "scores": after}],
        "hits": [hit, hit | {"number": 2, "cards": 1}],
        "log": [
            ruling(f"{players[1]} hits twice.", "ATK-1"),
            ruling(f"{players[1]} wins the game.", "COM-16"),
        ],
    }
