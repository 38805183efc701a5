"""Rounds for practice over HTTP: in memory, without the launcher, the journal and the seats."""

from __future__ import annotations

from collections import Counter, deque
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.games.book import by_the_rules
from controller.table.rate_limit import RateLimits
from controller.table.table import Table
from controller.web.answers import json
from controller.web.operation import Operation
from controller.web.requests import Name, address_of, read, settled
from hardware.profiles import launcher_of
from rules import Refusal
from rules.bots.practice import Practice, Step, practice_setup

MOST = 8
"""Rounds at once: for one more, one of the address that has most of them ends."""
SILENT_S = 600.0
"""A round in which nobody says anything for so long has ended."""
KEPT_STEPS = 64
"""How many steps are kept for whoever did not get an answer."""
REQUESTS_AT_ONCE = 60
REQUEST_EVERY_S = 0.5
"""An address may ask so often at once, and then one in this time."""


class NewPractice(Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to try a round."""

    player: Name
    """What the person is called."""


class PracticeCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """What the person says."""

    after: Annotated[int, Meta(ge=0)]
    """The number of the last step that they saw."""
    command: dict[str, Any]
    """One of ``legal``, with what it needs."""


class PracticeView(Struct, frozen=True):
    """A round for practice, as its person sees it."""

    practice: str
    """Names the round in requests."""
    player: str
    """What the person is called."""
    steps: tuple[Step, ...]
    """What has happened since the request's ``after``, the oldest first."""
    legal: list[dict[str, Any]]
    """What the person can say now; in a play, only of their own cards."""


class Round:
    """A round, and what its person may not have seen yet."""

    def __init__(self, practice: Practice, player: str, address: str | None) -> None:
        """Let the others play until the person is waited for. ``address``: where it was begun."""
        self.player = player
        self.address = address
        self.heard_s = 0.0
        self._practice = practice
        self._steps = deque(practice.go_on(), KEPT_STEPS)

    def answer(self, said: PracticeCommand) -> None:
        """Carry out what the person says, unless they have not seen everything."""
        if said.after == self._steps[-1].number:
            self._steps += self._practice.answer(said.command)

    def view(self, name: str, after: int) -> PracticeView:
        """What the person sees who has seen the steps up to this one."""
        steps = tuple(step for step in self._steps if step.number > after)
        legal = [offer.json() for offer in self._practice.offers()]
        return PracticeView(name, self.player, steps, legal)


class PracticeSite:
    """Answers the requests of ``PRACTICE``: one method for each, by its name."""

    def __init__(self, table: Table) -> None:
        """Take the table's hit profile, clock and randomness, and nothing else of it."""
        self._table = table
        self._rounds: dict[str, Round] = {}
        """By name, that which was heard last at the end."""
        # its own: whoever practises uses up nothing that the game, or a seat, allows their address
        self._limits = RateLimits(lambda: table.clock(), REQUESTS_AT_ONCE, REQUEST_EVERY_S)

    async def begin_practice(self, request: Request) -> Response:
        """Begin a round."""
        player = settled((await read(request, NewPractice)).player)
        self._limit(request)
        setup = practice_setup(player)
        if isinstance(setup, Refusal):
            raise by_the_rules(setup)
        name = f"{self._table.rng.getrandbits(128):032x}"
        press = launcher_of(self._table.profile, name.encode())
        practice = Practice(setup, press, Random(name))  # noqa: S311 -- nothing is at stake
        self._end_silent()
        return self._view(name, Round(practice, player, address_of(request)), 0)

    async def answer_practice(self, request: Request) -> Response:
        """Go on with a round."""
        said = await read(request, PracticeCommand)
        self._limit(request)
        self._end_silent()
        name = request.path_params["practice"]
        if name not in self._rounds:
            raise Refused("no_such_practice", "refusal.no_such_practice")
        current = self._rounds.pop(name)
        current.answer(said)
        return self._view(name, current, said.after)

    def _view(self, name: str, current: Round, after: int) -> Response:
        current.heard_s = self._table.clock()
        self._rounds[name] = current
        if len(self._rounds) > MOST:
            del self._rounds[self._spare()]
        return json(current.view(name, after))

    def _spare(self) -> str:
        """The round that ends for one too many: a device that begins many ends only its own."""
        counts = Counter(current.address for current in self._rounds.values())
        most = max(counts.values())
        return next(
            name for name, current in self._rounds.items() if counts[current.address] == most
        )

    def _end_silent(self) -> None:
        """Forget the rounds in which nobody has said anything for long."""
        since_s = self._table.clock() - SILENT_S
        self._rounds = {
            name: current for name, current in self._rounds.items() if current.heard_s > since_s
        }

    def _limit(self, request: Request) -> None:
        """Count a request of this address. Raises ``Refused`` where it has to wait."""
        address = address_of(request)
        self._limits.refuse(address)
        self._limits.count(address)


PRACTICE = (
    Operation(
        "POST",
        "/api/practice",
        "begin_practice",
        "Begin a round for practice, against bots on a simulated launcher",
        NewPractice,
        PracticeView,
        refusals=("rules", "too_soon"),
        about="It is in memory alone: no game, seat or launcher is touched. It ends after 10 "
        "minutes without a request. There are at most eight: for one more, of the address with "
        "most of them, the one that was silent for longest ends.",
    ),
    Operation(
        "POST",
        "/api/practice/{practice}/commands",
        "answer_practice",
        "Say something in a round for practice, and see what the bots do",
        PracticeCommand,
        PracticeView,
        refusals=("no_such_practice", "too_soon"),
        about="A command that is not in `legal`, or whose `after` is not the newest step, does "
        "nothing: the answer has the steps after `after`, so a repeated request is safe.",
    ),
)
