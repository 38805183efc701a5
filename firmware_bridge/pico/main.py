"""What a microcontroller runs when it starts. Hold the button meanwhile to get its console."""

import json
import os
import time

import micropython
from machine import WDT, Pin

from firmware_bridge.pico.board import Board
from firmware_bridge.pico.main_program import Port, Program
from firmware_bridge.pico.motor import Motor

WATCHDOG_MS = 2000


def main():
    """Run for ever; an error switches the motor off, and the watchdog restarts the chip."""
    with open("launcher.json") as file:
        wiring = json.load(file)
    Motor(wiring["motor"])
    pressed = 1 if "button" in wiring["inverted"] else 0
    if Pin(wiring["button"], Pin.IN, Pin.PULL_UP).value() == pressed:
        return
    # no byte on the line is Ctrl-C
    micropython.kbd_intr(-1)
    boot = "".join(["%02x" % byte for byte in os.urandom(4)])
    watchdog = WDT(timeout=WATCHDOG_MS)
    board = Board(wiring, time.ticks_us)
    program = Program(board, Port(), watchdog, boot)
    try:
        while True:
            program.step()
    finally:
        board.off()


main()
