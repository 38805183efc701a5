"""What the tests of the table share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.controller.table.weighing import Weighing


@pytest.fixture
async def weighing(tmp_path: Path) -> AsyncIterator[Weighing]:
    """A table with nothing on it yet, whose launcher weighs itself."""
    evening = Weighing(tmp_path)
    yield evening
    await evening.close()
