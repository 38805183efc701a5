"""What the tests of the link between referee and launcher share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware_bridge.bench import Bench


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The launcher's socket, at which nobody listens yet."""
    return tmp_path / "launcher.sock"


@pytest.fixture
def bench() -> Bench:
    return Bench()
