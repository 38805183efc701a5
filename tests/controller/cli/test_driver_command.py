"""``rollerdeck driver`` as its user meets it: it runs, or says in one sentence why not."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.cli import driver as cli
from controller.words import advice, catalogue
from firmware_bridge.address import TRANSPORTS
from hardware.calibration import (
    Calibration,
    ScaleCalibration,
    this_machine,
    wired_as,
    write_calibration,
    write_scale_calibration,
)
from hardware.gpio.edges import CheckedEdges
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.gpiozero_edges import GpiozeroEdges
from hardware.gpio.pins import Pins, PinTrouble
from hardware.portable.nau7802 import ADDRESS
from hardware.portable.settings import ScaleSettings
from tests.hardware.gpio.workbench import WatchedFactory
from tests.processes import run

PINS = Pins(button=0)
MEASURED = ScaleCalibration(this_machine(), 1, ADDRESS, 429_497, 1_800, 990, 1_010, 170)


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The command changes working directory, priority and collector, and locks its memory."""
    # nohup, or whatever else the tests run under, may have it ignored, and the command leaves it so
    hang_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(os, "sched_setscheduler", lambda *asked: None)
    monkeypatch.setattr("firmware_bridge.driver.lock_memory", lambda: None)
    yield
    gc.unfreeze()
    signal.signal(signal.SIGHUP, hang_up)


def call(*args: str) -> Any:
    """Run the command; its Trouble, or what it printed."""
    result = CliRunner().invoke(cli.command, args)
    if isinstance(result.exception, Trouble):
        return result.exception
    if result.exception is not None:
        raise result.exception
    return result.output


@pytest.mark.parametrize("address", ["tcp:10.0.0.7:7000", "new:anywhere"])
def test_a_configuration_of_a_launcher_elsewhere_uses_no_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setitem(TRANSPORTS, "new", TRANSPORTS["tcp"]._replace(is_place=bool))
    file = tmp_path / "elsewhere.toml"
    file.write_text(f'[launcher]\naddress = "{address}"\n')
    trouble = call("--config", str(file))
    assert (trouble.exit_code, "remove launcher.address" in str(trouble)) == (WRONG_USAGE, True)


def test_without_pins_it_ends_with_exit_code_3_and_one_sentence(tmp_path: Path) -> None:
    config = tmp_path / "pins.toml"
    config.write_text('[pins]\nchip = "no such chip"\n')
    done = run("driver", "--config", str(config), "--socket", str(tmp_path / "launcher.sock"))
    assert done.returncode == NO_HARDWARE
    (sentence,) = [line for line in done.stderr.splitlines() if "real-time" not in line]
    assert sentence.startswith("rollerdeck: ")
    assert sentence.endswith(".")
    assert not (tmp_path / "launcher.sock").exists()


