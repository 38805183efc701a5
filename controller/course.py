"""The whole course of one game, out of its entries: what is looked at, and what is exported."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

import rules
from controller.journal import Entry
from controller.record import Intent, LogLine, Measured, Record, Round, Said, steps
from controller.shelf import Game

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


def course(entries: Iterable[Entry], path: Path) -> Course | None:
    """What one game's entries come to; None where there are none. Raises ``Trouble``."""
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
    return Course(short, now.begun.game, _seen(now), scores, tuple(hits), tuple(log))


def scenario(entries: Iterable[Entry], path: Path) -> str | None:
    """One game as a scenario file, which ends with the state it led to. Raises ``Trouble``.

    None where there are no entries.
    """
    now = Record()
    lines: list[bytes] = []
    for entry, now in steps(entries, path):  # noqa: B007 - the last one stays
        if entry.kind == "game":
            lines.append(msgspec.json.encode({"game": entry.body["game"]}))
        elif entry.kind == "command":
            lines.append(msgspec.json.encode(entry.body["command"]))
    if now.begun is None:
        return None
    begun = datetime.fromtimestamp(now.begun_s, UTC)
    head = f"# Game {now.number}, begun on {begun:%Y-%m-%d at %H:%M} UTC"
    lines.append(msgspec.json.encode({"expect": _seen(now)}))
    return "\n".join([head, *(line.decode() for line in lines), ""])


def _seen(record: Record) -> dict[str, Any]:
    assert record.state is not None
    return rules.view(record.state)


def _hits(entry: Entry, intent: Intent | None) -> list[Hit]:
    said = msgspec.convert(entry.body, Said)
    if said.hit is None:
        return []
    measured = said.measured or Measured(said.command["cards"])
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
