"""A colour that was called, and that the referee was not told (COM-5)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import Refusal, State, apply, legal, view
from tests.rules.saying import after, play, table, told, up

FOUR = {"Ann": 7, "Bo": 7, "Cy": 7}
WILD = play("Bo", "wild", color="unheard")
ON_WILD = after(table(), up("red-7"), WILD)


def hit(by: str, cards: int = 0) -> dict[str, Any]:
    return {"do": "hit", "by": by, "cards": cards}


def calls(by: str, color: str) -> dict[str, Any]:
    return {"do": "color", "by": by, "color": color}


def code(state: State, command: dict[str, Any]) -> str:
    answer = apply(state, command)
    assert isinstance(answer, Refusal)
    return answer.code


@pytest.mark.clause("COM-5")
def test_the_next_player_may_play_any_colour_or_press() -> None:
    shown = view(ON_WILD)
    assert (shown["phase"], shown["turn"], shown["color"]) == ("play", "Cy", None)
    assert shown["armed"] is True
    cards = {one.command["card"] for one in legal(ON_WILD) if one.command["do"] == "play"}
    assert cards == set(ON_WILD.position.setup.deck)
    assert told(table(), up("red-7"), WILD)[-1] == "COM-5 plays player=Bo card=wild"


@pytest.mark.clause("COM-5")
def test_the_next_coloured_card_shows_it() -> None:
    state = after(ON_WILD, hit("Cy", 2), play("Ann", "wild", color="unheard"), hit("Bo"))
    assert view(state)["color"] is None
    state = after(state, play("Cy", "blue-3"))
    assert view(state)["color"] == "blue"
    assert code(state, play("Ann", "red-5")) == "no_match"
    assert view(after(state, {"do": "undo"}))["color"] is None


@pytest.mark.clause("COM-5")
def test_who_called_it_tells_it_at_any_time() -> None:
    fire = after(table(), up("red-7"), play("Bo", "wild-hit-fire", color="unheard"))
    assert code(fire, calls("Cy", "blue")) == "out_of_turn"
    assert code(fire, {"do": "color", "by": "Bo"}) == "color_required"
    heard = after(fire, calls("Bo", "blue"))
    assert (view(heard)["color"], view(heard)["phase"]) == ("blue", "hits")
    assert told(fire, calls("Bo", "blue")) == ["COM-5 calls player=Bo color=blue"]
    assert code(heard, calls("Bo", "red")) == "wrong_phase"
    later = after(fire, hit("Cy", 3), calls("Bo", "blue"))
    assert code(later, play("Ann", "red-5")) == "no_match"


@pytest.mark.clause("TBL-2")
def test_the_table_can_set_it() -> None:
    state = after(ON_WILD, {"do": "set", "color": "green"})
    assert view(state)["color"] == "green"
    assert code(state, play("Cy", "red-5")) == "no_match"


@pytest.mark.clause("TBL-3")
def test_when_its_player_leaves_whose_turn_it_is_says_it() -> None:
    state = after(ON_WILD, {"do": "leave", "player": "Bo"})
    assert (view(state)["phase"], view(state)["turn"]) == ("color", "Cy")
    assert view(after(state, calls("Cy", "blue")))["color"] == "blue"


@pytest.mark.clause("COM-15")
def test_a_last_card_needs_no_colour() -> None:
    last = after(table(hands={**FOUR, "Bo": 1}), up("red-7"), WILD)
    assert (view(last)["phase"], view(last)["color"]) == ("count", None)
    assert code(last, calls("Bo", "blue")) == "wrong_phase"


@pytest.mark.clause("PGR-2")
def test_where_cards_are_drawn_people_draw_and_pass_meanwhile() -> None:
    grab = table(edition="power-grab")
    wild = play("Bo", "wild-grab-a-tower", color="unheard", towers=["U"])
    draw = {"do": "draw", "by": "Cy", "cards": 1}
    drawn = after(grab, up("red-7"), wild, draw)
    assert view(drawn)["phase"] == "drawn"
    assert view(after(drawn, {"do": "pass", "by": "Cy"}))["turn"] == "Ann"


@pytest.mark.clause("COM-5")
@pytest.mark.parametrize(
    "command",
    [{"do": "set", "color": "unheard"}, {"do": "color", "by": "Bo", "color": "unheard"}],
)
def test_it_is_no_colour_that_can_be_told(command: dict[str, Any]) -> None:
    assert code(ON_WILD, command) == "bad_color"


@pytest.mark.clause("COM-5")
def test_a_coloured_card_has_no_use_for_it() -> None:
    state = after(table(), up("red-7"))
    assert code(state, play("Bo", "red-5", color="unheard")) == "bad_member"
