"""What the driver logs: who holds the launcher, its hits, its faults, its lease."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from hardware.launcher import LauncherGone
from tests.firmware_bridge.by_hand import order
from tests.firmware_bridge.test_driver import driven

pytestmark = pytest.mark.looptime


class Log:
    """Keeps what is noted."""

    def __init__(self) -> None:
        self.events: list[tuple[str, dict[str, object]]] = []
        self.levels: dict[str, int] = {}

    def note(self, event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
        assert sentence.endswith(".")
        self.events.append((event, fields))
        self.levels[event] = level


async def test_a_drivers_day_is_logged(path: Path) -> None:
    log = Log()
    async with driven(path, cards=2, note=log.note):
        launcher = await connect(at_socket(path), "table")
        await launcher.eject(1)
        result = await launcher.eject(3)
        assert result.fault is not None
        await launcher.close()
        await asyncio.sleep(1)
    said = log.events
    assert [name for name, _ in said] == [
        *("ready", "caller_came", "hit_ended", "hit_broken_off", "fault", "caller_left", "stopped")
    ]
    of = dict(said)
    assert of["caller_came"] == {"caller": "table"}
    ended = of["hit_ended"]
    assert (ended["requested"], ended["cards"]) == (1, 1)
    assert isinstance(ended["ms"], int)
    assert 50 < ended["ms"] < 2000
    assert of["hit_broken_off"]["cards"] == 1
    assert of["fault"] == {"fault": result.fault}
    levels = log.levels
    assert levels["fault"] == levels["hit_broken_off"] == logging.WARNING
    assert levels["hit_ended"] == logging.INFO


async def test_a_lease_that_ran_out_is_logged(path: Path) -> None:
    log = Log()
    async with driven(path, note=log.note):
        writer = await order(await asyncio.open_unix_connection(str(path)), "arm", hit=1, count=3)
        await asyncio.sleep(1)
        assert ("lease_trip", {"trips": 1}) in log.events
        writer.close()


async def test_a_caller_that_is_turned_away_is_not_said_to_hold_it(path: Path) -> None:
    log = Log()
    async with driven(path, note=log.note):
        launcher = await connect(at_socket(path), "table")
        with pytest.raises(LauncherGone):
            await connect(at_socket(path), "bench")
        assert [f for name, f in log.events if name == "caller_came"] == [{"caller": "table"}]
        await launcher.close()
