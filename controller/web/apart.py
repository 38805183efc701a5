"""Runs a module of Rollerdeck in a process of its own, while the referee goes on."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from controller.base.errors import NOT_SO, Trouble


async def run_apart(module: str, *args: str) -> bytes:
    """Run ``python -m module args`` to its end, and return what it printed.

    If the caller stops waiting, the process is killed. Raises ``Trouble`` with what the process
    complained of.
    """
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", module, *args),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, error = await child.communicate()
    finally:
        if child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    if child.returncode != 0:
        raise Trouble(error.decode(errors="replace").strip(), NOT_SO)
    return output
