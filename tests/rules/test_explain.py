"""What a card does, in words: every clause that bears on it, once."""

import pytest
from msgspec.structs import replace

from rules import CLAUSES, EDITIONS, explain
from rules.edition import Edition
from rules.editions import typical_cards
from rules.editions.house import read_house
from tests.rules.house_box import BOX, ID

LAST_HIT = "also ATK-11, also TWO-3"
DRAWS = "also PGR-10, also PGR-15, also TWO-3"
LAST_DRAW = "also PGR-15, also TWO-3"
DISCARD_ALL = ("discard-all", "played ATK-3, first ATK-4")
HIT_2 = ("burst:2", f"played ATK-1, first ATK-2, {LAST_HIT}")
REVERSE = ("reverse", "played COM-7, first COM-9, also TWO-1")
SKIP = ("skip", "played COM-8, first COM-10, also TWO-2")
WILD = ("wild", "played COM-5, first COM-11")
NUMBERS = {str(n): (f"text:{n}", "played COM-4, first COM-3") for n in range(1, 10)}
ZERO = {"0": ("text:0", "played COM-4, first COM-3")}
CARDS = {
    "attack": {
        **NUMBERS,
        "hit-2": HIT_2,
        "reverse": REVERSE,
        "skip": SKIP,
        "discard-all": DISCARD_ALL,
        "trade-hands": ("trade-hands", "played ATK-5, first ATK-7, also ATK-6"),
        "wild": WILD,
        "wild-all-hit": ("wild-all-hit", f"played ATK-8, first ATK-9, {LAST_HIT}"),
        "wild-hit-fire": ("wild-hit-fire", f"played ATK-10, {LAST_HIT}"),
    },
    "attack-attack": {
        **NUMBERS,
        "hit-1": ("burst:1", f"played AAT-4, {LAST_HIT}"),
        "hit-2": HIT_2,
        "reverse": REVERSE,
        "skip": SKIP,
        "discard-all": DISCARD_ALL,
        "wild": WILD,
        "wild-attack-attack": ("wild-attack-attack", "played AAT-1, first AAT-2, also AAT-3"),
    },
    "extreme": {
        **NUMBERS,
        "hit-2": HIT_2,
        "reverse": REVERSE,
        "skip": SKIP,
        "discard-all": DISCARD_ALL,
        "wild": WILD,
        "hit-4": ("burst:4", f"played EXT-1, first EXT-2, {LAST_HIT}"),
        "wild-extreme-hit": ("burst:!", "played EXT-3, first EXT-4, also EXT-6"),
        "wild-customizable": ("wild-customizable", "played EXT-5, also ATK-6, also ATK-11"),
    },
    "power-grab": {
        **{n: (shape, f"{said}, also PGR-9, also PGR-11") for n, (shape, said) in NUMBERS.items()},
        "draw-one": ("card:+1", f"played PGR-3, {DRAWS}"),
        "draw-two": ("card:+2", f"played PGR-3, {DRAWS}"),
        "reverse": REVERSE,
        "skip": ("skip", "played COM-8, first COM-10, also PGR-10, also TWO-2"),
        "grab-2-towers": ("tower", "played PGR-4, also PGR-11"),
        "wild-grab-a-tower": ("tower", "played PGR-5, also PGR-11"),
        "wild-draw-four": ("card:+4", f"played PGR-6, first PGR-8, also PGR-7, {DRAWS}"),
    },
    "classic": {
        **ZERO,
        **NUMBERS,
        "reverse": REVERSE,
        "skip": SKIP,
        "draw-two": ("card:+2", f"played PGR-3, {LAST_DRAW}"),
        "wild": WILD,
        "wild-draw-four": ("card:+4", f"played PGR-6, first PGR-8, also PGR-7, {LAST_DRAW}"),
    },
    "classic-attack": {
        **ZERO,
        **NUMBERS,
        "reverse": REVERSE,
        "skip": SKIP,
        "draw-two": ("card:+2", f"played ATK-1, first ATK-2, also CLA-3, {LAST_HIT}"),
        "wild": WILD,
        "wild-draw-four": ("card:+4", f"played EXT-1, first EXT-2, also CLA-3, {LAST_HIT}"),
    },
}
"""What the page draws on each card, and the clauses of the rulebook that bear on it."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_card_shows_its_picture_and_every_clause_that_bears_on_it(edition: str) -> None:
    said = {
        kind.id: (kind.picture, ", ".join(f"{each.when} {each.clause}" for each in explain(kind)))
        for kind in EDITIONS[edition].kinds
    }
    assert said == CARDS.get(edition), "say in CARDS what this edition's cards do"
    assert all(saying.clause in CLAUSES for k in EDITIONS[edition].kinds for saying in explain(k))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_is_explained(edition: str) -> None:
    for kind in EDITIONS[edition].kinds:
        clauses = [saying.clause for saying in explain(kind)]
        assert clauses and len(set(clauses)) == len(clauses), kind.id


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_an_edition_is_known_by_cards_of_its_own_box(edition: Edition) -> None:
    cards = typical_cards(edition)
    assert set(cards) <= edition.cards.keys()
    kinds = [edition.cards[card].kind for card in cards]
    assert len(set(kinds)) == len(kinds) == 4
    assert not any(kind.number is not None for kind in kinds)
    assert kinds == [kind for kind in edition.kinds if kind in kinds]


def test_it_is_known_by_what_no_other_edition_has() -> None:
    assert {"wild-hit-fire", "wild-all-hit"} < set(typical_cards(EDITIONS["attack"]))
    assert "wild-attack-attack" in typical_cards(EDITIONS["attack-attack"])
    assert "wild-grab-a-tower" in typical_cards(EDITIONS["power-grab"])


def test_a_box_of_numbers_is_known_by_numbers() -> None:
    numbers = replace(EDITIONS["attack"], kinds=EDITIONS["attack"].kinds[:2])
    assert typical_cards(numbers) == ("red-1", "yellow-2")


def test_a_house_is_known_by_its_own_cards() -> None:
    house = read_house(ID, BOX)
    own = [
        kind for kind in house.kinds if not any(kind.id in box.points for box in EDITIONS.values())
    ]
    assert own
    assert {kind.id for kind in own[:4]} <= {
        house.cards[card].kind.id for card in typical_cards(house)
    }
