"""The ``rollerdeck`` command for tests: in this process, or one of its own, watched and killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from controller.cli import main

COMMAND = [str(Path(sys.executable).with_name("rollerdeck"))]
PATIENCE_S = 90.0
"""How long a real process may take for anything before the test calls it hung."""

_reserved: list[socket.socket] = []


def free_port() -> int:
    """Reserve a TCP port for servers of this test until this process ends.

    Nobody else is given the port, not even while a server restarts: a socket that never listens
    stays bound to it. A server can bind it, too, if it sets SO_REUSEADDR, as servers do.
    """
    reserved = socket.socket()
    reserved.bind(("", 0))
    # only now: the kernel may hand out a port twice if both sockets allow it
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _reserved.append(reserved)
    port: int = reserved.getsockname()[1]
    return port


def without_waiting(folder: Path, access: str | None = None) -> tuple[str, str]:
    """The option for a referee that lets nobody wait between hits or commands, in real time.

    ``access``: who may act; None: whoever may where nobody has said.
    """
    file = folder / "without-waiting.toml"
    who = "" if access is None else f'access = "{access}"\n'
    file.write_text(f"[referee]\nbreath_ms = 0\nentries_a_minute = 1000000\n{who}")
    return "--config", str(file)


def run(*args: str, timeout_s: float = PATIENCE_S) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and keep what it said."""
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, timeout=timeout_s)


def here(*args: object) -> subprocess.CompletedProcess[str]:
    """Run a command in this process: as it refuses or answers, without the start of a Python."""
    words = ["rollerdeck", *map(str, args)]
    interrupt = signal.getsignal(signal.SIGINT)
    code: object = 0
    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", words),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        finally:
            signal.signal(signal.SIGINT, interrupt)
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read())
    assert isinstance(code, int | None), code
    return subprocess.CompletedProcess(words, code or 0, *said)


class Running:
    """A command in the foreground of its own, its output in a file that the test can read."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.log = folder / f"{args[0]}-{time.monotonic_ns()}.log"
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [*COMMAND, *args],
                stdout=out,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
                start_new_session=True,
            )

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *exc: object) -> None:
        self.end()

    @property
    def said(self) -> str:
        """All that it has printed so far."""
        return self.log.read_text(errors="replace")

    def until(self, ready: Callable[[], bool], what: str) -> None:
        """Wait until something holds; a process that dies or hangs fails with its own words."""
        deadline = time.monotonic() + PATIENCE_S
        while not ready():
            if self.process.poll() is not None:
                raise AssertionError(
                    f"ended with {self.process.returncode} before {what}: {self.said}"
                )
            if time.monotonic() > deadline:
                self.kill()
                raise AssertionError(f"no {what} within {PATIENCE_S:.0f} s: {self.said}")
            time.sleep(0.002)

    def kill(self) -> float:
        """SIGKILL; returns the monotonic moment at which it was sent, in seconds."""
        at_s = time.monotonic()
        self.process.kill()
        self.process.wait(PATIENCE_S)
        return at_s

    def end(self) -> int:
        """SIGTERM and its exit code; SIGKILL only if it does not listen."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
        return self.process.wait()
