"""A game that is left for another one in the middle of a round."""

from __future__ import annotations

from controller.table.table import Table
from tests.worlds.evening import Evening

OTHER_GAME = {"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"}
HIT_TWO = {"do": "play", "by": "Bo", "card": "red-hit-2"}


async def left(evening: Evening) -> Table:
    """Cy owes two hits and has pressed for one of them; then somebody begins another game."""
    table = await evening.begin()
    await table.command(HIT_TWO)
    await evening.press()
    await table.new_game(OTHER_GAME)
    return table


def numbers(evening: Evening) -> list[int | None]:
    return [one.goes_on for one in evening.table.record.games]
