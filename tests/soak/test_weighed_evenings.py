"""A thousand evenings at a launcher with a scale, and as many without."""

from __future__ import annotations

import pytest

from tests.seeds import soak_seed
from tests.soak.weighed_evenings_count import EVENINGS, Played, evenings, play, sums, table

MOST_SILENT = 0.03
"""Of the evenings. The number of all cards is often sure to one card only, and who puts a card back
just before a press has it weighed together with a hit."""


@pytest.mark.soak
async def test_the_ledger_is_right_in_the_end_or_the_table_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seed = soak_seed()
    told = sums({evening: await play(evening) for evening in evenings(seed)})
    with capsys.disabled():
        print(f"\nseed {seed}:\n{table(told)}")
    found = told[True]
    assert found["wrong in silence"] <= max(1, MOST_SILENT * EVENINGS), seed
    assert found["settled wrongly"] + found["corrected wrongly"] == 0, seed


@pytest.mark.thorough
async def test_an_evening_comes_again_with_its_seed() -> None:
    evening = Played(7, scale=True)
    assert await play(evening) == await play(evening)
