"""Opens a board from a configuration; every failure is one sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hardware.gpio.checked_edges import CheckedEdges
from hardware.gpio.chip import (
    CONSUMER,
    Chip,
    check_header,
    check_lines,
    find_chip,
    make_factory,
    needed,
)
from hardware.gpio.edges import EdgeSource
from hardware.gpio.gpiod_edges import GpiodEdges, request_inputs
from hardware.gpio.pins import Pins
from hardware.gpio.trouble import PinTrouble
from hardware.portable.scale_settings import ScaleSettings

if TYPE_CHECKING:
    from hardware.gpio.board import GpioBoard


def open_board(
    pins: Pins,
    clock: Callable[[], float],
    failed: Callable[[PinTrouble], None],
    measured: Mapping[str, int] | None = None,
    scale: ScaleSettings | None = None,
) -> GpioBoard:
    """Open a launcher on this machine's pins. If it raises PinTrouble, it has claimed no pin.

    See ``GpioBoard`` for ``clock``, ``failed``, ``measured`` and ``scale``. Before this is called,
    the working directory must be one that the process can write in (``work_in``).
    """
    with needed("gpiozero"):
        from hardware.gpio.board import GpioBoard
    chip = find_chip(pins.chip)
    check_lines(chip, pins)
    try:
        factory = make_factory(chip, pins)
        check_header(factory, pins)
        edges = CheckedEdges(_edges(chip, pins, factory))
        return GpioBoard(pins, factory, edges, clock, failed, measured, scale)
    except PinTrouble:
        raise
    except Exception as error:  # those of lgpio, RPi.GPIO and gpiozero have no common base class
        raise PinTrouble(f"{chip.unusable(error)}, and that pins.factory suits this Pi.") from error


def _edges(chip: Chip, pins: Pins, factory: Any) -> EdgeSource:
    if pins.edges == "gpiod":
        down = [pins.inputs[name] for name in pins.pulled_down]
        request = request_inputs(chip.path, list(pins.inputs.values()), CONSUMER, down)
        return GpiodEdges(request, pins.inputs)
    from hardware.gpio.gpiozero_edges import GpiozeroEdges

    return GpiozeroEdges(factory, pins.inputs, pulled_down=pins.pulled_down)
