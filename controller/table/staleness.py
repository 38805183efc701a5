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
        match = _TAG.fullmatch(text)
        return cls(match[1], int(match[2])) if match else None


def refuse_other_game(saw: Tag, newest: Tag, begun_by: int) -> Refused | None:
    """Why a tag is of another game than that on the table, which began with entry ``begun_by``.

    Returns None if it is of this game.
    """
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
    """Why a command is too late; None: it is not.

    ``moments``: what has changed its game, oldest first.
    """
    if depends is Depends.GAME:
        return None
    seen_count = until(moments, seen_until)
    if seen_count == 0:
        return Refused("stale", "refusal.long_ago", {"n": len(moments)})
    before, since = moments[seen_count - 1], moments[seen_count:]
    changes = changes_for(depends, command, before.position, since)
    if not changes:
        return None
    change = {"key": changes[-1].done.key, "values": changes[-1].done.values}
    if len(changes) == 1:
        return Refused("stale", "refusal.overtaken", {"what": change})
    return Refused("stale", "refusal.overtaken_often", {"n": len(changes), "what": change})


def refuse_beaten(command: Mapping[str, Any], moments: Sequence[Moment]) -> Refused | None:
    """Why a catch, or a call of UNO, comes too late: somebody has caught that player already.

    Returns None if nobody has.
    """
    player = command.get("player", command.get("by"))
    for moment in reversed(moments):
        done = moment.done
        if done.key == "done.catch" and done.values["player"] == player:
            change = {"key": done.key, "values": done.values}
            return Refused("too_late", "refusal.quicker", {"what": change}, "COM-12")
        if done.key in ("done.play", "done.undo"):
            return None
    return None


def changes_for(
    depends: Depends, command: Mapping[str, Any], before: Position, since: Sequence[Moment]
) -> Sequence[Moment]:
    """Which of the changes matter to a command; empty: it stands on what its sender saw."""
    if depends is Depends.ANY_COMMAND:
        return since
    views = [
        relevant_state(depends, command, position)
        for position in (before, *(moment.position for moment in since))
    ]
    if views[0] == views[-1]:
        return ()
    return [
        moment
        for moment, (previous, current) in zip(since, pairwise(views), strict=True)
        if previous != current
    ]


def relevant_state(depends: Depends, command: Mapping[str, Any], position: Position) -> object:
    """What a command depends on in a position."""
    if depends is Depends.SHARE:
        seat = _seat(position, command.get("player"))
        counted = None if seat is None else position.seats[seat].counted
        return (
            position.phase,
            counted,
            [card for player, card in position.drawn if player == seat],
        )
    seat = _seat(position, command.get("by"))
    return (
        position.phase,
        position.turn,
        position.top,
        position.color,
        position.direction,
        position.owed,
        _times_played(position),
        None if seat is None else position.seats[seat].hand,
    )


def _times_played(position: Position) -> int:
    """How often the top card lies there, where anybody may play it once more (HOU-2)."""
    top = position.top
    return 0 if top is None or not position.open_to_all else position.pile.count(top)


def _seat(position: Position, name: object) -> int | None:
    return position.find(name) if isinstance(name, str) else None
