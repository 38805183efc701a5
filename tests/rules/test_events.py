"""Whom a ruling concerns, and what asks for a recount."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import Applied, State, apply, view
from rules.position import Owed
from tests.rules.saying import RED_1, RED_7, count, hit, in_short, log, play, table, told, up


def test_who_is_concerned() -> None:
    events = log(table(), RED_7, play("Bo", "red-trade-hands", target="Ann"), hit("Cy", 0))
    assert [(event.key, event.player) for event in events] == [
        ("ruling.turned_up", None),
        ("ruling.plays", "Bo"),
        ("ruling.trades", "Bo"),
        ("ruling.hits_nothing", "Cy"),
    ]


def test_who_joins() -> None:
    counts = [count("Ann", 1), count("Cy", 1)]
    joins = {"do": "join", "player": "Dee", "score": 7}
    last = log(table(hands={"Bo": 1}), RED_7, RED_1, *counts, joins)[-1]
    assert (last.player, in_short(last)) == ("Dee", "joins player=Dee n=7")


@pytest.mark.clause("LCH-1")
def test_more_than_a_press_is_meant_to_give_asks_for_a_recount() -> None:
    state = table()
    assert told(state, up("red-7"), hit("Bo", 12))[1:] == ["LCH-3 hits player=Bo n=12"]
    assert told(state, up("red-7"), hit("Bo", 13))[1:] == [
        "LCH-3 hits player=Bo n=13",
        "LCH-1 more_than_a_press most=12 n=13",
    ]


@pytest.mark.clause("LCH-1")
@pytest.mark.parametrize(("sticking_to", "hands"), [("owner", (7, 11)), ("presser", (9, 9))])
def test_sticking_cards_where_owner_and_presser_differ(
    sticking_to: str, hands: tuple[int, int]
) -> None:
    answer = apply(table(options={"sticking_to": sticking_to}), RED_7)
    assert isinstance(answer, Applied)
    ann, bo = 0, 1
    owed = (Owed(owner=bo, by=ann, hits=1, reason="AAT-1"),)
    state = State(replace(answer.state.position, owed=owed))
    assert view(state)["facing"] == "Bo"
    answer = apply(state, {**hit("Ann", 4), "sticking": 2})
    assert isinstance(answer, Applied)
    assert tuple(view(answer.state)["hands"].values())[:2] == hands
