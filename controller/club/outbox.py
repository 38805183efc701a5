"""The results of the games that are over, and which of them a table sends to its hub again.

Each result is worked out once, for there can be thousands. A few at a time are sent, until the hub
has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from controller.club import messages
from controller.club.messages import Names, Result
from controller.club.referee_state import Game

WINDOW = 4
"""Nothing is sent again while so many were sent in the last ``AGAIN_S`` and not acknowledged. A
broker drops messages that it cannot pass on: a hub that comes back must not get everything at once.
"""

AGAIN_S = 30.0
"""A result that was not acknowledged for so long is sent again."""

SOON_S = 0.01
"""No result is waited for for a shorter time: a rounding error must not keep a core busy."""

MAX_INCOMPLETE = 10
"""A hub's acknowledgement counts when a result was sent so often without its draws and its
box, which the referee could not give: then the game is not proved."""

_GAME = re.compile(r"[1-9][0-9]{0,8}")

_Short = Annotated[str, Meta(min_length=1, max_length=64)]

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, and its result."""

    game: Game
    result: Result
    mark: str
    """That of the result, which takes time to compute."""


class Results:
    """The results of a list of games, which is another list after each change."""

    def __init__(self, language: str, *, with_names: bool) -> None:
        """``with_names``: the house wants the players' names to be published."""
        self._language = language
        self._with_names = with_names
        self._games: tuple[Game, ...] = ()
        self._ended: dict[int, Ended] = {}

    def of(self, games: tuple[Game, ...]) -> Mapping[int, Ended]:
        """How each game ended that is over, by its number."""
        if games is not self._games:
            over = (game for game in games if game.over and not game.deleted)
            self._ended = {game.number: self._work_out(game) for game in over}
            self._games = games
        return self._ended

    def _work_out(self, game: Game) -> Ended:
        ended = self._ended.get(game.number)
        if ended is not None and ended.game == game:
            return ended
        result = messages.result(game, Names(self._language, wanted=self._with_names))
        return Ended(game, result, result.mark)


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


class Origin(msgspec.Struct, frozen=True):
    """What a publisher says of itself."""

    source: _Short


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
        self._sent: dict[int, float] = {}
        """By the number of the game: when its result was sent last; the oldest first."""
        self._incomplete: dict[int, int] = {}
        """How often a result was sent without what goes with it, which could not be had."""

    def empty(self) -> None:
        """Send everything again: the hub or the broker is another one, or was away."""
        self._sent.clear()

    def arrived(self, game: int) -> bool:
        """The hub has acknowledged a result. False: it is sent again, with what goes with it."""
        # one that was sent before the hub was known had no draws
        if game not in self._sent or 0 < self._incomplete.get(game, 0) < MAX_INCOMPLETE:
            return False
        self.settle(game)
        return True

    def settle(self, game: int) -> None:
        """A result need not be sent again."""
        self._incomplete.pop(game, None)
        self._sent.pop(game, None)

    def in_turn(self, games: Iterable[int]) -> list[int]:
        """What was not sent for the longest time comes first: none keeps the others waiting."""
        return sorted(games, key=lambda game: (self._sent.get(game, -inf), game))

    def may_send_again(self, game: int) -> bool:
        """Whether a result that the hub lacks is sent again now."""
        now, last = self._clock(), self._window
        due = self._sent.get(game, -inf) + AGAIN_S <= now
        return due and (len(last) < WINDOW or last[-1] + AGAIN_S <= now)

    def sent(self, game: int, *, is_incomplete: bool) -> None:
        """A result was sent. ``is_incomplete``: without what goes with it."""
        self._sent.pop(game, None)  # else it keeps its place among the older ones
        self._sent[game] = self._clock()
        if is_incomplete:
            self._incomplete[game] = self._incomplete.get(game, 0) + 1
        else:
            self._incomplete.pop(game, None)

    @property
    def again_in_s(self) -> float | None:
        """When the next result may be sent again; None: none waits."""
        last = self._window
        return max(SOON_S, last[-1] + AGAIN_S - self._clock()) if last else None

    @property
    def _window(self) -> list[float]:
        """When the results were sent that were sent last, the newest first."""
        return list(islice(reversed(self._sent.values()), WINDOW))
