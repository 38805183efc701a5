"""The figures of a journal's games out of its index, and what they come to.

It is for a process of its own: to bring the index of years up to date takes minutes on a small
machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from controller.base.paths import groups_of
from controller.evenings.figures import GameFigures, PlayedGame, played_games
from controller.evenings.groups import group_of, read_groups
from controller.evenings.totals import Span, Statistics, statistics
from controller.games.index import Index, Past, with_index
from controller.games.record import Record
from controller.journal.entry import Entry
from controller.journal.reading import fold_entries, has_place, identity_of

VERSION = 4
"""Of the figures in the index. Those of another version are computed anew."""

SAVED_EVERY = 50
"""After so many new games the index is written, so that a computation that was stopped goes on."""


def reckon(journal: Path, span: Span, group: str | None) -> Statistics:
    """What a group's games of a span came to, or all games. Raises ``Trouble`` or ``Refused``."""
    games = all_figures(journal)
    if group is not None:
        groups = read_groups(groups_of(journal))
        owners = [(game, group_of(game.players, groups)) for game in games]
        games = [game for game, owner in owners if owner is not None and owner.id == group]
    return statistics(games, span, group)


def all_figures(journal: Path) -> list[GameFigures]:
    """The figures of every listed game, in order. Raises ``Trouble``."""

    def read(index: Index) -> list[GameFigures]:
        newest = _update(index, journal)
        if newest is None:
            return []
        games = (*index.figures(GameFigures), newest.figures)
        return [game for game in games if game.number not in newest.record.deleted]

    return with_index(journal, read)


def update_index(journal: Path) -> None:
    """Bring the index of a journal up to date. Raises ``Trouble``."""
    with_index(journal, lambda index: _update(index, journal))


def _update(index: Index, journal: Path) -> PlayedGame | None:
    """Add every game to the index but the newest, which may still change. Returns the newest."""
    identity, past = identity_of(journal), index.figures_reach(VERSION)
    reach = past or index.summaries_reach()
    if reach is None or not has_place(journal, reach.at):
        index.clear()
        past = None

    def add(entries: Iterator[Entry]) -> PlayedGame | None:
        before = past.record() if past else Record()
        return _add(index, identity, played_games(entries, journal, before))

    _, newest = fold_entries(journal, add, past.at if past else None)
    return newest


def _add(index: Index, identity: str, games: Iterator[PlayedGame]) -> PlayedGame | None:
    """Add all games but the last one, which is returned."""
    newest = next(games, None)
    waiting: list[PlayedGame] = []
    for game in games:
        assert newest is not None
        waiting.append(newest)
        newest = game
        if len(waiting) == SAVED_EVERY:
            _save(index, identity, waiting)
            waiting = []
    if waiting:
        _save(index, identity, waiting)
    return newest


def _save(index: Index, identity: str, games: Sequence[PlayedGame]) -> None:
    last = games[-1]
    index.add(
        [(game.record.games[-1], _text(game.figures)) for game in games],
        Past.of(identity, last.entry, last.record),
        VERSION,
    )


def _text(figures: GameFigures) -> str:
    return msgspec.json.encode(figures).decode()
