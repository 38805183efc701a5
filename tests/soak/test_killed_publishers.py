"""Publisher, broker, referee and hub are killed in turn: no event changes, none is lost unseen.

The broker is set up as in examples/mosquitto: with TLS, passwords, and a list of rights.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from controller.base.paths import HUB_FILE, HUB_PASSWORD, MQTT_PASSWORD
from controller.club.hub.result_store import Store, StoredResult
from controller.club.password import keep_password
from controller.club.referee_state import KEPT
from controller.games.journal_replay import Course, course
from controller.journal.reading import read_game
from tests.controller.club.broker import USERS, Mosquitto, certificate
from tests.processes import PATIENCE_S, Running, free_port
from tests.seeds import soak_seed

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann", "target": 1}
LAST_ROUND: list[dict[str, object]] = [
    {"do": "turn_up", "card": "red-7"},
    {"do": "set", "hands": {"Bo": 1}},
    {"do": "play", "by": "Bo", "card": "red-3"},
    {"do": "count", "player": "Ann", "points": 50},
    {"do": "count", "player": "Cy", "points": 60},
]
"""Bo wins the game."""
JOURNAL = "journal.sqlite3"
TABLE = "rollerdeck/table-1"
LOOK_AGAIN_S, LONGEST_S = 0.002, 5.0
SPREAD_S = 0.05
"""How long after a stage has begun somebody is killed at most."""


class House:
    """A referee, a publisher, a broker, and a program that listens to it."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = folder, chance
        self.port = free_port()
        self.broker = Mosquitto(folder, certificate(folder))
        assert self.broker.pair is not None
        self.heard: dict[int, list[dict[str, Any]]] = {}
        self.results: dict[int, list[dict[str, Any]]] = {}
        self.last: dict[str, bytes] = {}
        self.sent = 0
        self.unreached = 0
        """How often a stage did not begin in time, so that somebody was killed at another one."""
        self.games = 0
        self.web = httpx.AsyncClient(base_url=f"http://localhost:{self.port}")
        keep_password(folder / MQTT_PASSWORD, USERS["table-1"])
        keep_password(folder / HUB_PASSWORD, USERS["hub"])
        self.config = folder / "rollerdeck.toml"
        self.config.write_text(
            f"[referee]\nport = {self.port}\nbreath_ms = 0\nentries_a_minute = 1000000\n"
            f"[launcher]\nsocket = '{folder}/launcher.sock'\n"
            f"[mqtt]\nhost = 'localhost'\nport = {self.broker.port}\nuser = 'table-1'\n"
            f"tls = true\nauthority = '{self.broker.pair.certificate}'\n"
            f"[hub]\nhost = 'localhost'\nport = {self.broker.port}\nuser = 'hub'\n"
            f"tls = true\nauthority = '{self.broker.pair.certificate}'\n"
        )
        self.launcher = Running(folder, "simulator", "--socket", f"{folder}/launcher.sock")
        """Else the referee starts one, which outlives a referee that is killed."""
        self.launcher.until((folder / "launcher.sock").exists, "launcher")
        self.referee = self._start_referee()
        self.publisher = self._start_publisher()
        self.hub = self._start_hub()
        self.listening = asyncio.create_task(self._listen())

    def _start_referee(self) -> Running:
        return Running(self.folder, "play", "--simulate", "--config", str(self.config))

    def _start_publisher(self) -> Running:
        return Running(self.folder, "mqtt", "--wait", "--config", str(self.config))

    def _start_hub(self) -> Running:
        place = ("--host", "127.0.0.1", "--port", "0")
        return Running(self.folder, "hub", "--wait", *place, "--config", str(self.config))

    async def _listen(self) -> None:
        import aiomqtt

        while True:
            with suppress(aiomqtt.MqttError):
                async with self.broker.home() as home:
                    async for one in home.client.messages:
                        assert isinstance(one.payload, bytes)
                        self._take(str(one.topic), one.payload)
            await asyncio.sleep(0.005)

    def _take(self, topic: str, payload: bytes) -> None:
        self.last[topic] = payload
        if topic == f"{TABLE}/event":
            event = msgspec.json.decode(payload)
            self.heard.setdefault(event["number"], []).append(event)
        elif topic.startswith(f"{TABLE}/result/"):
            result = msgspec.json.decode(payload)
            self.results.setdefault(result["game"], []).append(result)

    async def ask(self, path: str, body: object = None, key: str = "") -> Any:
        """Ask the referee until it answers. A repeated request is carried out once."""
        async with asyncio.timeout(6 * PATIENCE_S):
            while True:
                try:
                    answer = await (
                        self.web.get(path)
                        if body is None
                        else self.web.post(path, json=body, headers={"idempotency-key": key})
                    )
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
                    continue
                if answer.status_code < 500:
                    assert answer.status_code == 200, answer.text
                    return answer.json()
                await asyncio.sleep(0.02)

    async def say(self, path: str, body: object) -> int:
        """Say something once, however often the referee dies meanwhile; the journal's entry."""
        self.sent += 1
        answer = await self.ask(path, body, f"said-{self.sent}")
        return int(answer["seq"])

    async def play(self) -> int:
        """Somebody corrects a hand, which is one ruling; the journal's entry."""
        hands = {"Ann": 5 + self.sent % 2}
        return await self.say("/api/commands", {"do": "set", "hands": hands})

    async def begin(self) -> None:
        """A new game."""
        await self.say("/api/games", GAME)
        await self.say("/api/commands", LAST_ROUND[0])
        self.games += 1

    async def finish(self) -> int:
        """The game on the table ends; the journal's entry."""
        seq = 0
        for command in LAST_ROUND[1:]:
            seq = await self.say("/api/commands", command)
        return seq

    async def until(self, holds: Callable[[], bool], within_s: float = 6 * PATIENCE_S) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(within_s):
            while not holds():
                if self.listening.done():
                    self.listening.result()
                await asyncio.sleep(LOOK_AGAIN_S)

    async def reach(self, stage: str) -> None:
        """Play until a stage begins. What is waited for can be lost with the one killed before."""
        if stage == "starting":
            return
        seq = await (self.finish() if stage.startswith("result") else self.play())
        awaited: dict[str, Callable[[], bool]] = {
            "event heard": lambda: self.has_heard(seq),
            "result heard": lambda: self.games in self.results,
            "result kept": lambda: f"{TABLE}/ack/{self.games}" in self.last,
        }
        if stage in awaited:
            try:
                await self.until(awaited[stage], LONGEST_S)
            except TimeoutError:
                self.unreached += 1

    def kill(self, whom: str) -> None:
        """SIGKILL, and start it again."""
        if whom == "publisher":
            self.publisher.kill()
            self.publisher = self._start_publisher()
        elif whom == "referee":
            self.referee.kill()
            self.referee = self._start_referee()
        elif whom == "hub":
            self.hub.kill()
            self.hub = self._start_hub()
        else:
            self.broker.kill()
            self.broker.start()

    async def settled(self) -> list[object]:
        """Every ruling of every game, once the newest of them has been heard."""
        while True:
            seq = await self.play()  # again: who listens may be back later than the publisher
            with suppress(TimeoutError):
                await self.until(partial(self.has_heard, seq), PATIENCE_S)
                break
        games = (self._course(number) for number in range(1, self.games + 1))
        return [line for game in games for line in game.log]

    def _course(self, number: int) -> Course:
        """A game as the journal has it. The referee's own reader waits for a quiet machine."""
        journal = self.folder / JOURNAL
        found = course(read_game(journal, number), journal, superseded=number != self.games)
        assert found is not None
        return found

    def kept(self) -> list[StoredResult]:
        """What the hub has on its disk."""
        store = Store(self.folder / HUB_FILE)
        try:
            return store.results()
        finally:
            store.close()

    def has_heard(self, seq: int) -> bool:
        return any(one[0]["seq"] >= seq for one in self.heard.values())


