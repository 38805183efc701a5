"""Who waits for the table's yes: people who want to join the game, and players who want to leave.

It is in memory: after a restart of the referee, people ask again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from controller.base.errors import Refused
from rules.names import same

MOST_WAITING = 8
MOST_OF_ONE = 3
"""Of those that wait, from one address: nobody else should find the table closed."""

MOST_KEPT = 64
"""So many answers are remembered, for who repeats a request or comes late for a seat."""

Wish = Literal["join", "leave"]


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks to join, or to leave."""

    number: int
    """From 1, since the referee started."""
    do: Wish
    player: str
    ticket: str
    """What who asked knows, and nobody else: after a yes to ``join`` it is worth the seat, once."""
    address: str | None

    def command(self, score: int) -> Mapping[str, Any]:
        """What the rules are told after a yes; ``score``: of who joins."""
        more = {"score": score} if self.do == "join" else {}
        return {"do": self.do, "player": self.player, **more}


class Waiting:
    """The requests that wait, and the tickets of those who may take a seat."""

    def __init__(self, lots: Random) -> None:
        """``lots``: nobody can predict what it gives."""
        self._lots = lots
        self._last = 0
        self._waiting: dict[int, Request] = {}
        self._seats: dict[str, str] = {}
        self._answered: dict[int, bool] = {}

    @property
    def all(self) -> tuple[Request, ...]:
        """The requests that wait, the oldest first."""
        return tuple(self._waiting.values())

    def ask(self, do: Wish, player: str, address: str | None) -> Request:
        """Let somebody wait. Raises ``Refused``."""
        if any((one.do, same(one.player)) == (do, same(player)) for one in self.all):
            raise Refused("asked_already", "refusal.asked_already", {"player": player})
        own = sum(one.address == address for one in self.all)
        if len(self._waiting) >= MOST_WAITING or own >= MOST_OF_ONE:
            raise Refused("too_many_requests", "refusal.too_many_requests")
        self._last += 1
        request = Request(self._last, do, player, f"{self._lots.getrandbits(128):032x}", address)
        self._waiting[request.number] = request
        return request

    def find(self, number: int) -> Request | None:
        """The request that waits under this number; None: there is none."""
        return self._waiting.get(number)

    def was(self, number: int) -> bool | None:
        """What a request was answered; None: it was not, or that is too long ago."""
        return self._answered.get(number)

    def answer(self, number: int, *, yes: bool) -> None:
        """A request was answered. After a yes to ``join`` its ticket is worth the seat."""
        request = self._waiting.pop(number, None)
        if request is None:
            return
        self._answered[number] = yes
        if yes and request.do == "join":
            self._seats[request.ticket] = request.player
        if len(self._answered) > MOST_KEPT:
            del self._answered[next(iter(self._answered))]
        if len(self._seats) > MOST_KEPT:
            del self._seats[next(iter(self._seats))]

    def take(self, ticket: str) -> str:
        """The player whose seat a ticket is worth; it is used up now. Raises ``Refused``."""
        player = self._seats.pop(ticket, None)
        if player is not None:
            return player
        if any(one.ticket == ticket for one in self.all):
            raise Refused("no_such_code", "refusal.not_answered_yet")
        raise Refused("no_such_code", "refusal.no_such_ticket")

    def give_back(self, ticket: str, player: str) -> None:
        """The seat could not be given: the ticket is worth as much as before."""
        self._seats[ticket] = player
