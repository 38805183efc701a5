"""Who deals first when the same players begin another game (COM-18)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.commands.dealing import next_first_dealer
from rules.position import Position
from tests.rules.saying import table

POSITION = table().position
"""Ann deals; Bo and Cy sit on her left."""


def changed(seat: int, **members: bool | int) -> Position:
    """The same table, with something else true of one seat."""
    seats = list(POSITION.seats)
    seats[seat] = replace(seats[seat], **members)
    return replace(POSITION, seats=tuple(seats))


@pytest.mark.clause("COM-18")
def test_the_deal_passes_to_the_left_and_around() -> None:
    assert next_first_dealer(POSITION) == "Bo"
    assert next_first_dealer(replace(POSITION, dealer=2)) == "Ann"


@pytest.mark.clause("COM-18")
def test_who_is_out_deals_again_and_who_has_left_does_not() -> None:
    assert next_first_dealer(changed(1, out=1)) == "Bo"
    assert next_first_dealer(changed(1, has_left=True)) == "Cy"


def test_before_the_first_deal_it_is_nobody() -> None:
    assert next_first_dealer(replace(POSITION, dealer=None)) is None
