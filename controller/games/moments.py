"""What changed a game, entry by entry: for telling a sender what has happened meanwhile (TBL-1)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from controller.games.entries import CommandBody
from hardware.launcher import Reason
from rules.position import Position

KEPT = 200
"""How many moments of a game are kept. A sender who saw none of them looks again in any case."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry that changed the game, and where the game stood after it."""

    seq: int
    position: Position
    done: Reason
    """What was done, as an entry of the catalogue."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """A command that an undo can take back."""

    ruling: Reason | None
    """Its first ruling; None: it had none."""
    by: str | None
    """Whose deed it was; None: nobody's alone, or the launcher counted it."""


def done_by(body: CommandBody) -> Reason:
    """What a command did, in the perfect tense: ``done.play`` is "Bo has played red 3"."""
    command = body.command
    if body.weighed is not None:
        return Reason("done.weighed")
    if body.hit is not None and command["do"] == "set":
        (player,) = command["hands"]
        return Reason("done.dealt", {"player": player, "n": body.cards})
    values = {
        name: value
        for name, value in command.items()
        if name != "do" and isinstance(value, str | int)
    }
    if "cards" in values:
        values["n"] = values.pop("cards")
    return Reason(f"done.{command['do']}", values)


def until(moments: Sequence[Moment], seq: int) -> int:
    """How many of these moments somebody knows who has seen everything up to an entry."""
    return bisect_right(moments, seq, key=lambda moment: moment.seq)
