"""Counts that may be too low: how such a doubt begins and ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from controller.games.entries import Intent, Said, WeighedDetails
from rules import Applied

KEPT = 24
"""So many hits without a doubt are kept, for a scale that counts them again."""


class Doubt(msgspec.Struct, frozen=True):
    """A measured count that may be too low. Nobody has corrected or undone it so far."""

    hit: int
    by: str
    owner: str
    """Who has the cards now, also after a trade. This hand is to be recounted."""
    cards: int
    """At least this many cards came."""
    uncertain: int
    """This many more cards may have come; 0: the light barrier was not in doubt."""


def still_measured(measured: tuple[Doubt, ...], said: Said, applied: Applied) -> tuple[Doubt, ...]:
    """The measured counts that are left after a command.

    A hand that is set ends the counts of its owner. Where a scale set it, the counts stay, because
    the scale may find one more card later; but their doubts end. Hands that are traded take their
    counts along.
    """
    command = said.command
    if command["do"] == "next_round":
        return ()
    known = command["hands"] if command["do"] == "set" and "hands" in command else {}
    if said.weighed is not None:
        return tuple(_weighed_again(one, said.weighed, known) for one in measured)
    new: dict[str, str] = {}
    if any(event.key == "ruling.trades" for event in applied.events):
        one, other = command["by"], command["target"]
        new = {one: other, other: one}
    return tuple(
        msgspec.structs.replace(one, owner=new.get(one.owner, one.owner))
        for one in measured
        if one.owner not in known
    )


def _weighed_again(one: Doubt, word: WeighedDetails, known: Collection[str]) -> Doubt:
    if one.owner not in known or not word.first_hit <= one.hit <= word.last_hit:
        return one
    cards = word.weighed if word.first_hit == word.last_hit else one.cards
    return msgspec.structs.replace(one, cards=cards, uncertain=0)


def with_measured(
    measured: tuple[Doubt, ...], said: Said, intent: Intent | None
) -> tuple[Doubt, ...]:
    """The measured counts with the one of this command, if the launcher counted it."""
    count = said.measured
    if said.hit is None or intent is None or count is None or count.confirmed:
        return measured
    new = Doubt(said.hit, intent.by, intent.owner, said.cards, count.uncertain)
    sure = [one.hit for one in measured if not one.uncertain]
    oldest = sure[-KEPT] if len(sure) >= KEPT else 0
    return (*(one for one in measured if one.uncertain or one.hit > oldest), new)


def remarks(said: Said) -> list[tuple[str, str, Mapping[str, Any]]]:
    """What the table should know about the origin of a count: key, clause, values."""
    if said.weighed is not None:
        return [_weighed(said.weighed, said.command["hands"])]
    if (measured := said.measured) is None:
        return []
    if measured.confirmed:
        return [("log.confirmed", "TBL-2", {"hit": said.hit})]
    if measured.uncertain:
        return [("log.uncertain", "LCH-1", {"n": measured.uncertain})]
    return []


def _weighed(word: WeighedDetails, hands: Mapping[str, int]) -> tuple[str, str, Mapping[str, Any]]:
    """What the log says where a scale counted hits again, and these hands follow from it."""
    series = "_series" if word.first_hit != word.last_hit else ""
    hits = {"first": word.first_hit, "last": word.last_hit} if series else {"hit": word.last_hit}
    more = word.weighed - word.counted
    if not more:
        return f"log.weighed{series}", "LCH-1", {**hits, "n": word.weighed}
    figures = {"n": more, "weighed": word.weighed, "counted": word.counted}
    return f"log.weighed_more{series}", "LCH-1", {**hits, **figures, "player": next(iter(hands))}
