"""Files and names that survive a power cut, and that only their owner can read.

A sync of a file does not store the file's name: the folder that lists it needs a sync, too.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble

PRIVATE = 0o600
"""A journal holds the seeds of the draws, so nobody but its owner may read it."""

BESIDE = ("", "-wal", "-shm", "-journal")
"""How the names of a database's files end. SQLite gives all of them the rights of the first."""


def sync(path: Path) -> None:
    """Make sure that a file, or what a folder lists, is on disk. Raises OSError."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def begin_private(path: Path) -> None:
    """Make an empty file that only its owner can read, whatever the umask. Raises OSError."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))


def make_private(path: Path) -> None:
    """Let only its owner read a database, if this user and this disk allow it. Raises OSError."""
    for end in BESIDE:
        try:
            path.with_name(path.name + end).chmod(PRIVATE)
        except (FileNotFoundError, PermissionError):
            pass
        except OSError as error:
            if error.errno != errno.EROFS:
                raise


def write_private(path: Path, content: bytes) -> None:
    """Replace a file that only its owner can read. Raises OSError; then the old one is there.

    A power cut leaves the old file or the new one.
    """
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    try:
        begin_private(draft)
        draft.write_bytes(content)
        sync(draft)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync(path.parent)


def write_beside(journal: Path, file: Path, content: bytes) -> None:
    """As ``write_private``, for whoever runs the referee of a journal, also if root writes it."""
    write_private(file, content)
    owner = (journal if journal.exists() else journal.parent).stat()
    if os.geteuid() == 0:
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def read_private(file: Path) -> bytes | None:
    """The content of such a file; None: it is missing. Raises ``Trouble`` (exit code 2)."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Trouble(
            f"{file} cannot be read ({error.strerror}): run this command as its owner.", WRONG_USAGE
        ) from None


def make_folder(path: Path) -> None:
    """Make a folder and those above it. They are on disk when it returns. Raises OSError."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync(folder.parent)
