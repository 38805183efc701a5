"""A Raspberry Pi 3B as QEMU emulates it, with Debian for its processor: ``make board``."""
