"""The microcontroller's program, for MicroPython on RP2040 and RP2350. See docs/pico.md."""
