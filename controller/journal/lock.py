"""One referee for each journal: a lock beside the journal that ends with its process."""

from __future__ import annotations

import errno
import fcntl
import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble
from controller.journal.durable import PRIVATE, make_folder


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep every referee away from a journal meanwhile. Raises ``Trouble`` (exit code 2)."""
    lock = take(path)
    try:
        yield
    finally:
        os.close(lock)


def take(path: Path) -> int:
    """Keep every other referee away until this process ends, in whatever way."""
    try:
        real = real_file(path)
        beside = real.with_name(real.name + ".lock")
        make_folder(real.parent)
        # A file of its own: closing a second handle on the database would drop SQLite's locks.
        lock = _opened(beside)
    except OSError as error:
        raise Trouble(
            f"The journal {path} cannot be opened ({error.strerror}); "
            "allow it, or name another with --journal.",
            WRONG_USAGE,
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Trouble(
            f"Another referee is writing the journal {path}; "
            "end that one, or name another with --journal.",
            WRONG_USAGE,
        ) from None
    return lock


def _opened(beside: Path) -> int:
    try:
        lock = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    except OSError as error:
        if error.errno != errno.EROFS or not beside.exists():
            raise
        return os.open(beside, os.O_RDONLY | os.O_CLOEXEC)  # that of an earlier referee
    with suppress(PermissionError):
        os.fchmod(lock, PRIVATE)  # who can read it could lock it
    return lock


def note_address(lock: int, host: str, port: int) -> None:
    """Note where the referee that holds this lock serves its page. Raises OSError."""
    os.truncate(lock, 0)
    os.pwrite(lock, f"{host} {port}\n".encode(), 0)


def noted_address(path: Path) -> tuple[str, int] | None:
    """Where a journal's referee serves its page, or served it last: host and port.

    None: it is not noted, or this user may not read it.
    """
    try:
        beside = real_file(path)
        host, port = beside.with_name(beside.name + ".lock").read_text("utf-8").split()
        return host, int(port)
    except (OSError, ValueError):
        return None


def real_file(path: Path) -> Path:
    """The real file of a journal, so that a link to it is not taken for a second journal.

    Raises ``Trouble`` (exit code 2) if something else is there.
    """
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        raise Trouble(f"The journal {path} is no file: name one with --journal.", WRONG_USAGE)
    if path.is_symlink() and not real.exists():
        raise Trouble(
            f"The journal {path} is a link to {real}, and nothing is there; "
            "mount what is missing, or name another with --journal.",
            WRONG_USAGE,
        )
    if real.exists() and _has_second_name(real):
        # SQLite names its log after the file, so two names have two logs (howtocorrupt.html)
        raise Trouble(
            f"The journal {path} has a second name (a hard link), under which another referee "
            "could destroy it: remove the other name, or make a copy instead.",
            WRONG_USAGE,
        )
    return real


def _has_second_name(real: Path) -> bool:
    """Whether a file has a hard link, but for the one that a restore made before it was cut off."""
    beside = real.parent.glob(f"{glob.escape(real.name)}.before-*")
    set_aside = sum(other.samefile(real) for other in beside)
    return real.stat().st_nlink > 1 + set_aside
