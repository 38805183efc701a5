"""Standings and records of an evening, out of the results that a hub keeps. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from controller.hub.proof import PROVED
from controller.hub.store import KeptResult
from rules.names import same

PAUSE_S = 6 * 60 * 60
"""An evening ends where nobody plays for so long."""
LONGEST_S = 24 * 60 * 60
AHEAD_S = 5 * 60
"""So much may a table's clock be ahead. Games that begin later than that are of no evening yet."""
SHOWN = 30
"""So many lines of the standings are shown."""


class Standing(msgspec.Struct, frozen=True):
    """One line of the standings."""

    place: int
    """Who has as many points has the same place."""
    name: str
    table: str | None
    """None: the name is the person's own, so that it is the same at every table."""
    points: int
    """In each game that one wins: as many as players did not win it."""
    wins: int
    games: int
    proved: int
    """Games whose draws are proved."""


class Record(msgspec.Struct, frozen=True):
    """One record: a key of the catalogue of words, and its values."""

    key: str
    values: dict[str, Any]


@dataclass(slots=True)
class _Sum:
    name: str
    table: str | None
    points: int = 0
    wins: int = 0
    games: int = 0
    proved: int = 0
    tables: set[str] = field(default_factory=set)


def once(results: Iterable[KeptResult]) -> list[KeptResult]:
    """Each game once: a publisher that was set up anew tells of the games before, too."""
    found: dict[object, KeptResult] = {}
    for one in results:
        key: object = (one.table, one.source, one.game, one.begun_s)
        if one.seal is not None:
            key = (one.table, one.seal, one.begun_s)
        known = found.get(key)
        if known is None or (one.proof == PROVED, one.heard_s) > (
            known.proof == PROVED,
            known.heard_s,
        ):
            found[key] = one
    return list(found.values())


def began(times_s: Iterable[int], now_s: int) -> int:
    """When this evening began: its first game, or now."""
    start = now_s
    for when in sorted(times_s, reverse=True):
        if when > now_s:
            continue
        if start - when > PAUSE_S or now_s - when > LONGEST_S:
            break
        start = when
    return start


def of_evening(results: Iterable[KeptResult], now_s: int) -> list[KeptResult]:
    """Those of this evening."""
    possible = [one for one in results if one.begun_s <= now_s + AHEAD_S]
    start = began((one.begun_s for one in possible), now_s)
    return [one for one in possible if one.begun_s >= start]


def standings(results: Iterable[KeptResult]) -> list[Standing]:
    """Who leads, over all tables."""
    sums: dict[tuple[str, str | None], _Sum] = {}
    for one in once(results):
        winners = {same(name) for name in one.winners}
        beaten = len(one.scores) - len(winners)
        for name in one.scores:
            table = None if one.named else one.table
            line = sums.setdefault((same(name), table), _Sum(name, table))
            won = same(name) in winners
            line.points += beaten if won else 0
            line.wins += won
            line.games += 1
            line.proved += one.proof == PROVED
    ordered = sorted(sums.values(), key=lambda one: (-one.points, -one.wins, one.games, one.name))
    points = [one.points for one in ordered]
    return [
        Standing(
            *(points.index(one.points) + 1, one.name, one.table),
            *(one.points, one.wins, one.games, one.proved),
        )
        for one in ordered[:SHOWN]
    ]


def records(results: Sequence[KeptResult]) -> list[Record]:
    """What stands out."""
    games = [one for one in once(results) if one.scores]
    if not games:
        return []
    hits = max(games, key=lambda one: one.hits)
    rounds = max(games, key=lambda one: one.rounds)
    who, points, table = max(
        ((name, points, one.table) for one in games for name, points in one.scores.items()),
        key=lambda found: found[1],
    )
    return [
        Record("hall.record_hits", {"n": hits.hits, "table": hits.table}),
        Record("hall.record_rounds", {"n": rounds.rounds, "table": rounds.table}),
        Record("hall.record_points", {"n": points, "player": who, "table": table}),
    ]
