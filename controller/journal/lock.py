"""One referee for each journal: a lock beside the journal that ends with its process."""

from __future__ import annotations

import fcntl
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
        lock = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        with suppress(PermissionError):
            os.fchmod(lock, PRIVATE)  # who can read it could lock it
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
    set_aside = sum(other.samefile(real) for other in real.parent.glob(f"{real.name}.before-*"))
    return real.stat().st_nlink > 1 + set_aside
