"""The publisher beside a broker that comes and goes, in virtual time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from controller.club import messages, reconnecting
from controller.club.broker import BrokerGone, Heard, TakenOver
from controller.club.commands import AT_ONCE, EVERY_S, Commands
from controller.club.discovery import forget
from controller.club.messages import Message, Names
from controller.club.outbox import Results
from controller.club.publisher import Publisher
from controller.club.publisher_store import Published, PublisherStore
from controller.club.referee_state import Game
from tests.controller.club.table import PretendedTable

pytestmark = pytest.mark.looptime
TO_TABLES = ("hub", "ack/1")
WEEK_S = 7 * 24 * 3600


class FakeBroker:
    """Keeps what is published. It can hang up before or after it has taken a message."""

    def __init__(self) -> None:
        self.taken: list[Message] = []
        self.said: list[Heard] = []
        self.away = False
        self.connections = 0
        self.hangs_up: random.Random | None = None
        self._gone = asyncio.Event()
        self._spoken_or_gone = asyncio.Event()
        self._why = BrokerGone("It is gone.")

    def go(self) -> None:
        self.away = True
        self.hang_up()

    def hang_up(self, why: BrokerGone | None = None) -> None:
        self._why = why or BrokerGone("It is gone.")
        self._gone.set()
        self._spoken_or_gone.set()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[FakeBroker]:
        await asyncio.sleep(0.001)
        if self.away:
            raise BrokerGone("It is away.")
        self._gone = asyncio.Event()
        self._spoken_or_gone = asyncio.Event()
        self.connections += 1
        yield self

    async def publish(self, message: Message) -> None:
        await asyncio.sleep(0.001)
        chance = self.hangs_up.random() if self.hangs_up else 1.0
        if self.away or chance < 0.1:
            raise BrokerGone("It is gone.")
        self.taken.append(message)
        if chance < 0.2:
            raise BrokerGone("It is gone.")

    async def subscribe(self, topic: str) -> None:
        await asyncio.sleep(0)

    async def heard(self) -> AsyncIterator[Heard]:
        said = 0
        while not self._gone.is_set():
            for one in self.said[said:]:
                said += 1
                yield one
            await self._spoken_or_gone.wait()
            self._spoken_or_gone.clear()
        raise self._why

    def say(self, topic: str, payload: bytes) -> None:
        """Pass on what somebody publishes to the table."""
        self.said.append(Heard(f"rollerdeck/t/{topic}", payload, False))
        self._spoken_or_gone.set()

    def of(self, *rest: str) -> list[dict[str, Any]]:
        topic = "/".join(("rollerdeck", "t", *rest))
        return [msgspec.json.decode(one.payload) for one in self.taken if one.topic == topic]


class House:
    """A table, a broker, and a publisher between them."""

    def __init__(self, folder: Path) -> None:
        self.table, self.broker = PretendedTable(), FakeBroker()
        self.file = folder / "published.json"
        self.noted: list[str] = []
        self.commands: Commands = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        broker = self.broker.connected
        kept = PublisherStore(self.file)
        url, note = "http://x", self._note
        running = Publisher(
            *(self.table, url, broker, kept, "t", "en", note),
            commands=self.commands,
            wall_clock=asyncio.get_running_loop().time,
        )
        self._running = asyncio.create_task(running.run())

    async def stop(self) -> None:
        assert self._running is not None
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running

    def _note(self, event: str, sentence: str, level: int = logging.INFO, **more: object) -> None:
        self.noted.append(event)


async def test_a_broker_that_was_away_for_a_week_gets_every_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnecting, "LONGEST_PAUSE_S", 3600.0)  # else it tries 20,000 times
    house = House(tmp_path)
    house.start()
    await asyncio.sleep(1)
    house.broker.go()
    for number in range(1, 31):
        house.table.phase = "game_over"
        house.table.say("ruling.game_won", names=["Cy"], n=1)
        house.table.past.insert(0, house.table.games[0] | {"on_table": False})
        house.table.game, house.table.phase = number + 1, "play"
        house.table.say("log.game", names=["Ann", "Bo", "Cy"])
        await asyncio.sleep(WEEK_S / 30)
    house.broker.away = False
    await asyncio.sleep(3700)
    results = [len(house.broker.of("result", str(number))) for number in range(1, 32)]
    assert results == [*[1] * 30, 0]
    events = house.broker.of("event")
    assert [one["number"] for one in events] == list(range(1, 61))
    assert [one["game"] for one in events] == [n // 2 + 1 for n in range(1, 61)]
    assert all(one["late"] and one["published_s"] > WEEK_S for one in events)
    assert {one["begun_s"] for one in events} == {house.table.begun_s}
    assert house.noted.count("broker_lost") <= 2
    await house.stop()


async def test_two_tables_with_one_name_take_the_connection_from_each_other_slowly(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.start()
    await asyncio.sleep(1)
    for _ in range(10):
        before = house.broker.connections
        house.broker.hang_up(TakenOver("Another program is there."))
        await asyncio.sleep(reconnecting.LONGEST_PAUSE_S - 1)
        assert house.broker.connections == before
        await asyncio.sleep(2)
        assert house.broker.connections == before + 1
    house.broker.hang_up()
    await asyncio.sleep(1)
    assert house.broker.connections == before + 2
    await house.stop()


@pytest.mark.parametrize("at_first", [True, False])
async def test_a_machine_with_the_same_name_is_noticed_though_the_broker_says_nothing(
    at_first: bool, tmp_path: Path
) -> None:
    """Two of them took the connection from each other every few seconds, and did not know why."""
    house = House(tmp_path)
    other = Heard("rollerdeck/t/source", b'{"source": "ff"}', True)
    if at_first:  # it may be of a machine that was replaced
        house.broker.said = [other]
    house.start()
    await asyncio.sleep(1)
    house.broker.said = [other]
    house.broker.hang_up()
    await asyncio.sleep(1)
    assert house.broker.connections == 2
    house.broker.hang_up()
    await asyncio.sleep(reconnecting.LONGEST_PAUSE_S - 1)
    assert house.broker.connections == 2
    await asyncio.sleep(2)
    assert house.broker.connections == 3
    await house.stop()


async def test_with_a_broker_that_hangs_up_every_event_comes_with_one_number(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.broker.hangs_up = random.Random(5)
    house.start()
    await asyncio.sleep(60)
    for nth in range(60):
        house.table.say("ruling.skips", "ruling.draws", player="Bo", n=nth)
        await asyncio.sleep(3)
        if nth % 20 == 19:
            await house.stop()
            house.start()
        if nth % 35 == 34:
            house.table.leave()
            house.table.away = False
    await asyncio.sleep(100)
    events = house.broker.of("event")
    told = {one["number"]: (one["key"], one["values"]["n"]) for one in events}
    assert all(told[one["number"]] == (one["key"], one["values"]["n"]) for one in events)
    keys = ("ruling.skips", "ruling.draws")
    assert [told[one] for one in sorted(told)] == [(key, n) for n in range(60) for key in keys]
    assert sorted(told) == list(range(1, 121))
    await house.stop()


async def test_a_hole_in_the_numbers_tells_of_rulings_that_are_missing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.start()
    await asyncio.sleep(1)
    house.table.say("ruling.skips", player="Bo")
    await asyncio.sleep(1)
    await house.stop()
    for _ in range(250):
        house.table.say("ruling.skips", player="Bo")
    house.start()
    await asyncio.sleep(5)
    house.table.say("ruling.skips", player="Bo")
    await asyncio.sleep(5)
    events = house.broker.of("event")
    assert [one["number"] for one in events] == [1, *range(202, 402)]
    assert not events[-1]["late"] and events[-2]["late"]
    house.table.journal = "0f"  # a backup was restored
    house.table.leave()
    house.table.away = False
    await asyncio.sleep(5)
    house.table.say("ruling.skips", player="Bo")
    await asyncio.sleep(5)
    assert [one["number"] for one in house.broker.of("event")[-2:]] == [401, 602]
    await house.stop()


async def test_only_a_command_that_is_allowed_is_carried_out_and_only_now(tmp_path: Path) -> None:
    carried_out: list[str] = []

    async def off() -> str:
        carried_out.append("off")
        return "The motor is off."

    allowed = ("safe_off", True), ("reboot", False), ("safe_off", False)
    for commands, expected in (({"safe_off": off}, ["off"]), ({}, [])):
        carried_out.clear()
        house = House(tmp_path)
        house.commands = commands
        house.broker.said = [Heard(f"rollerdeck/t/command/{n}", b"", r) for n, r in allowed]
        house.start()
        await asyncio.sleep(1)
        assert carried_out == expected
        assert len(house.broker.of("answer", "safe_off")) == len(expected)
        assert [one for one in house.noted if one == "commanded"] == ["commanded"] * len(expected)
        await house.stop()


async def test_a_flood_of_commands_is_a_few_commands_and_the_last_one_is_carried_out(
    tmp_path: Path,
) -> None:
    at_s: list[float] = []

    async def off() -> str:
        at_s.append(asyncio.get_running_loop().time())
        return "The motor is off."

    house = House(tmp_path)
    house.commands = {"safe_off": off}
    house.start()
    await asyncio.sleep(1)
    began_s = asyncio.get_running_loop().time()
    for _ in range(100):  # in 20 seconds
        house.broker.say("command/safe_off", b"")
        await asyncio.sleep(0.2)
    await asyncio.sleep(2 * EVERY_S)
    assert [round(one - began_s) for one in at_s[:AT_ONCE]] == [0, 0, 0]
    assert [round(one - began_s) for one in at_s[AT_ONCE:]] == [10, 20]
    house.broker.say("command/safe_off", b"")
    await asyncio.sleep(EVERY_S)
    assert len(at_s) == AT_ONCE + 3
    assert len(house.broker.of("answer", "safe_off")) == len(at_s)
    await house.stop()


HUB = b'{"version": 1, "hub": "a"}'
NONSENSE = (
    *(b"", b"\xff", b'{"hub":"\xff","version":1}', b'{"x":' + b"[" * 100_000, b"[]", b"null"),
    *(b'{"version": 1, "hub": ""}', b'{"version": 1, "hub": "' + b"a" * 65 + b'"}'),
    *(b'{"version": 2e9, "hub": 3}', b'{"hub": "a", "mark": "' + b"m" * 65 + b'"}'),
)


async def test_nonsense_in_the_name_of_a_hub_is_ignored(tmp_path: Path) -> None:
    house = House(tmp_path)
    receipt = b'{"hub": "a", "mark": "m"}'
    games = ("9" * 5000, "-1", "1.5", "x", "", "٣", "0", "7")
    house.broker.said = [
        *(Heard(f"rollerdeck/t/{where}", one, False) for one in NONSENSE for where in TO_TABLES),
        Heard("rollerdeck/t/hub", HUB, False),
        *(Heard(f"rollerdeck/t/ack/{game}", receipt, False) for game in games),
    ]
    house.start()
    await asyncio.sleep(1)
    house.table.say("ruling.skips", player="Bo")
    await asyncio.sleep(1)
    assert [one["number"] for one in house.broker.of("event")] == [1]
    published = PublisherStore(house.file).read()
    assert (published.hub, published.acknowledged) == ("a", {})
    await house.stop()


async def test_a_result_that_was_corrected_is_published_again(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.start()
    await asyncio.sleep(1)
    for phase in ("game_over", "play", "game_over", "game_over"):
        house.table.phase = phase
        house.table.say("ruling.skips", player="Bo")
        await asyncio.sleep(1)
    taken_back = [one["taken_back"] for one in house.broker.of("result", "1")]
    assert taken_back == [False, True, False]
    await house.stop()
    assert house.broker.taken[-1].payload == b"offline"


async def test_home_assistant_forgets_a_table_before_what_it_reads_is_empty() -> None:
    broker = FakeBroker()
    await forget(broker, "t")
    assert all(one.retain and one.payload == b"" for one in broker.taken)
    told = ["homeassistant/device/rollerdeck/t/config", "rollerdeck/t/state"]
    assert [one.topic for one in broker.taken if one.topic in told] == told


def test_what_was_published_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "there" / "published.json"
    kept = PublisherStore(file)
    assert kept.read() == Published()
    published = Published("1f", 5, 1, 3, {1: "ab"}, "s", "h", {1: "cd"})
    kept.write(published)
    assert PublisherStore(file).read() == published
    files = sorted(file.parent.iterdir())
    assert [one.stat().st_mode & 0o777 for one in files] == [0o600, 0o600]
    for one in files:
        one.write_bytes(b"\xff{")
    assert PublisherStore(file).read() == Published()


def test_a_ruling_does_not_write_all_results_anew(tmp_path: Path) -> None:
    file = tmp_path / "published.json"
    kept = PublisherStore(file)
    kept.write(Published("1f", 5, 1, 3, dict.fromkeys(range(1000), "0123456789abcdef")))
    before = {one.name: one.stat().st_ino for one in tmp_path.iterdir()}
    kept.write(replace(kept.read(), seq=6, number=4))
    changed = {one.name for one in tmp_path.iterdir() if one.stat().st_ino != before[one.name]}
    assert changed == {file.name} and file.stat().st_size < 200


def test_each_result_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[int] = []
    make = messages.result

    def noted(game: Game, names: Names) -> messages.Result:
        worked_out.append(game.number)
        return make(game, names)

    monkeypatch.setattr(messages, "result", noted)
    table, results = PretendedTable(), Results("en", with_names=False)
    table.phase = "game_over"
    games = msgspec.convert(table.games, tuple[Game, ...])
    assert set(results.of(games)) == set(results.of(games)) == {1}
    again = msgspec.convert(table.games, tuple[Game, ...])
    assert results.of(again)[1].mark == results.of(games)[1].mark
    changed = (msgspec.structs.replace(games[0], hits=99),)
    assert results.of(changed)[1].result.body["hits"] == 99
    assert worked_out == [1, 1]
