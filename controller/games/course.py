"""The whole course of one game, from its entries."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

import rules
from controller.games.entries import CommandBody, CountDetails, Intent
from controller.games.fairness import Fairness, Remark, recomputed, verify
from controller.games.record import LogLine, Record
from controller.games.replay import steps
from controller.games.shelf import GameSummary, RoundScores
from controller.journal.entry import Entry
from hardware.profiles import profile_of


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
    """What may be known of its draws, with seed and report once another game has begun. Null: the
    game is older than sealed draws."""


def course(entries: Iterable[Entry], path: Path, superseded: bool) -> Course | None:
    """The course of the last game of these entries; None: there are no entries.

    The entries before it are those of the game that went on as this one, if there is one.
    ``superseded``: another game has begun since. Raises ``Trouble``.
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
    """What may be known of the draws of a record's game; None: they were not sealed.

    ``superseded``: another game has begun since, so the seed may be shown.
    """
    begun = record.begun
    if begun is None or begun.seal is None:
        return None
    if not (superseded or record.revealed):
        return Fairness(begun.profile, begun.custom, begun.seal, None, None)
    profile = profile_of(begun.profile, begun.custom)
    before = begun.goes_on
    dry = before.dry if before else 0
    report = verify(bytes.fromhex(begun.seed), begun.seal, profile, record.finished, dry)
    if before is not None:
        report = report.with_remark(Remark("fairness.goes_on", {"game": before.game}))
    return Fairness(begun.profile, begun.custom, begun.seal, begun.seed, report)


def recompute_draws(record: Record) -> None:
    """Draw for every hit of a record's game again, so that its report need not, but remembers."""
    begun = record.begun
    if begun is None or begun.seal is None:
        return
    profile = profile_of(begun.profile, begun.custom)
    dry = begun.goes_on.dry if begun.goes_on else 0
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
