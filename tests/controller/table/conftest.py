"""What the tests of the table share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.controller.table.weighing import Weighing
from tests.worlds.evening import Evening


@pytest.fixture
async def weighing(tmp_path: Path) -> AsyncIterator[Weighing]:
    """A table with nothing on it yet, whose launcher weighs itself."""
    evening = Weighing(tmp_path)
    yield evening
    await evening.close()


@pytest.fixture
async def evening_after_a_hit(evening: Evening) -> Evening:
    """One hit is played, so that the launcher knows this journal; hit 2 is Cy's."""
    await evening.begin()
    await evening.press()
    return evening
