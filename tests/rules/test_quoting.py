"""How what somebody said is repeated, and what they may have meant."""

import pytest

from rules.quoting import MOST, likely, shortened, shown


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Zoë", '"Zoë"'),
        (True, "true"),
        (None, "null"),
        (10**40, str(10**40)),
        (10**40 + 1, "999…"),
        pytest.param(-(10**5000), "-999…", id="huge"),
        ([1], "[…]"),
        ({}, "{…}"),
    ],
)
def test_a_value_is_shown_as_it_was_given(value: object, expected: str) -> None:
    assert shown(value) == expected


def test_of_a_long_text_the_beginning_is_shown() -> None:
    whole, longer = "x" * (MOST - 2), "x" * 100_000
    assert shown(whole) == f'"{whole}"'
    assert len(shown(longer)) == len(shortened(longer)) == MOST


def test_twelve_names_are_all_likely_and_of_thirteen_the_nearest_is() -> None:
    twelve = list("abcdefghijkl")
    assert likely("Zoë", twelve) == twelve
    assert likely("m", [*twelve, "mn"]) == ["mn"]
    assert len(likely("Zoë", [*twelve, "mn"])) == 1


def test_what_is_alike_is_likely_alone() -> None:
    assert likely("skp", ["skip", "reverse", "trade"]) == ["skip"]
