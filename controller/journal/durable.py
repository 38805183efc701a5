"""Names that outlive a power cut: a file's own sync says nothing about the folder that lists it."""

from __future__ import annotations

import os
from pathlib import Path


def sync(path: Path) -> None:
    """See that a file, or what a folder lists, is on disk. Raises OSError."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_folder(path: Path) -> None:
    """Make a folder with all above it, on disk when it returns. Raises OSError."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync(folder.parent)
