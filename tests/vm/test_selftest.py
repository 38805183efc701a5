"""The self-test on a kernel's lines that are joined outside, with the driver's own processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Direction

from controller.base.findings import Finding, Level
from controller.workshop.doctor.machine import ThisMachine
from controller.workshop.selftest.figures import Figures
from controller.workshop.selftest.interruptions import Ending
from controller.workshop.selftest.record import page, record_of
from controller.workshop.selftest.run import Effort, Means, Shown, look, run_loopback
from hardware.gpio.chip import Chip
from hardware.gpio.loopback import high_while_pulled, jumpers_for
from hardware.gpio.pins import Pins, PinTrouble
from tests.vm.guest.joined import hold, join, join_badly
from tests.vm.guest.launcher import end, start
from tests.vm.guest.lines import Lines, pi_chip

pytestmark = pytest.mark.on_lines

MOTOR_OFF = Path(__file__).parents[2] / "systemd" / "motor-off"
EFFORT = Effort(edges=100, busy_s=1, stops=1)
SHORT = Effort(edges=100, busy_s=1, stops=0)
PINS = Pins()
JUMPERS = jumpers_for(PINS)
RIGHT = {JUMPERS.motor: JUMPERS.card_sensor, JUMPERS.press: JUMPERS.button}
SWAPPED = {JUMPERS.motor: JUMPERS.button, JUMPERS.press: JUMPERS.card_sensor}


@contextmanager
def joined(pairs: Mapping[int, int], how: Callable[..., None] = join) -> Iterator[Lines]:
    with pi_chip() as lines:
        jumpers = start(how, lines.folder, lines.device, pairs)
        try:
            yield lines
        finally:
            end(jumpers)


def as_on_a_pi(lines: Lines) -> Means:
    """Of a chip that pulls its lines when it is asked to: this kernel's simulated one does not."""

    def pulled(chip: Chip, gpios: Sequence[int], up: bool) -> tuple[int, ...]:
        for gpio in gpios:
            lines.put(gpio, up)
        high = high_while_pulled(chip, gpios, up)
        # where the driver looks for a card sensor, and pulls the pin up
        lines.put(JUMPERS.away, True)
        return high

    return Means(ThisMachine(), pulled)


def tried(lines: Lines, folder: Path, effort: Effort = EFFORT) -> tuple[Figures, list[Finding]]:
    means = as_on_a_pi(lines)
    chip, figures = look(means.machine, PINS, JUMPERS)
    ending = Ending(chip, JUMPERS, PINS, MOTOR_OFF)
    shown = Shown(print, lambda done, of: None)
    return run_loopback(means, ending, figures, effort, folder, shown)


def wrong(findings: list[Finding]) -> list[str]:
    return [f"{one.what}: {one.says}" for one in findings if one.level is Level.FAIL]


def test_a_clean_chip_passes(tmp_path: Path) -> None:
    with joined(RIGHT) as lines:
        figures, findings = tried(lines, tmp_path)
    print()
    for one in findings:
        print(f"{one.level} {one.what}: {one.says}")
    assert wrong(findings) == []
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
        pytest.param(
            {JUMPERS.press: JUMPERS.button},
            "GPIO 17 (pin 11) does not follow GPIO 23 (pin 16)",
            marks=pytest.mark.soak,
        ),
    ],
    ids=["swapped", "missing"],
)
def test_wrong_jumpers_are_named(pairs: Mapping[int, int], says: str, tmp_path: Path) -> None:
    with joined(pairs) as lines:
        _, findings = tried(lines, tmp_path)
    assert [one.says for one in findings] == [says]


@pytest.mark.parametrize(
    ("held", "says"),
    [
        (
            dict.fromkeys(JUMPERS.motors, False),
            "motor: something holds GPIO 23 (pin 16), GPIO 24 (pin 18) low, so a motor driver "
            "seems to be wired",
        ),
        pytest.param(
            {JUMPERS.idle[0]: True},
            "levels: GPIO 24 (pin 18) is high although the chip pulls it down",
            marks=pytest.mark.soak,
        ),
    ],
    ids=["a motor left connected", "a pin that floats high"],
)
def test_what_holds_a_motor_pin_is_named_and_nothing_is_driven(
    held: Mapping[int, bool], says: str, tmp_path: Path
) -> None:
    with joined(held, hold) as lines:
        figures, findings = tried(lines, tmp_path)
    assert wrong(findings) == [says]
    assert figures.wiring is not None and figures.wiring.followed == ()


def test_lost_edges_are_counted_and_named(tmp_path: Path) -> None:
    with joined(RIGHT, join_badly) as lines:
        figures, findings = tried(lines, tmp_path, SHORT)
    assert figures.quiet is not None and figures.quiet.lost > 0
    assert f"edges: {figures.quiet.lost} of 100 edges were lost" in wrong(findings)


@pytest.mark.soak
def test_throttling_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "vcgencmd"
    tool.write_text("#!/bin/sh\necho throttled=0x50004\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with joined(RIGHT) as lines:
        _, findings = tried(lines, tmp_path, SHORT)
    assert wrong(findings) == ["throttling: during the test: the processor is throttled"]


@pytest.mark.parametrize(
    "gpio", [JUMPERS.idle[0], pytest.param(JUMPERS.button, marks=pytest.mark.soak)]
)
def test_another_process_on_the_chip_is_named(gpio: int, tmp_path: Path) -> None:
    settings = gpiod.LineSettings(direction=Direction.INPUT)
    with (
        joined(RIGHT) as lines,
        gpiod.request_lines(str(lines.device), {gpio: settings}, consumer="a fan"),
        pytest.raises(PinTrouble, match=rf"^GPIO {gpio} \(pin \d+\) is in use by a fan: stop "),
    ):
        tried(lines, tmp_path)
