"""The list of games comes in pages, however many games there are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.base.errors import Refused, Trouble
from controller.base.paths import index_of
from controller.games.draws import Draws
from controller.games.entries import DrawsBegun
from controller.games.fairness import Seal
from controller.games.journal_replay import replay
from controller.games.record import Record
from controller.games.shelf import GameSummary
from controller.web.evenings.games_list import UPDATED_AFTER, GamesList
from controller.web.past import PastView, read_here
from controller.web.table_views import GAMES_AT_ONCE, PastGameView
from tests.controller.conftest import evening as evening
from tests.worlds.bot_journal import BotJournal
from tests.worlds.client import Client, refused
from tests.worlds.evening import Evening


def shelf(count: int) -> Iterator[GameSummary]:
    """So many games that were left; the newest one continues the first."""
    for number in range(1, count + 1):
        before = 1 if number == count > 1 else None
        scores = {"Ann": 0, "Bo": 0}
        yield GameSummary(
            number, "attack", ("Ann", "Bo"), number, 1, False, None, scores, 0, before
        )


@dataclass
class TableThere:
    """As much of a table as a list of games needs."""

    record: Record
    journal: Path


async def listed(
    record: Record, before: int | None = None, journal: Path = Path()
) -> list[PastGameView]:
    table: Any = TableThere(record, journal)
    return await GamesList(table, read_here).page(before)


async def numbers(record: Record, before: int | None = None, journal: Path = Path()) -> list[int]:
    return [game.number for game in await listed(record, before, journal)]


@pytest.mark.parametrize(
    ("before", "newest", "oldest"),
    [(None, 10_000, 9_901), (9_901, 9_900, 9_801), (102, 101, 2), (101, 100, 1), (3, 2, 1)],
)
async def test_a_page_has_the_hundred_games_before_a_number(
    before: int | None, newest: int, oldest: int
) -> None:
    record = Record(shelf=tuple(shelf(10_000)))
    assert await numbers(record, before) == [*range(newest, oldest - 1, -1)]


async def test_nothing_is_before_the_first_game_and_everything_before_one_that_is_to_come() -> None:
    record = Record(shelf=tuple(shelf(GAMES_AT_ONCE)))
    assert await numbers(record, 1) == []
    every = [*range(100, 0, -1)]
    assert await numbers(record, 999_999_999) == await numbers(record) == every


async def test_a_page_knows_of_what_later_pages_say() -> None:
    record = Record(shelf=tuple(shelf(300)), deleted=frozenset({2}), taken_up={1: 300})
    second, first = await listed(record, 3)
    assert (first.number, first.goes_on_as, first.deleted) == (1, 300, False)
    assert (second.number, second.goes_on_as, second.deleted) == (2, None, True)


async def test_pages_reach_from_the_record_into_the_index(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    played = BotJournal(Random(1), target=1)
    for _ in range(5):
        played.play(2)
    played.lay(path)
    expected = [*range(5, 0, -1)]
    whole = Record(shelf=replay(played.entries, path).games)
    for indexed in (2, 3, 4):
        record = replace(whole, shelf=whole.shelf[indexed:])
        for before in (None, 9, 5, 4, 3, 2, 1):
            page = await numbers(record, before, path)
            assert page == [number for number in expected if number < (before or 9)]
        every = await listed(record, None, path)
        assert every == await listed(whole)
    index_of(path).unlink()  # while the referee runs
    assert await listed(record, None, path) == every
    played.entries.clear()
    played.lay(path)
    index_of(path).unlink()
    with pytest.raises(Refused) as refusal:
        await listed(record, None, path)
    assert refusal.value.code == "unreadable"


async def test_the_index_is_updated_when_enough_entries_are_missing() -> None:
    asked: list[int] = []
    table: Any = TableThere(Record(), Path())

    async def read(
        journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        asked.append(table.record.begun_by)
        if len(asked) == 2:
            raise Trouble("The index cannot be used.", 1)
        return b""

    games_list = GamesList(table, read)
    keeping = asyncio.create_task(games_list.keep_index())
    for begun_by in (1, UPDATED_AFTER, UPDATED_AFTER + 1, UPDATED_AFTER + 2, 9_000, 12_000):
        table.record = Record(begun_by=begun_by)
        games_list.look()
        for _ in range(9):
            await asyncio.sleep(0)
    assert asked == [UPDATED_AFTER + 1, 9_000, 12_000]
    keeping.cancel()


async def test_the_index_is_not_updated_for_draws_because_it_ends_where_a_game_begins() -> None:
    reached: list[int] = []
    table: Any = TableThere(Record(), Path())

    async def read(
        journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        reached.append(table.record.begun_by)
        return b""

    seal = Seal("", "", "", "")
    draws = Draws(DrawsBegun(1, "5e", "measured", (), seal), 0)
    games_list = GamesList(table, read)
    keeping = asyncio.create_task(games_list.keep_index())
    for begun_by, drawing in ((3_000, draws), (6_000, draws), (7_000, None), (9_500, draws)):
        table.record = Record(begun_by=begun_by, draws=drawing)
        games_list.look()
        for _ in range(9):
            await asyncio.sleep(0)
    assert reached == [7_000]
    keeping.cancel()


async def test_a_request_names_the_game_before_which_it_lists(evening: Evening) -> None:
    await evening.begin()
    client = Client(evening, None)
    assert [game["number"] for game in (await client.http.get("/api/games")).json()] == [1]
    assert (await client.http.get("/api/games?before=2")).json()[0]["number"] == 1
    assert (await client.http.get("/api/games?before=1")).json() == []
    for wrong in ("", "-1", "x", "1" * 10):
        answer = await client.http.get("/api/games", params={"before": wrong})
        refused(answer, 400, "bad_request")
