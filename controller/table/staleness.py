"""Whether a command came too late: what its sender saw has changed since. Pure.

A sender names what they saw by a tag, ``<journal's id>-<number of its newest entry>``. Fingers
tap twice and several devices have one thought, so a command is judged by what its sender saw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from controller.base.errors import Refused
from controller.games.moments import Moment, until
from rules.commands.command_type import Depends
from rules.position import Position

MAX_DIGITS = 15
_TAG = re.compile(rf"([0-9a-f]{{1,64}})-([0-9]{{1,{MAX_DIGITS}}})")


@dataclass(frozen=True, slots=True)
class Tag:
    """What somebody has seen: everything up to an entry of a journal."""

    journal: str
    seq: int

    def __str__(self) -> str:
        return f"{self.journal}-{self.seq}"

    @classmethod
    def read(cls, text: str) -> Tag | None:
        """The tag in a text; None: it is none."""
        found = _TAG.fullmatch(text)
        return cls(found[1], int(found[2])) if found else None


def refuse_other_game(saw: Tag, newest: Tag, begun_by: int) -> Refused | None:
    """Why a tag says nothing of the game on the table, which began with entry ``begun_by``."""
    if saw.journal != newest.journal:
        return Refused("stale", "refusal.other_journal")
    if saw.seq > newest.seq:
        return Refused("stale", "refusal.from_the_future", {"saw": saw.seq, "newest": newest.seq})
    if saw.seq < begun_by:
        return Refused("stale", "refusal.another_game")
    return None


def refuse_stale(
    depends: Depends, command: Mapping[str, Any], seen_until: int, moments: Sequence[Moment]
) -> Refused | None:
    """Why a command is too late; ``moments``: what has changed its game, oldest first."""
    if depends is Depends.GAME:
        return None
    known = until(moments, seen_until)
    if known == 0:
        return Refused("stale", "refusal.long_ago", {"n": len(moments)})
    before, since = moments[known - 1], moments[known:]
    changes = changes_for(depends, command, before.position, since)
    if not changes:
        return None
    what = {"key": changes[-1].done.key, "values": changes[-1].done.values}
    if len(changes) == 1:
        return Refused("stale", "refusal.overtaken", {"what": what})
    return Refused("stale", "refusal.overtaken_often", {"n": len(changes), "what": what})


def refuse_beaten(command: Mapping[str, Any], moments: Sequence[Moment]) -> Refused | None:
    """Why a catch, or a call of UNO, comes too late: somebody has caught that player already."""
    player = command.get("player", command.get("by"))
    for moment in reversed(moments):
        done = moment.done
        if done.key == "done.catch" and done.values["player"] == player:
            what = {"key": done.key, "values": done.values}
            return Refused("too_late", "refusal.quicker", {"what": what}, "COM-12")
        if done.key in ("done.play", "done.undo"):
            return None
    return None


def changes_for(
    depends: Depends, command: Mapping[str, Any], before: Position, since: Sequence[Moment]
) -> Sequence[Moment]:
    """Which of the changes matter to a command; empty: it stands on what its sender saw."""
    if depends is Depends.ANY_COMMAND:
        return since
    sights = [sight(depends, command, one) for one in (before, *(m.position for m in since))]
    if sights[0] == sights[-1]:
        return ()
    return [now for now, (was, is_) in zip(since, pairwise(sights), strict=True) if was != is_]


def sight(depends: Depends, command: Mapping[str, Any], position: Position) -> object:
    """What the sender of a command looks at in a position."""
    if depends is Depends.SHARE:
        seat = _seat(position, command.get("player"))
        counted = None if seat is None else position.seats[seat].counted
        return position.phase, counted, [card for who, card in position.drawn if who == seat]
    seat = _seat(position, command.get("by"))
    return (
        position.phase,
        position.turn,
        position.top,
        position.color,
        position.direction,
        position.owed,
        None if seat is None else position.seats[seat].hand,
    )


def _seat(position: Position, name: object) -> int | None:
    return position.find(name) if isinstance(name, str) else None
