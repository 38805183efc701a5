"""How values that somebody gave are repeated in a sentence."""

import pytest

from rules.words import MOST, did_you_mean, shown


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Zoë", '"Zoë"'),
        (True, "true"),
        (None, "null"),
        (10**40, str(10**40)),
        (10**40 + 1, "a huge number"),
        pytest.param(-(10**5000), "a huge number", id="huge"),
        ([1], "a list"),
        ({}, "an object"),
    ],
)
def test_a_value_is_shown_as_it_was_given(value: object, expected: str) -> None:
    assert shown(value) == expected


def test_of_a_long_text_the_beginning_is_shown() -> None:
    whole, longer = "x" * (MOST - 2), "x" * 100_000
    assert shown(whole) == f'"{whole}"'
    assert len(shown(longer)) == MOST


def test_twelve_names_are_listed_and_thirteen_are_not() -> None:
    twelve = list("abcdefghijkl")
    assert did_you_mean("Zoë", twelve).endswith("i, j, k and l.")
    assert did_you_mean("Zoë", [*twelve, "m"]) == "."
