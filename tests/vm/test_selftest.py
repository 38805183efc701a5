"""The self-test on a kernel's lines that are joined outside, with the driver's own processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.base.findings import Finding, Level
from controller.doctor.machine import ThisMachine
from controller.selftest.figures import Figures
from controller.selftest.page import page
from controller.selftest.record import record_of
from controller.selftest.run import Effort, Means, Shown, look, run_loopback
from controller.selftest.stops import Ending
from hardware.gpio.chip import Chip
from hardware.gpio.loopback import high_while_pulled, jumpers_for
from hardware.gpio.pins import Pins
from tests.vm.guest.joined import join
from tests.vm.guest.launcher import end, start
from tests.vm.guest.lines import Lines, pi_chip

pytestmark = pytest.mark.on_lines

MOTOR_OFF = Path(__file__).parents[2] / "systemd" / "motor-off"
EFFORT = Effort(edges=100, busy_s=1, stops=1)
PINS = Pins()
JUMPERS = jumpers_for(PINS)
RIGHT = {JUMPERS.motor: JUMPERS.card_sensor, JUMPERS.press: JUMPERS.button}
SWAPPED = {JUMPERS.motor: JUMPERS.button, JUMPERS.press: JUMPERS.card_sensor}


@contextmanager
def joined(pairs: Mapping[int, int]) -> Iterator[Lines]:
    with pi_chip() as lines:
        jumpers = start(join, lines.folder, lines.device, pairs)
        try:
            yield lines
        finally:
            end(jumpers)


def tried(lines: Lines, folder: Path) -> tuple[Figures, list[Finding]]:
    def pulled(chip: Chip, gpios: Sequence[int], up: bool) -> tuple[int, ...]:
        """As on a Pi: this kernel's simulated chip does not pull its lines when it is asked to."""
        for gpio in gpios:
            lines.put(gpio, up)
        high = high_while_pulled(chip, gpios, up)
        # where the driver looks for a card sensor, and pulls the pin up
        lines.put(JUMPERS.away, True)
        return high

    machine = ThisMachine()
    chip, figures = look(machine, PINS, JUMPERS)
    ending = Ending(chip, JUMPERS, PINS, MOTOR_OFF)
    shown = Shown(print, lambda done, of: None)
    return run_loopback(Means(machine, pulled), ending, figures, EFFORT, folder, shown)


def test_a_clean_chip_passes(tmp_path: Path) -> None:
    with joined(RIGHT) as lines:
        figures, findings = tried(lines, tmp_path)
    print()
    for one in findings:
        print(f"{one.level} {one.what}: {one.says}")
    assert {one.what for one in findings if one.level is Level.FAIL} == set()
    assert figures.quiet is not None and figures.busy is not None
    for run in (figures.quiet, figures.busy):
        assert (run.commanded, run.lost, run.extra, run.overrun) == (EFFORT.edges, 0, 0, 0)
    assert len(figures.stops) == 6
    assert all(one.low_us is not None for one in figures.stops)
    assert page(record_of(figures, findings)).count("<svg") == 3


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        (SWAPPED, "the two jumpers are swapped"),
        ({JUMPERS.press: JUMPERS.button}, "GPIO 17 (pin 11) does not follow GPIO 23 (pin 16)"),
    ],
    ids=["swapped", "missing"],
)
def test_wrong_jumpers_are_named(pairs: Mapping[int, int], says: str, tmp_path: Path) -> None:
    with joined(pairs) as lines:
        _, findings = tried(lines, tmp_path)
    assert [one.says for one in findings] == [says]
