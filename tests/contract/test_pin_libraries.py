"""A sample of the contract over the libraries for pins; `make thorough` runs all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.conftest import LIBRARIES, make_stand
from tests.contract.told import of_hit, results


@pytest.mark.looptime
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_hit_comes_whole_and_is_told_whole(library: str, tmp_path: Path) -> None:
    async with make_stand(library, tmp_path)(60) as s:
        assert await s.launcher.arm(1, 4) is None
        await s.press()
        events = await s.events()
        cards = [f"card {nth}" for nth in range(1, 5)]
        assert of_hit(events, 1) == ["press", *cards, "ended"]
        (result,) = results(events)
        assert (result.delivered, result.complete, result.uncertain) == (4, True, 0)
        assert (await s.cards_left(), await s.dings()) == (4, 1)
