"""A million commands, ten thousand reconnects: what one referee holds does not grow with them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.soak.long_life import COMMANDS_A_RECONNECT, live

GROWN_MIB = 16.0
"""So much more may be resident at the end than at a tenth: a list of games, and caches."""


@pytest.mark.soak
async def test_a_referee_holds_no_more_after_years(tmp_path: Path) -> None:
    commands = int(os.environ.get("LIFE_COMMANDS", 1_000_000))
    print(f"\n{commands:,} commands, a reconnect after each {COMMANDS_A_RECONNECT}")
    held = []
    async for now in live(tmp_path, commands, (commands // 10, commands // 2, commands)):
        print(now)
        held.append(now)
    first, *_, last = held
    assert last.descriptors <= first.descriptors + 1  # as one line more may be open at the moment
    assert last.threads <= first.threads
    assert last.rss_mib <= first.rss_mib + GROWN_MIB
