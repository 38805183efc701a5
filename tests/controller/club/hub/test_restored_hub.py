"""A hub that is restored from an old backup gets what came since, out of the tables' journals."""

from __future__ import annotations

import time
from pathlib import Path

from controller.club.hub.copies import back_up, restore
from controller.club.hub.result_store import StoredResult
from controller.club.hub.standings import AHEAD_S, began, of_evening, standings
from tests.controller.club.broker import Mosquitto
from tests.controller.club.hub.kit import begin_another, end, hub, publisher, sealed_table

DAY_S = 24 * 60 * 60


async def test_a_hub_restored_from_last_weeks_backup_has_right_standings(tmp_path: Path) -> None:
    table, file, copy = sealed_table(), tmp_path / "hub.sqlite3", tmp_path / "last-week"
    with Mosquitto(tmp_path) as mosquitto:
        async with publisher(mosquitto, table, tmp_path / "published.json") as kept:
            async with hub(mosquitto, file) as there:
                await there.until(lambda: there.committed)
                end(table)
                await there.until(lambda: len(kept.read().acknowledged) == 1)
                assert back_up(file, copy) == 1
                for _ in range(7):  # a week of games
                    begin_another(table)
                    end(table)
                await there.until(lambda: len(kept.read().acknowledged) == 8)
                table.past.pop(3)  # somebody deleted one of them
                begin_another(table)
                await there.until(lambda: len(there.results) == 7)
                before = standings(there.results)
            restore(copy, file)
            async with hub(mosquitto, file) as there:
                await there.until(lambda: len(there.results) == 7)
                now = standings(there.results)
                names = [(one.name, one.points, one.wins, one.games) for one in now]
                assert names == [(one.name, one.points, one.wins, one.games) for one in before]
                # what it learned of too late counts, and is not proved
                assert (there.proofs.count("proved"), now[0].proved) == (1, 1)
                assert there.said == []


def test_an_evening_begins_after_a_pause_and_lasts_no_longer_than_a_day() -> None:
    now = int(time.time())
    hours = [now - 3600 * one for one in (1, 3, 8, 15, 20)]
    assert began(hours, now) == hours[2]  # 7 hours before it, nobody played
    assert began([now + 5], now) == now
    assert began([now - 3600 * one for one in range(40)], now) == now - DAY_S


def test_a_game_that_begins_in_the_future_counts_in_no_evening() -> None:
    """It counted in every one until then: a table's clock was wrong, or somebody made it up."""
    now = int(time.time())

    def game(begun_s: int) -> StoredResult:
        told = ("attack", 1, 1, ("Ann",), {"Ann": 1}, True)
        return StoredResult("t", "aa", 1, begun_s, now, "late", None, *told)

    games = [game(now + ahead_s) for ahead_s in (-60, 0, AHEAD_S, AHEAD_S + 1, 10**9)]
    assert of_evening(games, now) == games[:3]
