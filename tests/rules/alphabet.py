"""Everything that can be said at a table, sensible or not."""

import itertools
from typing import Any

from rules import State, view
from tests.rules.table_talk import free_cards


def alphabet(state: State) -> list[dict[str, Any]]:
    """Well-formed commands of every kind, most of them out of place."""
    names = [seat.name for seat in state.position.seats if not seat.gone]
    cards = list(state.position.setup.deck)
    said: list[dict[str, Any]] = [{"do": do} for do in ("reload", "next_round", "undo")]
    for name in names:
        said += [{"do": "uno", "by": name}, {"do": "leave", "player": name}]
        said += [{"do": "hit", "by": name, "cards": 1}, {"do": "draw", "by": name, "cards": 1}]
        said += [{"do": "color", "by": name, "color": "red"}, {"do": "pass", "by": name}]
        said += [{"do": "choose", "by": name, "color": "red", "target": names[0]}]
        said += [
            {"do": "challenge", "by": name, "guilty": True},
            {"do": "suggested", "player": name},
        ]
        said += [{"do": "count", "player": name, "points": 1}]
        said += [{"do": "catch", "by": name, "player": other} for other in names]
        said += [{"do": "dealer_draw", "player": name, "card": card} for card in cards[::9]]
        most = max(0, view(state)["hands"][name] - 2)
        for card, choice in itertools.product(cards, choices(names[0], free_cards(state)[:most])):
            said.append({"do": "play", "by": name, "card": card, **choice})
    said += [{"do": "turn_up", "card": card} for card in cards]
    return [*said, {"do": "join", "player": "Zoe", "score": 0}]


def choices(target: str, under: list[str]) -> list[dict[str, Any]]:
    """What a player can say with a card, sensible or not."""
    color, one, two = {"color": "red"}, {"towers": ["U"]}, {"towers": ["N", "!"]}
    icon, rule, let_be = {"icon": "O"}, {"rule": 1}, {"carry_out": False}
    said: list[dict[str, Any]] = [{}, color, {"with": ["red-1"]}, one, two, {**color, **one}, icon]
    said += [{**color, **rule}, {**color, **let_be}]
    said += [{**choice, "with": under} for choice in (one, two, icon, {**color, **one})]
    return said + [{**choice, "target": target} for choice in said]