def test_without_gpiozero_it_says_which_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "gpiozero"]:
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("firmware_bridge.driver", "hardware.gpio.gpio_board", "hardware.gpio.outputs"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    trouble = call("--socket", str(tmp_path / "l"))
    assert trouble.exit_code == NO_HARDWARE
    assert str(trouble).startswith("The Python package gpiozero is missing: install Rollerdeck")


def test_a_folder_that_cannot_be_written_in(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    trouble = call("--socket", str(tmp_path / "file" / "launcher.sock"))
    assert trouble.exit_code == NO_HARDWARE
    assert str(trouble).startswith(f"Cannot write in {tmp_path / 'file'} (")


def test_a_folder_in_which_nothing_can_be_made_is_a_sentence_and_no_pin_is_touched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake = Fake(lambda _: None)
    monkeypatch.setattr(cli, "open_board", fake)
    trouble = call("--socket", "/proc/self/fdinfo/launcher.sock")
    assert trouble.exit_code == NO_HARDWARE
    assert str(trouble).startswith("Cannot write in /proc/self/fdinfo (")
    assert not hasattr(fake, "board")


def test_the_motors_pins_are_written_down_before_one_is_touched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(*asked: object) -> None:
        raise PinTrouble((tmp_path / "motor-pins").read_text())

    monkeypatch.setattr(cli, "open_board", refused)
    trouble = call("--socket", str(tmp_path / "launcher.sock"))
    assert (trouble.exit_code, str(trouble)) == (NO_HARDWARE, "23 24\n\n\n")


def test_the_motors_pins_are_looked_at_before_one_is_claimed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done: list[object] = []

    def refused(*asked: object) -> None:
        done.append("claim")
        raise PinTrouble("It is enough.")

    monkeypatch.setattr(cli, "note_states", lambda pins, folder, run: done.append(folder))
    monkeypatch.setattr(cli, "open_board", refused)
    call("--socket", str(tmp_path / "launcher.sock"))
    assert done == [tmp_path / "state", "claim"]


def measured_at(machine: str, folder: Path) -> None:
    calibration = Calibration(machine, wired_as(Pins()), {"card_us": 95_000})
    write_calibration(folder / "state" / "calibration.json", calibration)


def test_a_calibration_of_another_machine_ends_it_before_a_pin_is_touched(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured_at("another", tmp_path)
    fake = Fake(lambda _: None)
    monkeypatch.setattr(cli, "open_board", fake)
    trouble = call("--socket", str(tmp_path / "launcher.sock"))
    assert trouble.exit_code == NO_HARDWARE
    assert "was measured at another machine; take the file away" in str(trouble)
    assert not hasattr(fake, "board")


@pytest.mark.thorough
def test_a_calibration_of_this_machine_is_in_force(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured_at(this_machine(), tmp_path)
    fake = Fake(interrupt)
    monkeypatch.setattr(cli, "open_board", fake)
    assert "pins (calibrated) listens" in call("--socket", str(tmp_path / "launcher.sock"))
    assert fake.measured == {"card_us": 95_000}


@pytest.mark.thorough
def test_a_fault_is_worded_without_the_disk(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No motor waits for a memory card, nor misses a file that an upgrade took away."""
    said: list[str] = []

    def then(fake: Fake) -> None:
        monkeypatch.setattr(catalogue, "__file__", str(tmp_path / "gone.py"))
        try:
            said.append(advice("JAM"))
        finally:
            interrupt(fake)

    catalogue.catalogue.cache_clear()
    monkeypatch.setattr(cli, "open_board", Fake(then))
    call("--socket", str(tmp_path / "launcher.sock"))
    assert said and said[0].startswith("A card is stuck")


class Fake:
    """Opens a board on mock pins, and presses Ctrl-C, or fails, when it is asked for its edges."""

    def __init__(self, then: Callable[[Fake], None]) -> None:
        self.factory = WatchedFactory()
        self._then = then

    def __call__(
        self,
        pins: Pins,
        clock: Callable[[], float],
        failed: Callable[[PinTrouble], None],
        measured: Mapping[str, int],
        scale: ScaleSettings | None,
    ) -> GpioBoard:
        self.failed = failed
        self.measured = measured
        self.scale = scale
        edges = CheckedEdges(GpiozeroEdges(self.factory, PINS.inputs))
        self.board = GpioBoard(PINS, self.factory, edges, clock, failed, measured)
        threading.Timer(0.05, self._then, (self,)).start()
        return self.board

    def motor(self) -> list[Any]:
        pins = [self.factory.pin(gpio) for gpio in (PINS.motor_in1, PINS.motor_in2)]
        return [(pin.function, pin.state) for pin in pins]


def interrupt(_: Fake, number: int = signal.SIGTERM) -> None:
    os.kill(os.getpid(), number)


LET_GO = [("input", 0), ("input", 0)]


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        *(pytest.param(one, marks=pytest.mark.thorough) for one in (signal.SIGINT, signal.SIGHUP)),
    ],
)
def test_it_runs_until_it_is_told_to_stop_and_lets_the_pins_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    fake = Fake(partial(interrupt, number=number))
    monkeypatch.setattr(cli, "open_board", fake)
    output = call("--socket", "here/launcher.sock")
    path = tmp_path / "here" / "launcher.sock"
    assert output == f"The launcher on this Pi's pins (not calibrated) listens at {path}.\n"
    assert Path.cwd() == path.parent
    assert not path.exists()
    assert fake.motor() == LET_GO


NOT_USED = "The scale is not used"


@pytest.mark.parametrize(
    ("saved", "sentence"),
    [
        (None, f"{NOT_USED}, because it is not calibrated: run `rollerdeck bench scale`."),
        pytest.param("{", f"{NOT_USED}: ", marks=pytest.mark.thorough),
        (replace(MEASURED, machine="another"), f"{NOT_USED}: "),
        pytest.param(replace(MEASURED, address=0x2B), f"{NOT_USED}: ", marks=pytest.mark.thorough),
        (MEASURED, ""),
    ],
)
def test_a_scale_is_used_if_it_is_calibrated_and_else_a_sentence_says_why_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, saved: Any, sentence: str
) -> None:
    fake, state = Fake(interrupt), tmp_path / "state"
    monkeypatch.setattr(cli, "open_board", fake)
    state.mkdir()
    if isinstance(saved, str):
        (state / "scale.json").write_text(saved)
    elif saved is not None:
        write_scale_calibration(state / "scale.json", saved)
    config = tmp_path / "rollerdeck.toml"
    config.write_text("[scale]\nchip = 'nau7802'\n")
    said = call("--config", str(config), "--socket", str(tmp_path / "launcher.sock"))
    assert "listens at" in said
    assert sentence in said
    assert (NOT_USED in said) is bool(sentence)
    assert (fake.scale is not None) is not bool(sentence)


@pytest.mark.thorough
def test_pins_that_fail_end_it_with_their_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(fake: Fake) -> None:
        def gone() -> None:
            raise OSError("the line is gone")

        fake.board._edges.take = gone  # type: ignore[assignment, method-assign]
        # as an edge would, from a thread of the library's
        fake.factory.pin(PINS.card_sensor).drive_low()

    fake = Fake(fail)
    monkeypatch.setattr(cli, "open_board", fake)
    trouble = call("--socket", str(tmp_path / "launcher.sock"))
    assert trouble.exit_code == NO_HARDWARE
    assert str(trouble).startswith("The launcher's pins failed (the line is gone)")
    assert fake.motor() == LET_GO


def test_a_socket_that_cannot_be_had_lets_the_pins_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = Fake(lambda _: None)
    monkeypatch.setattr(cli, "open_board", fake)
    path = tmp_path / "launcher.sock"
    path.write_text("not a socket")
    trouble = call("--socket", str(path))
    assert trouble.exit_code == WRONG_USAGE
    assert str(trouble).startswith(f"{path} is not a socket")
    assert fake.motor() == LET_GO


@pytest.mark.thorough
def test_a_priority_that_is_refused_is_a_sentence_and_no_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(*asked: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "sched_setscheduler", refused)
    monkeypatch.setattr(cli, "open_board", Fake(interrupt))
    assert "No real-time priority" in call("--socket", str(tmp_path / "launcher.sock"))


@pytest.mark.thorough
def test_a_memory_lock_that_is_refused_is_a_sentence_and_no_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "firmware_bridge.driver.lock_memory", lambda: "The driver's memory is not locked."
    )
    monkeypatch.setattr(cli, "open_board", Fake(interrupt))
    output = call("--socket", str(tmp_path / "launcher.sock"))
    assert output.count("memory is not locked") == 1
    assert "(not calibrated) listens at" in output


def test_its_help_says_where_it_looks_and_listens() -> None:
    said = CliRunner().invoke(cli.command, ["--help"], terminal_width=200).output
    assert "rollerdeck.toml]" in said
    assert "launcher.sock]" in said
