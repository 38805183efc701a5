"""What a table does when a hub is away, or gone for good, in virtual time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.club.outbox import AGAIN_S, MAX_INCOMPLETE, WINDOW, Outbox
from controller.club.publisher import Publisher
from controller.club.publisher_store import PublisherStore
from tests.controller.club.hub.kit import begin_another, end, sealed_table
from tests.controller.club.test_publisher import HUB, House

pytestmark = pytest.mark.looptime


async def with_hub(folder: Path) -> House:
    """A table that has heard of a hub."""
    house = House(folder)
    house.start()
    await asyncio.sleep(1)
    house.broker.say("hub", HUB)
    await asyncio.sleep(1)
    return house


async def play(house: House, games: int) -> None:
    for _ in range(games):
        end(house.table)
        begin_another(house.table)
        await asyncio.sleep(0.5)


def results(house: House, game: int = 1) -> list[dict[str, Any]]:
    return house.broker.of("result", str(game))


def acknowledge(house: House, game: int = 1, hub: str = "a") -> None:
    receipt = {"hub": hub, "mark": results(house, game)[-1]["mark"]}
    house.broker.say(f"ack/{game}", msgspec.json.encode(receipt))


async def test_after_a_hub_is_gone_everybody_else_still_gets_each_result(tmp_path: Path) -> None:
    house = await with_hub(tmp_path)
    await play(house, 3 * WINDOW)
    assert [len(results(house, game)) for game in range(1, 3 * WINDOW + 1)] == [1] * 3 * WINDOW
    await house.stop()


async def test_an_empty_hello_removes_a_hub_and_nothing_is_sent_again(tmp_path: Path) -> None:
    house = await with_hub(tmp_path)
    await play(house, 2)
    house.broker.say("hub", b"")
    await asyncio.sleep(3 * AGAIN_S)
    assert [len(results(house, game)) for game in (1, 2)] == [1, 1]
    assert PublisherStore(house.file).read().hub == ""
    await house.stop()


async def test_a_hub_that_comes_back_gets_a_few_results_at_a_time_and_all_in_turn(
    tmp_path: Path,
) -> None:
    """Four results that it never acknowledged kept the others from it."""
    house = await with_hub(tmp_path)
    await play(house, 3 * WINDOW)
    house.broker.say("hub", HUB)
    for rounds in range(1, 4):
        await asyncio.sleep(AGAIN_S / 2)
        again = [len(results(house, game)) == 2 for game in range(1, 3 * WINDOW + 1)]
        assert again == [game <= rounds * WINDOW for game in range(1, 3 * WINDOW + 1)]
        await asyncio.sleep(AGAIN_S / 2)
    await house.stop()


async def test_a_result_that_waits_does_not_keep_a_core_busy_while_the_referee_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await with_hub(tmp_path)
    await play(house, 1)
    house.table.leave()
    passes = count_passes(monkeypatch)
    await asyncio.sleep(10 * AGAIN_S)
    assert len(passes) < 10 * AGAIN_S  # the referee is looked for every two seconds
    assert len(results(house)) == 1
    house.table.away = False
    await asyncio.sleep(AGAIN_S)
    assert len(results(house)) == 2
    await house.stop()


def count_passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often the publisher looks for what it has to send. One that spins ends the test."""
    passes: list[int] = []
    look = Publisher._take_in

    def counted(self: Publisher) -> None:
        passes.append(1)
        assert len(passes) < 10_000, "it spins"
        look(self)

    monkeypatch.setattr(Publisher, "_take_in", counted)
    return passes


async def test_a_result_that_changes_and_changes_back_is_sent_until_the_hub_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await with_hub(tmp_path)
    end(house.table)
    await asyncio.sleep(1)
    acknowledge(house)
    await asyncio.sleep(1)
    for phase in ("play", "game_over"):  # what the hub has of it now, nobody knows
        house.table.phase = phase
        house.table.say("ruling.skips", player="Bo")
        await asyncio.sleep(1)
    assert [one["taken_back"] for one in results(house)] == [False, True, False]
    passes = count_passes(monkeypatch)
    await asyncio.sleep(AGAIN_S)
    assert len(passes) < 10
    assert [one["taken_back"] for one in results(house)] == [False, True, False, False]
    acknowledge(house)
    await asyncio.sleep(3 * AGAIN_S)
    assert len(results(house)) == 4
    await house.stop()


async def test_a_publisher_that_waits_for_draws_sends_the_result_and_ends_when_told(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.table = sealed_table()
    house.table.scenario_after_s = 600.0
    house.start()
    await asyncio.sleep(1)
    house.broker.say("hub", HUB)
    end(house.table)
    await asyncio.sleep(1)
    assert results(house) == []
    async with asyncio.timeout(1):
        await house.stop()
    assert [one["draws"] for one in results(house)] == [None]
    assert house.broker.taken[-1].payload == b"offline"


async def test_a_result_whose_draws_could_not_be_had_is_sent_again_with_them(
    tmp_path: Path,
) -> None:
    house = House(tmp_path)
    house.table = sealed_table()
    house.table.busy = True
    house.start()
    await asyncio.sleep(1)
    house.broker.say("hub", HUB)
    end(house.table)
    await asyncio.sleep(1)
    assert [one["draws"] is None for one in results(house)] == [True]
    acknowledge(house)
    await asyncio.sleep(1)
    assert PublisherStore(house.file).read().acknowledged == {}
    house.table.busy = False
    await asyncio.sleep(AGAIN_S)
    assert [one["draws"] is None for one in results(house)] == [True, False]
    acknowledge(house)
    await asyncio.sleep(3 * AGAIN_S)
    assert len(results(house)) == 2
    assert set(PublisherStore(house.file).read().acknowledged) == {1}
    await house.stop()


async def test_only_the_hub_that_was_met_acknowledges_a_result(tmp_path: Path) -> None:
    house = await with_hub(tmp_path)
    end(house.table)
    await asyncio.sleep(1)
    acknowledge(house, hub="b")
    await asyncio.sleep(1)
    assert PublisherStore(house.file).read().acknowledged == {}
    acknowledge(house)
    await asyncio.sleep(1)
    assert set(PublisherStore(house.file).read().acknowledged) == {1}
    await house.stop()


def test_what_is_sent_again_is_among_the_newest() -> None:
    """Else fewer than a few would be sent again each time."""
    now_s = [0.0]
    outbox = Outbox(lambda: now_s[0])
    for game in range(1, WINDOW + 2):
        outbox.sent(game, is_incomplete=False)
    now_s[0] = AGAIN_S
    for game in range(1, WINDOW + 1):
        assert outbox.may_send_again(game)
        outbox.sent(game, is_incomplete=False)
    assert not outbox.may_send_again(WINDOW + 1)


def test_draws_that_can_never_be_had_are_not_waited_for_for_ever() -> None:
    outbox = Outbox(lambda: 0.0)
    for _ in range(MAX_INCOMPLETE - 1):
        outbox.sent(1, is_incomplete=True)
        assert not outbox.arrived(1)
    outbox.sent(1, is_incomplete=True)
    assert outbox.arrived(1)
    assert outbox.again_in_s is None


def test_a_receipt_for_what_was_sent_before_the_hub_was_known_does_not_count() -> None:
    outbox = Outbox(lambda: 0.0)
    assert not outbox.arrived(1)  # it had no draws: it is sent again, with them
    outbox.sent(1, is_incomplete=False)
    assert outbox.arrived(1)
