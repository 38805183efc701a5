"""One house for all tests: to set it up takes minutes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.home.home_assistant import installed
from tests.home.whole import TOP, House
from tests.roots.clean import Root


@pytest.fixture(scope="session")
def root() -> Root:
    return installed(TOP / "build/home")


@pytest.fixture(scope="session")
def house(root: Root, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as things:
        yield House(tmp_path_factory.mktemp("house"), root, things)
