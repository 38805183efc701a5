"""What may be said now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rules.game import State, refuse_well_formed
from rules.position import Position


class Offer(Struct, frozen=True):
    """A command that would be accepted: its fixed members, those to fill in, those to add."""

    command: dict[str, Any]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        """The offer as the HTTP interface words it."""
        return {**self.command, "needs": list(self.needs), "may": list(self.may)}


Candidate = tuple[Offer, dict[str, Any]]
"""An offer that could be legal, and values for the members that a sample of it needs."""


def legal(state: State) -> tuple[Offer, ...]:
    """Every command that ``apply`` would accept, one offer for a player and a card.

    Each candidate is put to the referee with a sample of what it needs, so the two agree.
    """
    return tuple(
        offer
        for offer, sample in _candidates(state.position)
        if refuse_well_formed(state, {**offer.command, **sample}) is None
    )


def _candidates(position: Position) -> Iterator[Candidate]:
    names = [seat.name for seat in position.seats if not seat.gone]
    if position.stage == "dealer":
        yield from _draws(position, names)
    if position.stage == "turn_up":
        yield Offer({"do": "turn_up"}, ("card",)), {"card": next(iter(position.setup.deck))}
    if position.in_round:
        yield from _plays(position)
        yield from _presses_and_calls(position, names)
    if position.stage == "count":
        for name in names:
            offer = {"do": "count", "player": name}
            yield Offer(offer, ("cards",)), {"points": 0}
            yield Offer(offer, ("points",)), {"points": 0}
    yield Offer({"do": "next_round"}), {}
    yield from _table(position, names)
    yield Offer({"do": "undo"}), {}


def _draws(position: Position, names: list[str]) -> Iterator[Candidate]:
    drawn = [card for _, card in position.drawn]
    free = (card for card, copies in position.setup.deck.items() if drawn.count(card) < copies)
    sample = {"card": next(free)}
    for name in names:
        yield Offer({"do": "dealer_draw", "player": name}, ("card",)), sample


def _plays(position: Position) -> Iterator[Candidate]:
    """Cards for the current player; the others are refused whatever the card."""
    if position.turn is None:
        return
    player = position.name(position.turn)
    target = position.name(position.next_after(position.turn))
    values = {"color": "red", "target": target}
    for name in position.setup.deck:
        kind = position.setup.card(name).kind
        sample = {member: values[member] for member in kind.needs}
        yield Offer({"do": "play", "by": player, "card": name}, kind.needs, kind.takes), sample
    yield Offer({"do": "color", "by": player}, ("color",)), {"color": "red"}


def _presses_and_calls(position: Position, names: list[str]) -> Iterator[Candidate]:
    for name in names:
        yield Offer({"do": "hit", "by": name}, ("cards",), ("sticking",)), {"cards": 0}
        yield Offer({"do": "uno", "by": name}), {}
    window = position.window
    if window is not None and window.open:
        offender = position.name(window.player)
        for name in names:
            yield Offer({"do": "catch", "by": name, "player": offender}), {}
    yield Offer({"do": "suggested"}, ("player",)), {"player": position.name(position.active()[0])}
    yield Offer({"do": "reload"}), {}


def _table(position: Position, names: list[str]) -> Iterator[Candidate]:
    for name in names:
        yield Offer({"do": "leave", "player": name}), {}
    stranger = "-" * (max(map(len, names)) + 1)
    yield Offer({"do": "join"}, ("player", "score")), {"player": stranger, "score": 0}
    active = position.name(position.active()[0])
    values = {
        "hands": {active: 0},
        "scores": {active: 0},
        "turn": active,
        "direction": "left",
        "color": "red",
        "launcher": 0,
        "dealer": active,
    }
    for member, value in values.items():
        yield Offer({"do": "set"}, (member,)), {member: value}
