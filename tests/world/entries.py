"""What is known of an entry of a recorded evening: who made it, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from controller.daemon.wire_trace import STARTED
from controller.games.entries import Body, CommandBody, DrawAsked, DrawCancelled, DrawsEnded
from controller.games.record import Record
from controller.journal.entry import Entry
from controller.words import say
from controller.workshop.doctor.evening import RecordedEvent

ALIKE = ("seed", "seal", "boot", "seen")
"""Members of a body that are another's: secrets, and what a reader saw."""


def on_table(record: Record) -> tuple[int, int]:
    """The game that is on the table, and the session of draws; 0: none."""
    return (record.number, 0) if record.draws is None else (0, record.sessions)


def request_of(body: Body, due: int) -> tuple[str, Any] | None:
    """The request that makes an entry; None: there is none."""
    match body:
        case CommandBody(seen=(), weighed=None):
            return "/api/commands", body.command
        case DrawAsked():
            return "/api/draws/ask", {"player": body.player, "cards": body.cards}
        case DrawCancelled():
            return "/api/draws/cancel", {"hit": due}
        case DrawsEnded():
            return "/api/draws/end", None
    kind = type(body).__name__.lower()
    number = getattr(body, "game", 0)
    paths = {"deleted": "delete", "restored": "restore"}
    return (f"/api/games/{number}/{paths[kind]}", None) if kind in paths else None


def by_hits(wire: Iterable[RecordedEvent]) -> dict[int, list[RecordedEvent]]:
    """What the launcher told of each hit from its press to its end, faults included."""
    told: dict[int, list[RecordedEvent]] = {}
    hit: int | None = None
    for event in wire:
        if event.name == STARTED:
            told.pop(hit or 0, None)  # a part of it may be lost
            hit = None
        is_press = event.name == "press"
        if is_press and event.event["hit"] is not None:
            hit = event.event["hit"]
            if told.get(hit, [event])[-1].name == "ended":
                del told[hit]  # it was pressed again, because nobody had heard of its end
        if hit is None or event.name == "link" or (is_press and event.event["hit"] is None):
            continue
        told.setdefault(hit, []).append(event)
        if event.name == "ended" and event.event["result"]["complete"]:
            hit = None
    return told


def takes_s(body: Body) -> float:
    """So long before its entry a press began."""
    measured = getattr(body, "measured", None)
    return measured.card_times_ms[-1] / 1000 if measured and measured.card_times_ms else 0.0


def cards_shown(entry: Entry) -> Sequence[str]:
    """The cards that a reader saw for this entry."""
    command = entry.body.get("command") or {}
    return [command["card"]] if entry.body.get("seen") and "card" in command else []


def public(body: dict[str, Any]) -> dict[str, Any]:
    """A body without what is another's."""
    return {name: value for name, value in body.items() if name not in ALIKE}


def in_words(entry: Entry, record: Record) -> str:
    """What an entry came to."""
    rulings = [say(line.key, line.values) for line in record.log if line.seq == entry.seq]
    return " ".join(rulings) or f"{entry.kind} {public(entry.body)}"
