"""A thousand evenings at a launcher with a scale, and as many without."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.seeds import soak_seed
from tests.soak.weighed_evenings import WildEvening

EVENINGS = int(os.environ.get("WEIGHED_EVENINGS", 1000))
MOST_SILENT = 0.15
"""Of the evenings. The number of all cards is often sure to one card only, and who puts a card back
just before a press has it weighed together with a hit."""


@pytest.mark.soak
async def test_the_ledger_is_right_in_the_end_or_the_table_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = soak_seed()
    found = {scale: Counter[str]() for scale in (True, False)}
    for nth in range(EVENINGS):
        for scale, total in found.items():
            folder = tmp_path / f"{nth}-{scale}"
            folder.mkdir()
            evening = WildEvening(folder, seed * 10_000 + nth, scale=scale)
            await evening.play()
            total += evening.found
            for file in folder.iterdir():
                file.unlink()
    with capsys.disabled():
        print(f"\nseed {seed}, {EVENINGS} evenings, with a scale and without:")
        for name in sorted(found[True] | found[False]):
            print(f"  {name:32} {found[True][name]:7} {found[False][name]:7}")
    assert found[True]["wrong in silence"] <= max(1, MOST_SILENT * EVENINGS), seed
    assert found[True]["settled wrongly"] + found[True]["corrected wrongly"] == 0, seed
