"""What all tests share."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import Phase, settings

# `make test` tries the same examples each time; `make soak` searches on, and prints what to repeat.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("search", derandomize=False, print_blob=True)
# `make mutate` wants an answer about thousands of broken programs, not the smallest example.
settings.register_profile(
    "mutants", derandomize=True, database=None, max_examples=10, phases=(Phase.generate,)
)
settings.load_profile("repeatable")

# Before 3.14 asking for the current loop makes one, which pytest-asyncio does and nobody closes;
# once none was set by hand, asking says that there is none.
asyncio.set_event_loop(None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run side by side: a file stays together, and so does all that needs a browser.

    Two browsers at once keep each other from coming to rest.
    """
    browser = Path(__file__).parent / "e2e"
    for item in items:
        group = "browser" if browser in item.path.parents else str(item.path)
        item.add_marker(pytest.mark.xdist_group(group))
