"""Counts that may be too low: what brings such a doubt, and what ends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from controller.games.entries import Intent, Said
from rules import Applied


class Doubt(msgspec.Struct, frozen=True):
    """A measured count that may be too low, and that nobody has put right or undone so far."""

    hit: int
    by: str
    owner: str
    """Who has the cards, also after a trade: the hand to recount."""
    cards: int
    """So many came at least."""
    uncertain: int
    """How many more may have come."""


def still_doubted(
    doubts: tuple[Doubt, ...], command: dict[str, Any], applied: Applied
) -> tuple[Doubt, ...]:
    """Those left after a command: a hand set right ends those about it, a traded one takes them."""
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
    """What this command brings: the doubt about a measured count, if there is one."""
    measured = said.measured
    if said.hit is None or intent is None or measured is None or not measured.uncertain:
        return ()
    return (Doubt(said.hit, intent.by, intent.owner, said.cards, measured.uncertain),)


def remarks(said: Said) -> list[tuple[str, str, Mapping[str, Any]]]:
    """What the table should know about how a count came to be: key, clause, values."""
    if (measured := said.measured) is None:
        return []
    if measured.confirmed:
        return [("log.confirmed", "TBL-2", {"hit": said.hit})]
    if measured.uncertain:
        return [("log.uncertain", "LCH-1", {"n": measured.uncertain})]
    return []
