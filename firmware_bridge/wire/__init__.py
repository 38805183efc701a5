"""Framing and session of the wire: pure, runs unchanged on CPython and MicroPython."""
