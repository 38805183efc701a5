"""Reads a journal's entries one after the other, and gives the record after each.

From them comes the whole course of one game, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import rules
from controller.base.errors import NOT_SO, Trouble
from controller.base.outside import one_line
from controller.games.entries import (
    Begun,
    Body,
    CommandBody,
    CountDetails,
    DrawAsked,
    DrawCancelled,
    DrawCounted,
    DrawsBegun,
    DrawsEnded,
    Intent,
    body_of,
)
from controller.games.fairness import Fairness, Remark, recomputed, verify
from controller.games.record import LogLine, Outcome, Record
from controller.games.shelf import GameSummary, RoundScores, UnfinishedGame
from controller.journal.entry import Entry
from controller.journal.reading import OF_NO_GAME, read_game
from controller.words import say
from hardware.profiles import profile_of
from rules import Applied, Refusal, State

NOTHING = Record()
"""Before the first entry."""


def replay(entries: Iterable[Entry], path: Path, record: Record = NOTHING) -> Record:
    """The record after the last of these entries.

    ``record``: see ``steps``. Raises ``Trouble`` (exit code 1) if the rules refuse an entry; its
    sentence names ``path``.
    """
    after = record
    for _, after in steps(entries, path, record):  # noqa: B007 - the last one stays
        pass
    return after


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
        self._last_not_read = record.number
        self._taken_up = set(record.taken_up)
        self._games: dict[int, UnfinishedGame] = {}

    def add(self, record: Record) -> None:
        """Another game begins."""
        if record.unfinished is not None:
            self._games[record.number] = record.unfinished

    def take(self, number: int) -> UnfinishedGame | None:
        """The game that goes on; None: it is over, there is no such game, or it went on before."""
        if number <= self._last_not_read and number not in self._taken_up:
            self._taken_up.add(number)
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
        case DrawsBegun():
            unfinished_games.add(record)
            if body.session != record.sessions + 1:
                raise _Disagrees("draws out of order")
        case DrawAsked() | DrawCounted() | DrawCancelled() | DrawsEnded():
            _refuse_no_draws(record, body)
    return None


def _refuse_no_draws(record: Record, body: Body) -> None:
    """Raise ``_Disagrees`` for what the session of draws on the table cannot have come to."""
    drawing = record.drawing
    if drawing is None:
        raise _Disagrees("no draws have begun")
    asked = drawing.asked is not None
    if isinstance(body, DrawAsked) and asked:
        raise _Disagrees("a draw while another one waits")
    if isinstance(body, DrawCounted):
        due = record.intent.hit if record.intent else None
        if not asked or body.hit != due:
            raise _Disagrees("a count of nothing")


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


class CountedHit(msgspec.Struct, frozen=True):
    """One counted hit."""

    seq: int
    """Number of the entry that counted it."""
    number: int
    """Number of the hit."""
    by: str
    """Who pressed."""
    owner: str
    """Who got the cards."""
    requested: int
    """Cards that the launcher was asked for."""
    cards: int
    """At least this many cards came."""
    uncertain: int
    """This many more cards may have come."""
    confirmed: bool
    """The table counted it, not the launcher."""


class Course(msgspec.Struct, frozen=True):
    """Everything that the page shows of one game."""

    short: GameSummary
    """What the list of games says of it."""
    game: dict[str, Any]
    """The [game object](scenarios.md#lines)."""
    state: dict[str, Any]
    """Where it stands or stood last, as a [state](scenarios.md#state)."""
    rounds: tuple[RoundScores, ...]
    """Also those before the game was left and went on as this one."""
    hits: tuple[CountedHit, ...]
    """Undone hits are among them: their cards came."""
    log: tuple[LogLine, ...]
    """Every ruling since this game began, or went on."""
    fairness: Fairness | None
    """What may be known of its draws, with seed and report once another game or session has begun.
    Null: the game is older than sealed draws."""


def course(entries: Iterable[Entry], path: Path, superseded: bool) -> Course | None:
    """The course of the last game of these entries; None: there are no entries.

    The entries before it are those of the game that went on as this one, if there is one.
    ``superseded``: another game or session has begun since. Raises ``Trouble``.
    """
    before = now = Record()
    hits: list[CountedHit] = []
    log: list[LogLine] = []
    for entry, now in steps(entries, path):
        if entry.kind == "game":  # what came before is in the course of the game that was left
            hits, log = [], []
        log += [line for line in now.log if line.seq == entry.seq]
        if entry.kind == "command":
            hits += _hits(entry, before.intent)
        before = now
    if now.begun is None or now.state is None:
        return None
    return Course(
        short=now.games[-1],
        game=now.begun.game,
        state=rules.view(now.state),
        rounds=now.rounds,
        hits=tuple(hits),
        log=tuple(log),
        fairness=fairness_of(now, superseded),
    )


def fairness_of(record: Record, superseded: bool) -> Fairness | None:
    """What may be known of the draws on the table of a record; None: they were not sealed.

    ``superseded``: another game or session has begun since, so the seed may be shown.
    """
    begun = record.sealed
    if begun is None or begun.seal is None:
        return None
    if not (superseded or record.revealed):
        return Fairness(begun.profile, begun.custom, begun.seal, None, None)
    profile = profile_of(begun.profile, begun.custom)
    before = begun.goes_on if isinstance(begun, Begun) else None
    dry = before.dry if before else 0
    report = verify(bytes.fromhex(begun.seed), begun.seal, profile, record.finished, dry)
    if before is not None:
        report = report.with_remark(Remark("fairness.goes_on", {"game": before.game}))
    return Fairness(begun.profile, begun.custom, begun.seal, begun.seed, report)


def session_of(path: Path, number: int) -> Record | None:
    """The record after the last entry of a session of draws; None: there is none of this number.

    Raises ``Trouble``.
    """
    last: Record | None = None
    for _, record in steps(read_game(path, OF_NO_GAME), path):
        if record.sessions > number:
            break
        if record.draws is not None and record.sessions == number:
            last = record
    return last


def recompute_draws(record: Record) -> None:
    """Draw for every hit on the table of a record again: its report then remembers."""
    begun = record.sealed
    if begun is None or begun.seal is None:
        return
    profile = profile_of(begun.profile, begun.custom)
    before = begun.goes_on if isinstance(begun, Begun) else None
    dry = before.dry if before else 0
    seed, words = bytes.fromhex(begun.seed), begun.seal.words
    deque(recomputed(seed, words, profile, record.finished, dry), maxlen=0)


def _hits(entry: Entry, intent: Intent | None) -> list[CountedHit]:
    body = msgspec.convert(entry.body, CommandBody)
    if body.hit is None or body.command["do"] == "set":  # an opening hand is no hit
        return []
    measured = body.measured or CountDetails(body.cards)
    by = body.command["by"]
    return [
        CountedHit(
            entry.seq,
            body.hit,
            by,
            by if intent is None else intent.owner,
            measured.requested,
            body.command["cards"],
            measured.uncertain,
            measured.confirmed,
        )
    ]
