"""How often the power is cut, and in which activities."""

from __future__ import annotations

from tests.vm.booted.cuts import FEW_CUTS, KINDS


def test_few_power_cuts_are_one_of_each_kind() -> None:
    assert sorted(KINDS[:FEW_CUTS]) == sorted(set(KINDS))
