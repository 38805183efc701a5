"""A place in the file system where one living process listens, and only its group may speak."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SOCKET_MODE = 0o660
FOLDER_MODE = 0o750


class CannotListen(Exception):
    """A place that cannot be had; the message is a sentence for people."""


@contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    """Listen at a Unix socket; the file is there, readable for user and group, while this lasts.

    The folder is made. What a dead process left behind is replaced; where a living one listens,
    or something else lies, CannotListen is raised.
    """
    try:
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        with _alone(path.parent):
            _make_way(path)
            listener = _bind(path)
    except OSError as error:
        raise CannotListen(
            f"Cannot listen at {path} ({error.strerror or error}): choose another place "
            "with --socket."
        ) from None
    ours = path.stat().st_ino
    try:
        yield listener
    finally:
        listener.close()
        # Somebody may have tidied up and put another one here meanwhile.
        with suppress(OSError):
            if path.stat().st_ino == ours:
                path.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let two who start at once look and bind one after the other."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _make_way(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise CannotListen(f"{path} is no socket: move it away, or choose another place.")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
        except BlockingIOError:
            pass  # its queue is full: somebody lives there
    raise CannotListen(
        f"Another launcher already listens at {path}: use that one, or choose another "
        "place with --socket."
    )


def _bind(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o777 & ~SOCKET_MODE)
    try:
        listener.bind(str(path))
        listener.listen(16)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener
