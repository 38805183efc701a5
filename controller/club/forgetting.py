"""Clears what a broker retains of a table."""

from __future__ import annotations

from controller.club.broker import Line
from controller.club.discovery import gone
from controller.club.messages import cleared, topic

RETAINED = ("status", "launcher", "state")


async def forget(line: Line, table: str) -> None:
    """Clear every message that the broker retains of a table. Raises ``BrokerGone``."""
    for one in RETAINED:
        await line.publish(cleared(topic(table, one)))
    await line.publish(gone(table))
