"""The files of the editions: what they can say, and what is wrong with one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules.editions
from rules import EDITIONS
from rules.edition import COMMON_OPTIONS, LAUNCHER_OPTIONS
from rules.editions.reading import parse_edition, read_edition
from rules.vocabulary import OF_EDITIONS, WHO

FILES = {path.stem: path for path in Path(rules.editions.__file__).parent.glob("*.toml")}
DUEL = """
points_clause = "ATK-12"
[[kinds]]
id = "hit-3"
copies = 4
points = 20
play = { clause = "ATK-1", effects = [{ hits = 3, who = "turn" }, "lose_turn"] }
first = { clause = "ATK-2" }
"""


def effects(value: Any) -> Iterator[Any]:
    """Every effect that is named anywhere in a file."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == "effects":
                yield from member
            yield from effects(member)
    elif isinstance(value, list):
        for member in value:
            yield from effects(member)


def test_every_file_is_an_edition_or_what_several_share() -> None:
    assert set(FILES) == {*EDITIONS, "standard"}


def test_every_effect_of_editions_alone_is_in_some_edition() -> None:
    named = [
        effect for path in FILES.values() for effect in effects(tomllib.loads(path.read_text()))
    ]
    words = {effect for effect in named if isinstance(effect, str)}
    assert words == set(OF_EDITIONS)
    assert {effect["who"] for effect in named if "who" in effect} <= {"turn", *WHO}


def test_a_file_is_an_edition() -> None:
    duel = parse_edition("duel", DUEL)
    assert duel.deck == {f"{color}-hit-3": 4 for color in ("red", "yellow", "green", "blue")}
    assert (duel.id, duel.launcher, duel.has_towers) == ("duel", True, False)
    assert duel.options == {*COMMON_OPTIONS, *LAUNCHER_OPTIONS}


def test_a_file_is_read_as_often_as_wanted() -> None:
    assert read_edition("classic").deck == EDITIONS["classic"].deck


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ('"lose_turn"', '"loose_turn"', "unknown effect 'loose_turn'"),
        ('who = "turn"', 'who = "dealer"', "no such hits"),
        ("hits = 3", 'hits = "many"', "until_cards|Invalid"),
        ("hits = 3", "hit = 3", "hit"),
        ('who = "turn"', 'who = "next", challenge = true', "no such hits"),
        ('"lose_turn"', '{ option = "no_such", effects = [] }', "unknown option 'no_such'"),
        ("copies = 4", "copies = 'four'", "int"),
        ("copies = 4", "copies = 4\ncolour = 1", "colour"),
        ("copies = 4", "copies = 4\nlast = 'never'", "never"),
        ('clause = "ATK-2"', 'clause = "ATK-2", blocked_by = "X"', "X"),
        ('id = "hit-3"', 'standard = "hit-3"', "unknown standard kind 'hit-3'"),
        ('points_clause = "ATK-12"', "", "points_clause"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(right: str, wrong: str, why: str) -> None:
    assert right in DUEL
    with pytest.raises(ValueError, match=why):
        parse_edition("duel", DUEL.replace(right, wrong))