@asynccontextmanager
async def house(folder: Path, chance: random.Random) -> AsyncIterator[House]:
    os.environ["STATE_DIRECTORY"] = str(folder)
    there = House(folder, chance)
    try:
        await there.ask("/healthz")
        await there.until(lambda: there.last.get(f"{TABLE}/status") == b"online")
        await there.begin()
        yield there
    finally:
        del os.environ["STATE_DIRECTORY"]
        there.listening.cancel()
        with suppress(asyncio.CancelledError):
            await there.listening
        there.publisher.end()
        there.hub.end()
        there.referee.process.terminate()  # it may be reading a past game, which takes a while
        there.referee.process.wait(6 * PATIENCE_S)
        there.launcher.end()
        there.broker.kill()
        await there.web.aclose()


STAGES = ("starting", "event said", "event heard", "result said", "result heard", "result kept")
"""When somebody is killed: while what was killed before starts, and around each kind of message."""
WHO = ("publisher", "broker", "referee", "hub")


async def killed(folder: Path, kills: int, chance: random.Random) -> None:
    stages = [(whom, stage) for stage in STAGES for whom in WHO]
    whole, rest = divmod(kills, len(stages))
    plan = [*stages * whole, *chance.sample(stages, rest)]
    chance.shuffle(plan)
    async with house(folder, chance) as there:
        for whom, stage in plan:
            await there.reach(stage)
            await asyncio.sleep(chance.random() * SPREAD_S)
            there.kill(whom)
            if stage.startswith("result"):
                await there.begin()
        rulings = await there.settled()
        over = list(range(1, there.games))
        await there.until(lambda: sorted(one.game for one in there.kept()) == over)
        heard, kept = there.heard, there.kept()
        last_status = there.last[f"{TABLE}/status"]
    for many in heard.values():  # a number stands for one ruling, however often it comes
        assert len({(one["seq"], one["key"], str(one["values"])) for one in many}) == 1
    order = [heard[number][0]["seq"] for number in sorted(heard)]
    assert order == sorted(order)
    missing = len(rulings) - len(heard)
    holes = max(heard) - len(heard)
    assert max(heard) < len(rulings) + KEPT, "nobody was away for so long"
    assert missing == holes, "what is missing is a hole in the numbers"
    assert last_status == b"online"
    assert [one.game for one in kept] == over, "each result is kept once"
    assert all(one.winners == ("Player 2",) for one in kept)
    twice = sum(len(many) > 1 for many in heard.values())
    again = sum(len(many) > 1 for many in there.results.values())
    proved = sum(one.proof == "proved" for one in kept)
    print(f"{len(rulings)} rulings, {len(heard)} heard, {twice} of them twice, {holes} holes")
    print(f"{len(over)} results, each kept once; {again} were published again; {proved} proved")
    print(f"{there.unreached} times, a stage was not reached in time")
    for (whom, stage), times in sorted(Counter(plan).items()):
        print(f"{whom + ', ' + stage:24} {times:4} {'#' * times}")


@pytest.mark.thorough
async def test_after_a_few_kills_every_ruling_is_known(tmp_path: Path) -> None:
    await killed(tmp_path, 6, random.Random(11))


@pytest.mark.soak
async def test_after_many_kills_every_ruling_is_known(tmp_path: Path) -> None:
    seed = soak_seed()
    print(f"seed {seed}")
    await killed(tmp_path, int(os.environ.get("MQTT_KILLS", "200")), random.Random(seed))
