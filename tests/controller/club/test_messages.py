"""What the messages say, and whose names they keep to themselves."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.club import messages
from controller.club.messages import PEOPLE, PLAIN, Names, Place
from controller.club.referee_state import Game, Line, Table
from controller.words.catalogue import catalogue
from tests.controller.club.table import PretendedTable
from tests.rules.worded import entries

WORDS = catalogue("en")
NAME = st.text(min_size=1, max_size=12).filter(lambda name: name.strip() != "")


def rulings() -> dict[str, set[str]]:
    """The values of each ruling, by its key."""
    return {
        key: {name for form in forms for name in re.findall(r"\{(\w+)(?::\w+)?\}", form)}
        for key, forms in entries().items()
        if key.startswith(("ruling.", "log."))
    }


def test_of_every_value_of_a_ruling_it_is_known_whether_it_is_a_person() -> None:
    assert len(rulings()) > 70
    assert set().union(*rulings().values()) == PEOPLE | PLAIN
    assert set() == PEOPLE & PLAIN


@pytest.mark.parametrize("key", sorted(rulings()))
def test_no_ruling_names_anybody_unless_it_is_wanted(key: str) -> None:
    values: dict[str, object] = dict.fromkeys(rulings()[key], 2)
    values |= dict.fromkeys(PEOPLE & set(values), "Zoë")
    values |= {"unknown": "Zoë"}
    if "names" in values:
        values["names"] = ["Zoë", "Ann"]
    if "text" in values:
        values["text"] = "Zoë sings"
    if "what" in values:
        values["what"] = {"key": "ruling.plays", "values": {"player": "Zoë", "card": "red-3"}}
    line, place = Line(3, key, "", values), Place(1, 1, 0, False)
    secret, open_ = Names("en", wanted=False), Names("en", wanted=True)
    secret.begin(("Ann", "Zoë"))
    payload = messages.event("t", line, place, secret, WORDS).payload.decode()
    assert "Zoë" not in payload and "{" not in msgspec.json.decode(payload)["sentence"]
    named = messages.event("t", line, place, open_, WORDS).payload.decode()
    assert ("Zoë" in named) and ("Player 2" in payload) == bool(
        set(values) - PLAIN - {"unknown"} or {"text", "what"} & set(values)
    )


@given(st.lists(NAME, min_size=1, max_size=4), NAME)
def test_people_are_numbered_as_they_sit_and_others_after_them(
    sitting: list[str], other: str
) -> None:
    names = Names("en", wanted=False)
    names.begin(sitting)
    assert names.call(sitting[0]) == "Player 1"
    assert names.call(other) == names.call(other)
    assert re.fullmatch(r"Player \d+", names.call(other))


def test_topics_are_below_the_table() -> None:
    assert messages.topic("table-1", "result", "3") == "rollerdeck/table-1/result/3"
    online = messages.status("table-1", online=True)
    assert (online.topic, online.payload, online.retain) == (
        "rollerdeck/table-1/status",
        b"online",
        True,
    )


def test_hands_that_are_not_dealt_are_still_in_the_launcher() -> None:
    pretended = PretendedTable()
    shown = msgspec.convert(pretended.table | {"undealt": ["Bo", "Cy"]}, Table)
    (line,) = pretended.games
    game = msgspec.convert(line, Game)
    said = msgspec.json.decode(messages.state("t", shown, game, Names("en", wanted=True)).payload)
    hands = pretended.table["state"]["hands"]
    assert [one["cards"] for one in said["players"]] == [hands["Ann"], 0, 0]
    inside = pretended.table["state"]["launcher"]
    assert said["inside"] == inside + hands["Bo"] + hands["Cy"]
