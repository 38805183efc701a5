"""A referee at whose table ten devices tap, that is killed, and whose disk is full now and then."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec

import rules
from controller.base.paths import backups_of
from controller.games.journal_replay import replay
from controller.journal.entry import Entry
from controller.journal.reading import look_through, read_entries
from firmware_bridge.simulator_control import SimulatorControl
from tests.disks.small import SmallDisk, small_disk
from tests.processes import PATIENCE_S, Running, free_port
from tests.soak.clients import Books, Device

DEVICES = 10
DISK_BYTES = 16 * 1024 * 1024
BETWEEN = 12
"""So many requests are acknowledged between two kills, at least."""
DISK_REFUSES = 3
LONG_S = 3 * PATIENCE_S
"""For what takes several requests."""
STAGES = (
    *("starting", "answering", "cards come", "new game"),
    *("disk full", "disk full, and still at the start", "room again", "ending"),
)
"""When the referee is killed."""


class Crowd:
    """One simulator that lives, one referee that dies, and ten devices that go on."""

    def __init__(self, folder: Path, disk: SmallDisk, seed: int) -> None:
        self.url = ""
        self.life = 0
        self.books = Books()
        self.histogram: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.journal = disk.folder / "journal"
        self.socket = folder / "s"
        self._folder = folder
        self._disk = disk
        self._random = random.Random(seed)
        self._serving = asyncio.Event()
        self._http = httpx.AsyncClient(timeout=PATIENCE_S)
        self._start_s = 1.0
        self._referee: Running | None = None
        self._config = folder / "crowd.toml"
        self._config.write_text("[referee]\nbreath_ms = 0\nbackups = 3\n")

    # the referee's life

    async def answers(self) -> None:
        """Return when the referee may be asked."""
        await self._serving.wait()

    def _spawn(self) -> Running:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.life += 1
        return Running(
            self._folder,
            *("play", "--host", "127.0.0.1", "--port", str(port), "--config", str(self._config)),
            *("--socket", str(self.socket), "--journal", str(self.journal)),
        )

    async def start(self) -> bool:
        """Start the referee. False: it said that the disk is full, and ended."""
        began_s = time.monotonic()
        self._referee = self._spawn()
        while time.monotonic() < began_s + PATIENCE_S:
            if (code := self._referee.process.poll()) is not None:
                said = self._referee.said
                assert code == 2 and "make room" in said and "Traceback" not in said, said
                return False
            try:
                answer = await self._http.get(self.url + "/healthz")
            except httpx.TransportError:
                await asyncio.sleep(0.01)
                continue
            if answer.json()["link"] == "up":
                self._start_s = time.monotonic() - began_s
                self._serving.set()
                return True
        raise AssertionError(f"it does not serve: {self._referee.said}")

    def _silence(self) -> None:
        assert self._referee is not None
        self._serving.clear()
        self._referee.kill()
        assert "Traceback" not in self._referee.said, self._referee.said

    def _kill(self, stage: str) -> None:
        self._silence()
        self.histogram[stage] += 1

    async def end(self) -> None:
        """Stop the referee as it should be."""
        assert self._referee is not None
        self._serving.clear()
        assert await asyncio.to_thread(self._referee.end) == 0, self._referee.said

    # one death

    async def die(self, stage: str) -> None:
        """Kill the referee at that stage, look into the journal, and start it again."""
        await self._go_on(BETWEEN)
        if stage == "starting":
            await self.end()
            self._referee = self._spawn()
            await asyncio.sleep(self._random.uniform(0, self._start_s))
            self._kill(stage)
        elif stage == "ending":
            assert self._referee is not None
            self._referee.process.terminate()
            await asyncio.sleep(self._random.uniform(0, 0.1))
            self._kill(stage)
        elif stage.startswith("disk full"):
            await self._fill()
            self._kill(stage)
            if "start" in stage:
                self.found["starts on a full disk refused"] += not await self.start()
                self._silence()
        elif stage == "room again":
            await self._fill()
            self._disk.free()
            await asyncio.sleep(self._random.uniform(0, 0.05))
            self._kill(stage)
        else:
            await self._comes(stage)
            await asyncio.sleep(self._random.uniform(0, 0.012))
            self._kill(stage)
        self._disk.free()
        self.look()
        assert await self.start()

    async def _comes(self, stage: str) -> None:
        """Return when that is going on."""
        if stage == "new game":
            self.books.game_wanted = True
            await self._until(lambda: not self.books.game_wanted)
        elif stage == "cards come":
            control = SimulatorControl(self.socket)
            async with asyncio.timeout(LONG_S):
                while (await control.truth()).stage in ("idle", "armed"):  # noqa: ASYNC110
                    await asyncio.sleep(0.002)
        else:
            await self._until(lambda: bool(self.books.on_their_way))

    async def _fill(self) -> None:
        """Fill the disk, and wait until devices are told. The log has no room in itself first."""
        await self.end()
        assert await self.start()
        before = self._full
        self._disk.fill()
        await self._until(lambda: self._full >= before + DISK_REFUSES)

    @property
    def _full(self) -> int:
        """How often anybody was told: by a refusal, or by the table while it cannot book a hit."""
        return self.books.refusals["disk.full"] + self.books.full_disks

    async def _go_on(self, requests: int) -> None:
        wanted = len(self.books.acknowledged) + requests
        await self._until(lambda: len(self.books.acknowledged) >= wanted)

    async def _until(self, holds: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(LONG_S):
                while not holds():  # noqa: ASYNC110 - what devices are told has no event
                    await asyncio.sleep(0.002)
        except TimeoutError:
            table = (await self._http.get(self.url + "/api/table")).json()
            stands = (table["launcher"], table["state"], self.books.refusals)
            raise AssertionError(f"nothing happens any more: {stands}") from None

    # the books

    def look(self) -> None:
        """Compare the journal with what was acknowledged so far."""
        on_their_way = set(self.books.on_their_way)
        entries = read_entries(self.journal).entries
        written = {entry.key: entry.seq for entry in entries if entry.key is not None}
        for key, tap in self.books.acknowledged.items():
            assert written.get(key) == tap.seq, f"{tap} is entry {written.get(key)}"
        _nothing_twice(entries)
        unanswered = [tap for tap in on_their_way if tap.seq is None]
        self.found["on their way when it was killed"] += len(unanswered)
        self.found["… of them written already"] += sum(tap.key in written for tap in unanswered)

    async def close_books(self) -> int:
        """What must be so in the end; returns the number of entries."""
        table = (await self._http.get(self.url + "/api/table")).json()
        entries = read_entries(self.journal).entries[: table["seq"]]
        acknowledged = self.books.acknowledged
        assert {entry.key for entry in entries if entry.key} == set(acknowledged)
        for entry in entries:
            if entry.key is not None:
                _is_what_was_said(entry, acknowledged[entry.key].body)
            else:
                by_itself = entry.kind != "command" or entry.body["command"]["do"] == "hit"
                assert by_itself, f"nobody said {entry}"
        _nothing_twice(entries)
        record = replay(entries, self.journal)
        assert record.state is not None
        assert table["state"] == msgspec.to_builtins(rules.view(record.state))
        for backup in backups_of(self.journal).glob("*.sqlite3"):
            look_through(backup)
        return len(entries)

    async def close(self) -> None:
        if self._referee is not None:
            self._referee.end()
        await self._http.aclose()


def _is_what_was_said(entry: Entry, body: dict[str, object]) -> None:
    if entry.kind == "game":
        assert entry.body["game"] == body
    elif "do" in body:
        assert entry.body["command"].items() >= body.items(), (entry, body)
    else:
        assert (entry.body["hit"], entry.body["command"]["do"]) == (body["hit"], "hit")


def _nothing_twice(entries: tuple[Entry, ...]) -> None:
    """By what was said, whatever the keys: no score and no hit is in the journal twice."""
    said = [entry.body["command"] for entry in entries if entry.kind == "command"]
    marks = [one["scores"]["Ann"] for one in said if one["do"] == "set"]
    hits = [entry.body["hit"] for entry in entries if entry.body.get("measured")]
    assert len(marks) == len(set(marks)), "a command is in the journal twice"
    assert len(hits) == len(set(hits)), "a hit is in the journal twice"


@asynccontextmanager
async def crowded_table(folder: Path, seed: int) -> AsyncIterator[Crowd]:
    """A referee on a small disk, a simulated launcher, and ten devices that play."""
    with small_disk(folder / "disk", DISK_BYTES) as disk:
        crowd = Crowd(folder, disk, seed)
        launcher = Running(folder, "simulator", "--socket", str(crowd.socket), "--seed", str(seed))
        with launcher:
            launcher.until(lambda: Path(f"{crowd.socket}.hand").exists(), "socket")
            try:
                assert await crowd.start()
                yield crowd
            finally:
                await crowd.close()


async def kill_in_turns(crowd: Crowd, seed: int, kills: int) -> int:
    """Kill the referee so often while the devices play. Returns the number of entries."""
    devices = [Device(crowd, crowd.books, seed * DEVICES + nth) for nth in range(DEVICES)]
    order = random.Random(seed)
    stages = [STAGES[nth % len(STAGES)] for nth in range(kills)]
    order.shuffle(stages)
    async with asyncio.TaskGroup() as playing:
        for device in devices:
            playing.create_task(device.play())
        for stage in stages:
            await crowd.die(stage)
        for device in devices:
            device.over = True
    entries = await crowd.close_books()
    await crowd.end()
    assert await crowd.start()
    await crowd.close_books()
    return entries
