"""What a service tells systemd: ready, alive, and how it is doing (sd_notify(3)).

A datagram of a few words, in less code than what a library for it asks around its call: the last
``sdnotify`` is of 2017, ``systemd-python`` and ``cysystemd`` are compiled against libsystemd.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class ServiceManager:
    """systemd, or nobody: started by hand, there is nothing to tell. Never raises, never waits."""

    def __init__(self, environment: Mapping[str, str], process: int) -> None:
        """``environment`` and ``process``: of the service, as systemd started it."""
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):  # an abstract one, which no file stands for
            self._address = "\0" + self._address[1:]
        self._status = ""
        meant = environment.get("WATCHDOG_PID", str(process)) == str(process)
        given = environment.get("WATCHDOG_USEC", "")
        self.watchdog_s = int(given) / 1e6 if self._address and meant and given.isdigit() else 0.0
        """Whoever is not heard from for so long is killed; 0: nobody watches."""

    def ready(self) -> None:
        """Say that the service serves."""
        self._tell("READY=1")

    def alive(self) -> None:
        """Say that all is well, for another ``watchdog_s``."""
        self._tell("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """What ``systemctl status`` shows; told only when it is another one."""
        # a line of its own would be a word of its own, and players' names are in here
        sentence = "".join(sign if sign.isprintable() else " " for sign in sentence)
        if sentence != self._status:
            self._status = sentence
            self._tell(f"STATUS={sentence}")

    def stopping(self) -> None:
        """Say that the service ends by itself."""
        self._tell("STOPPING=1")

    def _tell(self, words: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(words.encode(), self._address)
        except OSError:
            pass  # the watchdog is there for whoever cannot tell any more


def this_service() -> ServiceManager:
    """The manager of this process."""
    return ServiceManager(os.environ, os.getpid())
