"""The services on a machine of their own: installed, played with, killed and hung.

The motor's lines are read where the kernel shows them, by the mechanism, once a millisecond.
"""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from controller.base.services import DRIVER_STATE, units
from firmware_bridge.driver import LIMIT_MIB
from hardware.gpio.motor_pins import BOOT_ID, STATES_FILE, PinState, read_before
from hardware.portable.settings import Settings
from tests.vm.booted.ledger import Ledger
from tests.vm.booted.product import HOME, INSTALL
from tests.vm.booted.services import COMMAND, call, process, shown, until_restarted
from tests.vm.booted.table import Table
from tests.vm.guest.mechanism import LOOK_S, driven_until

pytestmark = pytest.mark.on_lines

DRIVER, REFEREE = UNITS = units(on_pico=False)
HITS = 4
LOOK_MS = 1000 * LOOK_S
RELEASED_MS = 50
"""In which a kernel has closed what a killed process had open."""
LEASE_AND_BOUND_MS = (Settings.lease_us + Settings.finish_bound_us) / 1000
LATE_MS = 250
"""What systemd may take beyond the watchdog's time: the usual accuracy of its timers, by
sd_event_add_time(3)."""


GREEDY = f"""
from firmware_bridge.driver import lock_memory
locked = lock_memory()
try:
    got = len(bytearray({LIMIT_MIB} << 20))
except MemoryError:
    got = "MemoryError"
print(locked, got, sep=", ")
"""


@pytest.fixture(scope="module")
def table() -> Table:
    """Installed as a maker would, and served."""
    print(call("sh", "-c", INSTALL))
    table = Table(Ledger(seed=0))
    table.until_it_serves()
    return table


def test_installed_services_are_as_they_should_be(table: Table) -> None:
    print(call(COMMAND, "service", "status"))


def test_systemd_finds_no_fault_with_the_installed_units(table: Table) -> None:
    assert call("systemd-analyze", "verify", "--man=no", *UNITS) == ""


def test_each_process_is_the_user_that_it_should_be_and_sees_no_more(table: Table) -> None:
    for unit, user in ((DRIVER, "rollerdeck-driver"), (REFEREE, "rollerdeck")):
        assert Path(f"/proc/{process(unit)}").owner() == user
    assert Path(f"/proc/{process(DRIVER)}/root/dev/gpiochip0").exists()
    assert not Path(f"/proc/{process(REFEREE)}/root/dev/gpiochip0").exists()
    interfaces = Path(f"/proc/{process(DRIVER)}/net/dev").read_text().splitlines()[2:]
    assert [line.split(":")[0].strip() for line in interfaces] == ["lo"]
    assert Path(f"/proc/{process(DRIVER)}/ns/net").readlink() != Path("/proc/1/ns/net").readlink()


def status(unit: str) -> dict[str, int]:
    """What the kernel says of a process's memory, in KiB."""
    lines = Path(f"/proc/{process(unit)}/status").read_text().splitlines()
    words = [line.split() for line in lines if line.startswith("Vm")]
    return {name.removesuffix(":"): int(kib) for name, kib, _ in words}


def major_faults(unit: str) -> int:
    """How often a process had to wait until a page was read from the disk."""
    said = Path(f"/proc/{process(unit)}/stat").read_text()
    return int(said.rpartition(")")[2].split()[9])


def take_pages_away() -> None:
    """Make the kernel take away every page that it can read again."""
    with suppress(BlockingIOError):  # there is not as much as was asked for
        Path("/sys/fs/cgroup/memory.reclaim").write_text("2G")


def test_the_motors_pins_were_looked_at_before_the_driver_claimed_them(table: Table) -> None:
    found = read_before((DRIVER_STATE / STATES_FILE).read_text(), BOOT_ID.read_text().strip())
    assert set(found.values()) == {PinState(output=False)}


def test_a_game_over_real_lines_is_counted_to_the_card(table: Table) -> None:
    for _ in range(HITS):
        table.whole_hit()
    hits, cards, doubtful = table.booked()
    assert hits == HITS and cards > 0
    print(f"\n{hits} hits, {cards} cards counted, {table.left()} left, {doubtful} in doubt")


