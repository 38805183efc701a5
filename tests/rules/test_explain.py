"""What a card does, in words: every clause that bears on it, once."""

import pytest

from rules import CLAUSES, EDITIONS, explain
from tests.rulebook import shown


@pytest.mark.parametrize(
    ("edition", "kind", "said"),
    [
        ("attack", "7", ["played COM-4", "first COM-3"]),
        ("attack", "hit-2", ["played ATK-1", "first ATK-2", "also ATK-11", "also TWO-3"]),
        ("attack", "wild-hit-fire", ["played ATK-10", "also ATK-11", "also TWO-3"]),
        ("extreme", "wild-customizable", ["played EXT-5", "also ATK-6", "also ATK-11"]),
        ("power-grab", "7", ["played COM-4", "first COM-3", "also PGR-9", "also PGR-11"]),
    ],
)
def test_when_each_clause_bears_on_a_card(edition: str, kind: str, said: list[str]) -> None:
    (card,) = [known for known in EDITIONS[edition].kinds if known.id == kind]
    sayings = explain(card)
    assert [f"{saying.when} {saying.clause}" for saying in sayings] == said
    assert all(saying.clause in CLAUSES for saying in sayings)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_is_explained(edition: str) -> None:
    for kind in EDITIONS[edition].kinds:
        clauses = [saying.clause for saying in explain(kind)]
        assert clauses and len(set(clauses)) == len(clauses), kind.id


def test_the_clauses_are_those_of_the_rulebook() -> None:
    assert list(CLAUSES) == shown.clauses()
