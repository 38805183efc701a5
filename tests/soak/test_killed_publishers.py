"""Publisher, broker and referee are killed in turn: no event changes, none is lost unseen."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from controller.base.paths import MQTT_PASSWORD
from controller.club.password import keep_password
from controller.club.rulings import KEPT
from tests.controller.club.broker import USERS, Mosquitto
from tests.processes import PATIENCE_S, Running, free_port
from tests.seeds import soak_seed

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
LONGEST_S = 0.4
"""How long after a command somebody is killed at most."""


class House:
    """A referee, a publisher, a broker, and a program that listens to it."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder, self.chance = folder, chance
        self.port = free_port()
        self.broker = Mosquitto(folder)
        self.heard: dict[int, list[dict[str, Any]]] = {}
        self.results: list[dict[str, Any]] = []
        self.last: dict[str, bytes] = {}
        self.score = 0
        self.web = httpx.AsyncClient(base_url=f"http://localhost:{self.port}")
        keep_password(folder / MQTT_PASSWORD, USERS["table-1"])
        self.config = folder / "rollerdeck.toml"
        self.config.write_text(
            f"[referee]\nport = {self.port}\nbreath_ms = 0\nentries_a_minute = 1000000\n"
            f"[mqtt]\nhost = 'localhost'\nport = {self.broker.port}\nuser = 'table-1'\n"
        )
        self.referee = self._start_referee()
        self.publisher = self._start_publisher()
        self.listening = asyncio.create_task(self._listen())

    def _start_referee(self) -> Running:
        return Running(self.folder, "play", "--simulate", "--config", str(self.config))

    def _start_publisher(self) -> Running:
        return Running(self.folder, "mqtt", "--wait", "--config", str(self.config))

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
        if topic == "rollerdeck/table-1/event":
            event = msgspec.json.decode(payload)
            self.heard.setdefault(event["number"], []).append(event)

    async def ask(self, path: str, body: object = None, key: str = "") -> Any:
        """Ask the referee until it answers. A repeated request is carried out once."""
        async with asyncio.timeout(PATIENCE_S):
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

    async def play(self) -> None:
        """Somebody corrects a score, which is one ruling."""
        self.score += 1
        command = {"do": "set", "scores": {"Ann": self.score % 400}}
        await self.ask("/api/commands", command, f"score-{self.score}")

    def kill(self, whom: str) -> None:
        """SIGKILL, and start it again."""
        if whom == "publisher":
            self.publisher.kill()
            self.publisher = self._start_publisher()
        elif whom == "referee":
            self.referee.kill()
            self.referee = self._start_referee()
        else:
            self.broker.kill()
            self.broker.start()

    async def settled(self) -> list[dict[str, Any]]:
        """Every ruling of the game, once the newest of them has been heard."""
        async with asyncio.timeout(3 * PATIENCE_S):
            while True:
                await self.play()  # again: who listens may have come back later than the publisher
                rulings: list[dict[str, Any]] = (await self.ask("/api/games/1"))["log"]
                with suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE_S / 4):
                        while not self._has_heard(rulings[-1]["seq"]):  # noqa: ASYNC110
                            await asyncio.sleep(0.02)
                        return rulings

    def _has_heard(self, seq: int) -> bool:
        return any(one[0]["seq"] == seq for one in self.heard.values())


@asynccontextmanager
async def house(folder: Path, chance: random.Random) -> AsyncIterator[House]:
    os.environ["STATE_DIRECTORY"] = str(folder)
    there = House(folder, chance)
    try:
        await there.ask("/healthz")
        async with asyncio.timeout(PATIENCE_S):
            while there.last.get("rollerdeck/table-1/status") != b"online":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await there.ask("/api/games", GAME, "game")
        yield there
    finally:
        del os.environ["STATE_DIRECTORY"]
        there.listening.cancel()
        with suppress(asyncio.CancelledError):
            await there.listening
        there.publisher.end()
        there.referee.end()
        there.broker.kill()
        await there.web.aclose()


async def killed(folder: Path, kills: int, chance: random.Random) -> None:
    stages: Counter[str] = Counter()
    async with house(folder, chance) as there:
        for _ in range(kills):
            for _ in range(chance.randrange(1, 4)):
                await there.play()
            wait_s = chance.random() * LONGEST_S
            await asyncio.sleep(wait_s)
            whom = chance.choice(["publisher", "broker", "referee"])
            there.kill(whom)
            stages[f"{whom}, {int(wait_s * 10) * 100}-{int(wait_s * 10) * 100 + 100} ms"] += 1
        rulings = await there.settled()
        heard = there.heard
        last_status = there.last["rollerdeck/table-1/status"]
    for many in heard.values():  # a number stands for one ruling, however often it comes
        assert len({(one["seq"], one["key"], str(one["values"])) for one in many}) == 1
    order = [heard[number][0]["seq"] for number in sorted(heard)]
    assert order == sorted(order)
    missing = len(rulings) - len(heard)
    holes = max(heard) - len(heard)
    assert max(heard) < len(rulings) + KEPT, "nobody was away for so long"
    assert missing == holes, "what is missing is a hole in the numbers"
    assert last_status == b"online"
    twice = sum(len(many) > 1 for many in heard.values())
    print(f"{len(rulings)} rulings, {len(heard)} heard, {twice} of them twice, {holes} holes")
    for stage, times in sorted(stages.items()):
        print(f"{stage:24} {times:4} {'#' * times}")


@pytest.mark.thorough
async def test_after_a_few_kills_every_ruling_is_known(tmp_path: Path) -> None:
    await killed(tmp_path, 4, random.Random(11))


@pytest.mark.soak
async def test_after_many_kills_every_ruling_is_known(tmp_path: Path) -> None:
    seed = soak_seed()
    print(f"seed {seed}")
    await killed(tmp_path, int(os.environ.get("MQTT_KILLS", "200")), random.Random(seed))
