"""The machine starts before a Pico is plugged in: a game, and what may happen in it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from hardware.portable.settings import Settings
from tests.vm.booted.ledger import Ledger
from tests.vm.booted.pico import PLUGGED
from tests.vm.booted.pico.control import PicoControl
from tests.vm.booted.pico.machine import DRIVER, PICO, REFEREE, UNITS, claimed, events, restarts
from tests.vm.booted.services import COMMAND, call, process, shown, until_restarted
from tests.vm.booted.table import SOON_S, Table, until

pytestmark = pytest.mark.on_lines

HITS = 4
LEASE_AND_BOUND_MS = (Settings.lease_us + Settings.finish_bound_us) / 1000
TICKS_MS = 20
"""What the Pico's interrupts and the bench's steps take beyond it."""
BACK_WITHIN_S = 2.0
"""As promised in docs/pico.md."""
WATCHDOG_S = 20
"""The referee's, the longer one."""


@pytest.fixture(scope="module")
def table() -> Table:
    """The people at the table; what they know lasts from one test to the next."""
    table = Table(Ledger(seed=0), PicoControl())
    table.until_it_serves()
    return table


def plug(on: bool) -> None:
    asyncio.run(PicoControl().plug(on))


def put_in(table: Table) -> float:
    """Put the plug in; how many seconds it took until the referee had its launcher again."""
    began_s = time.monotonic()
    plug(True)
    until(table.serves, "launcher", SOON_S)
    return time.monotonic() - began_s


def test_a_pico_that_is_not_plugged_in_at_boot() -> None:
    table = Table(Ledger(seed=0), PicoControl())
    until(lambda: shown(REFEREE, "ActiveState") == "active", "referee")
    page_s = events(REFEREE, "ready")[0]
    assert table.shown()["launcher"]["link"] == "down"
    assert "No Pico is plugged in" in shown(REFEREE, "StatusText")
    assert events(PICO, "caller_came") == []
    back_s = put_in(table)
    print(f"\npage after {page_s:.1f} s; launcher {back_s:.2f} s after the plug is put in")
    assert restarts() == [0, 0]


def test_no_pin_of_the_pi_is_claimed(table: Table) -> None:
    assert claimed() == []
    assert shown(DRIVER, "LoadState") == "not-found"


def test_systemd_finds_no_fault_with_the_installed_units(table: Table) -> None:
    print(call(COMMAND, "service", "status"))
    assert call("systemd-analyze", "verify", "--man=no", *UNITS) == ""
    for unit in UNITS:
        print(call("systemd-analyze", "security", "--no-pager", unit).splitlines()[-1])


def test_only_the_relay_sees_the_line_and_it_sees_no_network(table: Table) -> None:
    for unit, user in ((PICO, "rollerdeck-driver"), (REFEREE, "rollerdeck")):
        assert Path(f"/proc/{process(unit)}").owner() == user
    node = Path("/dev/ttyACM0")
    assert (node.group(), node.stat().st_mode & 0o777) == ("rollerdeck", 0o660)
    assert Path("/dev/rollerdeck-pico").readlink() == Path(node.name)
    assert Path(f"/proc/{process(PICO)}/root{node}").exists()
    assert not Path(f"/proc/{process(REFEREE)}/root{node}").exists()
    interfaces = Path(f"/proc/{process(PICO)}/net/dev").read_text().splitlines()[2:]
    assert [line.split(":")[0].strip() for line in interfaces] == ["lo"]


def test_a_game_is_counted_to_the_card(table: Table) -> None:
    for _ in range(HITS):
        table.whole_hit()
    hits, cards, doubtful = table.booked()
    assert hits == HITS and cards > 0
    print(f"\n{hits} hits, {cards} cards counted, {table.left()} left, {doubtful} in doubt")


@pytest.mark.parametrize("out_s", [0.3, pytest.param(3, marks=pytest.mark.soak), WATCHDOG_S + 5])
def test_a_plug_that_is_pulled_in_a_hit(table: Table, out_s: float) -> None:
    """Its Pico lives on, so it counts all cards; the watchdogs are fed without it, too."""
    table.until_armed()
    before, died = table.shown(), restarts()
    table.press_and_start()
    plug(False)
    until(lambda: table.shown()["launcher"]["link"] == "down", "lost link", SOON_S)
    time.sleep(out_s)
    assert not table.truth().motor_on
    back_s = put_in(table)
    print(f"\nout for {out_s} s; back {back_s:.2f} s after the plug is put in")
    assert back_s <= BACK_WITHIN_S
    assert restarts() == died
    assert table.shown()["game"] == before["game"]
    table.recover()


@pytest.mark.parametrize(
    ("unit", "number"),
    [
        pytest.param(REFEREE, signal.SIGKILL, id="referee, killed"),
        pytest.param(PICO, signal.SIGSTOP, id="relay, hung"),
        pytest.param(REFEREE, signal.SIGSTOP, id="referee, hung", marks=pytest.mark.soak),
        pytest.param(PICO, signal.SIGKILL, id="relay, killed", marks=pytest.mark.soak),
    ],
)
def test_a_service_that_dies_in_a_hit_comes_back_to_the_same_game(
    table: Table, unit: str, number: signal.Signals
) -> None:
    table.until_armed()
    before, died = table.shown(), int(shown(unit, "NRestarts"))
    victim = process(unit)
    table.press_and_start()
    killed = asyncio.run(PicoControl().truth())
    began_s = time.monotonic()
    os.kill(victim, number)
    until_restarted(unit, victim, died)
    table.until_it_serves()
    back_s = time.monotonic() - began_s
    runs = asyncio.run(PicoControl().truth()).motor_runs_ms
    off_ms = max(off for _, off in runs if off is not None) - killed.at_ms
    print(f"\nmotor off after {off_ms:.0f} ms, serves again after {back_s:.1f} s")
    assert off_ms <= LEASE_AND_BOUND_MS + TICKS_MS
    assert table.shown()["game"] == before["game"]
    table.recover()
    assert claimed() == []


def test_the_motor_is_off_at_once_where_somebody_says_so(table: Table) -> None:
    table.until_armed()
    table.press_and_start()
    assert call(COMMAND, "safe-off") == "The motor is off.\n"
    assert not table.truth().motor_on
    table.until_it_serves()
    table.recover()


def test_the_doctor_asks_the_pico_over_the_relay(table: Table) -> None:
    """The referee keeps it, for a game is on."""
    said = call("sh", "-c", f"{COMMAND} doctor || true")
    print(said)
    assert "in use for a game" in said
    # the next start finds it plugged in
    PLUGGED.touch()
