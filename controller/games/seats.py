"""What a position says of the players at the table: their names, hands and scores."""

from __future__ import annotations

from collections.abc import Iterator

from rules.position import Position, Seat


def seated(position: Position) -> Iterator[Seat]:
    """Everybody at the table in seating order, without those who left."""
    return (seat for seat in position.seats if not seat.has_left)


def scores(position: Position) -> dict[str, int]:
    """The score of everybody at the table, by name."""
    return {seat.name: seat.score for seat in seated(position)}


def hand(position: Position, name: str) -> int:
    """How many cards a player holds; 0: nobody of that name is at the table."""
    seat = position.find(name)
    return 0 if seat is None else position.seats[seat].hand
