"""What the tests with recorded disks share."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

IN_MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder whose syncs cost nothing, where there is one."""
    folder = Path(
        tempfile.mkdtemp(dir=IN_MEMORY if IN_MEMORY.is_dir() else tmp_path_factory.mktemp("memory"))
    )
    yield folder
    shutil.rmtree(folder)
