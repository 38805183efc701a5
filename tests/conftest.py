"""What all tests share."""

import asyncio

# Before 3.14 asking for the current loop makes one, which pytest-asyncio does and nobody closes;
# once none was set by hand, asking says that there is none.
asyncio.set_event_loop(None)
