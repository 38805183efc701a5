"""The least that a program can do with an edge, in two libraries: the yardsticks."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path
from typing import Any


def gpiod_loop(device: Path, button: int, lamp: int) -> None:
    """Wait for edges of the button and show them at the lamp, until killed."""
    import gpiod
    from gpiod.line import Direction, Edge, Value

    lines: dict[Any, gpiod.LineSettings | None] = {
        button: gpiod.LineSettings(direction=Direction.INPUT, edge_detection=Edge.BOTH),
        lamp: gpiod.LineSettings(direction=Direction.OUTPUT),
    }
    with gpiod.request_lines(str(device), lines, consumer="bare") as request:
        while True:
            for event in request.read_edge_events():
                pressed = event.event_type is event.Type.FALLING_EDGE
                request.set_value(lamp, Value.ACTIVE if pressed else Value.INACTIVE)


def gpiozero(device: Path, button: int, lamp: int) -> None:
    """Let a button's callbacks switch a lamp, until killed.

    Not gpiozero's own ``Button``: an edge before it is whole ends the thread that tells of edges.
    """
    os.chdir(tempfile.mkdtemp())
    from gpiozero import LED, DigitalInputDevice
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = LGPIOFactory(chip=int(device.name.removeprefix("gpiochip")))
    led = LED(lamp, pin_factory=factory)
    finger = DigitalInputDevice(button, pull_up=True, pin_factory=factory)
    finger.when_activated = led.on
    finger.when_deactivated = led.off
    signal.pause()
