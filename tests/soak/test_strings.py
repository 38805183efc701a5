"""The long look at what pages are sent: evenings with every fault and every refusal."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from controller.table import table as table_module
from controller.web.answers import REFUSALS
from controller.web.operations import OPERATIONS
from hardware.launcher import Fault
from rules.outcome import CODES
from tests.worlds.wild_evening import Evenings

EVENINGS = int(os.environ.get("WILD_EVENINGS", 1000))
REFUSED = {*CODES, *REFUSALS, *(code for one in OPERATIONS for code in one.refusals)} - {"rules"}


@pytest.mark.soak
async def test_no_words_are_pushed_or_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    seed = int(os.environ.get("SOAK_SEED", Random().randrange(10**6)))
    evenings = Evenings()
    for nth in range(EVENINGS):
        folder = tmp_path / "evening"
        await evenings.play(folder, seed + nth)
        rmtree(folder)
    strings, codes = evenings.strings, evenings.codes
    print(
        f"\n{EVENINGS} evenings, seed {seed}: {sum(strings.keys.values())} messages of "
        f"{len(strings.keys)} keys, {codes['taken']} commands taken; refused:"
    )
    for code, times in codes.most_common():
        print(f"{times:8}  {code}")
    assert strings.wrong == {}
    assert evenings.faults == set(Fault)
    assert REFUSED - codes.keys() == set()
