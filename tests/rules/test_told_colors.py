"""An exported game has a colour with each wild, also where the referee was not told one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from rules import view
from rules.scenario import replay
from rules.told_colors import with_colors
from rules.versions import CURRENT
from tests.rules.saying import after, play, up
from tests.rules.table_talk import Pick, begun, game_objects, next_command, picks

GAME: dict[str, Any] = {
    "game": {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann", "rules": 2}
}
WILD = play("Bo", "wild", color="unheard")
PRESS = {"do": "hit", "by": "Cy", "cards": 2}
UNDO = {"do": "undo"}
STEPS = 60
BLUE, RED = {"do": "set", "color": "blue"}, {"do": "set", "color": "red"}


def told(*commands: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """What the file says of these commands after the first card, and the end."""
    lines = [json.dumps(one) for one in (GAME, up("red-7"), *commands)]
    said, end = with_colors(["# a game", *lines])
    assert said[0] == "# a game"
    outcome = replay([*said, json.dumps({"expect": view(end)})])
    assert outcome.failure is None, outcome.failure
    return [json.loads(one) for one in said[3:]], view(end)


def with_color(color: str) -> dict[str, Any]:
    return WILD | {"color": color}


def test_the_colour_is_the_one_that_the_next_coloured_card_shows() -> None:
    later = play("Ann", "blue-3")
    assert told(WILD, PRESS, later)[0] == [with_color("blue"), PRESS, later]


def test_the_colour_is_the_one_that_somebody_told() -> None:
    says = {"do": "color", "by": "Bo", "color": "blue"}
    said, end = told(WILD, says)
    assert (said, end["color"]) == ([with_color("blue"), BLUE], "blue")


def test_after_an_undo_it_may_be_another_one() -> None:
    first, second = play("Cy", "blue-3"), play("Cy", "red-3")
    said, end = told(WILD, first, UNDO, second)
    assert said == [with_color("blue"), first, UNDO, RED, second]
    assert end["color"] == "red"
    said, end = told(WILD, first, UNDO, second, UNDO, UNDO)
    assert said[-3:] == [UNDO, UNDO, UNDO]  # the second play, what the table set, the wild
    assert (end["top"], end["color"], end["turn"]) == ("red-7", "red", "Bo")


def test_a_covered_wild_gets_any_colour() -> None:
    said, _ = told(WILD, play("Cy", "wild", color="unheard"), play("Ann", "blue-3"))
    assert [one.get("color") for one in said] == ["red", "blue", None]


def test_a_game_in_which_all_colours_were_told_stays_as_it_is() -> None:
    commands = [with_color("green"), PRESS, play("Ann", "green-3"), UNDO]
    assert told(*commands)[0] == commands


@pytest.mark.parametrize("color", ["red", "blue"])
def test_somebody_says_it_for_a_player_who_has_left(color: str) -> None:
    said, end = told(
        WILD, {"do": "leave", "player": "Bo"}, {"do": "color", "by": "Cy", "color": color}
    )
    assert end["color"] == color
    assert said[-1] in ({"do": "set", "color": color}, {"do": "color", "by": "Cy", "color": color})


@given(picks, game_objects())
def test_any_game_is_written_with_all_colours(pick: Pick, game: dict[str, Any]) -> None:
    """It ends as it was played, but for the colour that nobody has shown or told."""
    lines, state = [json.dumps({"game": game | {"rules": CURRENT}})], begun(game)
    for _ in range(STEPS):
        if view(state)["phase"] == "game_over":
            break
        command = next_command(state, pick)
        lines.append(json.dumps(command))
        state = after(state, command)
    said, end = with_colors(lines)
    assert "unheard" not in "".join(said)
    assert replay([*said, json.dumps({"expect": view(end)})]).failure is None
    wrong = {key for key, value in view(end).items() if value != view(state)[key]}
    assert wrong <= ({"color"} if state.position.color is None else set())
