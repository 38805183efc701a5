"""The newest evening of a journal for a support bundle: a journal of its own, with nothing private.

Players are Player 1, Player 2 and so on; there are no words of theirs, no seeds, no devices and no
dates. Entries, games, hits and sessions of draws are numbered from 1. With each entry stands what
it came to, so that whoever plays the evening again sees where it comes to something else. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import dropwhile
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from controller.base.errors import Trouble
from controller.daemon.wire_trace import WireEvent
from controller.evenings.neutral import anonymous
from controller.evenings.totals import PAUSE_S
from controller.games.journal_replay import steps
from controller.games.record import Record
from controller.journal.entry import Entry, Kind
from rules import view
from rules.editions.house import house_id

VERSION = 1
"""Of what ``evening.json`` says; a later one may mean something else by the same."""
PLAYED: tuple[Kind, ...] = (
    *("game", "intent", "withdrawn", "command", "opened", "deleted", "restored", "gap", "draws"),
)
"""Kinds of entries that are in it. The others are of devices, on which no game depends."""
NOTHING_SECRET = "00" * 32
"""In place of each seed, and of each code that is made of one."""


class RecordedEntry(msgspec.Struct, frozen=True):
    """One entry of the evening."""

    game: int
    kind: Kind
    body: dict[str, Any]
    at_s: int
    """Seconds since the evening began, by the machine's clock; it may have been set meanwhile."""
    asked: bool
    """Whether a request asked for it, and not the launcher, a reader or the referee itself."""
    comes_to: str
    """Fingerprint of rulings and state after it; empty: it does not follow from those before."""


class RecordedEvent(msgspec.Struct, frozen=True):
    """What the launcher told, if that was kept."""

    at_ms: int
    """Since the evening began."""
    name: str
    event: dict[str, Any]


class RecordedEvening(msgspec.Struct, frozen=True):
    """What ``evening.json`` says."""

    version: int
    rollerdeck: str
    """Which version wrote it."""
    entries: tuple[RecordedEntry, ...]
    wire: tuple[RecordedEvent, ...] = ()
    """What the launcher told meanwhile; of hits that are in none of the entries, nothing."""


def recorded_evening(
    entries: Sequence[Entry], rollerdeck: str, wire: Iterable[WireEvent] = ()
) -> RecordedEvening:
    """The newest evening among the entries of a journal; without entries if there is no game.

    ``wire``: what the launcher told, of any time.
    """
    newest = _newest(entries)
    evening = tuple(anonymous(tuple(_numbered(newest))))
    evening = tuple(replace(entry, body=_public(entry)) for entry in evening)
    recorded = (
        RecordedEntry(
            entry.game,
            entry.kind,
            entry.body,
            entry.wall_s - evening[0].wall_s,
            entry.key is not None,
            comes_to,
        )
        for entry, comes_to in zip(evening, _outcomes(evening), strict=True)
    )
    return RecordedEvening(VERSION, rollerdeck, tuple(recorded), tuple(_told(newest, wire)))


def _told(newest: Sequence[Entry], wire: Iterable[WireEvent]) -> Iterator[RecordedEvent]:
    """What the launcher told of this evening, with its hits numbered as there."""
    if not newest:
        return
    hits = {entry.body["hit"] for entry in newest if entry.kind == "intent"}
    before, began_ms = _before(hits), newest[0].wall_s * 1000
    for told in dropwhile(lambda told: told.at_ms < began_ms, wire):
        event = dict(told.event)
        about = event.get("result", event)
        hit = about.get("hit")
        if hit is not None and hit not in hits:
            continue
        if hit is not None:
            numbered = {**about, "hit": hit - before}
            event = numbered if about is event else {**event, "result": numbered}
        yield RecordedEvent(told.at_ms - began_ms, told.name, event)


def fingerprint(record: Record) -> str:
    """Of the state after an entry, and of its rulings."""
    lines = [(line.key, line.clause, line.values) for line in record.log if line.seq == record.seq]
    state = None if record.state is None else view(record.state)
    drawn = None if record.draws is None else record.draws.drawn
    content = msgspec.json.encode([state, lines, drawn], order="deterministic")
    return sha256(content).hexdigest()[:16]


