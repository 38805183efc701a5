"""A Pico's USB plug in the guest's own socket: a serial gadget that comes and goes.

What the Pico says while it is out, or while the plug has no room, is lost.
"""

from __future__ import annotations

import asyncio
import os
import tty
from contextlib import suppress
from pathlib import Path

from firmware_bridge.serial_line import PICO, UsbIds
from tests.micropython.cable import Cable
from tests.vm.guest.lines import need_guest

MODULE = "g_serial"
FOLDERS = (Path("/modules"), Path("/run/modules"))
"""Of the machine without a disk, and of the one with systemd."""
NODE = Path("/dev/ttyGS0")


async def put_in(ids: UsbIds) -> int:
    """Put in a device with these identifiers and a serial port; its own end of the line."""
    need_guest(*FOLDERS)
    vendor, product = ids
    (file,) = (file for folder in FOLDERS for file in folder.glob(f"*{MODULE}.ko"))
    told = (f"idVendor={vendor:#x}", f"idProduct={product:#x}", "use_acm=1")
    await _run("insmod", str(file), *told)
    plug = os.open(NODE, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(plug)
    return plug


async def pull_out(plug: int) -> None:
    """Pull out what was put in, whatever is under way."""
    os.close(plug)
    await _run("rmmod", MODULE)


class Plug:
    """Between a Pico's cable and the kernel's USB; out at first."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._plug: int | None = None
        self._loop = asyncio.get_running_loop()
        os.set_blocking(cable.near, False)
        self._loop.add_reader(cable.near, self._from_pico)

    async def put_in(self) -> None:
        """Where it is out. The kernel has it then; the host has yet to find it."""
        self._plug = await put_in(PICO)
        self._loop.add_reader(self._plug, self._from_host)

    async def pull_out(self) -> None:
        """Where it is in, whatever is under way."""
        assert self._plug is not None
        self._loop.remove_reader(self._plug)
        await pull_out(self._plug)
        self._plug = None

    async def close(self) -> None:
        """Where it is in: out for good."""
        await self.pull_out()
        self._loop.remove_reader(self._cable.near)

    def _from_pico(self) -> None:
        data = os.read(self._cable.near, 4096)
        if self._plug is not None:
            with suppress(OSError):
                os.write(self._plug, data)

    def _from_host(self) -> None:
        assert self._plug is not None
        with suppress(OSError):
            os.write(self._cable.near, os.read(self._plug, 4096))


async def _run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(*command)
    assert await process.wait() == 0, f"{' '.join(command)} failed"
