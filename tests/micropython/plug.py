"""A plug between a Pico's serial line and a host: in, out, and in again under another number.

What the Pico says while it is out, or while there is no room for it, is lost.
"""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from contextlib import suppress
from pathlib import Path

from tests.micropython.cable import Cable


class Plug:
    """Out at first. ``path`` is where the host finds it while it is in."""

    def __init__(self, cable: Cable, path: Path) -> None:
        self.path = path
        self._cable = cable
        self._ends: tuple[int, int] | None = None
        self._loop = asyncio.get_running_loop()
        os.set_blocking(cable.near, False)
        self._loop.add_reader(cable.near, self._from_pico)

    async def put_in(self) -> None:
        """Where it is out."""
        here, there = self._ends = pty.openpty()
        self._cable.ends |= {here, there}
        tty.setraw(here)
        tty.setraw(there)
        os.set_blocking(here, False)
        self.path.symlink_to(os.ttyname(there))
        self._loop.add_reader(here, self._from_host)

    async def pull_out(self) -> None:
        """Where it is in, whatever is under way."""
        assert self._ends is not None
        self._loop.remove_reader(self._ends[0])
        self._cable.ends -= {*self._ends}
        for end in self._ends:
            os.close(end)
        self._ends = None
        self.path.unlink()

    async def close(self) -> None:
        """Out for good."""
        if self._ends is not None:
            await self.pull_out()
        self._loop.remove_reader(self._cable.near)

    def _from_pico(self) -> None:
        data = os.read(self._cable.near, 4096)
        if self._ends is not None:
            with suppress(OSError):
                os.write(self._ends[0], data)

    def _from_host(self) -> None:
        assert self._ends is not None
        with suppress(OSError):
            os.write(self._cable.near, os.read(self._ends[0], 4096))
