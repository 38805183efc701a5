"""Clears what a broker retains of a table."""

from __future__ import annotations

from controller.club.broker import Line
from controller.club.discovery import removal
from controller.club.messages import cleared, topic

RETAINED = ("status", "source", "launcher", "state", "hub")


async def forget(line: Line, table: str) -> None:
    """Clear every message that the broker retains of a table. Raises ``BrokerGone``."""
    await line.publish(
        removal(table)
    )  # first: else Home Assistant reads the others, which are empty
    for name in RETAINED:
        await line.publish(cleared(topic(table, name)))
