"""Keeps the processor busy and writes to the memory card, while a self-test measures."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

CHUNK: Final = 1 << 20
CHUNKS: Final = 64
"""The file has so many chunks at most; then it is written again from its beginning."""
NEEDED_BYTES: Final = 4 * CHUNK * CHUNKS
"""Free space, so that the card is not full because of the test."""
PRIORITY: Final = 10
"""Below the test's own: a referee's processes are no more urgent than the driver's."""


@contextmanager
def under_load(folder: Path) -> Iterator[Callable[[], float]]:
    """Busy processes, one for each processor, and one that writes a file in this folder.

    Yields a function that says how many megabytes were written so far. Raises OSError.
    """
    with tempfile.TemporaryDirectory(prefix="selftest-", dir=folder) as inside:
        count = Path(inside) / "count"
        count.write_text("0", encoding="ascii")
        # -P: a file in the working directory is not to be taken for a module of Python's own
        program = [sys.executable, "-P", "-m", "controller.workshop.selftest.load"]
        processors = os.cpu_count() or 1
        running = []
        try:
            for work in [["spin"]] * processors + [["write", inside]]:
                # Ctrl-C reaches them, too: the test says what happened, and not each of them
                running.append(subprocess.Popen([*program, *work], stderr=subprocess.DEVNULL))  # noqa: S603
            yield lambda: int(count.read_text(encoding="ascii") or 0) * CHUNK / 1e6
        finally:
            for process in running:
                process.kill()
            for process in running:
                process.wait()


def spin() -> None:
    """Compute for as long as the test runs, which has started this process."""
    os.nice(PRIORITY)
    test = os.getppid()
    while os.getppid() == test:
        pass


def write(folder: Path) -> None:
    """Write to the card for as long as the test runs, or until the card is full.

    The file ``count`` says how many chunks were written.
    """
    test = os.getppid()
    chunk = os.urandom(CHUNK)
    done = 0
    with (
        suppress(OSError),
        (folder / "data").open("wb", buffering=0) as file,
        (folder / "count").open("r+") as count,
    ):
        while os.getppid() == test:
            if done % CHUNKS == 0:
                file.seek(0)
            file.write(chunk)
            os.fsync(file.fileno())
            done += 1
            count.seek(0)
            count.write(str(done))
            count.flush()


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"]:
        write(Path(sys.argv[2]))
    else:
        spin()
