"""A publisher reads a long list of games page by page, and after a hit only the newest page."""

from __future__ import annotations

import asyncio
from typing import Any

from controller.club.following import Following
from tests.controller.club.table import PretendedTable
from tests.worlds.evening import until

GAMES = 250


def nothing_to_tell(*_: Any, **__: Any) -> None:
    """Neither changes nor notes matter here."""


async def test_every_game_is_known_and_a_hit_asks_for_the_newest_only() -> None:
    table = PretendedTable()
    table.game = GAMES
    newest = table.games[0]
    table.past = [
        newest | {"number": number, "over": True, "on_table": False}
        for number in range(GAMES - 1, 0, -1)
    ]
    following = Following(table, "table.local", nothing_to_tell, nothing_to_tell)
    task = asyncio.create_task(following.run())
    try:
        await until(lambda: following.snapshot is not None)
        assert following.snapshot is not None
        numbers = [game.number for game in following.snapshot.games]
        assert (numbers, table.asked) == ([*range(GAMES, 0, -1)], 3)
        table.hits = 13
        table.say("ruling.hits", player="Bo", n=3)
        await until(
            lambda: following.snapshot is not None and following.snapshot.games[0].hits == 13
        )
        assert ([game.number for game in following.snapshot.games], table.asked) == (numbers, 4)
        table.past[-1]["deleted"] = True
        table.say("log.game", names=["Ann", "Bo", "Cy"])
        await until(lambda: following.snapshot is not None and following.snapshot.games[-1].deleted)
        assert table.asked == 7
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
