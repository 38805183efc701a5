"""A scanner at a pseudo terminal: it sends lines, and its plug can be pulled."""

from __future__ import annotations

import os
import pty
import tty
from pathlib import Path


class Plugged:
    """The scanner's end of a line. Its port has the same name each time it is plugged in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._master = -1

    def put_in(self) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path.symlink_to(os.ttyname(self._slave))

    def pull_out(self) -> None:
        os.close(self._slave)
        os.close(self._master)
        self.path.unlink()

    def send(self, data: bytes) -> None:
        """Send, and wait while the line is full."""
        while data:
            data = data[os.write(self._master, data) :]
