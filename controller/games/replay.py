"""Reads a journal's entries one after the other, and gives the record after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

import rules
from controller.base.errors import NOT_SO, Trouble
from controller.base.outside import one_line
from controller.games.entries import Begun, Body, CommandBody, body_of
from controller.games.record import Outcome, Record
from controller.games.shelf import UnfinishedGame, taken_up
from controller.journal.entry import Entry
from controller.journal.reading import read_game
from controller.words import say
from rules import Applied, Refusal, State

NOTHING = Record()
"""Before the first entry."""


def replay(entries: Iterable[Entry], path: Path) -> Record:
    """The record after the last of a journal's entries.

    Raises ``Trouble`` (exit code 1) if the rules refuse an entry; its sentence names ``path``.
    """
    record = Record()
    for _, record in steps(entries, path):  # noqa: B007 - the last one stays
        pass
    return record


def steps(
    entries: Iterable[Entry], path: Path, record: Record = NOTHING
) -> Iterator[tuple[Entry, Record]]:
    """Each entry with the record after it. Raises like ``replay``.

    ``record``: the one before the first of these entries. A game that was left before, and goes on
    among them, is read from the journal.
    """
    unfinished_games = _UnfinishedGames(path, record)
    for entry in entries:
        try:
            body = body_of(entry)
            record = record.fold(entry, body, _outcome(record, body, unfinished_games))
        except (msgspec.ValidationError, _Disagrees) as error:
            raise Trouble(
                f"The journal {path} has an entry {entry.seq} that does not hold "
                f"({one_line(error)}); it was left as it is: use the version that wrote it, "
                "put a backup in its place, or begin another with --journal.",
                NOT_SO,
            ) from None
        yield entry, record


class _Disagrees(Exception):
    """The rules refuse a command that the journal says they accepted."""


class _UnfinishedGames:
    """The games that may go on, each once."""

    def __init__(self, path: Path, record: Record) -> None:
        """``record``: after the entries that were not read; it has no unfinished game."""
        self._path = path
        self._not_read = {game.number for game in record.games} - set(taken_up(record.games))
        self._games: dict[int, UnfinishedGame] = {}

    def add(self, record: Record) -> None:
        """Another game begins."""
        if record.unfinished is not None:
            self._games[record.number] = record.unfinished

    def take(self, number: int) -> UnfinishedGame | None:
        """The game that goes on; None: it is over, there is no such game, or it went on before."""
        if number in self._not_read:
            self._not_read.discard(number)
            return replay(read_game(self._path, number), self._path).unfinished
        return self._games.pop(number, None)


def _outcome(record: Record, body: Body, unfinished_games: _UnfinishedGames) -> Outcome:
    """What the rules make of an entry that follows ``record``. Raises ``_Disagrees``."""
    match body:
        case Begun():
            unfinished_games.add(record)
            return _beginning(body, unfinished_games)
        case CommandBody():
            return _applied(record, body)
    return None


def _beginning(begun: Begun, unfinished_games: _UnfinishedGames) -> State | UnfinishedGame:
    """Where a game begins, or goes on."""
    if begun.goes_on is not None:
        unfinished = unfinished_games.take(begun.goes_on.game)
        if unfinished is None or not unfinished.may_go_on_as(begun):
            raise _Disagrees(f"game {begun.goes_on.game} cannot go on as this one")
        return unfinished
    setup = rules.read_setup(begun.game_object)
    if isinstance(setup, Refusal):
        raise _Disagrees(say(setup.key, setup.values))
    return rules.start(setup)


def _applied(record: Record, body: CommandBody) -> Applied:
    if record.state is None:
        raise _Disagrees("no game has begun")
    applied = rules.apply(record.state, body.command)
    if isinstance(applied, Refusal):
        raise _Disagrees(say(applied.key, applied.values))
    due = record.intent.hit if record.intent else None
    if body.command["do"] == "hit" and record.begun and record.begun.seal and body.hit != due:
        raise _Disagrees("a hit without its draw")
    if (body.hit, body.measured) != (None, None) and not body.counts:
        raise _Disagrees("a count of nothing")
    return applied
