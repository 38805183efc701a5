"""The list of games comes in pages, however many games there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from controller.games.record import Record
from controller.games.shelf import GameSummary
from controller.web.table_views import GAMES_AT_ONCE, games
from tests.controller.conftest import evening as evening
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


def numbers(record: Record, before: int | None = None) -> list[int]:
    return [game.number for game in games(record, before)]


@pytest.mark.parametrize(
    ("before", "newest", "oldest"),
    [(None, 10_000, 9_901), (9_901, 9_900, 9_801), (102, 101, 2), (101, 100, 1), (3, 2, 1)],
)
def test_a_page_has_the_hundred_games_before_a_number(
    before: int | None, newest: int, oldest: int
) -> None:
    record = Record(shelf=tuple(shelf(10_000)))
    assert numbers(record, before) == [*range(newest, oldest - 1, -1)]


def test_nothing_is_before_the_first_game_and_everything_before_one_that_is_to_come() -> None:
    record = Record(shelf=tuple(shelf(GAMES_AT_ONCE)))
    assert numbers(record, 1) == []
    assert numbers(record, 999_999_999) == numbers(record) == [*range(100, 0, -1)]


def test_a_page_knows_of_what_later_pages_say() -> None:
    record = replace(Record(shelf=tuple(shelf(300))), deleted=frozenset({2}))
    second, first = games(record, 3)
    assert (first.number, first.goes_on_as, first.deleted) == (1, 300, False)
    assert (second.number, second.goes_on_as, second.deleted) == (2, None, True)


async def test_a_request_names_the_game_before_which_it_lists(evening: Evening) -> None:
    await evening.begin()
    client = Client(evening, None)
    assert [game["number"] for game in (await client.http.get("/api/games")).json()] == [1]
    assert (await client.http.get("/api/games?before=2")).json()[0]["number"] == 1
    assert (await client.http.get("/api/games?before=1")).json() == []
    for wrong in ("", "-1", "x", "1" * 10):
        answer = await client.http.get("/api/games", params={"before": wrong})
        refused(answer, 400, "bad_request")
