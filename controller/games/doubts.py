"""Counts that may be too low: what brings such a doubt, and what ends it."""

from __future__ import annotations

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
    if any(event.kind == "trades" for event in applied.events):
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


def remarks(said: Said) -> list[tuple[str, str, str]]:
    """What the table should know about how a count came to be: clause, text, kind."""
    if (measured := said.measured) is None:
        return []
    if measured.confirmed:
        return [("TBL-2", f"The table counted hit {said.hit}.", "confirmed")]
    if measured.uncertain:
        many = measured.uncertain
        what = "1 of the cards" if many == 1 else f"{many} of the cards"
        return [("LCH-1", f"{what} of this hit may be two: count what came.", "uncertain")]
    return []
