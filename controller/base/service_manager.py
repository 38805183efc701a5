"""Tells systemd that a service is ready and alive, and how it is doing (sd_notify(3)).

It sends datagrams of a few words, with less code than a library needs around its calls. The last
``sdnotify`` is of 2017; ``systemd-python`` and ``cysystemd`` are compiled against libsystemd.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class ServiceManager:
    """systemd, or nobody if the service was started by hand. It never raises and never waits."""

    def __init__(self, environment: Mapping[str, str], process: int) -> None:
        """``environment`` and ``process`` are those of the service that systemd started."""
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):  # an abstract socket, which has no file
            self._address = "\0" + self._address[1:]
        self._status = ""
        meant = environment.get("WATCHDOG_PID", str(process)) == str(process)
        watchdog_usec = environment.get("WATCHDOG_USEC", "")
        self.watchdog_s = (
            int(watchdog_usec) / 1e6 if self._address and meant and watchdog_usec.isdigit() else 0.0
        )
        """systemd kills a service that is silent for this long; 0: there is no watchdog."""

    def ready(self) -> None:
        """Say that the service is ready."""
        self._tell("READY=1")

    def alive(self) -> None:
        """Say that all is well, for another ``watchdog_s``."""
        self._tell("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """Set what ``systemctl status`` shows. It is sent only if it differs from the last one."""
        # a new line would begin another message, and players' names are in the text
        sentence = "".join(sign if sign.isprintable() else " " for sign in sentence)
        if sentence != self._status:
            self._status = sentence
            self._tell(f"STATUS={sentence}")

    def stopping(self) -> None:
        """Say that the service stops by itself."""
        self._tell("STOPPING=1")

    def _tell(self, words: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(words.encode(), self._address)
        except OSError:
            pass  # the watchdog deals with a service that cannot send any more


def this_service() -> ServiceManager:
    """The manager of this process."""
    return ServiceManager(os.environ, os.getpid())
