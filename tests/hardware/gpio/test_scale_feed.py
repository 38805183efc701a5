"""The scale's process beside a loop that does not wait for it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hardware.gpio import scale_readings
from hardware.gpio.nau7802 import ScaleTrouble
from hardware.gpio.scale_readings import Reading, ScaleFeed, command_for
from hardware.portable.nau7802 import ADDRESS
from tests.processes import PATIENCE_S

ENDLESS = "import itertools\nfor n in itertools.count(): print(n, -n, flush=True)"


class Heard:
    """What a feed said, and whether it may start a process."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.troubles: list[str] = []
        self.idle = True

    def feed(self, program: str) -> ScaleFeed:
        return self.feed_of((sys.executable, "-c", program))

    def feed_of(self, command: tuple[str, ...]) -> ScaleFeed:
        return ScaleFeed(command, self.readings.append, self._failed, lambda: self.idle)

    def _failed(self, trouble: ScaleTrouble) -> None:
        self.troubles.append(str(trouble))

    async def until(self, readings: int = 0, troubles: int = 0) -> None:
        def there() -> bool:
            return len(self.readings) >= readings and len(self.troubles) >= troubles

        async with asyncio.timeout(PATIENCE_S):
            while not there():  # noqa: ASYNC110 -- a process has no event
                await asyncio.sleep(0.005)


@pytest.fixture
async def heard() -> AsyncIterator[Heard]:
    yield Heard()


async def test_readings_come_while_somebody_wants_them_and_the_process_ends_then(
    heard: Heard,
) -> None:
    feed = heard.feed(ENDLESS)
    feed.want(True)
    await heard.until(readings=1_000)
    assert heard.readings[:3] == [Reading(0, 0), Reading(1, -1), Reading(2, -2)]
    assert [one.at_us for one in heard.readings] == list(range(len(heard.readings)))
    process = feed._process
    feed.want(False)
    assert process is not None and process.wait(PATIENCE_S) != 0
    before = len(heard.readings)
    await asyncio.sleep(0)
    assert len(heard.readings) == before
    feed.close()
    assert heard.troubles == []


async def test_no_reading_comes_after_the_one_at_which_nobody_wants_more(heard: Heard) -> None:
    feed = heard.feed("print(''.join(f'{n} {-n}\\n' for n in range(100)), end='', flush=True)")
    hear = feed._heard

    def let_go(reading: Reading) -> None:
        hear(reading)
        feed.want(False)

    feed._heard = let_go
    feed.want(True)
    await heard.until(readings=1)
    assert heard.readings == [Reading(0, 0)]
    feed.close()
    assert heard.troubles == []


@pytest.mark.parametrize("program", ["", "print('only')", "print('!', 'No chip answers.')"])
async def test_a_process_that_fails_is_told_once_and_started_again(
    heard: Heard, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale_readings, "RETRY_S", 0.01)
    feed = heard.feed(program)
    feed.want(True)
    await heard.until(troubles=2)
    feed.close()
    ended = "The program that reads the scale ended: run `rollerdeck doctor` to see why."
    assert set(heard.troubles) == {"No chip answers." if "!" in program else ended}


async def test_a_process_that_hangs_is_given_up(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale_readings, "SILENT_S", 0.2)
    feed = heard.feed("import time; time.sleep(600)")
    feed.want(True)
    await heard.until(troubles=1)
    feed.close()
    assert heard.troubles == [
        "The scale does not answer: switch its board off and on, and check its cable."
    ]


async def test_only_a_scale_that_says_nothing_between_two_looks_is_given_up(heard: Heard) -> None:
    feed = heard.feed("import time; print(1, 2, flush=True); time.sleep(600)")
    feed.want(True)
    await heard.until(readings=1)
    feed._look()
    assert heard.troubles == []
    feed._look()
    assert len(heard.troubles) == 1
    feed.close()


@pytest.mark.looptime
async def test_a_scale_that_nobody_wants_is_not_given_up_later(heard: Heard) -> None:
    feed = heard.feed("import time; time.sleep(600)")
    feed.want(True)
    feed.want(False)
    await asyncio.sleep(10 * scale_readings.RETRY_S)
    assert heard.troubles == []
    assert feed._process is None
    feed.close()


async def test_half_a_line_of_a_process_that_ended_is_no_part_of_the_next(
    heard: Heard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(scale_readings, "RETRY_S", 0.01)
    first = f"import pathlib; first = pathlib.Path({str(tmp_path / 'first')!r})"
    again = "again = first.exists(); first.touch()"
    feed = heard.feed(f"{first}; {again}; print(*((3, 4) if again else '1'), end='\\n' * again)")
    feed.want(True)
    await heard.until(readings=1, troubles=1)
    feed.close()
    assert heard.readings[0] == Reading(3, 4)


async def test_no_process_starts_while_cards_come(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale_readings, "LATER_S", 0.01)
    heard.idle = False
    feed = heard.feed(ENDLESS)
    feed.want(True)
    assert feed._process is None
    heard.idle = True
    await heard.until(readings=1)
    feed.close()


async def test_a_bus_that_is_not_there_is_a_sentence(heard: Heard) -> None:
    feed = heard.feed_of(command_for(98, ADDRESS, 40))
    feed.want(True)
    await heard.until(troubles=1)
    feed.close()
    assert heard.troubles[0].startswith("The I2C bus /dev/i2c-98 does not exist: switch")


@pytest.mark.skipif(not Path("/usr/bin/chrt").exists(), reason="needs chrt (apt: util-linux)")
async def test_the_process_does_not_inherit_a_real_time_priority(heard: Heard) -> None:
    feed = heard.feed("import os; print(os.sched_getscheduler(0), os.getpid(), flush=True)")
    assert feed._command[:3] == ("/usr/bin/chrt", "--other", "0")
    feed.want(True)
    await heard.until(readings=1)
    feed.close()
    assert heard.readings[0].at_us == 0