def test_the_drivers_memory_is_locked_and_within_its_limits(table: Table) -> None:
    table.whole_hit()
    memory, most = status(DRIVER), int(shown(DRIVER, "LimitMEMLOCK")) // 1024
    peak = Path("/sys/fs/cgroup/system.slice", f"{DRIVER}", "memory.peak")
    print(f"\n{memory}, limit {most}, peak {int(peak.read_text()) // 1024}")
    assert 0 < memory["VmRSS"] <= memory["VmLck"] <= most
    assert memory["VmSwap"] == 0
    said = json.loads(call("sh", "-c", f"{COMMAND} doctor --json || true"))
    (found,) = [one for one in said if one["what"] == "memory lock"]
    # it may have taken a page more meanwhile
    locked_mib = {f"{each['VmLck'] / 1024:.0f}" for each in (memory, status(DRIVER))}
    assert found["level"] == "OK" and found["says"].split()[0] in locked_mib


def test_a_process_that_locks_its_memory_gets_no_more_than_its_limit() -> None:
    """The kernel's part of the limit, asked of a process like the driver's."""
    most = LIMIT_MIB << 20
    ran = ["prlimit", f"--memlock={most}:{most}", "setpriv", "--clear-groups"]
    ran += ["--reuid=rollerdeck-driver", "--regid=rollerdeck"]
    assert call(*ran, str(HOME / ".venv/bin/python"), "-c", GREEDY) == "None, MemoryError\n"


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_service_that_dies_in_a_hit_comes_back_to_the_same_game(
    table: Table, unit: str, number: signal.Signals
) -> None:
    watchdog_ms = 1000 * float(shown(unit, "WatchdogUSec").removesuffix("s"))
    promised_ms = LEASE_AND_BOUND_MS if unit == REFEREE else RELEASED_MS
    # what stands still drives on until its watchdog bites
    if drives_on := unit == DRIVER and number == signal.SIGSTOP:
        promised_ms += watchdog_ms + LATE_MS
    table.until_armed()
    before, restarts = table.shown(), int(shown(unit, "NRestarts"))
    victim = process(unit)
    table.press_and_start()
    at_ms = 1000 * time.monotonic()
    os.kill(victim, number)
    until_restarted(unit, victim, restarts)
    table.until_it_serves()
    back_ms = 1000 * time.monotonic() - at_ms
    truth = table.truth()
    assert not truth.motor_on
    off_ms = driven_until(truth.motor_runs_ms, 1000 * time.monotonic()) - at_ms
    print(f"\nmotor undriven after {off_ms:.0f} ms, serves again after {back_ms:.0f} ms")
    assert off_ms <= promised_ms + LOOK_MS, (at_ms, truth.motor_runs_ms)
    after = table.shown()
    assert after["game"] == before["game"]
    table.recover(rolled_on=drives_on)


def test_a_driver_that_is_stopped_in_a_hit_lets_go_of_the_motor(table: Table) -> None:
    table.until_armed()
    table.press_and_start()
    call("systemctl", "stop", DRIVER)
    assert not table.truth().motor_on
    call("systemctl", "start", DRIVER)
    table.until_it_serves()
    table.recover()


def test_what_runs_after_every_stop_of_the_driver_found_the_pins_and_the_tools(
    table: Table,
) -> None:
    said = call("journalctl", "--boot", "--quiet", "--output=cat", f"--unit={DRIVER}")
    assert "Scheduled restart job" in said, "the driver never stopped"
    assert "Control process exited" not in said and "switched off" not in said, said


# the last of these tests: the kernel takes systemd's own pages away, too, and makes it slow
def test_no_page_of_the_driver_comes_from_the_disk_during_a_hit(table: Table) -> None:
    table.until_armed()
    before = {unit: major_faults(unit) for unit in UNITS}
    take_pages_away()
    for _ in range(HITS):
        table.whole_hit()
        take_pages_away()
    after = {unit: major_faults(unit) for unit in UNITS}
    print(f"\nmajor page faults, driver and referee: {before} before, {after} after")
    assert after[DRIVER] == before[DRIVER]
    assert after[REFEREE] > before[REFEREE], "the kernel took nothing away"
