"""What houses like to play (HOU), where scenario files cannot show it."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from rules import EDITIONS, Refusal, Setup, State, apply, legal, read_setup, scenario
from rules.edition import Edition
from rules.editions.reading import parse_edition
from rules.legal import is_offered
from tests.rules.saying import after, hit, play, table, told, up

ZEROS = parse_edition(
    "zeros",
    """
    points_clause = "ATK-12"
    [numbers]
    zeros = 1
    [[kinds]]
    standard = "discard-all"
    [[kinds]]
    standard = "wild"
    """,
)
"""A box that has zeros."""


@pytest.fixture
def _zeros(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = importlib.import_module("rules.read_setup")
    monkeypatch.setattr(reading, "EDITIONS", {**EDITIONS, ZEROS.id: ZEROS})


def holds(lines: Iterable[dict[str, Any]], **game: Any) -> None:
    """Those lines, as a scenario of a game with zeros that rotate."""
    start = {
        "edition": ZEROS.id,
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Ann",
        "options": {"zeros_rotate": True},
        **game,
    }
    outcome = scenario.replay([json.dumps(line) for line in ({"game": start}, *lines)])
    assert outcome.failure is None, outcome.failure


def expect(**state: Any) -> dict[str, Any]:
    return {"expect": state}


pytestmark = pytest.mark.usefixtures("_zeros")

FEW = {"Ann": 7, "Bo": 5, "Cy": 3}


@pytest.mark.clause("HOU-4")
def test_with_a_0_everybody_passes_the_hand_to_next_all_at_once() -> None:
    rotated = expect(hands={"Ann": 3, "Bo": 7, "Cy": 4}, turn="Cy", uno=None)
    holds([up("red-7"), play("Bo", "red-0"), rotated], hands=FEW)


@pytest.mark.clause("HOU-4")
def test_hands_are_passed_in_the_direction_of_play() -> None:
    right = {"do": "set", "direction": "right"}
    rotated = expect(hands={"Ann": 4, "Bo": 3, "Cy": 7}, turn="Ann")
    holds([up("red-7"), right, play("Bo", "red-0"), rotated], hands=FEW)


@pytest.mark.clause("HOU-4")
def test_without_the_option_a_0_is_a_number() -> None:
    still = expect(hands={"Ann": 7, "Bo": 4, "Cy": 3})
    holds([up("red-7"), play("Bo", "red-0"), still], hands=FEW, options={})


@pytest.mark.clause("HOU-4")
def test_two_players_swap_with_a_0() -> None:
    hands = {"Ann": 7, "Bo": 5}
    rotated = expect(hands={"Ann": 4, "Bo": 7}, turn="Ann")
    holds([up("red-7"), play("Bo", "red-0"), rotated], hands=hands, players=["Ann", "Bo"])


@pytest.mark.clause("HOU-4")
def test_who_plays_a_0_and_then_holds_one_card_needs_the_call_the_others_do_not() -> None:
    lines = [
        up("red-7"),
        play("Bo", "red-0"),
        expect(hands={"Ann": 1, "Bo": 1, "Cy": 4}, uno={"player": "Bo", "called": False}),
        {"do": "uno", "by": "Ann", "refused": "no_uno_to_call"},
        {"do": "catch", "by": "Cy", "player": "Ann", "refused": "no_uno_to_call"},
        {"do": "catch", "by": "Cy", "player": "Bo"},
    ]
    holds(lines, hands={"Ann": 1, "Bo": 5, "Cy": 1})


@pytest.mark.clause("HOU-4")
def test_an_uno_said_before_a_0_counts_if_one_card_comes() -> None:
    called = expect(uno={"player": "Bo", "called": True})
    hands = {"Ann": 1, "Bo": 5, "Cy": 3}
    holds([up("red-7"), {"do": "uno", "by": "Bo"}, play("Bo", "red-0"), called], hands=hands)


@pytest.mark.clause("HOU-4")
def test_after_a_0_a_closed_window_is_remembered_of_nobody() -> None:
    closed = [up("red-7"), play("Bo", "red-1"), play("Cy", "red-0")]
    of_one = [
        expect(hands={"Ann": 1, "Bo": 1, "Cy": 1}, uno={"player": "Cy", "called": False}),
        {"do": "catch", "by": "Cy", "player": "Bo", "refused": "no_uno_to_call"},
        {"do": "uno", "by": "Bo", "refused": "no_uno_to_call"},
    ]
    holds([*closed, *of_one], hands={"Ann": 1, "Bo": 2, "Cy": 2})
    of_more = [
        expect(hands={"Ann": 2, "Bo": 7, "Cy": 1}),
        {"do": "uno", "by": "Bo", "refused": "too_early"},
        {"do": "catch", "by": "Cy", "player": "Bo", "refused": "no_uno_to_call"},
    ]
    holds([*closed, *of_more], hands={"Ann": 7, "Bo": 2, "Cy": 3})


@pytest.mark.clause("HOU-4")
def test_a_0_as_the_last_card_passes_no_hands() -> None:
    won = expect(phase="count", hands={"Ann": 7, "Bo": 0, "Cy": 3})
    holds([up("red-7"), play("Bo", "red-0"), won], hands={**FEW, "Bo": 1})


@pytest.mark.clause("HOU-4")
def test_a_0_under_another_card_or_turned_up_passes_no_hands() -> None:
    lines = [
        up("red-0"),
        expect(hands=FEW, turn="Bo"),
        {**play("Bo", "red-discard-all"), "with": ["red-1"]},
        expect(hands={"Ann": 7, "Bo": 3, "Cy": 3}),
        play("Cy", "red-discard-all", **{"with": ["red-2"]}),
        expect(hands={"Ann": 7, "Bo": 3, "Cy": 1}),
    ]
    holds(lines, hands=FEW)
    under = [up("red-7"), play("Bo", "red-discard-all", **{"with": ["red-0"]})]
    holds([*under, expect(hands={"Ann": 7, "Bo": 3, "Cy": 3})], hands=FEW)


@pytest.mark.clause("HOU-4")
def test_who_is_out_or_has_left_passes_no_hand() -> None:
    out = [
        up("red-7"),
        play("Bo", "red-1"),
        {"do": "count", "player": "Ann", "points": 600},
        {"do": "count", "player": "Cy", "points": 1},
        {"do": "count", "player": "Dee", "points": 1},
        {"do": "next_round"},
        up("red-7"),
        {"do": "set", "hands": {"Bo": 5, "Cy": 4, "Dee": 3}},
        play("Cy", "red-0"),
        expect(hands={"Ann": 0, "Bo": 3, "Cy": 5, "Dee": 3}),
    ]
    players = ["Ann", "Bo", "Cy", "Dee"]
    holds(out, hands={"Bo": 1}, players=players, scoring="challenge")
    left = [
        up("red-7"),
        {"do": "leave", "player": "Cy"},
        play("Bo", "red-0"),
        expect(hands={"Ann": 3, "Bo": 7, "Dee": 4}),
    ]
    holds(left, hands={"Bo": 5, "Dee": 3}, players=players)


@pytest.mark.clause("HOU-4")
def test_a_0_jumped_in_passes_the_hands_once_more() -> None:
    lines = [
        up("red-7"),
        play("Bo", "red-0"),
        expect(hands={"Ann": 3, "Bo": 7, "Cy": 4}),
        play("Ann", "red-0"),
        expect(hands={"Ann": 4, "Bo": 2, "Cy": 7}, turn="Bo"),
    ]
    options = {"zeros_rotate": True, "jump_in": True}
    holds(lines, hands=FEW, options=options, deck={"red-0": 2})


@pytest.mark.clause("HOU-4")
def test_editions_without_zeros_do_not_have_the_option() -> None:
    have = {box.id for box in (ZEROS, *EDITIONS.values()) if "zeros_rotate" in box.options}
    assert have == {box.id for box in (ZEROS, *EDITIONS.values()) if has_zeros(box)}
    assert ZEROS.id in have and "attack" not in have


def has_zeros(box: Edition) -> bool:
    return any(kind.number == 0 for kind in box.kinds)


STACKS = {
    "attack": {"hit-2": 2},
    "attack-attack": {"hit-1": 1, "hit-2": 2},
    "extreme": {"hit-2": 2, "hit-4": 4},
    "power-grab": {"draw-one": 1, "draw-two": 2},
    "classic": {"draw-two": 2},
    "classic-attack": {"draw-two": 2, "wild-draw-four": 4},
}


@pytest.mark.parametrize("box", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.clause("HOU-1")
def test_the_cards_that_can_be_answered_say_how_much_they_give(box: Edition) -> None:
    stacks = {kind.id: kind.stacks for kind in box.kinds if kind.stacks}
    assert stacks == STACKS.get(box.id), "say in STACKS which cards of this edition can be answered"


OWN_BOX = """
points_clause = "ATK-12"
[numbers]
[[kinds]]
standard = "wild"
[[kinds]]
id = "hit-2"
picture = "burst:2"
copies = 2
points = 20
play = { clause = "ATK-1", effects = [{ hits = 2, who = "turn" }] }
first = { clause = "ATK-2", effects = [{ hits = 2, who = "turn" }] }
stacks = 2
[[kinds]]
id = "draw-two"
picture = "card:+2"
copies = 2
points = 20
play = { clause = "ATK-1", effects = [{ hits = 2, who = "turn" }] }
first = { clause = "ATK-2", effects = [{ hits = 2, who = "turn" }] }
stacks = 2
[[kinds]]
id = "hit-1"
picture = "burst:1"
copies = 1
points = 10
play = { clause = "AAT-4", effects = [{ hits = 1, who = "turn" }] }
first = { clause = "AAT-4", effects = [{ hits = 1, who = "turn" }] }
"""


@pytest.mark.clause("HOU-1")
def test_in_a_box_of_a_house_as_much_of_another_kind_does_not_answer_nor_what_is_no_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading = importlib.import_module("rules.read_setup")
    own = parse_edition("own", OWN_BOX)
    monkeypatch.setattr(reading, "EDITIONS", {own.id: own})
    begun = after(table(edition="own", options={"stacking": "up"}), up("red-7"))
    two = after(begun, play("Bo", "red-hit-2"))
    assert {card for _, card in offered(two)} == {
        f"{color}-hit-2" for color in ("red", "yellow", "green", "blue")
    }
    one = after(begun, play("Bo", "red-hit-1"))
    assert offered(one) == set() and one.position.turn == 0


@pytest.mark.clause("HOU-1")
def test_the_log_says_what_the_sum_is_and_who_can_answer() -> None:
    state = table(options={"stacking": "same"})
    assert told(state, up("red-7"), play("Bo", "red-hit-2"), play("Cy", "blue-hit-2"))[1:] == [
        "ATK-1 plays player=Bo card=red-hit-2",
        "ATK-1 owes_hits player=Cy n=2",
        "HOU-1 may_answer player=Cy",
        "ATK-1 plays player=Cy card=blue-hit-2",
        "HOU-1 owes_hits player=Ann n=4",
        "HOU-1 may_answer player=Ann",
    ]


def offered(state: State) -> set[tuple[str, str]]:
    """Who can play which card."""
    return {
        (offer.command["by"], offer.command["card"])
        for offer in legal(state)
        if offer.command["do"] == "play"
    }


@pytest.mark.clause("HOU-1")
def test_only_answers_are_offered_and_only_to_who_owes() -> None:
    state = after(
        table(edition="attack-attack", options={"stacking": "up"}),
        up("red-7"),
        play("Bo", "red-hit-1"),
    )
    ones = {("Cy", f"{color}-hit-1") for color in ("yellow", "green", "blue")}
    assert offered(state) == {*ones, ("Cy", "red-hit-2")}
    assert is_offered({"do": "hit", "by": "Cy", "cards": 1}, legal(state))


@pytest.mark.clause("HOU-2")
def test_the_log_says_who_jumps_in_and_everybody_is_offered_to() -> None:
    state = after(table(options={"jump_in": True}), up("red-7"), play("Bo", "red-3"))
    others = {offer for offer in offered(state) if offer[0] != "Cy"}
    assert others == {("Ann", "red-3"), ("Bo", "red-3")}
    assert told(state, play("Ann", "red-3")) == [
        "HOU-2 jumps_in player=Ann",
        "COM-4 plays player=Ann card=red-3",
    ]
    assert not {one for one in offered(after(state, play("Ann", "red-3"))) if one[0] == "Cy"}


@pytest.mark.clause("HOU-3")
def test_the_log_says_that_a_7_trades_hands() -> None:
    state = table(edition="power-grab", options={"sevens_swap": True})
    assert told(state, up("red-3"), play("Bo", "red-7", icon="!", target="Cy"))[1:] == [
        "HOU-3 plays player=Bo card=red-7",
        "PGR-9 grabs player=Bo tower=!",
        "HOU-3 trades player=Bo target=Cy",
    ]


@pytest.mark.clause("HOU-4")
def test_the_log_says_that_all_hands_are_passed_on() -> None:
    state = table(edition=ZEROS.id, options={"zeros_rotate": True})
    assert told(state, up("red-7"), play("Bo", "red-0"))[1:] == [
        "HOU-4 plays player=Bo card=red-0",
        "HOU-4 rotates side=left",
    ]


@pytest.mark.clause("HOU-5")
def test_the_log_says_that_a_dry_hit_goes_on() -> None:
    state = after(table(options={"own_hits": "until_cards"}), up("red-7"))
    hit = {"do": "hit", "by": "Bo"}
    assert told(state, {**hit, "cards": 0}, {**hit, "cards": 2}) == [
        "LCH-3 hits_nothing player=Bo",
        "HOU-5 owes_until_cards player=Bo",
        "HOU-5 hits player=Bo n=2",
    ]


@pytest.mark.clause("HOU-5")
def test_with_nothing_left_one_hit_of_0_is_all_and_nothing_is_void() -> None:
    state = after(table(options={"own_hits": "until_cards"}), up("red-7"))
    nothing_left = after(state, {"do": "set", "launcher": 0})
    assert told(nothing_left, {"do": "hit", "by": "Bo", "cards": 0}) == [
        "LCH-3 hits_nothing player=Bo"
    ]


@pytest.mark.clause("HOU-6")
def test_the_log_says_who_passes_after_a_hit_and_who_because_nothing_is_left() -> None:
    state = after(table(options={"play_after_hit": True}), up("red-7"))
    passed = {"do": "pass", "by": "Bo"}
    assert told(state, {"do": "hit", "by": "Bo", "cards": 0}, passed)[1:] == [
        "HOU-6 passes player=Bo"
    ]
    assert told(state, {"do": "set", "launcher": 0}, passed)[-1] == "LCH-6 passes player=Bo"


@pytest.mark.clause("HOU-6")
def test_who_has_hit_and_holds_a_last_card_that_cannot_go_out_is_told_to_pass() -> None:
    options = {"sevens_swap": True, "play_after_hit": True}
    begun = table(options=options, hands={"Ann": 7, "Bo": 1, "Cy": 7})
    state = after(begun, up("red-5"))
    refusal = apply(state, play("Bo", "red-7", target="Ann"))
    assert isinstance(refusal, Refusal) and refusal.key == "refusal.cannot_go_out"
    refusal = apply(after(state, hit("Bo", 0)), play("Bo", "red-7", target="Ann"))
    assert isinstance(refusal, Refusal) and refusal.key == "refusal.cannot_go_out_passing"


def test_options_that_change_the_box_leave_the_edition_as_it_is() -> None:
    options = {"sevens_swap": True, "zeros_rotate": True, "play_after_hit": True}
    game = {"edition": ZEROS.id, "players": ["Ann", "Bo"]}
    played, plain = read_setup({**game, "options": options}), read_setup(game)
    assert isinstance(played, Setup) and isinstance(plain, Setup)
    assert plain.edition is ZEROS and played.edition.id == ZEROS.id
    changed = {kind.id for kind in played.edition.kinds if kind not in ZEROS.kinds}
    assert changed == {"0", "7"}
    assert played.edition.points == ZEROS.points and played.edition.deck == ZEROS.deck
    assert "pass" in played.edition.commands and "pass" not in ZEROS.commands
    assert replace(played.edition, kinds=(), cards={}, commands=frozenset()) == replace(
        ZEROS, kinds=(), cards={}, commands=frozenset()
    )
