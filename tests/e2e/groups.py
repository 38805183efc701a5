"""Groups of people and what their games came to, as the referee tells them."""

from __future__ import annotations

from typing import Any

from tests.e2e.page_server import JSON

AN_EVENING_S = 7 * 86_400
BEGAN_S = 1_790_000_000


def group(number: int, name: str, *people: str, **more: Any) -> JSON:
    """One group."""
    return {
        "id": f"{number:08x}",
        "name": name,
        "people": [{"name": one} for one in people],
        "game": {"edition": "extreme", "target": 300, "options": {"extreme_hit_skips_next": True}},
        "deal": "people",
        "dealer": None,
        "going": False,
    } | more


def statistics(people: tuple[str, ...], evenings: int = 1, span: str = "evening") -> JSON:
    """What some games came to."""
    figures = [
        {
            "name": name,
            "games": 3,
            "won": max(0, 2 - at),
            "rounds_won": 5 - at % 5,
            "taken": 31 + 7 * (at % 4),
            "from_presses": 9,
            "most": 8,
            "presses": 11 + at,
            "dry": 4,
            "catches": at % 3,
            "forgotten": (at + 1) % 3,
        }
        for at, name in enumerate(people)
    ]
    won = {"edition": "attack", "begun_s": BEGAN_S, "rounds": 4, "over": True}
    return {
        "span": span,
        "group": None,
        "season": {"year": 2026, "quarter": 3},
        "games": 3 * evenings,
        "rounds": 11 * evenings,
        "cards": 231 * evenings,
        "presses": 80 * evenings,
        "dry": 24,
        "catches": 7,
        "forgotten": 9,
        "hit_fire": {"player": people[0], "presses": 5, "cards": 7, "game": 1},
        "turn_round": {"player": people[-1], "points": 180, "game": 2},
        "people": figures,
        "evenings": [
            {
                "begun_s": BEGAN_S + AN_EVENING_S * at,
                "games": 3,
                "rounds": 11,
                "cards": 231 - 30 * (at % 3),
                "presses": 80,
                "dry": 8,
            }
            for at in range(evenings)
        ],
        "played": [
            won | {"number": 1, "winners": [people[0]]},
            won | {"number": 2, "winners": [people[-1]]},
            won | {"number": 3, "winners": [], "over": False},
        ],
    }
