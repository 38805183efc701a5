"""The services move from a launcher on pins to one on a Pico, which is plugged in afterwards."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from controller.base import services
from tests.vm.booted.ledger import Ledger
from tests.vm.booted.pico import PLUGGED
from tests.vm.booted.pico.hand import PicoHand
from tests.vm.booted.pico.machine import DRIVER, PICO, UNITS, claimed
from tests.vm.booted.product import INSTALL
from tests.vm.booted.services import COMMAND, call, shown
from tests.vm.booted.table import SOON_S, Table, until

pytestmark = pytest.mark.on_lines

UNIT = Path("/etc/systemd/system") / DRIVER
MOTOR_OFF = Path("/usr/local/lib/rollerdeck/motor-off")


def test_the_driver_goes_and_lets_go_of_the_pins() -> None:
    print(call("sh", "-c", INSTALL))
    until(claimed, "driver that uses pins")
    call("install", "-m", "644", "/run/pico.toml", str(services.CONFIG))
    said = call(COMMAND, "service", "install")
    print(said)
    assert not UNIT.exists() and not MOTOR_OFF.exists()
    assert shown(DRIVER, "ActiveState") == "inactive"
    assert claimed() == []
    assert call(COMMAND, "service", "install").count("write ") == 0


def test_the_page_is_there_before_the_pico_is() -> None:
    table = Table(Ledger(seed=0), PicoHand())
    until(lambda: shown(services.REFEREE, "ActiveState") == "active", "referee")
    assert table.shown()["launcher"]["link"] == "down"
    assert "No Pico is plugged in" in shown(services.REFEREE, "StatusText")
    assert [shown(unit, "ActiveState") for unit in UNITS] == ["active", "active"]


def test_a_pico_that_is_plugged_in_is_found() -> None:
    table = Table(Ledger(seed=0), PicoHand())
    began_s = time.monotonic()
    asyncio.run(PicoHand().plug(True))
    until(table.serves, "launcher", SOON_S)
    print(f"\nthe launcher is there {time.monotonic() - began_s:.2f} s after the plug is put in")
    assert call(COMMAND, "service", "status")
    assert shown(PICO, "NRestarts") == "0"


def test_the_services_can_go_back_to_the_pins_and_to_the_pico_again() -> None:
    print(call("sh", "-c", INSTALL))
    until(claimed, "driver that uses pins")
    assert shown(PICO, "LoadState") == "not-found"
    call("install", "-m", "644", "/run/pico.toml", str(services.CONFIG))
    call(COMMAND, "service", "install")
    assert claimed() == []
    until(Table(Ledger(seed=0), PicoHand()).serves, "launcher")
    # the next start finds it plugged in
    PLUGGED.touch()
