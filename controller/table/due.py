"""Which hit may be pressed now, for whom, and how many cards it gives."""

from __future__ import annotations

from collections.abc import Callable

from controller.games import fairness
from controller.games.entries import Begun, Intent
from controller.games.record import Record
from controller.games.seats import hand
from hardware.profiles import Past, profile_of
from rules.position import Position

Draw = Callable[[Begun, int, Past], int]
"""How many cards a hit gives, by game, number of the hit in that game, and the hits before it."""


def draw_by_profile(begun: Begun, nth: int, past: Past) -> int:
    """The draw from a game's seed, words and profile. The same arguments give the same."""
    profile = profile_of(begun.profile, begun.custom)
    words = begun.seal.words if begun.seal else ""
    return fairness.draw(bytes.fromhex(begun.seed), words, profile, nth, past)


def due_intent(record: Record, draw: Draw) -> Intent | None:
    """The hit that may be pressed now, with its draw; None: the button is dead.

    A draw belongs to the hit's number: if another player presses in the end, it stays the same.
    """
    if record.state is None or record.begun is None:
        return None
    position, pending = record.state.position, record.intent
    number = pending.hit if pending else record.last_hit + 1
    if (name := record.next_hand) is not None:
        cards = hand(position, name)
        return Intent(number, cards, cards, name, name, hand=True)
    if (people := presser_and_owner(position)) is None:
        return None
    if position.dealt is not None:
        drawn = position.dealt
    elif pending is not None and not pending.hand:
        drawn = pending.draw
    else:
        drawn = draw(record.begun, len(record.finished) + 1, record.past)
    return Intent(number, drawn, min(drawn, position.launcher), *people)


def presser_and_owner(position: Position) -> tuple[str, str] | None:
    """Who may press now, and who gets the cards; None: the button is dead (LCH-9)."""
    if not position.armed:
        return None
    if position.owed:
        first = position.owed[0]
        return position.name(first.by), position.name(first.owner)
    # With a free interlock the button also works when it is nobody's turn: then for the dealer.
    seat = position.dealer if position.turn is None else position.turn
    assert seat is not None
    return position.name(seat), position.name(seat)
