"""Counts that may be too low: how such a doubt begins and ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from controller.games.entries import CommandBody, Intent, WeighedDetails
from rules import Applied

KEPT = 24
"""So many hits without a doubt are kept, for a scale that counts them again."""


class Doubt(msgspec.Struct, frozen=True):
    """A measured count that may be too low. Nobody has corrected or undone it so far."""

    hit: int
    """Number of the hit."""
    by: str
    """Who pressed."""
    owner: str
    """Who has the cards now, also after a trade. This hand is to be recounted."""
    cards: int
    """At least this many cards came."""
    uncertain: int
    """This many more cards may have come; 0: the light barrier was not in doubt."""


def still_measured(
    measured: tuple[Doubt, ...], body: CommandBody, applied: Applied
) -> tuple[Doubt, ...]:
    """The measured counts that are left after a command.

    A hand that is set ends the counts of its owner. Where a scale set it, the counts stay, because
    the scale may find one more card later; but their doubts end. Hands that are traded take their
    counts along.
    """
    command = body.command
    if command["do"] == "next_round":
        return ()
    recounted = command["hands"] if command["do"] == "set" and "hands" in command else {}
    if body.weighed is not None:
        return tuple(_weighed_again(count, body.weighed, recounted) for count in measured)
    new = _new_owners(command, applied)
    return tuple(
        msgspec.structs.replace(count, owner=new.get(count.owner, count.owner))
        for count in measured
        if count.owner not in recounted
    )


def _new_owners(command: Mapping[str, Any], applied: Applied) -> Mapping[str, str]:
    """Who holds whose hand after the command, of the hands that went elsewhere."""
    ruled = {event.key for event in applied.events}
    if "ruling.trades" in ruled:
        player, other = command["by"], command["target"]
        return {player: other, other: player}
    if "ruling.rotates" in ruled:
        position = applied.state.position
        return {
            position.name(seat): position.name(position.next_after(seat))
            for seat in position.active()
        }
    return {}


def _weighed_again(count: Doubt, details: WeighedDetails, recounted: Collection[str]) -> Doubt:
    if count.owner not in recounted or not details.first_hit <= count.hit <= details.last_hit:
        return count
    cards = details.weighed if details.first_hit == details.last_hit else count.cards
    return msgspec.structs.replace(count, cards=cards, uncertain=0)


def with_measured(
    measured: tuple[Doubt, ...], body: CommandBody, intent: Intent | None
) -> tuple[Doubt, ...]:
    """The measured counts with the one of this command, if the launcher counted it."""
    count = body.measured
    if body.hit is None or intent is None or count is None or count.confirmed:
        return measured
    new = Doubt(body.hit, intent.by, intent.owner, body.cards, count.uncertain)
    return (*_without_oldest(measured), new)


def _without_oldest(measured: tuple[Doubt, ...]) -> tuple[Doubt, ...]:
    """All uncertain counts, and so many of the others that one more may be kept."""
    sure = [count.hit for count in measured if not count.uncertain]
    oldest = sure[-KEPT] if len(sure) >= KEPT else 0
    return tuple(count for count in measured if count.uncertain or count.hit > oldest)


def remarks(body: CommandBody) -> list[tuple[str, str, Mapping[str, Any]]]:
    """What the table should know about the origin of a count: key, clause, values."""
    if body.weighed is not None:
        return [_weighed(body.weighed, body.command["hands"])]
    if (measured := body.measured) is None:
        return []
    if measured.confirmed:
        return [("log.confirmed", "TBL-2", {"hit": body.hit})]
    if measured.uncertain:
        return [("log.uncertain", "LCH-1", {"n": measured.uncertain})]
    return []


def _weighed(
    details: WeighedDetails, hands: Mapping[str, int]
) -> tuple[str, str, Mapping[str, Any]]:
    """What the log says where a scale counted hits again, and these hands follow from it."""
    series = "_series" if details.first_hit != details.last_hit else ""
    hits = (
        {"first": details.first_hit, "last": details.last_hit}
        if series
        else {"hit": details.last_hit}
    )
    more = details.weighed - details.counted
    if not more:
        return f"log.weighed{series}", "LCH-1", {**hits, "n": details.weighed}
    figures = {"n": more, "weighed": details.weighed, "counted": details.counted}
    return f"log.weighed_more{series}", "LCH-1", {**hits, **figures, "player": next(iter(hands))}
