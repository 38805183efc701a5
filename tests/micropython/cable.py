"""A serial line that stays plugged in, whoever comes, dies or does not listen at its ends."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import termios
import tty

CHATTER = b"x" * 63 + b"\n"


class Cable:
    """A pseudo terminal, in raw mode, held open here."""

    def __init__(self) -> None:
        self.far, self.near = pty.openpty()
        """``far``: the microcontroller's end."""
        self.path = os.ttyname(self.near)
        """Where a host opens it; ``near`` is this end, held open here."""
        tty.setraw(self.far)
        tty.setraw(self.near)
        self.ends = {self.far, self.near}
        """Of this pseudo terminal, and of those that carry it further."""

    def __enter__(self) -> Cable:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.far)
        os.close(self.near)

    def deliver(self) -> None:
        """Let whatever was written arrive, before virtual time passes.

        The kernel carries bytes through a pseudo terminal when it finds a moment, which can be late
        on a busy machine. It does so at once for who asks whether an end has something to read.
        """
        select.select(self.ends, [], [], 0)

    def let_go(self) -> None:
        """Take back what a host claimed that died: at a real line, its last close does."""
        fcntl.ioctl(self.near, termios.TIOCNXCL)

    def stuff(self) -> int:
        """Fill it until the microcontroller has no room for a single byte; returns how many."""
        room = select.poll()
        room.register(self.far, select.POLLOUT)
        stuffed = 0
        while room.poll(0):
            os.write(self.far, CHATTER[stuffed % len(CHATTER)].to_bytes())
            stuffed += 1
        return stuffed
