"""Kernels, disks and roots, which take minutes to make: kept until their inputs change.

They are outside this checkout, in the folder ``ROLLERDECK_CACHE``, or else in ``rollerdeck-tests``
in the user's cache.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

NEWEST = 4
"""How many entries of each kind stay, beside those in use."""
_in_use: list[int] = []
"""A descriptor of each entry that this process uses: its shared lock lives as long as we do."""


def cache_folder() -> Path:
    """The folder of all entries; made unless it exists."""
    user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("ROLLERDECK_CACHE") or Path(user) / "rollerdeck-tests")
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def cached(kind: str, inputs: Iterable[str], make: Callable[[Path], Path]) -> Path:
    """The file or folder of this kind that was made from these inputs. Nobody may change it.

    Unless it exists, ``make`` is called with an empty folder, in which it makes the entry, and
    returns the entry's path. A second process waits meanwhile. Entries that were used longest ago
    are removed, unless a process uses them.
    """
    digest = hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:16]
    entry = cache_folder() / f"{kind}-{digest}"
    with locked(kind):
        if not entry.exists():
            _remove_unfinished(kind)
            # renamed only when it is complete
            with tempfile.TemporaryDirectory(prefix=f"{kind}.", dir=entry.parent) as aside:
                make(Path(aside)).rename(entry)
        os.utime(entry)
        _in_use.append(os.open(entry, os.O_RDONLY))
        fcntl.flock(_in_use[-1], fcntl.LOCK_SH)
        _remove_old(kind)
    return entry


@contextmanager
def locked(kind: str) -> Iterator[None]:
    """Let no other process look for, make or remove entries of this kind."""
    with (cache_folder() / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _remove_unfinished(kind: str) -> None:
    """What a process was making when it was killed: whoever has the lock makes nothing."""
    for aside in cache_folder().glob(f"{kind}.*"):
        if aside.is_dir():
            shutil.rmtree(aside)


def _remove_old(kind: str) -> None:
    digests = "[0-9a-f]" * 16
    entries = cache_folder().glob(f"{kind}-{digests}")
    newest = sorted(entries, key=lambda entry: entry.stat().st_mtime, reverse=True)
    for entry in newest[NEWEST:]:
        if not _is_used(entry):
            _remove(entry)


def _is_used(entry: Path) -> bool:
    lock = os.open(entry, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _remove(entry: Path) -> None:
    if entry.is_dir():
        # one that is removed by half is none
        aside = entry.with_name(f"{entry.name.rpartition('-')[0]}.removed")
        entry.rename(aside)
        shutil.rmtree(aside)
    else:
        entry.unlink()
