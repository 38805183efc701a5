"""Files and names that survive a power cut.

A sync of a file does not store the file's name: the folder that lists it needs a sync, too.
"""

from __future__ import annotations

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Make sure that a file, or what a folder lists, is on disk. Raises OSError."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_folder(path: Path) -> None:
    """Make a folder and those above it. They are on disk when it returns. Raises OSError."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync(folder.parent)
