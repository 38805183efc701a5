"""A self-test that is stopped in the middle of its parts: it leaves no output, program or file.

A terminal tells all programs that run in it, and so the test's own processes, too.
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from unittest.mock import patch

import gpiod
import pytest
from gpiod.line import Direction

from controller.base.errors import Trouble
from controller.cli.selftest import testing
from controller.workshop.selftest.load import CHUNK, CHUNKS
from controller.workshop.selftest.run import Effort
from tests.vm.guest.launcher import PATIENCE_S, start, until
from tests.vm.guest.lines import Lines
from tests.vm.test_selftest import JUMPERS, RIGHT, as_on_a_pi, joined

pytestmark = pytest.mark.on_lines

STARTED = ("controller.workshop.selftest.load", "rollerdeck-selftest-")
"""In the command lines of what a self-test starts."""
MESSAGE = "said"
STOPS: Mapping[signal.Signals, Callable[[int, int], None]] = {
    signal.SIGINT: os.killpg,
    signal.SIGHUP: os.killpg,
    signal.SIGTERM: os.kill,
}
"""Ctrl-C and the end of the terminal, and what another program asks of this one alone."""


def command(folder: Path, device: Path, place: Path) -> None:
    """Be the command, on a chip that pulls its lines, and with a person who says yes.

    Its last words are written down.
    """
    os.setsid()
    means = as_on_a_pi(Lines(folder, device))
    with (
        patch.object(testing, "Means", lambda machine: means),
        patch.object(testing, "Effort", lambda: Effort(edges=100, busy_s=2, stops=1)),
        # this machine's disk is its memory
        patch.object(testing, "NEEDED_BYTES", CHUNK * CHUNKS),
        patch("click.confirm"),
    ):
        try:
            testing.carry_out(True, None, None, place / "selftest.json", place / "pins.toml")
        except Exception as trouble:
            (place / MESSAGE).write_text(
                str(trouble) if isinstance(trouble, Trouble) else repr(trouble)
            )
            raise


def started() -> list[str]:
    """The command lines of all processes that a self-test has started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_text().replace("\0", " ")
        except (FileNotFoundError, ProcessLookupError):
            continue
        found += [words] * any(one in words for one in STARTED)
    return found


def motor_is_high(lines: Lines) -> bool:
    """Whether it is an output that is high; a pull alone does no harm."""
    with gpiod.Chip(str(lines.device)) as chip:
        output = chip.get_line_info(JUMPERS.motor).direction is Direction.OUTPUT
    return output and lines.high(JUMPERS.motor)


def edges_are_commanded(lines: Lines) -> bool:
    return motor_is_high(lines) and not started()


def card_is_busy(lines: Lines) -> bool:
    return motor_is_high(lines) and any(STARTED[0] in one for one in started())


def driver_drives(lines: Lines) -> bool:
    return motor_is_high(lines) and any(STARTED[1] in one for one in started())


MOMENTS = (edges_are_commanded, card_is_busy, driver_drives)
IN_CI = [*zip(MOMENTS, STOPS, strict=True)]
"""Each moment and each signal once; `make soak` has all pairs."""
PAIRS = [
    pytest.param(*pair, marks=() if pair in IN_CI else pytest.mark.soak)
    for pair in product(MOMENTS, STOPS)
]


@pytest.mark.parametrize(
    ("moment", "number"),
    PAIRS,
    ids=[f"{how.__name__}-{n.name}" for how, n in product(MOMENTS, STOPS)],
)
def test_a_test_that_is_stopped_leaves_nothing(
    moment: Callable[[Lines], bool], number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "pins.toml").touch()
    with joined(RIGHT) as lines:
        test = start(command, lines.folder, lines.device, tmp_path)
        until(lambda: moment(lines) or not test.is_alive(), moment.__name__)
        assert test.is_alive(), (tmp_path / MESSAGE).read_text()
        assert test.pid is not None
        STOPS[number](test.pid, number)
        test.join(PATIENCE_S)
        assert not test.is_alive(), "it does not end"
        assert (tmp_path / MESSAGE).read_text() == "Stopped; nothing was written."
        assert started() == []
        assert not any(lines.high(gpio) for gpio in JUMPERS.motors)
        with gpiod.Chip(str(lines.device)) as chip:
            assert not any(chip.get_line_info(gpio).used for gpio in JUMPERS.every)
    assert {one.name for one in tmp_path.iterdir()} == {MESSAGE, "pins.toml"}
    assert not list(Path(tempfile.gettempdir()).glob("rollerdeck-selftest-*"))
