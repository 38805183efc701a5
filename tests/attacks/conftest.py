"""What the attacks share: a table, somebody who sends it requests, a referee as a process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.controller.conftest import house as house
from tests.worlds.client import Client
from tests.worlds.evening import Evening


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """A table that is not open yet."""
    evening = Evening(tmp_path)
    yield evening
    await evening.close()


@pytest.fixture
async def client(evening: Evening) -> AsyncIterator[Client]:
    """Somebody at the open table, without the button."""
    await evening.open()
    client = Client(evening, None)
    yield client
    await client.http.aclose()
