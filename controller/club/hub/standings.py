"""Standings and records of an evening, out of the results that a hub keeps. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import msgspec

from controller.club.hub.result_store import StoredResult
from controller.club.hub.table_messages import PROVED
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


def once(results: Iterable[StoredResult]) -> list[StoredResult]:
    """Each game once: a publisher that was set up anew tells of the games before, too."""
    chosen: dict[object, StoredResult] = {}
    for result in results:
        key: object = (result.table, result.source, result.game, result.begun_s)
        if result.seal is not None:
            key = (result.table, result.seal, result.begun_s)
        rival = chosen.get(key)
        if rival is None or (result.proof == PROVED, result.heard_s) > (
            rival.proof == PROVED,
            rival.heard_s,
        ):
            chosen[key] = result
    return list(chosen.values())


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


def of_evening(results: Iterable[StoredResult], now_s: int) -> list[StoredResult]:
    """Those of this evening."""
    possible = [result for result in results if result.begun_s <= now_s + AHEAD_S]
    start = began((result.begun_s for result in possible), now_s)
    return [result for result in possible if result.begun_s >= start]


def standings(results: Iterable[StoredResult]) -> list[Standing]:
    """Who leads, over all tables."""
    sums: dict[tuple[str, str | None], _Sum] = {}
    for result in once(results):
        winners = {same(name) for name in result.winners}
        beaten = len(result.scores) - len(winners)
        for name in result.scores:
            table = None if result.named else result.table
            line = sums.setdefault((same(name), table), _Sum(name, table))
            won = same(name) in winners
            line.points += beaten if won else 0
            line.wins += won
            line.games += 1
            line.proved += result.proof == PROVED
    ordered = sorted(
        sums.values(), key=lambda line: (-line.points, -line.wins, line.games, line.name)
    )
    points = [line.points for line in ordered]
    return [
        Standing(
            *(points.index(line.points) + 1, line.name, line.table),
            *(line.points, line.wins, line.games, line.proved),
        )
        for line in ordered[:SHOWN]
    ]


def records(results: Sequence[StoredResult]) -> list[Record]:
    """What stands out."""
    games = [game for game in once(results) if game.scores]
    if not games:
        return []
    hits = max(games, key=lambda game: game.hits)
    rounds = max(games, key=lambda game: game.rounds)
    player, points, table = max(
        ((name, points, game.table) for game in games for name, points in game.scores.items()),
        key=itemgetter(1),
    )
    return [
        Record("hall.record_hits", {"n": hits.hits, "table": hits.table}),
        Record("hall.record_rounds", {"n": rounds.rounds, "table": rounds.table}),
        Record("hall.record_points", {"n": points, "player": player, "table": table}),
    ]
