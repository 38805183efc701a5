"""What the tests of tables at a broker share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller.club.broker import Mosquitto


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """A running Mosquitto with passwords and an ACL, without TLS."""
    with Mosquitto(tmp_path) as broker:
        yield broker
