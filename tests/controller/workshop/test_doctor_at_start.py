"""What the doctor says of the motor's pins while the Pi starts: what was seen, not only asked."""

from __future__ import annotations

import msgspec
import pytest

from controller.base.findings import Finding, Level
from controller.base.services import DRIVER_STATE
from controller.workshop.doctor.boot import check_start
from hardware.gpio.motor_pins import STATES_FILE, Before, PinState
from hardware.gpio.pins import Pins
from tests.worlds.pretended import Pretended

ASKED = "gpio=23,24=pd,op,dl"
LOW, HIGH = PinState(True, False, "pd"), PinState(True, True, "pd")
OUTPUT = PinState(True)
INPUT, UP = PinState(False, False, "pd"), PinState(False, True, "pu")
NO_FUNCTION = PinState(False, None, "pd")
"""What pinctrl says of a Pi 5's pin that nobody has used."""
SEEN = "before the driver first used them"


def told(pi: Pretended, config: str, *states: PinState, noted: bool = False) -> Finding:
    """What is said where GPIO 23 and 24 are, or were, in these states."""
    pi.files["/boot/firmware/config.txt"] = config
    pins = dict(zip((23, 24), states, strict=False))
    if noted:
        text = msgspec.json.encode(Before("a start", pins)).decode()
        pi.files[str(DRIVER_STATE / STATES_FILE)] = text
        pi.held = {23: "rollerdeck", 24: "rollerdeck"}
    else:
        pi.pins |= pins
    return check_start(pi, Pins(), DRIVER_STATE)


@pytest.mark.parametrize("config", [ASKED, ""])
def test_low_outputs_are_right_whatever_the_file_asks_for(pi: Pretended, config: str) -> None:
    assert (told(pi, config, LOW, LOW).level, told(pi, config, LOW, LOW).says) == (
        Level.OK,
        "the motor pins are low outputs now",
    )
    found = told(pi, config, LOW, LOW, noted=True)
    assert (found.level, found.says) == (Level.OK, f"the motor pins were low outputs {SEEN}")


@pytest.mark.parametrize(
    ("states", "says"),
    [
        ((INPUT, INPUT), f"GPIO 23, 24 were no output {SEEN}"),
        ((LOW, NO_FUNCTION), f"GPIO 24 was no output {SEEN}"),
        ((UP, INPUT), f"GPIO 23 was pulled up {SEEN}"),
    ],
)
def test_a_firmware_that_does_not_obey_the_file_is_told(
    pi: Pretended, states: tuple[PinState, ...], says: str
) -> None:
    found = told(pi, ASKED, *states, noted=True)
    assert found.level is Level.WARN
    assert found.says == f"config.txt sets the motor pins low, but {says}"
    assert "only the resistors keep the motor off" in found.fix


@pytest.mark.parametrize(
    ("config", "missing"),
    [
        (f"#{ASKED}", "23, 24"),
        ("gpio=22-25=pd,op,dl\ngpio=24=dh", "24"),
        ("gpio=23=op,dh\ngpio=24=op", "23, 24"),
    ],
)
@pytest.mark.parametrize("states", [(INPUT, INPUT), (OUTPUT, OUTPUT)])
def test_without_low_outputs_it_says_which_line_is_missing(
    pi: Pretended, config: str, missing: str, states: tuple[PinState, ...]
) -> None:
    found = told(pi, config, *states)
    assert (found.level, found.says) == (Level.WARN, f"config.txt does not set GPIO {missing} low")
    assert f"Add {ASKED} at the end" in found.fix


@pytest.mark.parametrize("config", [ASKED, ""])
def test_a_high_output_is_a_failure(pi: Pretended, config: str) -> None:
    found = told(pi, config, LOW, HIGH, noted=True)
    assert found.level is Level.FAIL
    assert found.says == f"GPIO 24 was high {SEEN}: the motor may turn at the start"
    assert f"Add {ASKED} at the end" in found.fix


def test_a_level_that_nothing_can_read_is_not_made_up(pi: Pretended) -> None:
    found = told(pi, ASKED, OUTPUT, OUTPUT)
    assert found.level is Level.WARN
    assert found.says.endswith("but the level of GPIO 23, 24 is unknown")


def test_what_another_start_or_no_start_noted_is_not_known(pi: Pretended) -> None:
    told(pi, ASKED, LOW, LOW, noted=True)
    pi.files["/proc/sys/kernel/random/boot_id"] = "a later start\n"
    found = check_start(pi, Pins(), DRIVER_STATE)
    assert found.level is Level.WARN
    assert "whether they were low is unknown" in found.says
    pi.files["/boot/firmware/config.txt"] = ""
    assert check_start(pi, Pins(), DRIVER_STATE).level is Level.WARN


def test_pins_of_which_one_is_unknown_are_unknown(pi: Pretended) -> None:
    assert "unknown" in told(pi, ASKED, LOW, noted=True).says
    pi.no_chip = "There is no GPIO chip of a Pi here: run it on a Pi."
    assert "unknown" in check_start(pi, Pins(), DRIVER_STATE).says
