"""The drawing of the wiring shows the default configuration: every pin, by number and name."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hardware.gpio.motor_drivers import MOTOR_DRIVERS
from hardware.gpio.pins import Pins
from hardware.portable.settings import Settings
from release.parts import HEADER, header_pin
from tests.hardware.gpio.test_wiring_document import DOCUMENT

DOCS = Path(__file__).parents[3] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
DRAWING = ElementTree.parse(DOCS / "wiring.svg").getroot()
OPTIONAL = {"cover": 5, "hopper": 6}
"""Drawn although they have no default, at the pins that the document names."""


def groups(key: str) -> list[tuple[str, Element]]:
    found = [(group.get(key), group) for group in DRAWING.iter(f"{SVG}g")]
    return [(value, group) for value, group in found if value is not None]


def words(group: Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def header_label(number: int) -> str:
    names = {str(name) for name in HEADER[number].names}
    used = {gpio: name for name, gpio in Pins().used.items()}
    optional = {gpio: name for name, gpio in OPTIONAL.items()}
    for name in names:
        if match := re.fullmatch(r"GPIO(\d+)", name):
            gpio = int(match[1])
            if gpio in used:
                return f"GPIO {gpio} {used[gpio]}"
            return f"GPIO {gpio} ({optional[gpio]})" if gpio in optional else f"GPIO {gpio}"
    return "ground" if "GND" in names else "3.3 V" if "3V3" in names else "5 V"


def test_the_header_is_a_pis_with_the_default_pins_named() -> None:
    drawn = {int(number): words(group) for number, group in groups("data-pin")}
    wrong = [
        f"header pin {number} must read {header_label(number)!r}"
        for number in HEADER
        if drawn.get(number) != [str(number), header_label(number)]
    ]
    assert not wrong, f"docs/wiring.svg: {', '.join(wrong)}"
    assert set(drawn) == set(HEADER)


def test_every_default_pin_has_its_circuit() -> None:
    drawn = {name for name, _ in groups("data-name")}
    missing = [
        f"{name} (GPIO {gpio}, header pin {header_pin(gpio)})"
        for name, gpio in Pins().used.items()
        if name not in drawn
    ]
    assert not missing, f"docs/wiring.svg lacks a circuit for {', '.join(missing)}"
    assert drawn == set(Pins().used) | set(OPTIONAL)


def test_every_circuit_leads_to_its_pin() -> None:
    gpios = Pins().used | OPTIONAL
    for name, group in groups("data-name"):
        gpio = gpios[name]
        assert words(group) == [f"pin {header_pin(gpio)} GPIO {gpio}", name]


def test_power_is_taken_from_pins_that_have_it() -> None:
    taken = groups("data-power")
    assert taken
    for number, group in taken:
        assert "3V3" in HEADER[int(number)].names
        assert words(group) == [f"3.3 V pin {number}"]


def test_the_motors_inputs_are_low_from_the_boot_on() -> None:
    """The line of config.txt for the default, and those for the other motor drivers."""
    assert "The lines are for a DRV8833 or a DRV8871" in " ".join(DOCUMENT.split())
    default = line(r"^gpio=(\S+)=pd,op,dl$")
    page = (DOCS / "parts.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|.*\| `gpio=(\S+)=pd,op,dl` \|", page, re.MULTILINE)
    told = {name: numbers(gpios) for name, gpios in rows}
    assert told["drv8833"] == told["drv8871"] == default
    assert told == {
        name: sorted(getattr(Pins(), wire) for wire in driver.inputs)
        for name, driver in MOTOR_DRIVERS.items()
    }


def line(pattern: str) -> list[int]:
    found = re.search(pattern, DOCUMENT, re.MULTILINE)
    assert found, pattern
    return numbers(found[1])


def numbers(written: str) -> list[int]:
    gpios: list[int] = []
    for part in written.split(","):
        first, _, last = part.partition("-")
        gpios += range(int(first), int(last or first) + 1)
    return gpios


def test_the_buttons_filter_is_quicker_than_the_driver_asks_for() -> None:
    found = re.search(
        r"above 2 V after ([\d.]+) ms\. While the motor runs, the driver program accepts presses "
        r"of (\d+) ms or more, and ignores shorter presses\. The driver program accepts releases "
        r"of (\d+) ms or more",
        DOCUMENT,
    )
    assert found
    settings = Settings()
    assert int(found[2]) * 1000 == settings.noisy_press_us
    assert int(found[3]) * 1000 == settings.release_us > float(found[1]) * 1000
