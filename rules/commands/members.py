"""Which members a play needs and which it can have beside player and card, as things stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.edition import Last
from rules.position import ICONS, Position

Play = Mapping[str, Any]


def needs(position: Position, play: Play) -> tuple[str, ...]:
    """What the play must bring."""
    kind = position.setup.kind(play)
    asked = {
        "color": kind.wild,
        "target": kind.target and not is_let_be(play),
        "towers": towers_due(position, play),
        "with": laid_under_all_towers(position, play),
    }
    return tuple(member for member, due in asked.items() if due)


def takes(position: Position, play: Play) -> tuple[str, ...]:
    """What the play may bring beside what it needs."""
    kind = position.setup.kind(play)
    takes = kind.takes
    if kind.last is Last.AS_CHOSEN and (hand(position, play) == 1 or not is_let_be(play)):
        takes = (*takes, "carry_out")
    return takes


def hand(position: Position, play: Play) -> int:
    """How many cards the player holds before the play."""
    return position.seats[position.number(play["by"])].hand


def is_let_be(play: Play) -> bool:
    """EXT-6: whether the player does without what the last card sets off."""
    return play.get("carry_out") is False


def towers_due(position: Position, play: Play) -> int:
    """PGR-4, PGR-5: how many towers the card takes; fewer where fewer are elsewhere."""
    missing = position.missing_towers(position.number(play["by"]))
    return min(position.setup.kind(play).towers, missing)


def laid_under_all_towers(position: Position, play: Play) -> int:
    """PGR-11: how many cards go under one that brings all four towers into one hand."""
    by = position.number(play["by"])
    missing = position.missing_towers(by)
    if "icon" in play:
        holds = position.towers[ICONS.index(play["icon"])] == by
        taken = 0 if holds else 1
        all_four = missing == taken
    else:
        all_four = position.setup.kind(play).towers > 0 and missing == towers_due(position, play)
    return max(0, hand(position, play) - 2) if all_four else 0
