"""Evenings and seasons: which games belong together in time. Pure.

The clock of the machine may be wrong, and may jump. So the order of the games in the journal
decides, and the clock only says where one evening ends and the next one begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Literal

import msgspec

from controller.evenings.figures import GameFigures

Span = Literal["evening", "season", "ever"]
"""The newest evening, its season, or every game."""

PAUSE_S = 4 * 3600
"""So long nobody plays between two evenings."""


class Season(msgspec.Struct, frozen=True):
    """A quarter of a year."""

    year: int
    """For example 2026."""
    quarter: int
    """1 to 4; 1 is January to March."""


Evening = tuple[GameFigures, ...]
"""The games of one evening, in the order in which they began: at least one."""


def evenings(games: Sequence[GameFigures]) -> tuple[Evening, ...]:
    """The games, evening by evening. Each game is in one evening, whatever the clock said.

    A new evening begins with a game that began at least `PAUSE_S` after the last command of the
    game before it, or at least so long before it, because the clock was set back in between. If
    the clock may have stood still while the machine was off, a start of the machine is enough.
    """
    grouped: list[list[GameFigures]] = []
    for game in games:
        if grouped and _follows(game, grouped[-1][-1]):
            grouped[-1].append(game)
        else:
            grouped.append([game])
    return tuple(map(tuple, grouped))


def _follows(game: GameFigures, before: GameFigures) -> bool:
    started_anew = bool(game.boot) and game.boot != before.boot
    return not started_anew and abs(game.begun_s - before.ended_s) < PAUSE_S


def season_of(evening: Evening, zone: tzinfo | None = None) -> Season:
    """The season of an evening, by its last command. ``zone``: None means that of this machine."""
    day = datetime.fromtimestamp(evening[-1].ended_s, zone)
    return Season(day.year, (day.month + 2) // 3)


def within(
    games: Sequence[GameFigures], span: Span, zone: tzinfo | None = None
) -> tuple[Evening, ...]:
    """The evenings of a span, the oldest first.

    The span ends with the newest evening, not with today, which a wrong clock does not know.
    """
    every = evenings(games)
    if span == "ever" or not every:
        return every
    if span == "evening":
        return every[-1:]
    season = season_of(every[-1], zone)
    return tuple(evening for evening in every if season_of(evening, zone) == season)
