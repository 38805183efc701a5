"""Reads a journal's entries one after the other, and gives the record after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

import rules
from controller.base.errors import NOT_SO, Trouble
from controller.base.outside import one_line
from controller.games.entries import Begun, CommandBody, Intent, OneGame
from controller.games.record import Record
from controller.games.shelf import UnfinishedGame
from controller.journal.entry import Entry
from controller.seats.roster import Admitted, AvatarChosen, SignedOut
from controller.words import say
from rules import Refusal


def replay(entries: Iterable[Entry], path: Path) -> Record:
    """The record after the last of a journal's entries.

    Raises ``Trouble`` (exit code 1) if the rules refuse an entry; its sentence names ``path``.
    """
    record = Record()
    for _, record in steps(entries, path):  # noqa: B007 - the last one stays
        pass
    return record


def steps(entries: Iterable[Entry], path: Path) -> Iterator[tuple[Entry, Record]]:
    """Each entry with the record after it. Raises like ``replay``."""
    record = Record()
    unfinished_games: dict[int, UnfinishedGame] = {}
    for entry in entries:
        try:
            record = _fold(record, entry, unfinished_games)
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


def _fold(record: Record, entry: Entry, unfinished_games: dict[int, UnfinishedGame]) -> Record:
    """The record after one more entry.

    ``unfinished_games``: by number, those that may go on, each once; changed by this.
    """
    body = entry.body
    match entry.kind:
        case "game":
            if record.unfinished is not None:
                unfinished_games[record.number] = record.unfinished
            return _begin(record, entry, msgspec.convert(body, Begun), unfinished_games)
        case "command":
            return _advance(record, entry, msgspec.convert(body, CommandBody))
        case "intent":
            return record.intend(entry, msgspec.convert(body, Intent))
        case "withdrawn":
            return record.withdraw(entry)
        case "opened":
            return record.open(entry)
        case "deleted":
            return record.delete(entry, msgspec.convert(body, OneGame).game)
        case "restored":
            return record.restore(entry, msgspec.convert(body, OneGame).game)
        case "gap":
            return record.lose(entry)
        case "admitted":
            return record.admit(entry, msgspec.convert(body, Admitted))
        case "signed_out":
            return record.sign_out(entry, msgspec.convert(body, SignedOut).device)
        case "avatar":
            return record.show_as(entry, msgspec.convert(body, AvatarChosen))


def _begin(
    record: Record, entry: Entry, begun: Begun, unfinished_games: dict[int, UnfinishedGame]
) -> Record:
    """A game begins, or one that was left goes on."""
    if begun.goes_on is not None:
        unfinished = unfinished_games.pop(begun.goes_on.game, None)
        if unfinished is None or not unfinished.may_go_on_as(begun):
            raise _Disagrees(f"game {begun.goes_on.game} cannot go on as this one")
        return record.go_on(entry, begun, unfinished)
    setup = rules.read_setup(begun.game_object)
    if isinstance(setup, Refusal):
        raise _Disagrees(say(setup.key, setup.values))
    return record.begin(entry, begun, rules.start(setup))


def _advance(record: Record, entry: Entry, body: CommandBody) -> Record:
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
    return record.advance(entry, body, applied)
