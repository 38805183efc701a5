"""Every way in which the pins cannot be had ends in one sentence that says what to do."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from hardware.gpio import chip as chips
from hardware.gpio.chip import (
    RP1,
    Chip,
    check_header,
    check_rpi_gpio,
    chip_paths,
    find_chip,
    open_board,
    work_in,
)
from hardware.gpio.pins import Pins, PinTrouble
from tests.hardware.gpio.workbench import WatchedFactory

gpiod = pytest.importorskip("gpiod", reason="gpiod is for Linux")


class Machine:
    """Stands for ``gpiod.Chip`` on a machine with some chips, and for what claims lines there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **labels: str) -> None:
        self.labels = {f"/dev/{name}": label for name, label in labels.items()}
        self.refused: set[str] = set()
        self.users: dict[int, str] = {}
        self.lines = 54
        self.factory = WatchedFactory()
        self.request: Exception | None = None
        monkeypatch.setattr(chips, "chip_paths", lambda: sorted(self.labels))
        monkeypatch.setattr(gpiod, "Chip", self._open)
        monkeypatch.setattr(gpiod, "request_lines", self._request)
        pins = ModuleType("hardware.gpio.lgpio_pins")
        pins.lgpio_factory = self._factory  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "hardware.gpio.lgpio_pins", pins)

    def open(self, pins: Pins | None = None) -> Any:
        return open_board(pins or Pins(), lambda: 1.0, lambda _: None)

    def _factory(self, chip: int) -> WatchedFactory:
        self.opened = chip
        return self.factory

    def _open(self, path: str) -> Any:
        if path in self.refused:
            raise PermissionError(13, "Permission denied")
        machine = self

        class Opened:
            def __enter__(self) -> Opened:
                return self

            def __exit__(self, *exc: object) -> None: ...

            def get_info(self) -> Any:
                return SimpleNamespace(label=machine.labels[path])

            def get_line_info(self, line: int) -> Any:
                if line >= machine.lines:
                    raise ValueError("line offset of out range")
                consumer = machine.users.get(line)
                return SimpleNamespace(used=consumer is not None, consumer=consumer or "")

        return Opened()

    def _request(self, path: str, config: Any, **options: Any) -> Any:
        if self.request is not None:
            raise self.request
        ((lines, settings),) = config.items()
        self.asked = (path, lines, settings, options)
        values = [gpiod.line.Value.INACTIVE for _ in lines]
        return SimpleNamespace(
            fd=-1,
            get_values=lambda _: values,
            wait_edge_events=lambda _: False,
            release=lambda: None,
        )


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A Pi 4 whose header is not on the first chip."""
    return Machine(monkeypatch, gpiochip0="raspberrypi-exp-gpio", gpiochip3="pinctrl-bcm2711")


def trouble(machine: Machine, pins: Pins | None = None) -> str:
    with pytest.raises(PinTrouble) as refused:
        machine.open(pins)
    return str(refused.value)


def test_the_chip_is_found_by_its_label_and_claimed_as_asked(pi: Machine) -> None:
    board = pi.open()
    path, lines, settings, options = pi.asked
    assert (pi.opened, path, set(lines)) == (3, "/dev/gpiochip3", {17, 4})
    assert settings.direction is gpiod.line.Direction.INPUT
    assert settings.edge_detection is gpiod.line.Edge.BOTH
    assert settings.bias is gpiod.line.Bias.PULL_UP
    assert settings.event_clock is gpiod.line.Clock.MONOTONIC
    assert options == {"consumer": "rollerdeck", "event_buffer_size": 1024}
    board.close()


def test_a_sensor_that_is_low_at_a_card_is_pulled_down_and_the_other_inputs_up(
    pi: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[int, Any] = {}

    def request(path: str, config: Any, **options: Any) -> Any:
        asked.update({line: one.bias for lines, one in config.items() for line in lines})
        return SimpleNamespace(
            fd=-1,
            get_values=lambda lines: [gpiod.line.Value.ACTIVE for _ in lines],
            wait_edge_events=lambda _: False,
            release=lambda: None,
        )

    monkeypatch.setattr(gpiod, "request_lines", request)
    board = pi.open(Pins(sensor="fc-51", cover=5))
    up, down = gpiod.line.Bias.PULL_UP, gpiod.line.Bias.PULL_DOWN
    assert asked == {17: down, 4: up, 5: up}
    board.close()


def test_gpiozero_pulls_the_same_way(pi: Machine) -> None:
    board = pi.open(Pins(sensor="fc-51", edges="gpiozero"))
    assert [pi.factory.pin(gpio).pull for gpio in (17, 4)] == ["down", "up"]
    board.close()


def test_a_chip_can_be_named(pi: Machine) -> None:
    assert find_chip("raspberrypi-exp-gpio") == Chip("/dev/gpiochip0", "raspberrypi-exp-gpio")
    assert trouble(pi, Pins(chip="gpio-sim")) == (
        "There is no GPIO chip labelled gpio-sim, which pins.chip names; there is "
        "raspberrypi-exp-gpio, pinctrl-bcm2711."
    )


@pytest.mark.parametrize(
    ("labels", "there"),
    [({}, "no /dev/gpiochip at all"), ({"gpiochip0": "INT34C5:00"}, "only INT34C5:00")],
)
def test_no_chip(monkeypatch: pytest.MonkeyPatch, labels: dict[str, str], there: str) -> None:
    assert trouble(Machine(monkeypatch, **labels)) == (
        f"There is no GPIO chip of a Raspberry Pi here ({there}): run the driver on a Pi; "
        "elsewhere there is rollerdeck simulator."
    )


def test_no_permission(pi: Machine) -> None:
    pi.refused = {"/dev/gpiochip3"}
    assert trouble(pi) == (
        "No permission to use /dev/gpiochip3: add this user to the group gpio "
        "(sudo usermod -aG gpio USER), log in again, and start again."
    )


def test_a_chip_that_is_somebody_elses_does_not_matter(pi: Machine) -> None:
    pi.refused = {"/dev/gpiochip0"}
    pi.open().close()


@pytest.mark.parametrize(("consumer", "by"), [("spi0 CS0", "spi0 CS0"), ("", "somebody else")])
def test_a_busy_line(pi: Machine, consumer: str, by: str) -> None:
    pi.users = {17: consumer}
    assert trouble(pi) == (
        f"GPIO 17 (pins.card_sensor) is in use by {by}: stop that, or choose another pin for "
        "pins.card_sensor."
    )


def test_a_line_that_became_busy_meanwhile(pi: Machine) -> None:
    pi.request = OSError(16, "Device or resource busy")
    assert trouble(pi) == (
        "The pins of /dev/gpiochip3 (pinctrl-bcm2711) cannot be used ([Errno 16] Device or "
        "resource busy): check that no other program uses them, and that pins.factory suits "
        "this Pi."
    )


def test_a_chip_without_the_line(pi: Machine) -> None:
    pi.lines = 27
    assert trouble(pi) == (
        "/dev/gpiochip3 (pinctrl-bcm2711) has no GPIO 27: choose another pin for pins.buzzer."
    )
    pi.lines = 28
    pi.open().close()


def test_a_model_without_the_pin(pi: Machine) -> None:
    pi.factory = WatchedFactory("0002")
    assert trouble(pi) == (
        "This Raspberry Pi (model B, revision 1.0) has no GPIO 27 on its header: choose another "
        "pin for pins.buzzer."
    )
    check_header(pi.factory, Pins(buzzer=0))


def test_a_machine_that_is_no_pi(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(pi.factory, "_get_revision", unknown)
    assert trouble(pi) == (
        "This machine does not say which Raspberry Pi it is: run the driver on a Pi; "
        "elsewhere there is rollerdeck simulator."
    )


PI_4 = Chip("/dev/gpiochip0", "pinctrl-bcm2711")
EXTRA = (
    "install Rollerdeck with its extra pi: in its folder, "
    ".venv/bin/python -m pip install -e '.[pi]'."
)


@pytest.mark.parametrize("missing", ["gpiod", "gpiozero"])
def test_a_missing_library(pi: Machine, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    for module in [name for name in sys.modules if name.startswith("hardware.gpio.gpio_board")]:
        monkeypatch.delitem(sys.modules, module)
    for module in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.setitem(sys.modules, module, None)
    for module in [name for name in sys.modules if name.startswith("hardware.gpio.outputs")]:
        monkeypatch.delitem(sys.modules, module)
    assert trouble(pi) == f"The Python package {missing} is missing: {EXTRA}"


@pytest.mark.parametrize(
    ("has_wheel", "remedy"),
    [
        (True, EXTRA),
        (
            False,
            "install the system's package python3-lgpio, and make the virtual environment with "
            "--system-site-packages, because the extra pi has none for this Python.",
        ),
    ],
)
def test_a_missing_lgpio(
    pi: Machine, monkeypatch: pytest.MonkeyPatch, has_wheel: bool, remedy: str
) -> None:
    monkeypatch.delitem(sys.modules, "hardware.gpio.lgpio_pins")
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setattr(chips, "LGPIO_HAS_WHEEL", has_wheel)
    assert trouble(pi) == f"The Python package lgpio is missing: {remedy}"


@pytest.fixture
def original(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """RPi.GPIO itself, by what tells it from rpi-lgpio: it is written in C."""
    for name in ("RPi", "RPi.GPIO", "RPi._GPIO"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    package = tmp_path / "RPi"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "_GPIO.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("RPi", "RPi._GPIO"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("original")
@pytest.mark.parametrize("release", ["6.6.20+rpt-rpi-v8", "6.12.1", "7.0"])
def test_rpi_gpio_itself_is_refused_where_it_hears_nothing(release: str) -> None:
    with pytest.raises(PinTrouble) as refused:
        check_rpi_gpio(PI_4, Pins(factory="rpigpio", edges="gpiozero"), release)
    assert str(refused.value) == (
        f"RPi.GPIO cannot listen to pins from Linux 6.6 on, and this is {release}: set "
        "pins.edges to gpiod, install rpi-lgpio instead, or set pins.factory to lgpio."
    )
    check_rpi_gpio(PI_4, Pins(factory="rpigpio"), release)


@pytest.mark.usefixtures("original")
def test_rpi_gpio_itself_is_refused_on_a_pi_5() -> None:
    with pytest.raises(PinTrouble) as refused:
        check_rpi_gpio(Chip("/dev/gpiochip0", RP1), Pins(factory="rpigpio"), "6.1.0")
    assert str(refused.value) == (
        "RPi.GPIO cannot use the pins of a Pi 5: install rpi-lgpio instead, or set pins.factory "
        "to lgpio."
    )


@pytest.mark.usefixtures("original")
@pytest.mark.parametrize("release", ["6.5.99", "6.1.21-v8+", "5.15.0"])
def test_rpi_gpio_itself_is_taken_where_it_works(release: str) -> None:
    check_rpi_gpio(PI_4, Pins(factory="rpigpio", edges="gpiozero"), release)


def test_a_missing_rpi_gpio(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    assert trouble(pi, Pins(factory="rpigpio")) == (f"The Python package RPi is missing: {EXTRA}")


def test_rpi_lgpio_is_told_which_chip(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chips, "check_rpi_gpio", lambda *_: None)
    monkeypatch.delenv("RPI_LGPIO_CHIP", raising=False)
    rpigpio = ModuleType("gpiozero.pins.rpigpio")
    rpigpio.RPiGPIOFactory = lambda: pi.factory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", rpigpio)
    pi.open(Pins(factory="rpigpio")).close()
    assert os.environ.pop("RPI_LGPIO_CHIP") == "3"


def test_a_wrong_factory(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(chip: int) -> WatchedFactory:
        raise RuntimeError("can not open gpiochip")

    monkeypatch.setattr(sys.modules["hardware.gpio.lgpio_pins"], "lgpio_factory", wrong)
    assert trouble(pi) == (
        "The pins of /dev/gpiochip3 (pinctrl-bcm2711) cannot be used (can not open gpiochip): "
        "check that no other program uses them, and that pins.factory suits this Pi."
    )


def test_without_gpiods_edges_gpiozero_listens(pi: Machine) -> None:
    board = pi.open(Pins(edges="gpiozero"))
    assert not hasattr(pi, "asked")
    pi.factory.put(4, False)
    board.now_us()
    assert board.core.presses == 1
    board.close()


@pytest.mark.looptime
async def test_what_it_listens_with_is_checked_against_the_levels(pi: Machine) -> None:
    board = pi.open(Pins(edges="gpiozero"))
    board.watch(asyncio.get_running_loop(), lambda: board.now_us())
    pi.factory.pin(4)._state = False  # pressed, and nobody tells
    await asyncio.sleep(1)
    assert board.core.presses == 1
    board.close()


def test_a_folder_that_cannot_be_written_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    work_in(tmp_path / "made" / "for it")
    assert Path.cwd() == tmp_path / "made" / "for it"
    file = tmp_path / "file"
    file.touch()
    for folder, why in ((file, "File exists"), (Path("/proc/self/fdinfo"), None)):
        with pytest.raises(PinTrouble) as refused:
            work_in(folder)
        said = str(refused.value)
        assert said.startswith(f"Cannot write in {folder} (")
        assert why is None or why in said
        assert said.endswith(
            "), where the driver keeps its socket and its pipes: choose another place with "
            "--socket."
        )


def test_chips_are_looked_for_where_they_are() -> None:
    assert all(path.startswith("/dev/gpiochip") for path in chip_paths())
