"""People at the table of the installed services: what they say, press and count, and the books."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from controller.journal.entry import Entry
from controller.journal.reading import read_entries
from firmware_bridge.simulator_control import SimulatorControl
from tests.vm.booted import CARDS, LAUNCHER
from tests.vm.booted.ledger import Ledger

ADDRESS: Final = "http://127.0.0.1:8080"
JOURNAL: Final = Path("/var/lib/rollerdeck/journal.sqlite3")
PLAYERS: Final = ["Ann", "Bo", "Cy"]
PATIENCE_S: Final = 60.0
LOOK_AGAIN_S: Final = 0.2
SOON_S: Final = 0.02
"""While the motor starts, which is over within a second."""
HOLD_MS: Final = 40
BETWEEN_S: Final = 0.1
AS_ONE: Final = 1
"""The last card of a hit may have another one with it."""
GOES_ON: Final = ("refusal.cards_are_coming", "refusal.not_waiting")
"""Why people are not asked about a hit that the launcher has just gone on with."""
NEW_GAME_BELOW: Final = 30
"""Cards that are left in the launcher by the rules: a new game fills it up."""


class Seen(Protocol):
    """What is true of the launcher; see ``firmware_bridge.simulator_control.Truth``."""

    @property
    def cards_left(self) -> int: ...

    @property
    def motor_on(self) -> bool: ...

    @property
    def motor_runs_ms(self) -> tuple[tuple[float, float | None], ...]: ...


class Control(Protocol):
    """What people do at the launcher; see ``firmware_bridge.simulator_control``."""

    async def press(self, hold_ms: int) -> None: ...

    async def fill(self, cards: int) -> None: ...

    async def pull(self) -> bool: ...

    async def truth(self) -> Seen: ...


class Table:
    """Speaks to the referee, handles the launcher, and compares the two."""

    def __init__(self, ledger: Ledger, control: Control | None = None) -> None:
        """With what is remembered from before this machine was started.

        ``control``: at the launcher, if that is not behind this machine's lines.
        """
        self._ledger = ledger
        self._control: Control = control or SimulatorControl(LAUNCHER)

    # the referee

    def ask(self, path: str, body: object = None) -> Any:
        """Ask for something that must be granted; a POST where there is a body."""
        try:
            return self._answer(path, body)
        except HTTPError as refused:
            raise AssertionError(f"{path} {body}: {refused.read().decode()}") from None

    def refused(self, path: str, body: object) -> Any:
        """Ask for something that may be refused; why, or None if it was granted."""
        try:
            self._answer(path, body)
        except HTTPError as refused:
            return json.load(refused)
        return None

    def _answer(self, path: str, body: object) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(ADDRESS + path, data, {"Content-Type": "application/json"})
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("/api/table")
        return found

    def serves(self) -> bool:
        """Whether the referee is there, with the launcher in hand."""
        try:
            return bool(self.ask("/healthz")["link"] == "up")
        except (URLError, OSError, HTTPException):
            return False

    def until_it_serves(self) -> None:
        until(self.serves, "page with a launcher")

    # the launcher

    def truth(self) -> Seen:
        return asyncio.run(self._control.truth())

    def left(self) -> int:
        """Cards that truly left, in all."""
        return self._ledger.left + self.truth().cards_left

    def press(self) -> None:
        """Press a moment after the last time: a button that was hardly let go of is still down."""
        time.sleep(BETWEEN_S)
        asyncio.run(self._control.press(HOLD_MS))

    def press_and_start(self) -> None:
        """Press, and wait until the motor runs."""
        self.press()
        until(lambda: self.truth().motor_on, "start of the motor", SOON_S)

    def take_out(self) -> None:
        """Take away what sticks out of the mouth, once the roller rests."""
        until(lambda: not self.truth().motor_on, "rest of the motor")
        self.pull_all()

    def pull_all(self) -> int:
        """Take away what sticks out of the mouth now; how many cards that was."""
        pulled = 0
        while asyncio.run(self._control.pull()):
            pulled += 1
        return pulled

    # a game

    def until_armed(self) -> None:
        """Begin a game if need be, and wait until a press is awaited."""
        shown = self.shown()
        if shown["game"] is None or shown["state"]["launcher"] < NEW_GAME_BELOW:
            self.take_out()
            asyncio.run(self._control.fill(CARDS))
            self.ask("/api/games", {"edition": "attack", "players": PLAYERS, "dealer": "Ann"})
            self.ask("/api/commands", {"do": "turn_up", "card": "red-5"})
        until(self._armed, "armed launcher")

    def _armed(self) -> bool:
        launcher = self.shown()["launcher"]
        if launcher["faults"]:
            self.take_out()
            self.ask("/api/launcher/clear", {})
        return launcher["hit"] is not None and launcher["hit"]["stage"] == "armed"

    def whole_hit(self) -> None:
        """One hit that nobody disturbs; the books agree afterwards."""
        self.until_armed()
        number = self.shown()["launcher"]["hit"]["number"]
        self.press()
        until(
            lambda: self._armed() and self.shown()["launcher"]["hit"]["number"] > number,
            "next hit",
        )
        self.agree()

    # the books

    def entries(self) -> tuple[Entry, ...]:
        """Of the journal, whose numbers have no gap, or it cannot be read."""
        return read_entries(JOURNAL).entries

    def booked(self) -> tuple[int, int, int]:
        """Hits in the journal, their cards, and how many of these may be two."""
        hits = [
            entry.body
            for entry in self.entries()
            if entry.kind == "command" and entry.body["command"]["do"] == "hit"
        ]
        numbers = [body["hit"] for body in hits]
        assert len(numbers) == len(set(numbers)), f"a hit is in the journal twice: {numbers}"
        cards = sum(int(body["command"]["cards"]) for body in hits)
        return len(hits), cards, sum(int(body["measured"].get("uncertain", 0)) for body in hits)

    def recover(self, pressed: bool = True, rolled_on: bool = False) -> None:
        """After something died: the table counts where it is asked to; then the books agree.

        ``rolled_on``: nobody stopped the motor in time.
        """
        until(lambda: self._over(pressed, rolled_on), "end of the hit")
        if self.shown()["game"] is not None:
            until(self._armed, "armed launcher")
        self.agree()

    def _over(self, pressed: bool, rolled_on: bool) -> bool:
        """Whether no pressed hit is left; if one waits for people, they say how it ended.

        The referee may ask the launcher for the rest of it at the same moment. Then people are
        refused, cards come, and the hit ends by itself.
        """
        self.take_out()
        ledger = self._ledger
        hit = self.shown()["launcher"]["hit"]
        if hit is None or hit["requested"] is None:
            return True
        if hit["stage"] in ("running", "armed"):
            return False
        _, cards, _ = self.booked()
        missing = self.left() - cards - ledger.unseen
        most = hit["requested"] + ledger.pulled + AS_ONE
        assert hit["out"] <= missing and (rolled_on or missing <= most), (hit, missing)
        said = {"hit": hit["number"]} | ({"cards": missing} if pressed else {})
        refused = self.refused(f"/api/launcher/{'confirm' if pressed else 'unpressed'}", said)
        if refused is not None:
            assert refused["key"] in GOES_ON, refused
            return False
        ledger.confirmed += 1
        return True

    def agree(self) -> None:
        """Every card that left is booked, but for those that the journal doubts."""
        self.take_out()
        ledger = self._ledger
        _, cards, doubtful = self.booked()
        unbooked = self.left() - cards - ledger.unseen
        assert 0 <= unbooked <= doubtful - ledger.doubted, (unbooked, doubtful, self.truth())
        ledger.unseen += unbooked
        ledger.doubted = doubtful


def until(holds: Callable[[], object], what: str, again_s: float = LOOK_AGAIN_S) -> None:
    """Wait until something holds; look again after so long."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, f"no {what} within {PATIENCE_S:.0f} s"
        time.sleep(again_s)
