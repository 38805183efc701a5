"""The services for a launcher on a Pico that is plugged in later, and before on the Pi's pins."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from controller.base import services
from tests.vm.booted.ledger import Ledger
from tests.vm.booted.pico.control import PicoControl
from tests.vm.booted.pico.machine import DRIVER, PICO, UNITS, claimed
from tests.vm.booted.product import INSTALL
from tests.vm.booted.services import COMMAND, call, shown
from tests.vm.booted.table import SOON_S, Table, until

pytestmark = pytest.mark.on_lines

UNIT = Path("/etc/systemd/system") / DRIVER
MOTOR_OFF = Path("/usr/local/lib/rollerdeck/motor-off")


INSTALL_ON_PICO = f"install -D -m 644 /run/pico.toml {services.CONFIG} && {COMMAND} service install"


def test_the_services_go_from_the_pins_to_a_pico_and_let_go_of_what_they_leave() -> None:
    print(call("sh", "-c", INSTALL))
    until(claimed, "driver that uses pins")
    assert shown(PICO, "LoadState") == "not-found"
    print(call("sh", "-c", INSTALL_ON_PICO))
    assert not UNIT.exists() and not MOTOR_OFF.exists()
    assert shown(DRIVER, "ActiveState") == "inactive"
    assert claimed() == []


def test_the_page_is_there_before_the_pico_is() -> None:
    table = Table(Ledger(seed=0), PicoControl())
    until(lambda: shown(services.REFEREE, "ActiveState") == "active", "referee")
    assert table.shown()["launcher"]["link"] == "down"
    assert "No Pico is plugged in" in shown(services.REFEREE, "StatusText")
    assert [shown(unit, "ActiveState") for unit in UNITS] == ["active", "active"]


def test_a_pico_that_is_plugged_in_is_found() -> None:
    table = Table(Ledger(seed=0), PicoControl())
    began_s = time.monotonic()
    asyncio.run(PicoControl().plug(True))
    until(table.serves, "launcher", SOON_S)
    print(f"\nthe launcher is there {time.monotonic() - began_s:.2f} s after the plug is put in")
    assert call(COMMAND, "service", "status")
    assert shown(PICO, "NRestarts") == "0"
