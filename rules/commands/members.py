"""Which members a play needs and which it can have beside player and card, as things stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from rules.edition import COLORS, Kind, Last
from rules.outcome import Refusal
from rules.position import ICONS, Position
from rules.setup import Setup

Play = Mapping[str, Any]

PLAY = ("do", "by", "card")
"""What every play has."""


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
    count = position.setup.kind(play).towers
    return count and min(count, position.missing_towers(position.number(play["by"])))


def laid_under_all_towers(position: Position, play: Play) -> int:
    """PGR-11: how many cards go under one that brings all four towers into one hand."""
    if "icon" not in play and not position.setup.kind(play).towers:
        return 0
    by = position.number(play["by"])
    if "icon" in play:
        gained = 0 if position.towers[ICONS.index(play["icon"])] == by else 1
    else:
        gained = towers_due(position, play)
    all_four = position.missing_towers(by) == gained
    return max(0, position.seats[by].hand - 2) if all_four else 0


def wrong_play(position: Position, play: Play) -> Refusal | None:
    """A house rule that is not on the card, or what the card has no use for."""
    kind = position.setup.card(play["card"]).kind
    wrong = wrong_rule(position.setup, kind, play) if "rule" in kind.takes else None
    if wrong is not None or len(play) == len(PLAY):
        return wrong
    useful = (*PLAY, *needs(position, play), *takes(position, play))
    if position.setup.revised and play.get("with") == []:
        useful = (*useful, "with")
    useless = next((name for name in play if name not in useful), None)
    if useless is None:
        return None
    return Refusal("bad_member", "COM-4", "refusal.no_use", {"kind": kind.id, "member": useless})


def wrong_rule(setup: Setup, kind: Kind, play: Play) -> Refusal | None:
    """EXT-5: which Customizable is played: one with a rule on it, or a blank one."""
    if play.get("rule", 0) > len(setup.written):
        values = {"rule": play["rule"], "most": len(setup.written)}
        return Refusal("bad_member", "COM-4", "refusal.no_such_rule", values)
    if "rule" not in play and setup.blanks == 0:
        return Refusal("bad_member", "COM-4", "refusal.which_rule", {"kind": kind.id})
    return None


def ways(position: Position, play: Play) -> Iterator[dict[str, Any]]:
    """The ways to play a card: as it is, with each house rule, or without what it sets off."""
    kind = position.setup.kind(play)
    if "rule" not in kind.takes or position.setup.blanks:
        yield {**play}
    if "rule" in kind.takes:
        for number in range(len(position.setup.written)):
            yield {**play, "rule": number + 1}
    if kind.last is Last.AS_CHOSEN and hand(position, play) == 1:
        yield {**play, "carry_out": False}


def may_be_added(position: Position, play: Play) -> tuple[str, ...]:
    """What can be added to one of the ways."""
    may = tuple(member for member in takes(position, play) if member not in ("rule", "carry_out"))
    last_tower = position.missing_towers(position.number(play["by"])) <= 1
    return (*may, "with") if "icon" in may and last_tower and hand(position, play) > 2 else may


def samples(position: Position, play: Play) -> dict[str, Any]:
    """A possible value of each member that the play needs."""
    return {member: sample(position, play, member) for member in needs(position, play)}


def sample(position: Position, play: Play, member: str) -> Any:
    """A value that the member can have."""
    by = position.number(play["by"])
    if member == "towers":
        free = [icon for icon, seat in zip(ICONS, position.towers, strict=True) if seat != by]
        return free[: towers_due(position, play)]
    if member == "with":
        faces = Counter(position.setup.deck) - Counter([*position.pile, play["card"]])
        return list(islice(faces.elements(), laid_under_all_towers(position, play)))
    return position.name(position.next_after(by)) if member == "target" else COLORS[0]
