"""What a hub reads out of the messages of tables, and whether a result is proved. Pure.

Anybody with a password can send anything, so every length is bounded. A result is proved if nobody
can have chosen the draws of its game afterwards; docs/club.md says what this proves and what it
does not prove.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from controller.club.broker import Heard
from controller.club.draws import Draws
from controller.club.messages import OFFLINE, ONLINE, ROOT, VERSION
from controller.games.fairness import Seal

TOPICS = tuple(
    f"{ROOT}/+/{rest}"
    for rest in ("status", "launcher", "state", "event", "commitment/+", "result/+")
)
"""What a hub subscribes to."""
LONGEST_BYTES = 256 * 1024
"""Of a message. A game of a thousand hits fits."""

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Word = Annotated[str, Meta(max_length=60)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Seconds = Annotated[int, Meta(ge=0, le=100_000_000_000)]
Source = Annotated[str, Meta(pattern="^[0-9a-f]{0,32}$")]
Table = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")]

PROVED = "proved"
NO_BOX = msgspec.Raw(b"null")


class Player(msgspec.Struct, frozen=True):
    """A player of the game on the table."""

    name: Name
    cards: Count
    points: Points


class State(msgspec.Struct, frozen=True):
    """How a game stands."""

    seq: Count
    source: Source = ""
    game: Count | None = None
    begun_s: Seconds = 0
    edition: Word | None = None
    phase: Word | None = None
    round: Count = 0
    turn: Name | None = None
    players: Annotated[tuple[Player, ...], Meta(max_length=10)] = ()
    hits: Count = 0
    winners: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()


class Launcher(msgspec.Struct, frozen=True):
    """How a launcher is."""

    link: Word = "up"
    faults: Annotated[tuple[Word, ...], Meta(max_length=16)] = ()


class Status(msgspec.Struct, frozen=True):
    """Whether a table can be reached."""

    online: bool


class Event(msgspec.Struct, frozen=True):
    """One ruling."""

    number: Count
    game: Count
    event_type: Word
    begun_s: Seconds = 0
    source: Source = ""
    values: dict[str, Any] = {}


class Commitment(msgspec.Struct, frozen=True):
    """What a game's draws are bound to."""

    source: Source
    game: Count
    begun_s: Seconds
    hits: Count
    seal: Seal


class Result(msgspec.Struct, frozen=True):
    """How a game ended, or that its result does not hold any more."""

    source: Source
    game: Count
    mark: Annotated[str, Meta(min_length=1, max_length=64)]
    taken_back: bool
    edition: Word = ""
    begun_s: Seconds = 0
    rounds: Count = 0
    hits: Count = 0
    winners: Annotated[tuple[Name, ...], Meta(max_length=10)] = ()
    scores: Annotated[dict[Name, Points], Meta(max_length=10)] = {}
    named: bool = False
    """The players are called by their names, and not by numbers."""
    draws: Draws | None = None
    box: msgspec.Raw = NO_BOX
    """A house's own box as JSON. It is read when it is kept: a wrong one loses no result."""

    @property
    def sent_box(self) -> bytes | None:
        """The box as it came; None: there is none, for example from an older table."""
        return None if self.box == NO_BOX else bytes(self.box)


Body = Status | Launcher | State | Event | Commitment | Result


_KINDS: dict[str, type[msgspec.Struct]] = {
    "launcher": Launcher,
    "state": State,
    "event": Event,
    "commitment": Commitment,
    "result": Result,
}


class TableMessage(msgspec.Struct, frozen=True):
    """A message of a table."""

    table: str
    body: Body
    retained: bool
    stored: str = ""
    """An event as it is stored: what the hub has understood of it, and nothing else."""


class UnreadableMessage(Exception):
    """A message that the hub does not understand."""

    def __init__(self, table: str, key: str) -> None:
        """``key``: what is said about it, an entry of the catalogue of words."""
        super().__init__(table, key)
        self.table = table
        self.key = key


class _Versioned(msgspec.Struct, frozen=True):
    version: int = VERSION


OTHER_VERSION, NO_SENSE = "hall.other_version", "hall.no_sense"


def read(heard: Heard) -> TableMessage | None:
    """What a table says; None: a message that was cleared, or of no table.

    Raises ``UnreadableMessage``.
    """
    _, _, rest = heard.topic.partition("/")
    name, _, kind = rest.partition("/")
    kind = kind.partition("/")[0]
    try:
        table = msgspec.convert(name, Table)
    except msgspec.ValidationError:
        return None
    if kind == "status" and heard.payload in (ONLINE, OFFLINE):
        online = heard.payload == ONLINE
        return TableMessage(table, Status(online), heard.retain)
    if kind not in _KINDS or not heard.payload:
        return None
    if len(heard.payload) > LONGEST_BYTES:
        raise UnreadableMessage(table, NO_SENSE)
    try:
        if msgspec.json.decode(heard.payload, type=_Versioned).version != VERSION:
            raise UnreadableMessage(table, OTHER_VERSION)
        body = msgspec.json.decode(heard.payload, type=_KINDS[kind])
        stored = msgspec.json.encode(body).decode() if isinstance(body, Event) else ""
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise UnreadableMessage(table, NO_SENSE) from None
    return TableMessage(table, body, heard.retain, stored)  # type: ignore[arg-type]  # one of them


@dataclass(frozen=True, slots=True)
class Committed:
    """What the hub was told as the game began."""

    seal: Seal
    early: bool
    """Before the first hit of the game was told."""
    guarded: bool
    """The broker lets only the table itself write for it."""


def judge(result: Result, committed: Committed | None, *, guarded: bool) -> str:
    """``proved``, or why it is not: the end of a key of the catalogue of words.

    ``guarded``: the broker let only the table itself publish the result.
    """
    if committed is None:
        return "no_commitment"
    if not (guarded and committed.guarded):
        return "unguarded"
    if not committed.early:
        return "late"
    if result.draws is None:
        return "no_draws"
    if result.draws.seal != committed.seal:
        return "other_seal"
    return PROVED if _come_out_again(result.draws) else "wrong_draws"


def _come_out_again(draws: Draws) -> bool:
    try:
        report = draws.check()
    except Exception:  # anybody can send draws, and none of them may end the hub
        return False
    return report is not None and report.in_order
