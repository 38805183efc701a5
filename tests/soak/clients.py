"""Ten devices at one table, which send again what nobody answered, and often what was answered.

Each request has an idempotency key, as the page sends them. It is told what became of each: a
request is acknowledged once any copy of it got a 200.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

import httpx

DOUBLED = 0.3
"""Of the requests, how many are sent twice."""
HOW_DOUBLED = ("at the same moment", "after the answer", "after a kill")
NEVER_SEEN = '"0-0"'
"""As the page asks what became of a request: it is answered again, and never done."""
FEW_CARDS = 30
GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
AGAIN_S = 0.02
GIVES_UP_S = 5.0


class Server(Protocol):
    """The referee as the devices know it."""

    url: str
    life: int
    """How often it was started."""

    async def answers(self) -> None:
        """Return when it may be asked."""
        ...


@dataclass(eq=False)
class Tap:
    """One request, however often it is sent."""

    path: str
    body: dict[str, Any]
    key: str
    seq: int | None = None
    """The number of its entry; None: nobody has acknowledged it."""
    not_before: int = 0
    """The referee said that it was not done when this was the newest entry."""
    life: int = 0
    """The life of the referee in which it was sent last."""


class Books:
    """What all devices together were told."""

    def __init__(self) -> None:
        self.taps: list[Tap] = []
        self.on_their_way: set[Tap] = set()
        self.counts: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.full_disks = 0
        """How many tables said that the disk is full."""
        self.newest = 0
        self.game_wanted = False
        """Whoever taps next begins a game."""
        self.marks = count(1)

    @property
    def acknowledged(self) -> dict[str, Tap]:
        return {tap.key: tap for tap in self.taps if tap.seq is not None}

    def new(self, path: str, body: dict[str, Any]) -> Tap:
        tap = Tap(path, body, f"{len(self.taps):032x}")
        self.taps.append(tap)
        return tap

    def hear(self, tap: Tap, seq: int) -> None:
        """A copy of this request was answered with 200."""
        assert tap.seq in (None, seq), f"{tap} was answered as another entry, {seq}"
        assert seq > tap.not_before, f"{tap} was done after all, as entry {seq}"
        tap.seq = seq
        self.newest = max(self.newest, seq)


class Device:
    """A phone: it looks at the table, and taps."""

    def __init__(self, server: Server, books: Books, seed: int) -> None:
        self._server = server
        self._books = books
        self._random = random.Random(seed)
        self._http = httpx.AsyncClient(timeout=GIVES_UP_S)
        self._later: list[Tap] = []
        self.over = False

    async def play(self) -> None:
        """Until it is over."""
        async with self._http:
            while not self.over:
                await self._send_again()
                table = await self._look()
                if table is not None:
                    await self._act(table)
            for tap in self._later:
                await self._answered(tap)

    async def _look(self) -> dict[str, Any] | None:
        await self._server.answers()
        try:
            found: dict[str, Any] = (await self._http.get(self._server.url + "/api/table")).json()
        except httpx.TransportError:
            return None
        why = found["launcher"]["why"]
        if why is not None and why["key"] == "disk.full":
            self._books.full_disks += 1
        return found

    async def _act(self, table: dict[str, Any]) -> None:
        """What people would do now, or one of the many things that they may."""
        state, hit = table["state"], table["launcher"]["hit"]
        if table["launcher"]["faults"]:
            await self._touch("/api/launcher/clear")
        if state is None or state["launcher"] < FEW_CARDS or self._books.game_wanted:
            self._books.game_wanted = False
            await self._tap("/api/games", GAME)
        elif state["phase"] == "turn_up":
            await self._tap("/api/commands", {"do": "turn_up", "card": "red-5"})
        elif hit is not None and hit["stage"] == "confirm":
            body = {"hit": hit["number"], "cards": hit["out"]}
            await self._tap("/api/launcher/confirm", body)
        elif self._random.random() < 0.1:
            await self._touch("/api/simulator/press")
        elif self._random.random() < 0.15:
            also = ({"do": "undo"}, {"do": "pass", "by": state["turn"] or "Ann"})
            await self._tap("/api/commands", self._random.choice(also))
        else:
            mark = next(self._books.marks)
            await self._tap("/api/commands", {"do": "set", "scores": {"Ann": mark}})

    async def _touch(self, path: str) -> None:
        """A request that leaves no entry, so that nobody asks what became of it."""
        try:
            await self._http.post(self._server.url + path)
        except httpx.TransportError:
            self._books.counts["touches without an answer"] += 1

    async def _tap(self, path: str, body: dict[str, Any]) -> None:
        tap = self._books.new(path, body)
        doubled = self._random.choice(HOW_DOUBLED) if self._random.random() < DOUBLED else None
        if doubled == "at the same moment":
            await asyncio.gather(self._answered(tap), self._answered(tap))
        else:
            await self._answered(tap)
        if doubled == "after the answer":
            await self._answered(tap)
        elif doubled == "after a kill":
            self._later.append(tap)
        self._books.counts[f"doubled {doubled}" if doubled else "sent once"] += 1

    async def _send_again(self) -> None:
        for tap in [tap for tap in self._later if tap.life < self._server.life]:
            self._later.remove(tap)
            await self._answered(tap)

    async def _answered(self, tap: Tap) -> None:
        """Send a request until the referee answers that it is done, or that it cannot be."""
        saw: dict[str, str] = {}
        while True:
            await self._server.answers()
            tap.life = self._server.life
            known = tap.seq
            self._books.on_their_way.add(tap)
            try:
                answer = await self._http.post(
                    self._server.url + tap.path,
                    json=tap.body,
                    headers={"idempotency-key": tap.key, **saw},
                )
            except httpx.TransportError:
                self._books.counts["sent without an answer"] += 1
                saw = self._what_became_of(tap)
                continue
            finally:
                self._books.on_their_way.discard(tap)
            if answer.status_code == 200:
                self._books.hear(tap, answer.json()["seq"])
                return
            code, key = answer.json()["code"], answer.json()["key"]
            assert answer.status_code < 500 or answer.status_code == 503, answer.text
            if answer.status_code in (429, 503):  # not now
                self._books.refusals[key] += 1
                await asyncio.sleep(AGAIN_S)
                continue
            assert known is None, f"{tap} was acknowledged, and now {answer.text}"
            if not saw:
                self._books.refusals[code] += 1
                return
            assert code == "stale", answer.text
            tap.not_before = self._books.newest
            self._books.counts["told that it was not done"] += 1
            saw = {}

    def _what_became_of(self, tap: Tap) -> dict[str, str]:
        """Sometimes nothing is sent again before the referee has told whether it was done."""
        asks = tap.path == "/api/commands" and self._random.random() < 0.5
        return {"if-match": NEVER_SEEN} if asks else {}
