"""What all tests share."""

import asyncio

from hypothesis import settings

# `make test` tries the same examples each time; `make soak` searches on, and prints what to repeat.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("search", derandomize=False, print_blob=True)
settings.load_profile("repeatable")

# Before 3.14 asking for the current loop makes one, which pytest-asyncio does and nobody closes;
# once none was set by hand, asking says that there is none.
asyncio.set_event_loop(None)
