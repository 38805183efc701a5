"""Which results a table sends to its hub now: a few at a time, until the hub acknowledges them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

WINDOW = 4
"""So many results wait for the hub's acknowledgement at a time. A broker drops messages that it
cannot pass on: a hall that comes back after a week must not send everything at once."""
AGAIN_S = 30.0
"""A result that was not acknowledged for so long is sent again."""


_GAME = re.compile(r"[1-9][0-9]{0,8}")
_Short = Annotated[str, Meta(min_length=1, max_length=64)]
_T = TypeVar("_T")


class Hello(msgspec.Struct, frozen=True):
    """What a hub says when it has come."""

    version: int
    """Of the messages that it understands."""
    hub: _Short
    """Its ID. A hub that was restored from a backup has another one, for it may lack results."""


class Receipt(msgspec.Struct, frozen=True):
    """What a hub says when a result is on its disk."""

    hub: str
    mark: _Short


def read(payload: bytes, kind: type[_T]) -> _T | None:
    """What a hub said; None: nothing of this kind. Who may write there may write anything."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def read_game(level: str) -> int | None:
    """The number of a game that is the last level of a topic; None: it is none."""
    return int(level) if _GAME.fullmatch(level) else None


class Outbox:
    """The results that were sent to the hub and not acknowledged."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """``clock``: seconds from any moment on."""
        self._clock = clock
        self._waiting: dict[int, tuple[str, float]] = {}
        """By the number of the game: what was sent, and when."""

    def empty(self) -> None:
        """Send everything again: the hub or the broker is another one, or was away."""
        self._waiting.clear()

    def arrived(self, game: int) -> None:
        """The hub has acknowledged the result of a game."""
        self._waiting.pop(game, None)

    def may_send(self, game: int, mark: str) -> bool:
        """Whether a result that the hub lacks is sent now."""
        now = self._clock()
        sent, when = self._waiting.get(game, ("", now))
        if game in self._waiting:
            return sent != mark or now - when >= AGAIN_S
        return len(self._waiting) < WINDOW

    def sent(self, game: int, mark: str) -> None:
        """A result was sent."""
        self._waiting[game] = mark, self._clock()

    @property
    def again_in_s(self) -> float | None:
        """When the next result is sent again; None: none waits."""
        if not self._waiting:
            return None
        oldest = min(when for _, when in self._waiting.values())
        return max(0.0, oldest + AGAIN_S - self._clock())
