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
    asked: tuple[str, ...] = ("color",) if kind.wild else ()
    if kind.target and not is_let_be(play):
        asked = (*asked, "target")
    if kind.towers and towers_due(position, play):
        asked = (*asked, "towers")
    return (*asked, "with") if laid_under_all_towers(position, play) else asked


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
    taken = position.setup.kind(play).towers
    return taken and min(taken, position.missing_towers(position.number(play["by"])))


def laid_under_all_towers(position: Position, play: Play) -> int:
    """PGR-11: how many cards go under one that brings all four towers into one hand."""
    if "icon" not in play and not position.setup.kind(play).towers:
        return 0
    by = position.number(play["by"])
    if "icon" in play:
        taken = 0 if position.towers[ICONS.index(play["icon"])] == by else 1
    else:
        taken = towers_due(position, play)
    all_four = position.missing_towers(by) == taken
    return max(0, position.seats[by].hand - 2) if all_four else 0
