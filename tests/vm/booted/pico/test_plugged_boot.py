"""The machine starts with a Pico at its plug, in the game of the evening before."""

from __future__ import annotations

import pytest

from tests.vm.booted.ledger import Ledger
from tests.vm.booted.pico.control import PicoControl
from tests.vm.booted.pico.machine import PICO, REFEREE, claimed, events, restarts
from tests.vm.booted.product import INSTALL
from tests.vm.booted.services import call, shown
from tests.vm.booted.table import Table, until

pytestmark = pytest.mark.on_lines


def test_from_power_on_to_ready() -> None:
    table = Table(Ledger(seed=0), PicoControl())
    table.until_it_serves()
    page_s, line_s = events(REFEREE, "ready")[0], events(PICO, "caller_came")[0]
    print(f"\npage after {page_s:.1f} s, launcher after {line_s:.1f} s, no restart")
    until(lambda: table.shown()["launcher"]["hit"]["stage"] == "armed", "armed launcher")
    table.press_and_start()
    assert restarts() == [0, 0]
    assert claimed() == []


def test_the_services_go_to_the_pins() -> None:
    print(call("sh", "-c", INSTALL))
    until(claimed, "driver that uses pins")
    assert shown(PICO, "LoadState") == "not-found"
