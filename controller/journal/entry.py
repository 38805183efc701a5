"""One entry of the journal."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from controller.journal.schema import Row

Kind = Literal[
    "game",
    "intent",
    "withdrawn",
    "command",
    "opened",
    "deleted",
    "restored",
    "gap",
    "admitted",
    "signed_out",
    "avatar",
    "draws",
]
"""``game``: a game begins. ``intent``: a hit may be armed from now on. ``withdrawn``: that hit was
disarmed and has not begun. ``command``: the rules accepted it. ``opened``: the launcher's cover was
opened. ``deleted``, ``restored``: a past game is removed from the list, or put back. ``gap``: the
entries that came next are lost. ``admitted``: a device got a seat or became a table screen.
``signed_out``: it is neither any more. ``avatar``: a player is shown with another colour or
emoji. ``draws``: cards are drawn for people without a game."""


class Stamp(msgspec.Struct, frozen=True):
    """What tells a request from all others, so that it may be repeated."""

    key: str
    """The caller's idempotency key."""
    print: str | None = None
    """Fingerprint of what was asked for; None: it does not matter."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal."""

    seq: int
    """From 1, without a gap."""
    game: int
    """The number of the game in this journal, from 1; 0: of no game, but of a session of draws, or
    from before the first game."""
    kind: Kind
    body: dict[str, Any]
    key: str | None = None
    """The caller's idempotency key; a journal has each key once."""
    wall_s: int = 0
    """Seconds since 1970 by this machine's clock, which may be wrong; for people only."""
    print: str | None = None
    """Fingerprint of the request that came with ``key``. It tells a repeated request from another
    one under the same key."""


def row_of(entry: Entry) -> Row:
    """An entry as a row of the table."""
    body = msgspec.json.encode(entry.body).decode()
    return entry.seq, entry.game, entry.kind, body, entry.key, entry.wall_s, entry.print
