"""The state of pins that nobody has claimed: read without a claim, written down once a start."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.gpio import chip as chips
from hardware.gpio.chip import Chip
from hardware.gpio.motor_pins import STATES_FILE, PinState, note_states, read_before, read_states
from hardware.gpio.pins import Pins, PinTrouble

gpiod = pytest.importorskip("gpiod", reason="gpiod is for Linux")

PI_5 = """\
23: no    pd | -- // GPIO23 = none
24: op dl pd | lo // GPIO24 = output
"""
"""Lines as in raspberrypi/linux, issue 6035."""
PI_4 = """\
 4: ip    pu | hi // GPIO4 = input
23: op -- pn | hi // GPIO23 = output
24: a5    pd | lo // GPIO24 = TXD4
"""
PI_3 = """\
 4: ip    -- | hi // GPIO4 = input
23: op -- -- | hi // GPIO23 = output
24: op -- -- | lo // GPIO24 = output
"""
"""As raspberrypi/utils prints it: `do_gpio_get` in pinctrl.c, and in gpiochip_bcm2835.c the drive
and the pull that no register of these chips gives."""


class Kernel:
    """Stands for ``gpiod.Chip``; it lets lines be looked at, and has no way to claim one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.label = "pinctrl-rp1"
        self.outputs: set[int] = set()
        self.used: set[int] = set()
        self.lines = 54
        monkeypatch.setattr(chips, "chip_paths", lambda: ["/dev/gpiochip0"])
        monkeypatch.setattr(gpiod, "Chip", self._open)

    def _open(self, path: str) -> Any:
        kernel = self

        class Opened:
            def __enter__(self) -> Opened:
                return self

            def __exit__(self, *exc: object) -> None: ...

            def get_info(self) -> Any:
                return SimpleNamespace(label=kernel.label)

            def get_line_info(self, line: int) -> Any:
                if line >= kernel.lines:
                    raise ValueError("line offset of out range")
                way = gpiod.line.Direction
                direction = way.OUTPUT if line in kernel.outputs else way.INPUT
                return SimpleNamespace(used=line in kernel.used, direction=direction)

        return Opened()


class Tool:
    """Stands for ``pinctrl``, or for none."""

    def __init__(self, says: str | None = None) -> None:
        self.says = says
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, *command: str) -> str | None:
        self.asked.append(command)
        return self.says


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    file = tmp_path / "boot_id"
    file.write_text("first\n")
    return file


def states(kernel: Kernel, run: Tool, *gpios: int) -> dict[int, PinState]:
    return read_states(Chip("/dev/gpiochip0", kernel.label), gpios, run)


def test_pinctrl_is_believed_where_it_is_there(kernel: Kernel) -> None:
    kernel.outputs = {23}
    tool = Tool(PI_5)
    assert states(kernel, tool, 23, 24) == {
        23: PinState(False, None, "pd"),
        24: PinState(True, False, "pd"),
    }
    assert tool.asked == [("pinctrl", "get", "23,24")]
    assert states(kernel, Tool(PI_4), 4, 23, 24) == {
        4: PinState(False, True, "pu"),
        23: PinState(True, True, "pn"),
        24: PinState(False, False, "pd"),
    }
    assert states(kernel, Tool(PI_3), 4, 23, 24) == {
        4: PinState(False, True, ""),
        23: PinState(True, True, ""),
        24: PinState(True, False, ""),
    }


UNKNOWN_FORMS = (
    "23: what is this?\n",
    "pinctrl: Must be root\n",
    "23: op dx pd | hi // GPIO23 = output\n",
    "23: op dl pd | high // GPIO23 = output\n",
    "23: xy dl pd | hi // GPIO23 = output\n",
)


@pytest.mark.parametrize("says", [None, "", *UNKNOWN_FORMS])
def test_without_pinctrl_the_kernel_tells_the_direction_and_no_more(
    kernel: Kernel, says: str | None
) -> None:
    kernel.outputs = {23}
    assert states(kernel, Tool(says), 23, 24) == {23: PinState(True), 24: PinState(False)}


def test_another_chips_pins_are_not_looked_up_on_the_header(kernel: Kernel) -> None:
    kernel.label = "gpio-sim.0"
    tool = Tool(PI_5)
    assert states(kernel, tool, 23) == {23: PinState(False)}
    assert tool.asked == []


def test_a_claimed_pin_says_nothing_of_the_start(kernel: Kernel) -> None:
    kernel.used = {24}
    assert states(kernel, Tool(PI_5), 23, 24).keys() == {23}


def test_a_line_that_is_not_there_is_a_sentence(kernel: Kernel) -> None:
    kernel.lines = 4
    with pytest.raises(PinTrouble, match=r"^The pins of /dev/gpiochip0 cannot be read \(.*\)\.$"):
        states(kernel, Tool(), 23)


def test_the_first_driver_of_a_start_writes_the_states_down_and_later_ones_do_not(
    kernel: Kernel, tmp_path: Path, boot: Path
) -> None:
    folder = tmp_path / "state"
    note_states(Pins(), folder, Tool(PI_5), boot)
    first = (folder / STATES_FILE).read_text()
    assert read_before(first, "first") == {
        23: PinState(False, None, "pd"),
        24: PinState(True, False, "pd"),
    }
    assert read_before(first, "second") == {}
    tool = Tool(PI_4)
    note_states(Pins(), folder, tool, boot)
    assert ((folder / STATES_FILE).read_text(), tool.asked) == (first, [])
    boot.write_text("second\n")
    note_states(Pins(), folder, Tool(PI_4), boot)
    assert read_before((folder / STATES_FILE).read_text(), "second")[23] == PinState(
        True, True, "pn"
    )


def test_a_pin_that_is_configured_later_is_added(
    kernel: Kernel, tmp_path: Path, boot: Path
) -> None:
    note_states(Pins(), tmp_path, Tool(PI_5), boot)
    kernel.outputs = {22}
    note_states(Pins(motor_in1=22), tmp_path, Tool(), boot)
    noted = read_before((tmp_path / STATES_FILE).read_text(), "first")
    assert set(noted) == {22, 23, 24}
    assert noted[22] == PinState(True)


@pytest.mark.parametrize("text", ["", "nonsense", '{"boot": "first"}', '{"pins": {"x": 1}}', "\0"])
def test_a_broken_file_is_as_none_and_is_replaced(
    kernel: Kernel, tmp_path: Path, boot: Path, text: str
) -> None:
    assert read_before(text, "first") == {}
    (tmp_path / STATES_FILE).write_text(text)
    note_states(Pins(), tmp_path, Tool(), boot)
    assert read_before((tmp_path / STATES_FILE).read_text(), "first").keys() == {23, 24}


def test_what_cannot_be_had_keeps_no_driver_from_its_pins(
    kernel: Kernel, tmp_path: Path, boot: Path
) -> None:
    (tmp_path / "file").touch()
    note_states(Pins(), tmp_path / "file", Tool(), boot)
    note_states(Pins(), tmp_path, Tool(), tmp_path / "no boot id")
    kernel.label = "another"
    note_states(Pins(), tmp_path, Tool(), boot)
    assert not (tmp_path / STATES_FILE).exists()
