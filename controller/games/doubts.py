"""Counts that may be too low: how such a doubt begins and ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from controller.games.entries import Intent, Said
from rules import Applied


class Doubt(msgspec.Struct, frozen=True):
    """A measured count that may be too low. Nobody has corrected or undone it so far."""

    hit: int
    by: str
    owner: str
    """Who has the cards now, also after a trade. This hand is to be recounted."""
    cards: int
    """At least this many cards came."""
    uncertain: int
    """This many more cards may have come."""


def still_doubted(
    doubts: tuple[Doubt, ...], command: dict[str, Any], applied: Applied
) -> tuple[Doubt, ...]:
    """The doubts that are left after a command.

    A hand that is set ends the doubts about it. Hands that are traded take their doubts along.
    """
    if command["do"] == "next_round":
        return ()
    known = command["hands"] if command["do"] == "set" and "hands" in command else {}
    new: dict[str, str] = {}
    if any(event.key == "ruling.trades" for event in applied.events):
        one, other = command["by"], command["target"]
        new = {one: other, other: one}
    return tuple(
        msgspec.structs.replace(doubt, owner=new.get(doubt.owner, doubt.owner))
        for doubt in doubts
        if doubt.owner not in known
    )


def doubt_of(said: Said, intent: Intent | None) -> tuple[Doubt, ...]:
    """The doubt about the count in this command, if there is one."""
    measured = said.measured
    if said.hit is None or intent is None or measured is None or not measured.uncertain:
        return ()
    return (Doubt(said.hit, intent.by, intent.owner, said.cards, measured.uncertain),)


def remarks(said: Said) -> list[tuple[str, str, Mapping[str, Any]]]:
    """What the table should know about the origin of a count: key, clause, values."""
    if (measured := said.measured) is None:
        return []
    if measured.confirmed:
        return [("log.confirmed", "TBL-2", {"hit": said.hit})]
    if measured.uncertain:
        return [("log.uncertain", "LCH-1", {"n": measured.uncertain})]
    return []
