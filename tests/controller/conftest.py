"""What the daemon's tests share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from controller import table as table_module
from tests.controller.evening import Evening

# Before 3.14 asking for the current loop makes one, which pytest-asyncio does and nobody closes;
# once none was set by hand, asking says that there is none.
asyncio.set_event_loop(None)


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """A table with nothing on it yet, which tries again at once what went wrong."""
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    evening = Evening(tmp_path)
    yield evening
    await evening.close()
