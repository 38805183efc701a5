"""What every board is made from: once in a run, and only where it can be made."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.board.card import debian
from tests.board.kernel import Kernel, built
from tests.board.models import PI_3B, Model
from tests.need import missing
from tests.roots import releases
from tests.vm.building import CannotBuild


@pytest.fixture(scope="session")
def kernel() -> Kernel:
    """A Pi 3B's; without it, or without a system for its card, the test skips."""
    return prepared(PI_3B)


def prepared(model: Model) -> Kernel:
    """A board's kernel, with a system for its card."""
    began = time.monotonic()
    try:
        found = built(model)
        debian()
    except CannotBuild as trouble:
        missing(str(trouble))
    print(f"\nKernel and system were there after {time.monotonic() - began:.0f} s.")
    return found


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This tree's release file."""
    return releases.packed(releases.copy(tmp_path_factory.mktemp("this")))
