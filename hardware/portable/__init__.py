"""Pure launcher code that runs unchanged on CPython and MicroPython."""
