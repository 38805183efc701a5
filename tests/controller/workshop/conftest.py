"""What the tests of the workshop share."""

from __future__ import annotations

import pytest

from tests.worlds.pretended import Pretended


@pytest.fixture
def pi() -> Pretended:
    """A Pi on which all is well."""
    return Pretended()
