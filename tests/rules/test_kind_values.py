"""What each kind of card counts while hands are counted, and how many can be in a hand (DECK-6)."""

from __future__ import annotations

from rules import State, read_setup, start
from rules.commands.scoring import kind_values
from rules.setup import Setup
from tests.rules.saying import after, play, table, up

OUT = (up("red-7"), {"do": "set", "hands": {"Bo": 1}}, play("Bo", "red-3"))
"""Bo plays the last card, and the hands are counted."""


def values(state: State) -> dict[str, tuple[int, int]]:
    """Points and cards by kind."""
    return {value.kind: (value.points, value.cards) for value in kind_values(state.position)}


def test_each_kind_counts_alike_in_every_colour_without_the_cards_face_up() -> None:
    counted = values(after(table(), *OUT))
    assert len(counted) == 17
    assert (counted["1"], counted["3"], counted["7"]) == ((1, 8), (3, 7), (7, 7))
    assert (counted["skip"], counted["wild"]) == ((20, 8), (50, 4))


def test_a_listed_hand_has_its_cards() -> None:
    hand = {"do": "set", "hands": {"Ann": 2}}
    listed = {"do": "count", "player": "Ann", "cards": ["red-1", "wild"]}
    counted = values(after(table(), *OUT, hand, listed))
    assert (counted["1"][1], counted["wild"][1]) == (7, 3)


def test_the_house_counts_as_it_likes() -> None:
    game = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
    setup = read_setup(game | {"options": {"points": {"skip": 7}}})
    assert isinstance(setup, Setup)
    assert values(after(start(setup), *OUT))["skip"] == (7, 8)


def test_before_the_end_of_a_round_nothing_is_counted() -> None:
    assert values(table()) == {}
