"""The power of a whole machine is cut; it comes up by itself, in the same turn of the same game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.need import missing
from tests.seeds import soak_seed
from tests.vm.booted.cuts import cut_power, many, report
from tests.vm.booted.machine import Booted
from tests.vm.booted.product import INSTALL
from tests.vm.building import CannotBuild
from tests.vm.kernel import built

INSTALL_S = 3600.0
CUTS = int(os.environ.get("MACHINE_CUTS", 300))


@pytest.mark.soak
def test_three_hundred_power_cuts(tmp_path: Path) -> None:
    try:
        machine = Booted(built(), tmp_path)
    except CannotBuild as trouble:
        missing(str(trouble))
    assert machine.run(INSTALL, INSTALL_S, print) == 0
    seed = soak_seed()
    ledger = cut_power(machine, seed, many(CUTS), print)
    print(f"\n{report(ledger)}")
    assert sum(ledger.stages.values()) == CUTS
