"""The whole course of one game, out of its entries."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

import rules
from controller.games.entries import Intent, Measured, Said
from controller.games.fairness import Fairness, verify
from controller.games.record import LogLine, Record, Round, steps
from controller.games.shelf import Game
from controller.journal.journal import Entry
from hardware.profiles import profile_of

ENDS = ("round_over", "game_over")


class Hit(msgspec.Struct, frozen=True):
    """One counted hit."""

    seq: int
    number: int
    by: str
    owner: str
    requested: int
    cards: int
    uncertain: int
    confirmed: bool
    """Counted by the table."""


class Course(msgspec.Struct, frozen=True):
    """Everything that the page shows of one game."""

    short: Game
    game: dict[str, Any]
    """The game object of scenarios.md."""
    state: dict[str, Any]
    """Where it stands or stood last, as scenarios.md words it."""
    rounds: tuple[Round, ...]
    hits: tuple[Hit, ...]
    """Also those that were undone: their cards came."""
    log: tuple[LogLine, ...]
    """Every ruling."""
    fairness: Fairness | None
    """Of its draws; None: it was begun before draws were sealed."""


def course(entries: Iterable[Entry], path: Path, left: bool) -> Course | None:
    """What one game's entries come to; None where there are none. Raises ``Trouble``.

    ``left``: another game has begun since.
    """
    before = now = Record()
    rounds: dict[int, Round] = {}
    hits: list[Hit] = []
    log: list[LogLine] = []
    for entry, now in steps(entries, path):
        log += [line for line in now.log if line.seq == entry.seq]
        if entry.kind == "command":
            hits += _hits(entry, before.intent)
            seen = _seen(now)
            if seen["phase"] in ENDS:
                rounds[seen["round"]] = Round(seen["round"], seen["scores"])
            elif entry.body["command"]["do"] == "undo":
                rounds.pop(seen["round"], None)
        before = now
    if now.begun is None:
        return None
    short, scores = now.games[-1], tuple(rounds.values())
    fair = fairness_of(now, left)
    return Course(short, now.begun.game, _seen(now), scores, tuple(hits), tuple(log), fair)


def fairness_of(record: Record, left: bool) -> Fairness | None:
    """What may be known of the draws of the game that a record ends in.

    None: they were not sealed. ``left``: another game has begun since, so the seed may be shown.
    """
    begun = record.begun
    if begun is None or begun.seal is None:
        return None
    if not (left or record.revealed):
        return Fairness(begun.profile, begun.custom, begun.seal, None, None)
    profile = profile_of(begun.profile, begun.custom)
    report = verify(bytes.fromhex(begun.seed), begun.seal, profile, record.pressed)
    return Fairness(begun.profile, begun.custom, begun.seal, begun.seed, report)


def _seen(record: Record) -> dict[str, Any]:
    assert record.state is not None
    return rules.view(record.state)


def _hits(entry: Entry, intent: Intent | None) -> list[Hit]:
    said = msgspec.convert(entry.body, Said)
    if said.hit is None or (intent is not None and intent.hand):
        return []
    measured = said.measured or Measured(said.cards)
    by = said.command["by"]
    return [
        Hit(
            entry.seq,
            said.hit,
            by,
            by if intent is None else intent.owner,
            measured.requested,
            said.command["cards"],
            measured.uncertain,
            measured.confirmed,
        )
    ]
