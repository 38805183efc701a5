"""What is offered: its words, and what goes with a card."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from rules import Offer, State, legal
from tests.rules.saying import after, count, play, table, up

GRAB = {"edition": "power-grab"}


def plays(state: State, card: str) -> Iterator[Offer]:
    named = {"do": "play", "by": "Bo", "card": card}
    return (offer for offer in legal(state) if offer.command == named)


def test_an_offer_in_json_names_what_it_needs_and_what_may_be_added() -> None:
    offer = Offer({"do": "hit", "by": "Bo"}, ("cards",), ("sticking",))
    assert offer.json() == {"do": "hit", "by": "Bo", "needs": ["cards"], "may": ["sticking"]}


@pytest.mark.parametrize(
    ("towers", "held", "may"),
    [
        ("UNO", 3, ("icon", "with")),
        ("UNO", 2, ("icon",)),
        ("UN", 3, ("icon",)),
    ],
)
@pytest.mark.clause("PGR-11")
def test_cards_may_go_with_a_number_that_brings_the_last_tower(
    towers: str, held: int, may: tuple[str, ...]
) -> None:
    state = after(
        table(**GRAB),
        {"do": "turn_up", "card": "red-7"},
        {"do": "set", "towers": dict.fromkeys(towers, "Bo")},
        {"do": "set", "hands": {"Bo": held}},
    )
    assert [offer.may for offer in plays(state, "red-1")] == [may]


@pytest.mark.clause("PGR-11")
def test_a_card_with_all_towers_is_offered_where_the_first_of_the_deck_are_all_on_the_pile() -> (
    None
):
    state = after(
        table(**GRAB),
        {"do": "turn_up", "card": "red-7"},
        {"do": "set", "towers": {"U": "Bo", "N": "Bo"}},
        {"do": "set", "hands": {"Bo": 3}},
    )
    pile = ("red-1", "red-1", *state.position.pile)
    state = State(replace(state.position, pile=pile))
    assert [offer.needs for offer in plays(state, "red-grab-2-towers")] == [("towers", "with")]


@pytest.mark.clause("COM-2")
def test_a_draw_for_the_deal_is_offered_when_all_copies_of_a_card_are_drawn() -> None:
    state = after(
        table(**GRAB, dealer=None),
        {"do": "dealer_draw", "player": "Ann", "card": "red-1"},
        {"do": "dealer_draw", "player": "Bo", "card": "red-1"},
    )
    draws = [offer.command["player"] for offer in legal(state) if "draw" in offer.command["do"]]
    assert draws == ["Cy"]


@pytest.mark.parametrize(
    ("hand", "game", "bounds"),
    [
        (1, {}, (1, 50)),
        (9, {}, (8 * 1 + 2, 8 * 50 + 30)),  # eight 1s and a 2; eight wilds and a Discard All
        (9, {"edition": "extreme"}, (8 * 1 + 2, 9 * 50)),
        (2, {"options": {"points": {"skip": 0}}}, (0, 2 * 50)),
    ],
)
@pytest.mark.clause("TBL-4")
def test_the_points_of_a_hand_are_bounded_by_its_size_and_the_deck(
    hand: int, game: dict[str, Any], bounds: tuple[int, int]
) -> None:
    state = after(
        table(**game, hands={"Bo": 1}),
        up("red-7"),
        {"do": "set", "hands": {"Ann": hand}},
        play("Bo", "red-1"),
    )
    offers = [offer for offer in legal(state) if offer.command == {"do": "count", "player": "Ann"}]
    assert [offer.json().get("bounds") for offer in offers] == [
        None,
        {"points": {"least": bounds[0], "most": bounds[1]}},
    ]
    assert after(state, count("Ann", 5000))  # the hand that the referee knows may be wrong
