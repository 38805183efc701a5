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

MOST_REMEMBERED = 64
"""So many answers are remembered, for who repeats a request or comes late for a seat."""

RequestKind = Literal["join", "leave"]


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks to join, or to leave."""

    number: int
    """From 1, since the referee started."""
    do: RequestKind
    player: str
    ticket: str
    """A secret of the device that asked: after a yes to ``join`` it gets the seat for it, once."""
    address: str | None

    def command(self, score: int) -> Mapping[str, Any]:
        """The command for the rules after a yes. ``score``: with which somebody joins."""
        more = {"score": score} if self.do == "join" else {}
        return {"do": self.do, "player": self.player, **more}


class JoinRequests:
    """The requests that wait for an answer, and the tickets that give a seat."""

    def __init__(self, rng: Random) -> None:
        """``rng``: must be unpredictable."""
        self._rng = rng
        self._last_number = 0
        self._waiting: dict[int, Request] = {}
        self._tickets: dict[str, str] = {}
        self._answered: dict[int, bool] = {}

    @property
    def all(self) -> tuple[Request, ...]:
        """The requests that wait, the oldest first."""
        return tuple(self._waiting.values())

    def add(self, do: RequestKind, player: str, address: str | None) -> Request:
        """Add a request. Raises ``Refused`` if it waits already, or too many do."""
        if any((waiting.do, same(waiting.player)) == (do, same(player)) for waiting in self.all):
            raise Refused("asked_already", "refusal.asked_already", {"player": player})
        own = sum(waiting.address == address for waiting in self.all)
        if len(self._waiting) >= MOST_WAITING or own >= MOST_OF_ONE:
            raise Refused("too_many_requests", "refusal.too_many_requests")
        self._last_number += 1
        ticket = f"{self._rng.getrandbits(128):032x}"
        request = Request(self._last_number, do, player, ticket, address)
        self._waiting[request.number] = request
        return request

    def find(self, number: int) -> Request | None:
        """The request that waits under this number; None: there is none."""
        return self._waiting.get(number)

    def answer_of(self, number: int) -> bool | None:
        """The answer to a request; None: there was none, or it is forgotten."""
        return self._answered.get(number)

    def answer(self, number: int, *, yes: bool) -> None:
        """Note the answer to a request. After a yes to ``join`` its ticket gives the seat."""
        request = self._waiting.pop(number, None)
        if request is None:
            return
        self._answered[number] = yes
        if yes and request.do == "join":
            self._tickets[request.ticket] = request.player
        if len(self._answered) > MOST_REMEMBERED:
            del self._answered[next(iter(self._answered))]
        if len(self._tickets) > MOST_REMEMBERED:
            del self._tickets[next(iter(self._tickets))]

    def redeem(self, ticket: str) -> str:
        """The player whose seat a ticket gives; it is used up now.

        Raises ``Refused`` if it gives none, or none yet.
        """
        player = self._tickets.pop(ticket, None)
        if player is not None:
            return player
        if any(request.ticket == ticket for request in self.all):
            raise Refused("no_such_code", "refusal.not_answered_yet")
        raise Refused("no_such_code", "refusal.no_such_ticket")

    def restore(self, ticket: str, player: str) -> None:
        """Make a redeemed ticket valid again, because the seat could not be given."""
        self._tickets[ticket] = player
