"""Logs what happens in a service, for systemd's journal or for a terminal.

Events go through the standard library's ``logging``. systemd's journal gets them in its native
protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL). Its datagrams carry priority and fields beside the
sentence, and sending one never waits, which matters to a process at real-time priority. The
libraries for it (``systemd-python``, ``cysystemd``) are compiled against libsystemd.

The log stays readable and the disk free when the same thing happens again and again.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

SOCKET = Path("/run/systemd/journal/socket")
LIFE = frozenset({"started", "ready", "stopped"})
"""Events that a command itself prints on its terminal."""
LIBRARIES = ("asyncio", "uvicorn.error")
"""What these log goes the same way: otherwise Python prints it, however often it comes."""
MOST = 60
PERIOD_S = 60.0
"""Of one kind, at most ``MOST`` lines are logged in this time. A game logs less than 20."""

_LOG = logging.getLogger("rollerdeck")
_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}


def note(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event. Neither sentence nor fields may contain a player's name or a secret.

    ``event`` is its name for programs. ``fields`` are figures and codes with lower-case names.
    """
    _LOG.log(level, "%s", sentence, extra={"event": event, "fields": fields})


def begin_log(
    environment: Mapping[str, str] = os.environ,
    stream: TextIO | None = None,
    address: Path = SOCKET,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Send events to where ``stream`` (standard error) goes. Before this call they go nowhere.

    Of one kind only so many are logged in a time by ``clock`` (seconds, monotonic).
    """
    stream = stream or sys.stderr
    handler: logging.Handler
    if is_journal(environment, stream):
        handler, level = _Journal(address), logging.DEBUG
    else:
        handler, level = logging.StreamHandler(stream), logging.INFO
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
        handler.addFilter(lambda record: getattr(record, "event", "") not in LIFE)
    handler.addFilter(RateFilter(clock))
    logging.raiseExceptions = False  # no traceback for a terminal that is gone
    for log in (_LOG, *map(logging.getLogger, LIBRARIES)):
        log.handlers = [handler]
        log.propagate = False
    _LOG.setLevel(level)


def is_journal(environment: Mapping[str, str], stream: TextIO) -> bool:
    """Whether a stream goes to systemd's journal (systemd.exec(5), ``JOURNAL_STREAM``)."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


class _Journal(logging.Handler):
    """Sends each event as one datagram, and drops it if the journal does not take it at once."""

    def __init__(self, address: Path) -> None:
        super().__init__()
        self._address = str(address)
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._line.setblocking(False)

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, object] = {
            "MESSAGE": record.getMessage(),
            "PRIORITY": _PRIORITIES.get(record.levelno, 6),
            "SYSLOG_IDENTIFIER": "rollerdeck",
            "ROLLERDECK_EVENT": getattr(record, "event", ""),
        }
        for name, value in getattr(record, "fields", {}).items():
            fields[f"ROLLERDECK_{name.upper()}"] = value
        lines = "".join(f"{name}={_one_line(value)}\n" for name, value in fields.items())
        with suppress(OSError):  # a journal that does not answer must not stop a launcher
            self._line.sendto(lines.encode(), self._address)

    def close(self) -> None:
        self._line.close()
        super().close()


def _one_line(value: object) -> str:
    """Text on one line: a new line would begin another field."""
    return "".join(sign if sign.isprintable() else " " for sign in str(value))


@dataclass(slots=True)
class _Kind:
    """What was logged of one kind since a moment."""

    since_s: float
    logged: int = 0
    left_out: int = 0


class RateFilter(logging.Filter):
    """Leaves out lines of a kind of which there were too many; the next one says how many.

    A line's kind is its event. What a library logs is of one kind for each library.
    """

    def __init__(
        self, clock: Callable[[], float], limit: int = MOST, period_s: float = PERIOD_S
    ) -> None:
        """``clock``: seconds, monotonic."""
        super().__init__()
        self._clock = clock
        self._limit = limit
        self._period_s = period_s
        self._kinds: dict[str, _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        now_s = self._clock()
        name = getattr(record, "event", "") or record.name
        kind = self._kinds.setdefault(name, _Kind(now_s))
        left_out = 0
        if now_s - kind.since_s >= self._period_s:
            left_out = kind.left_out
            kind = self._kinds[name] = _Kind(now_s)
        if kind.logged == self._limit:
            kind.left_out += 1
            return False
        kind.logged += 1
        if left_out:
            record.msg = f"{record.getMessage()} ({left_out} more of these were left out before.)"
            record.args = None
        return True


_LOG.addHandler(logging.NullHandler())
