"""The machine starts without a Pico at its plug, which is put in later."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.vm.booted.ledger import Ledger
from tests.vm.booted.pico.hand import PicoHand
from tests.vm.booted.pico.machine import PICO, REFEREE, claimed, events, restarts
from tests.vm.booted.services import shown
from tests.vm.booted.table import SOON_S, Table, until

pytestmark = pytest.mark.on_lines


def test_a_pico_that_is_not_plugged_in_at_boot() -> None:
    table = Table(Ledger(seed=0), PicoHand())
    until(lambda: shown(REFEREE, "ActiveState") == "active", "referee")
    page_s = events(REFEREE, "ready")[0]
    assert table.shown()["launcher"]["link"] == "down"
    assert "No Pico is plugged in" in shown(REFEREE, "StatusText")
    assert events(PICO, "caller_came") == []
    began_s = time.monotonic()
    asyncio.run(PicoHand().plug(True))
    until(table.serves, "launcher", SOON_S)
    back_s = time.monotonic() - began_s
    print(f"\npage after {page_s:.1f} s; launcher {back_s:.2f} s after the plug is put in")
    until(lambda: table.shown()["launcher"]["hit"]["stage"] == "armed", "armed launcher")
    table.press_and_start()
    assert restarts() == [0, 0]
    assert claimed() == []
