"""The reference of pins, motor drivers and sensor modules, in Markdown, out of ``hardware.gpio``.

Usage: ``.venv/bin/python -m release.parts > docs/parts.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from gpiozero.pins.pi import PiBoardInfo

from hardware.gpio.launcher_pins import INPUTS
from hardware.gpio.motor_drivers import MOTOR_DRIVERS, MotorDriver, PinLevel, PinLevels
from hardware.gpio.pins import NOT_FOR_A_MOTOR, PULLED_DOWN_FROM, Pins
from hardware.gpio.sensor_modules import OWN_CIRCUIT, SENSOR_MODULES, SensorModule, SensorName
from release.settings import sections

HEAD = """# Pins, motor drivers, sensor modules

What Rollerdeck knows of them, made from the code. [Wiring](wiring.md) says what to do with it.
"""
HEADER = PiBoardInfo.from_revision(0xC03111).headers["J8"].pins
"""A Pi 4's header, which all models with 40 pins have."""
THREE_CELLS_MV = 4_500
_LETTERS = {PinLevel.LOW: "L", PinLevel.HIGH: "H", PinLevel.PWM: "P"}


def page() -> str:
    """The whole reference."""
    parts = (HEAD, _pins(), _motor_drivers(), _sensor_modules())
    return "\n".join(parts)


def header_pin(gpio: int) -> int:
    """The pin of the header at which this GPIO is."""
    (number,) = [number for number, pin in HEADER.items() if f"GPIO{gpio}" in pin.names]
    return int(number)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, *rows]
    written = ["".join(f"| {cell} " if cell else "| " for cell in cells) + "|\n" for cells in lines]
    return "\n" + "".join([written[0], "|---" * len(heads) + "|\n", *written[1:]])


def _pins() -> str:
    text = "## Pins\n\nThe default pins, by GPIO and by pin of the header:\n"
    text += _table(("key", "GPIO", "header pin", "at reset", "what it is", "connects to"), _wires())
    text += "\nNot for a motor driver, because the motor would turn:\n"
    return text + _table(("GPIO", "why"), _not_for_a_motor())


def _wires() -> Iterator[Sequence[str]]:
    meanings = {row.key: row.meaning for section in sections() for row in section.settings}
    wires = list(dict.fromkeys(w for driver in MOTOR_DRIVERS.values() for w in driver.inputs))
    for name in (*wires, *INPUTS, "lamp", "buzzer"):
        if gpio := getattr(Pins(), name, 0):
            reset = "down" if gpio >= PULLED_DOWN_FROM else "up"
            terminals = ", ".join(_terminals(name))
            cells = (str(gpio), str(header_pin(gpio)), reset, meanings[f"pins.{name}"], terminals)
            yield (f"`{name}`", *cells)


def _terminals(wire: str) -> Iterator[str]:
    for driver in MOTOR_DRIVERS.values():
        for name, terminal in zip(driver.inputs, driver.terminals, strict=True):
            if name == wire:
                yield f"{driver.part} {terminal}"


def _not_for_a_motor() -> Iterator[Sequence[str]]:
    for reason, group in groupby(NOT_FOR_A_MOTOR, key=NOT_FOR_A_MOTOR.__getitem__):
        gpios = list(group)
        yield str(gpios[0]) if len(gpios) == 1 else f"{gpios[0]} to {gpios[-1]}", reason


def _motor_drivers() -> str:
    text = (
        "## Motor drivers\n\nThe levels of its inputs in their order: H high, L low, P pulses that "
        "are high for\n[`duty_pct`](settings.md#pins) of the time (by default always).\n"
    )
    truth = ((f"`{name}`", *_levels(driver)) for name, driver in MOTOR_DRIVERS.items())
    heads = ("`motor_driver`", "inputs", "forward", "reverse", "brake", "coast")
    text += _table(heads, truth)
    text += (
        "\nVoltages and currents of the chips by their makers; a board may withstand less. The "
        "line of [`config.txt`](wiring.md#boot-configuration)\nis for the default pins.\n"
    )
    facts = ((f"`{name}`", *_facts(driver)) for name, driver in MOTOR_DRIVERS.items())
    heads = ("`motor_driver`", "motor supply", "current", "`config.txt`", "to know", "data sheet")
    return text + _table(heads, facts)


def _levels(driver: MotorDriver) -> Iterator[str]:
    yield ", ".join(f"`{name}`" for name in driver.inputs)
    for row in (driver.forward, driver.reverse, driver.brake, driver.coast):
        yield _words(row)


def _words(row: PinLevels | None) -> str:
    return " ".join(_LETTERS[level] for level in row or ())


def _facts(driver: MotorDriver) -> Iterator[str]:
    least_v, most_v = driver.least_mv / 1000, driver.most_mv / 1000
    yield (f"{least_v:g} to {most_v:g} V" if least_v else f"up to {most_v:g} V") if most_v else ""
    usual = [f"{driver.most_ma / 1000:g} A"] if driver.most_ma else []
    peak = [f"{driver.peak_ma / 1000:g} A for moments"] if driver.peak_ma else []
    yield ", ".join(usual + peak)
    yield f"`gpio={_ranges(sorted(getattr(Pins(), name) for name in driver.inputs))}=pd,op,dl`"
    too_much = driver.least_mv > THREE_CELLS_MV
    cells = "It does not work with three cells of 1.5 V." if too_much else ""
    yield f"{cells} {driver.note}".strip()
    yield driver.source


def _ranges(gpios: Sequence[int]) -> str:
    """As ``config.txt`` takes them: ``22-25`` for more than two in a row."""
    in_a_row = len(gpios) > 2 and gpios[-1] - gpios[0] == len(gpios) - 1
    return f"{gpios[0]}-{gpios[-1]}" if in_a_row else ",".join(map(str, gpios))


def _sensor_modules() -> str:
    heads = ("`sensor`", "what it is", "output at a card", "supply", "wire", "torn cable")
    rows = ((f"`{name}`", *_sensor(name, module)) for name, module in SENSOR_MODULES.items())
    text = "## Sensor modules\n" + _table(heads, rows)
    text += "\nAll we know is what makers and sellers write:\n\n"
    for sources in dict.fromkeys(
        module.sources for module in SENSOR_MODULES.values() if module.sources
    ):
        names = [
            f"`{name}`" for name, module in SENSOR_MODULES.items() if module.sources == sources
        ]
        text += f"- {', '.join(names)}: {'; '.join(sources)}\n"
    return text


def _sensor(name: SensorName, module: SensorModule) -> Iterator[str]:
    yield module.about
    yield "high" if module.card_is_high else "low"
    yield "3.3 V" if name == OWN_CIRCUIT else "5 V" if module.needs_5v else "3.3 to 5 V"
    if module.is_5v_at_the_output:
        yield "through a level converter; we do not recommend it"
    elif module.output == "supply":
        yield "supply to 3.3 V only: it drives its output to its supply"
    else:
        yield "10 kΩ from output to 3.3 V, at the module: its output only switches to ground"
    yield "unnoticed" if module.torn_says_clear else "looks like a card"


if __name__ == "__main__":
    print(page(), end="")
