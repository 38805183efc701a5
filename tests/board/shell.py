"""A shell on a board's serial line, which does what the tests tell it."""

from __future__ import annotations

import queue
import re
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

PATIENCE_S: Final = 1200.0
"""Of this machine's time, which may be short of processors: what takes longest takes two minutes of
an idle one."""
ASK_AGAIN_S: Final = 2.0
UP: Final = "The board is up."
STARTED: Final = ("running", "degraded", "maintenance")
"""What systemd says of itself when it has started everything; a busy board may get no answer."""


class Died(Exception):
    """The board did not do what it was told; the message says what, and what it said last."""


class Shell:
    """One command after the other. Once one got no answer, none is begun any more."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        patience_s: float = PATIENCE_S,
        last_words: Callable[[], str] = str,
    ) -> None:
        """``process``: what speaks on the line, on its standard streams; it is the caller's.

        ``last_words``: what else the board has said, for who asks why it did not answer.
        """
        self._process = process
        self._patience_s = patience_s
        self._last_words = last_words
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._nth = 0
        self._command = ""
        self._died: Died | None = None
        self._hearing = threading.Thread(target=self._hear, daemon=True)
        self._hearing.start()

    def close(self) -> None:
        """Close the line, whose other end is closed."""
        self._hearing.join()
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):  # what was told last and not heard
            self._process.stdin.close()
        self._process.stdout.close()

    def until_up(self) -> None:
        """Wait until the shell answers."""
        deadline = monotonic() + self._patience_s
        while True:
            self.tell(f"echo {UP}")
            try:
                line = self._lines.get(timeout=ASK_AGAIN_S)
            except queue.Empty:
                line = ""
            if line == UP:
                return
            if line is None or monotonic() > deadline:
                raise self._gone(f"The shell did not answer within {self._patience_s:.0f} s", [])

    def until_started(self) -> None:
        """Wait until the shell answers, and systemd has started everything."""
        self.until_up()
        deadline = monotonic() + self._patience_s
        while (state := self.do("systemctl is-system-running", code=None)) not in STARTED:
            if monotonic() > deadline:
                what = f"systemd did not start everything within {self._patience_s:.0f} s"
                raise self._gone(what, [state])
            # the board's clock leaps over it
            self.do("sleep 1")

    def start(self, command: str) -> None:
        """Let the shell do something whose end ``wait`` awaits."""
        self._nth += 1
        self._command = command
        self.tell(f"( {command}\n) 2>&1; code=$?; echo; echo Ended {self._nth} with $code.")

    def wait(self, code: int | None = 0) -> str:
        """What the started command said; it must end with ``code``. None: however."""
        lines: list[str] = []
        end = re.compile(rf"Ended {self._nth} with (\d+)\.")
        deadline = monotonic() + self._patience_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise self._gone(
                    f"This did not end within {self._patience_s:.0f} s: {self._command}", lines
                )
            if found := end.fullmatch(line):
                break
            lines.append(line)
        said = "\n".join(line for line in lines if line != UP).strip("\n")
        if code is not None and int(found[1]) != code:
            raise Died(f"It ended with {found[1]}:\n{said}")
        return said

    def do(self, command: str, code: int | None = 0) -> str:
        """Run a command of the shell to its end; see ``wait``."""
        self.start(command)
        return self.wait(code)

    def tell(self, words: str) -> None:
        """Type a line."""
        if self._died is not None:
            raise self._died
        assert self._process.stdin is not None
        self._process.stdin.write(f"{words}\n".encode())
        self._process.stdin.flush()

    def rest(self) -> str:
        """What it says until its end."""
        return "\n".join(iter(lambda: self._lines.get() or "", ""))

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for raw in self._process.stdout:
            self._lines.put(raw.decode(errors="replace").strip("\r\n"))
        self._lines.put(None)

    def _gone(self, what: str, lines: list[str]) -> Died:
        if (code := self._process.poll()) is not None:
            what += f" (QEMU ended with {code})"
        self._died = Died("\n".join([f"{what}.", *lines[-20:], self._last_words()]))
        return self._died
