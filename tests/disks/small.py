"""A disk of its own that is soon full: a small file system in memory."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.need import need_root

CHUNK_BYTES = 64 * 1024


class SmallDisk:
    """A folder on a file system of its own. Somebody else fills it, and makes room again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no byte free."""
        file = os.open(self._filler, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            for size in (CHUNK_BYTES, 1):
                with suppress(OSError):
                    while os.write(file, bytes(size)):
                        pass
        finally:
            os.close(file)

    def free(self) -> None:
        """Make room."""
        self._filler.unlink(missing_ok=True)

    def make_read_only(self) -> None:
        """Take no more writes, as Linux does with a memory card that fails."""
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)

    def make_writable(self) -> None:
        """Take writes again."""
        subprocess.run(["mount", "-o", "remount,rw", self.folder], check=True)

    def files(self) -> dict[Path, int]:
        """The files that are not empty, with their sizes in bytes."""
        sizes = {one: one.stat().st_size for one in self.folder.iterdir()}
        return {one: size for one, size in sizes.items() if size}


@contextmanager
def small_disk(folder: Path, size_bytes: int) -> Iterator[SmallDisk]:
    """A disk of that size at ``folder``, as long as this lasts."""
    need_root("mount a small disk")
    folder.mkdir()
    options = f"size={size_bytes},mode=700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], check=True)
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
