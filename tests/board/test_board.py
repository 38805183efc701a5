"""A release on an emulated Pi 3B: installed, used, killed, upgraded, restarted and taken back.

One board from the first test to the last: each goes on from where the one before has left it.
"""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.gpio.edges import REST_LOOK_S
from tests.board import game, inside
from tests.board.card import with_release
from tests.board.checks import (
    COMMAND,
    FEW_MOMENTS,
    GAME,
    RELEASED_MS,
    SWITCHED_OFF_MS,
    doctor,
    kill,
    kill_and_check,
)
from tests.board.kernel import Kernel
from tests.board.machine import Board
from tests.board.watching import MOTORS, WIRED, histogram, watched
from tests.roots import releases

pytestmark = pytest.mark.on_board

VERSION = tomllib.loads((releases.ROOT / "pyproject.toml").read_text())["project"]["version"]
HELD_S = 2 * REST_LOOK_S + 0.2
"""The driver believes a level without an edge when it has seen it twice."""
MOST_PRESSES = 5
"""After four presses without cards, the next one always asks for some."""


@dataclass(slots=True)
class Table:
    """The card, and the board that runs now."""

    kernel: Kernel
    card: Path
    folder: Path
    board: Board
    state: object = None
    """The game's, before the package took over."""

    def again(self, persist: bool) -> None:
        """Another start from the same card."""
        self.board.__exit__(None, None, None)
        self.board = switched_on(self.kernel, self.card, self.folder, persist)


def switched_on(kernel: Kernel, card: Path, folder: Path, persist: bool) -> Board:
    board = Board(kernel, card, folder, persist)
    # the button's pull-up, and a light barrier that is free
    board.pins.put(WIRED.button, True)
    return board


@pytest.fixture(
    scope="module",
    params=[False, pytest.param(True, marks=pytest.mark.soak)],
    ids=["environments known", "all made on the board"],
)
def table(
    kernel: Kernel,
    release: Path,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("board")
    (folder / "next").mkdir()
    (package,) = releases.packages(releases.following(folder / "next"), "arm64")
    began = time.monotonic()
    ours = (Path(str(one.__file__)) for one in (game, inside))
    card = with_release(release, folder, *ours, package=package, anew=request.param)
    print(f"\nThe release was installed in {time.monotonic() - began:.0f} s.")
    table = Table(kernel, card, folder, switched_on(kernel, card, folder, persist=False))
    try:
        yield table
    finally:
        table.board.__exit__(None, None, None)


def test_it_starts_with_the_services_and_drives_no_motor(table: Table) -> None:
    began = time.monotonic()
    with watched(table.board.pins) as watch:
        table.board.until_started()
        print(table.board.do("systemctl is-active rollerdeck-driver rollerdeck-referee"))
    assert watch.last is not None
    print(
        f"started in {time.monotonic() - began:.0f} s, {watch.last.at_us / 1e6:.0f} s of the "
        f"board's; {watch.count} looks at the motor's pins"
    )
    assert not watch.drove()


def test_the_doctor_knows_the_board_and_its_chip(table: Table) -> None:
    said = doctor(table.board)
    assert said["machine"] == ["OK", table.kernel.model.name]
    print("\n".join(f"{level} {what}: {says}" for what, (level, says) in said.items()))
    assert said["GPIO chip"] == ["OK", f"/dev/gpiochip0 ({table.kernel.model.chip})"]
    assert said["lines"][0] == "OK" and "in use by the running driver" in said["lines"][1]
    assert said["strict_gpiod"] == ["OK", "on"]
    lines = table.board.do("gpioinfo gpiochip0")
    for gpio in MOTORS:
        assert re.search(rf"line\s+{gpio}:.* output .*used", lines), lines


def test_a_press_that_is_held_begins_a_hit(table: Table) -> None:
    """There are no edges on this board: the driver's look at the levels finds the button."""
    table.board.do(f"{GAME} begin")
    for number in range(1, MOST_PRESSES + 1):
        with watched(table.board.pins) as watch:
            table.board.pins.put(WIRED.button, False)
            table.board.do(f"sleep {HELD_S}")
            table.board.pins.put(WIRED.button, True)
            outcome = table.board.do(f"{GAME} hit {number}")
        stages = ", ".join(look.stage for look in watch.looks)
        print(f"\npress {number}: {outcome}; the motor: {stages}")
        assert watch.drove() == (outcome == "broken")
        assert watch.last is not None and not watch.last.motor
        if watch.drove():
            return
    pytest.fail("none of the presses asked for a card")


def test_memory_of_all_services(table: Table) -> None:
    units = "rollerdeck-driver rollerdeck-referee"
    said = table.board.do(
        f"for unit in {units}; do echo $unit $(($(cat /sys/fs/cgroup/system.slice/"
        "$unit.service/memory.peak) / 1024)) KiB at most; done; grep -E '^Mem(T|A)' /proc/meminfo"
    )
    print(f"\n{said}")
    total, free = (int(one) for one in re.findall(r"^Mem\w+:\s+(\d+) kB", said, re.M))
    assert 900_000 < total < 950_000
    assert free > total / 2


def test_the_next_package_takes_over_with_the_games(table: Table) -> None:
    table.state = state(table.board)
    began = time.monotonic()
    table.board.do(f"dpkg -i /srv/rollerdeck_{releases.NEXT}_arm64.deb")
    print(f"\nThe package was installed in {time.monotonic() - began:.0f} s.")
    assert releases.NEXT in table.board.do(f"{COMMAND} --version")
    assert state(table.board) == table.state


def state(board: Board) -> object:
    """The game's, once the referee serves."""
    return json.loads(board.do(f"{GAME} state"))


def test_a_killed_drivers_motor_is_off_where_the_kernel_lets_go(table: Table) -> None:
    kill_and_check(table.board, "kernel lets go", FEW_MOMENTS, RELEASED_MS)


def test_after_a_restart_no_motor_has_moved(table: Table) -> None:
    table.board.restart()
    table.again(persist=True)
    with watched(table.board.pins) as watch:
        table.board.until_up()
        assert state(table.board) == table.state
    assert not watch.drove()
    assert table.board.do("cat /sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs") == "Y"
    assert doctor(table.board)["strict_gpiod"][0] == "FAIL"


def test_removing_the_package_gives_back_the_release(table: Table) -> None:
    table.board.do("dpkg -r rollerdeck")
    assert VERSION in table.board.do(f"{COMMAND} --version")
    assert state(table.board) == table.state
    active = table.board.do("systemctl is-active rollerdeck-driver rollerdeck-referee")
    assert active == "active\nactive"


def test_a_killed_drivers_motor_is_switched_off_where_the_kernel_does_not(table: Table) -> None:
    kill_and_check(table.board, "motor-off alone", FEW_MOMENTS, SWITCHED_OFF_MS)


def test_without_motor_off_it_would_be_seen(table: Table) -> None:
    """What the test before saw was that program's doing."""
    there = "/usr/local/lib/rollerdeck/motor-off"
    table.board.do(f"mv {there} {there}.aside && ln -s /bin/true {there}")
    found = kill(table.board, ((150, "forward"),))
    table.board.do(f"mv {there}.aside {there}")
    print(f"\n{histogram('without motor-off', found)}")
    assert max(driven_ms for _, driven_ms in found) > SWITCHED_OFF_MS
