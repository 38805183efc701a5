"""What the daemon's tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from controller.table import table as table_module
from tests.processes import PATIENCE_S
from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import Evening
from tests.worlds.house import House
from tests.worlds.phones import Phones
from tests.worlds.running import Running
from tests.worlds.seeing import Seeing, seeing_table


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """A table with nothing on it yet, which tries again at once what went wrong."""
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    evening = Evening(tmp_path)
    yield evening
    await evening.close()


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    """Somebody at an open table with nothing on it."""
    evening = Evening(tmp_path)
    await evening.open()
    client = Client(evening, LocalControl(evening))
    yield client
    await client.http.aclose()
    await evening.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    for left in house.simulators():
        left.terminate()
        left.wait(PATIENCE_S)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "launcher.sock"


@pytest.fixture
def simulator(path: Path) -> Running:
    running = Running("simulator", "--socket", path, "--seed", 7, "--cards", 60)
    running.read_until("listens at")
    return running


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    yield
    for running in list(Running.all):
        running.kill()


@pytest.fixture
async def phones(evening: Evening) -> AsyncIterator[Phones]:
    """A game in which it is Bo's turn, at a table where each seat acts for itself."""
    evening.access = "seats"
    await evening.begin()
    found = Phones(evening)
    await found.admit_table()
    yield found
    await found.close()


@pytest.fixture
async def seeing(evening: Evening) -> AsyncIterator[Seeing]:
    """Bo's turn on a red 5, with a reader that is paired."""
    async with seeing_table(evening) as found:
        yield found
