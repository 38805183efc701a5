"""A table whose referee is killed again and again, and whose launcher lives on.

The referee is the real ``rollerdeck play``, killed with SIGKILL at a chosen stage of a hit or of a
journal write; the launcher is the real ``rollerdeck simulator``, which counts the cards that truly
left. After each kill the books are compared.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from controller.journal.entry import Entry
from controller.journal.reading import read_entries
from firmware_bridge.simulator_control import SimulatorControl, Truth
from hardware.portable.settings import Settings
from tests.processes import PATIENCE_S, Running, free_port, without_waiting

PLAYERS = ["Ann", "Bo", "Cy"]
OFF_WITHIN_MS = (Settings.lease_us + Settings.finish_bound_us) / 1000
"""What is promised: referee dead, motor off within the lease and the bound for the last card."""

DRY_MOMENTS = ["write", "starting", "armed"]
MOMENTS = [*DRY_MOMENTS, "ding", "spin-up"]
MOMENTS += [f"card {nth}" for nth in range(1, 7)]
MOMENTS += ["settle", "booking"]
"""The stages over which kills are spread. ``booking``: measured, perhaps not yet in the journal."""


def _fitting(moments: list[str], cards: int) -> list[str]:
    """Those of the moments that a hit of so many cards has, the rarest last."""
    if not cards:
        return [moment for moment in moments if moment in DRY_MOMENTS]
    fitting = [m for m in moments if not m.startswith("card") or int(m.split()[1]) <= cards]
    return sorted(
        fitting, key=lambda moment: (moment not in DRY_MOMENTS, moment.startswith("card"), moment)
    )


class Table:
    """One simulator that lives, one referee that dies, and what was acknowledged so far."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.random = random.Random(seed)
        self.socket = folder / "launcher.sock"
        self.journal = folder / "journal.db"
        self.control = SimulatorControl(self.socket)
        self.http = httpx.AsyncClient(timeout=PATIENCE_S)
        self.histogram: Counter[str] = Counter()
        self.worst_off_ms = 0.0
        self.confirmed = 0
        self.unseen = 0
        """Cards that left with one before, as the journal said that they might have."""
        self.doubted = 0
        self.acknowledged: list[int] = []
        self.marks = 0
        self.finger_free_s = 0.0
        self.referee: Running | None = None

    # the referee's life

    async def start(self, wait: bool = True) -> None:
        """Start the referee; with ``wait`` until it serves its page and holds the launcher."""
        port = free_port()
        self.http.base_url = httpx.URL(f"http://127.0.0.1:{port}")
        self.referee = Running(
            self.folder,
            *("play", "--simulate", "--host", "127.0.0.1", "--port", str(port)),
            *("--socket", str(self.socket), "--journal", str(self.journal)),
            *without_waiting(self.folder),
        )
        if wait:
            await self.until(self._serves, "a page and a launcher")

    async def _serves(self) -> bool:
        try:
            answer = await self.http.get("/healthz")
        except httpx.TransportError:
            return False
        return answer.status_code == 200 and answer.json()["link"] == "up"

    async def until(self, holds: Any, what: str) -> Any:
        """Poll until something is true; a hang fails with what the referee has said."""
        deadline = time.monotonic() + PATIENCE_S
        while not (found := await holds()):
            assert self.referee is not None
            if time.monotonic() > deadline or self.referee.process.poll() is not None:
                raise AssertionError(f"no {what}; the referee said: {self.referee.said}")
            await asyncio.sleep(0.005)
        return found

    # the people

    async def table(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.http.get("/api/table")).json()
        return found

    async def say(self, **command: Any) -> None:
        """A command that must be taken; its sequence number is remembered as acknowledged."""
        answer = await self.http.post("/api/commands", json=command)
        assert answer.status_code == 200, f"{command}: {answer.text}"
        self.acknowledged.append(answer.json()["seq"])

    async def new_game(self) -> None:
        game = {"edition": "attack", "players": PLAYERS, "dealer": "Ann"}
        answer = await self.http.post("/api/games", json=game)
        assert answer.status_code == 200, answer.text
        await self.say(do="turn_up", card="red-5")

    async def ready_to_press(self) -> int:
        """Wait until a press is awaited; returns how many cards it will give."""

        async def armed() -> bool:
            hit = (await self.table())["launcher"]["hit"]
            return hit is not None and hit["stage"] == "armed" and await self.stage() == "armed"

        table = await self.table()
        if table["game"] is None or table["state"]["launcher"] < 30:
            await self.new_game()
        await self.until(armed, "armed launcher")
        last = [entry for entry in self.entries() if entry.kind == "intent"][-1]
        requested: int = last.body["requested"]
        return requested

    async def press(self) -> None:
        """Tap the button; a finger is off it again before it can come back."""
        await asyncio.sleep(self.finger_free_s - time.monotonic())
        await self.control.press(hold_ms=10)
        self.finger_free_s = time.monotonic() + 0.06

    async def whole_hit(self) -> None:
        """One hit that nobody disturbs."""
        before = self.booked_hits()
        await self.press()

        async def booked() -> bool:
            return self.booked_hits() > before

        await self.until(booked, "booked hit")

    # the books

    def entries(self) -> tuple[Entry, ...]:
        return read_entries(self.journal).entries

    def booked_hits(self) -> int:
        return len(self._hits())

    def _hits(self) -> list[Entry]:
        return [
            e for e in self.entries() if e.kind == "command" and e.body["command"]["do"] == "hit"
        ]

    def booked_cards(self) -> int:
        return sum(int(entry.body["command"]["cards"]) for entry in self._hits())

    def doubtful_cards(self) -> int:
        """Cards that the journal says may have come beside the counted ones."""
        return sum(int(entry.body["measured"].get("uncertain", 0)) for entry in self._hits())

    async def stage(self) -> str:
        return (await self.control.truth()).stage

    # one death

    async def die_at_one_of(self, moments: list[str]) -> str:
        """Kill the referee at the hardest of these moments that the next hit has."""
        while not (fitting := _fitting(moments, await self.ready_to_press())):
            await self.whole_hit()
        moment = fitting[-1]
        if moment == "starting":
            await self._die_starting()
        elif moment == "write":
            await self._die_writing()
        else:
            await self._die_in_a_hit(moment)
        return moment

    async def _die_starting(self) -> None:
        assert self.referee is not None
        self.referee.kill()
        await self.start(wait=False)
        await asyncio.sleep(self.random.uniform(0.05, 0.6))
        await self._kill("starting")

    async def _die_writing(self) -> None:
        """Kill while a command is on its way; a unique score tells whether it was taken."""
        self.marks += 1
        speaking = asyncio.create_task(
            self.http.post("/api/commands", json={"do": "set", "scores": {"Ann": self.marks}})
        )
        await asyncio.sleep(self.random.uniform(0.0, 0.012))
        await self._kill("write")
        try:
            answer = await speaking
        except httpx.TransportError:
            return
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(answer.json()["seq"])

    async def _die_in_a_hit(self, moment: str) -> None:
        if moment != "armed":
            await self.press()
            await self._stage_comes(moment)
        await self._kill(moment)

    async def _stage_comes(self, moment: str) -> None:
        """Return as soon as the launcher is at that stage, or already past it."""
        before = None
        while moment != "ding":
            stage = await self.stage()
            if stage == moment or (before == "settle" and stage != "settle"):
                return
            before = stage

    async def _kill(self, moment: str) -> None:
        assert self.referee is not None
        at_ms = self.referee.kill() * 1000
        truth = await self._standing_still()
        stage = truth.stage_at(at_ms)
        self.histogram[stage if moment in ("ding", stage) else f"{moment} ({stage})"] += 1
        for _, off_ms in truth.motor_runs_ms:
            assert off_ms is not None
            self.worst_off_ms = max(self.worst_off_ms, off_ms - at_ms)
        assert self.worst_off_ms <= OFF_WITHIN_MS, f"motor on for {self.worst_off_ms:.0f} ms"

    async def _standing_still(self) -> Truth:
        """Wait out the promise and a little more; returns what happened meanwhile."""
        deadline = time.monotonic() + OFF_WITHIN_MS / 1000 + 0.1
        truth = await self.control.truth()
        while time.monotonic() < deadline and (truth.motor_on or truth.stage != "idle"):
            await asyncio.sleep(0.002)
            truth = await self.control.truth()
        assert not truth.motor_on, "the motor still turns"
        return truth

    async def recover(self) -> None:
        """Start again; the table confirms what the referee asks; then the books must agree."""
        await self.start()
        truth = await self.control.truth()
        seqs = [entry.seq for entry in self.entries()]
        assert seqs == list(range(1, len(seqs) + 1))
        assert set(self.acknowledged) <= set(seqs), "an acknowledged command is missing"
        table = await self.table()
        hit = table["launcher"]["hit"]
        # a card sticking out belongs to the table as one that left (LCH-1)
        out = truth.cards_left + truth.mouth_counted
        missing = out - self.booked_cards() - self.unseen
        doubtful = self.doubtful_cards() - self.doubted
        # one that a fault holds back before anybody pressed has nothing to count
        if hit is not None and hit["requested"] is not None:
            assert hit["out"] <= missing <= hit["requested"] + doubtful, (hit, missing, truth)
            self.confirmed += 1
            body = {"hit": hit["number"], "cards": missing}
            answer = await self.http.post("/api/launcher/confirm", json=body)
            assert answer.status_code == 200, answer.text
            self.acknowledged.append(answer.json()["seq"])
        unflagged = out - self.booked_cards() - self.unseen
        assert 0 <= unflagged <= doubtful, (unflagged, hit, table["log"][-3:])
        self.unseen += unflagged
        self.doubted += doubtful
        if (await self.table())["launcher"]["faults"]:
            answer = await self.http.post("/api/launcher/clear")
            assert answer.status_code == 200, answer.text
        self._nothing_doubled()

    def _nothing_doubled(self) -> None:
        hits = [entry.body["hit"] for entry in self._hits()]
        assert len(hits) == len(set(hits)), "a hit is in the journal twice"
        marks = [
            entry.body["command"]["scores"]["Ann"]
            for entry in self.entries()
            if entry.kind == "command" and entry.body["command"]["do"] == "set"
        ]
        assert len(marks) == len(set(marks)), "a command is in the journal twice"


@asynccontextmanager
async def killed_table(folder: Path, seed: int) -> AsyncIterator[Table]:
    """A table with a running simulator and referee; both end with it."""
    table = Table(folder, seed)
    with Running(
        folder, "simulator", "--socket", str(table.socket), "--seed", str(seed)
    ) as launcher:
        launcher.until(
            lambda: table.socket.exists() and Path(f"{table.socket}.hand").exists(), "socket"
        )
        try:
            await table.start()
            yield table
        finally:
            if table.referee is not None:
                table.referee.end()
            await table.http.aclose()


async def kill_many(folder: Path, seed: int, moments: Sequence[str]) -> Table:
    """Kill the referee at each of these moments, in random order."""
    async with killed_table(folder, seed) as table:
        left = list(moments)
        while left:
            left.remove(await table.die_at_one_of(left))
            await table.recover()
        return table
