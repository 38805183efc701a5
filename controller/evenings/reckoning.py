"""The figures of a journal's games, and what they come to.

A game that was left never changes, so its figures are computed once. The file beside the journal
can be deleted at any time. It is for a process of its own: a journal of years takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from controller.base.outside import decode
from controller.base.paths import figures_of, groups_of
from controller.evenings.figures import GameFigures, figures
from controller.evenings.groups import group_of, read_groups
from controller.evenings.totals import Span, Statistics, statistics
from controller.journal.durable import write_private
from controller.journal.reading import GameHead, fold_games, game_heads

VERSION = 2
"""Of the file. A file of another version is computed anew."""

SAVED_EVERY = 50
"""After so many new games the file is written, so that a computation that was stopped goes on."""


class StoredFigures(msgspec.Struct, frozen=True):
    """The file of figures."""

    version: int
    journal: str
    """The journal's identity."""
    games: tuple[GameFigures, ...]


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
    name, heads = game_heads(journal)
    newest = max(heads, default=0)
    fresh = {
        game.number: game
        for game in _read(journal, name)
        if game.number != newest and _is_still(game, heads.get(game.number))
    }
    missing = set(heads) - set(fresh)
    if missing:
        new = 0

        def take(game: GameFigures) -> None:
            nonlocal new
            new += game.number in missing
            fresh[game.number] = game
            if new % SAVED_EVERY == 0:
                _write(journal, name, fresh, newest)

        needed = _with_those_before(missing, heads)
        fold_games(journal, needed, lambda entries: _each(figures(entries, journal), take))
        if new > 1:
            _write(journal, name, fresh, newest)
    return [fresh[number] for number, head in sorted(heads.items()) if not head.deleted]


def _each(games: Iterable[GameFigures], take: Callable[[GameFigures], None]) -> None:
    for game in games:
        take(game)


def _is_still(game: GameFigures, head: GameHead | None) -> bool:
    """Whether these are the figures of what the journal says now."""
    now = head and (head.last_seq, head.players)
    return now == (game.last_seq, game.players)


def _with_those_before(numbers: Iterable[int], heads: Mapping[int, GameHead]) -> set[int]:
    """These games, and the games that went on as them."""
    needed: set[int] = set()
    for number in numbers:
        current: int | None = number
        while current is not None and current in heads and current not in needed:
            needed.add(current)
            current = heads[current].goes_on
    return needed


def _read(journal: Path, name: str) -> tuple[GameFigures, ...]:
    """The figures in the file; none if it is missing, damaged, or of another journal."""
    try:
        stored = msgspec.convert(decode(figures_of(journal).read_bytes()), StoredFigures)
    except (OSError, msgspec.MsgspecError):
        return ()
    return stored.games if (stored.version, stored.journal) == (VERSION, name) else ()


def _write(journal: Path, name: str, games: Mapping[int, GameFigures], newest: int) -> None:
    """Write the file with the figures of every game but the newest, which may still change."""
    older = tuple(game for number, game in sorted(games.items()) if number != newest)
    with suppress(OSError):  # the next one computes it again
        content = msgspec.json.encode(StoredFigures(VERSION, name, older))
        write_private(figures_of(journal), content)