def _newest(entries: Sequence[Entry]) -> list[Entry]:
    """From the beginning of the newest evening on, and of every game that goes on in it."""
    played = [entry for entry in entries if entry.kind in PLAYED]
    begun = {entry.game: at for at, entry in enumerate(played) if entry.kind == "game"}
    start = next((at for at, entry in enumerate(played) if _begins(entry)), len(played))
    for at in range(start + 1, len(played)):
        if _begins(played[at]) and abs(played[at].wall_s - played[at - 1].wall_s) >= PAUSE_S:
            start = at
    for at in range(len(played) - 1, -1, -1):
        if at >= start and (before := (played[at].body.get("goes_on") or {}).get("game")):
            start = min(start, begun.get(before, start))
    games = {entry.game for entry in played[start:] if entry.kind == "game"}
    return [
        entry
        for entry in played[start:]
        if entry.kind not in ("deleted", "restored") or entry.body["game"] in games
    ]


def _begins(entry: Entry) -> bool:
    """Whether a game or a session of draws begins."""
    return entry.kind == "game" or (entry.kind == "draws" and entry.body["do"] == "begin")


def _numbered(entries: Sequence[Entry]) -> Iterator[Entry]:
    """The same entries as the first ones of a journal: what is counted is counted from 1."""
    games = _before(entry.game for entry in entries if entry.game)
    hits = _before(entry.body["hit"] for entry in entries if entry.kind == "intent")
    sessions = _before(entry.body["session"] for entry in entries if "session" in entry.body)
    for seq, entry in enumerate(entries, start=1):
        body = dict(entry.body)
        for member, before in (("game", games), ("hit", hits), ("session", sessions)):
            if type(body.get(member)) is int:
                body[member] -= before
        if body.get("goes_on"):
            body["goes_on"] = {**body["goes_on"], "game": body["goes_on"]["game"] - games}
        if body.get("weighed"):
            weighed = {m: max(1, body["weighed"][m] - hits) for m in ("first_hit", "last_hit")}
            body["weighed"] = {**body["weighed"], **weighed}
        yield replace(entry, seq=seq, game=max(0, entry.game - games), body=body)


def _before(numbers: Iterable[int]) -> int:
    """How many numbers there were before the first of these."""
    return min(numbers, default=1) - 1


def _public(entry: Entry) -> dict[str, Any]:
    """The body of an entry without secrets, and without what people wrote."""
    body = dict(entry.body)
    if "seed" in body:
        body["seed"] = NOTHING_SECRET
        if body.get("seal"):
            codes = {"commitment": NOTHING_SECRET, "receipt": NOTHING_SECRET, "words": ""}
            body["seal"] = {**body["seal"], **codes}
    if entry.kind != "game":
        return body
    game = dict(body["game"])
    options = game.get("options") or {}
    if written := options.get("customizable"):
        rules = [{**rule, "text": f"House rule {nth}"} for nth, rule in enumerate(written, 1)]
        game["options"] = {**options, "customizable": rules}
    if box := game.get("box"):
        game["box"] = _plain(box)
        game["edition"] = house_id("box", game["box"])
    return {**body, "game": game, "boot": ""}


def _plain(box: dict[str, Any]) -> dict[str, Any]:
    """A house's own box without names and texts. Its cards keep their IDs."""
    kinds = [
        {member: value for member, value in kind.items() if member not in ("name", "picture")}
        for kind in box.get("kinds", ())
    ]
    about = ("name", "about", "kinds")
    return {**{name: value for name, value in box.items() if name not in about}, "kinds": kinds}


def _outcomes(entries: Sequence[Entry]) -> Iterator[str]:
    """The fingerprint after each entry; empty from where one does not follow."""
    done = 0
    try:
        for _, record in steps(entries, Path("evening.json")):
            yield fingerprint(record)
            done += 1
    except Trouble:
        yield from [""] * (len(entries) - done)
