"""Everything that can be said at a table, sensible or not."""

from typing import Any

from rules import State, view
from rules.commands.types import UNHEARD
from tests.rules.table_talk import Pick, free_cards


def alphabet(state: State, pick: Pick | None = None) -> list[dict[str, Any]]:
    """Well-formed commands of every kind, most of them out of place.

    Each card by each player, with every choice beside it. With ``pick``: each card by the current
    player with one choice, and one card by each of the others, who are refused whatever it is.
    """
    names = [seat.name for seat in state.position.seats if not seat.has_left]
    hands = view(state)["hands"]
    cards, free = list(state.position.setup.deck), free_cards(state)
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
        drawn = cards[::9] if pick is None else [pick(cards)]
        said += [{"do": "dealer_draw", "player": name, "card": card} for card in drawn]
        said += [{"do": "set", "turn": name}, {"do": "set", "dealer": name}]
        said += [{"do": "set", "hands": {name: 2}}, {"do": "set", "scores": {name: 3}}]
        said += [{"do": "set", "towers": {"U": name}}]
        beside = choices(names[0], free[: max(0, hands[name] - 2)])
        mine = pick is None or state.position.turn in (None, state.position.find(name))
        for card in cards if mine or pick is None else [pick(cards)]:
            for choice in beside if pick is None else [pick(beside)]:
                said.append({"do": "play", "by": name, "card": card, **choice})
    said += [{"do": "turn_up", "card": card} for card in cards]
    said += [{"do": "set", "direction": "right"}, {"do": "set", "color": "blue"}]
    return [*said, {"do": "set", "launcher": 9}, {"do": "join", "player": "Zoe", "score": 0}]


def choices(target: str, under: list[str]) -> list[dict[str, Any]]:
    """What a player can say with a card, sensible or not."""
    color, one, two = {"color": "red"}, {"towers": ["U"]}, {"towers": ["N", "!"]}
    icon, rule, let_be = {"icon": "O"}, {"rule": 1}, {"carry_out": False}
    said: list[dict[str, Any]] = [{}, color, {"with": ["red-1"]}, one, two, {**color, **one}, icon]
    said += [{**color, **rule}, {**color, **let_be}, {"color": UNHEARD}]
    said += [{**choice, "with": under} for choice in (one, two, icon, {**color, **one})]
    return said + [{**choice, "target": target} for choice in said]
