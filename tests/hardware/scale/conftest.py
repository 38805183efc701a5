"""What the tests of the scale share."""

from __future__ import annotations

import pytest

from tests.hardware.scale.bench import Bench


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.rest()
    return bench
