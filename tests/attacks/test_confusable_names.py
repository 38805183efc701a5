"""Somebody joins under a name that nobody can tell from another one at the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from controller.games.journal_replay import replay
from controller.journal.reading import read_entries
from controller.seats import confusables
from controller.seats.confusables import skeleton
from rules.setup import MAX_PLAYERS
from tests.worlds.evening import Evening, refusal

ALIKE = (
    ("Bo", "B\u200bo"),  # a zero-width space
    ("Bo", "Bo\ufe0f"),  # a variation selector
    ("Bo", "B\u3164o"),  # a Hangul filler
    ("Bo", "Bo\u115f"),
    ("Bo", "Bo\u2800"),  # a blank cell of Braille
    ("José", "Jose\u0301"),  # NFD
    ("Ann", "\u0410nn"),  # a Cyrillic A
    ("Oma", "\u039fma"),  # a Greek O
    ("Papa", "\u0420\u0430\u0440\u0430"),  # all of it Cyrillic
    ("Ali", "AIi"),  # a capital I in place of an l
)
DIFFERENT = (
    ("Ann", "Anna"),
    ("Bo", "bo"),
    ("José", "Jose"),
    ("小明", "小朋"),
    ("Анна", "Ann"),
    ("محمد", "محمود"),
)


@pytest.fixture
async def open_evening(tmp_path: Path) -> AsyncIterator[Evening]:
    evening = Evening(tmp_path)
    await evening.open()
    yield evening
    await evening.close()


@pytest.mark.parametrize(("one", "other"), ALIKE)
async def test_two_names_that_look_alike_begin_no_game(
    open_evening: Evening, one: str, other: str
) -> None:
    game = {"edition": "attack", "players": [one, "Cy", other]}
    assert (await refusal(open_evening.table.new_game(game)))[0] == "bad_setup"
    assert open_evening.entries("game") == []


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
async def test_names_that_people_can_tell_apart_are_taken(
    open_evening: Evening, one: str, other: str
) -> None:
    await open_evening.table.new_game({"edition": "attack", "players": [one, other]})


async def test_nobody_joins_under_a_name_that_looks_like_one_at_the_table(
    open_evening: Evening,
) -> None:
    await open_evening.table.new_game(
        {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann", "hands": {"Bo": 1}}
    )
    await open_evening.table.command({"do": "turn_up", "card": "red-5"})
    await open_evening.table.command({"do": "play", "by": "Bo", "card": "red-3"})
    await open_evening.table.command({"do": "count", "player": "Ann", "points": 3})
    twin = {"do": "join", "player": "\u0410nn", "score": 0}
    said = await refusal(open_evening.table.command(twin))
    sentence = "The name \u0410nn looks like Ann, a name at this table: take another name."
    assert said == ("bad_member", sentence)
    await open_evening.table.command({"do": "join", "player": "Anna", "score": 0})


async def test_a_journal_from_before_with_such_names_goes_on(
    open_evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(confusables, "skeleton", lambda name: name)
        await open_evening.table.new_game({"edition": "attack", "players": ["Ann", "\u0410nn"]})
    await open_evening.restart()
    assert set(open_evening.state["hands"]) == {"Ann", "\u0410nn"}
    assert replay(read_entries(open_evening.path).entries, open_evening.path).number == 1


def test_ten_usual_names_do_not_look_alike() -> None:
    names = ("Oma", "Opa", "Papa", "Mama", "Illy", "Jill", "Bill", "Ian", "Lan", "Nia")
    assert len({skeleton(name) for name in names}) == MAX_PLAYERS
