"""Who comes after whom the table waits for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import State, read_setup, start
from rules.setup import Setup
from rules.view import upcoming
from tests.rules.saying import after, play, table, up

RED_7 = up("red-7")


def names(state: State) -> tuple[str, ...]:
    return upcoming(state.position)


def test_they_follow_in_the_direction_of_play() -> None:
    turn = after(table(), RED_7)
    assert names(turn) == ("Cy", "Ann")
    assert upcoming(replace(turn.position, direction=-turn.position.direction)) == ("Ann", "Cy")


def test_who_is_out_does_not_come() -> None:
    position = after(table(), RED_7).position
    seats = (*position.seats[:2], replace(position.seats[2], out=1))
    assert upcoming(replace(position, seats=seats)) == ("Ann",)


def test_who_owes_comes_before_the_turn_and_nobody_comes_twice() -> None:
    assert names(after(table(), RED_7, play("Bo", "red-hit-2"))) == ("Ann", "Bo", "Cy")
    all_hit = after(table(), RED_7, play("Bo", "wild-all-hit", color="blue"))
    assert names(all_hit) == ("Ann", "Cy", "Bo")


def test_behind_an_answer_sits_the_neighbour() -> None:
    game = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
    setup = read_setup(game | {"options": {"stacking": "same"}})
    assert isinstance(setup, Setup)
    assert names(after(start(setup), RED_7, play("Bo", "red-hit-2"))) == ("Ann", "Bo")


@pytest.mark.parametrize("dealt", [True, False])
def test_outside_a_round_it_is_nobody(dealt: bool) -> None:
    out = (RED_7, {"do": "set", "hands": {"Bo": 1}}, play("Bo", "red-3"))
    state = after(table(), *out) if dealt else table()
    assert names(state) == ()
