"""What may be said now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

from rules.commands.members import (
    Play,
    hand,
    laid_under_all_towers,
    needs,
    takes,
    towers_due,
)
from rules.commands.playing import matches
from rules.edition import Last
from rules.game import State, refuse_well_formed
from rules.position import ICONS, Position


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
    """Every command that ``apply`` would accept, one offer for a way to play a card.

    Each candidate is put to the referee with a sample of what it needs, so the two agree.
    """
    return tuple(
        offer
        for offer, sample in _candidates(state.position)
        if refuse_well_formed(state, {**offer.command, **sample}) is None
    )


def is_offered(command: Mapping[str, Any], offers: Iterable[Offer]) -> bool:
    """Whether one of the offers is this command, filled in."""
    for offer in offers:
        if offer.command["do"] != command["do"]:
            continue
        fixed = all(command.get(member) == value for member, value in offer.command.items())
        rest = set(command) - set(offer.command)
        if fixed and set(offer.needs) <= rest <= {*offer.needs, *offer.may}:
            return True
    return False


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
    choice = {"target": position.name(position.next_after(position.turn)), "color": "red"}
    deck = position.setup.deck if position.phase in ("play", "drawn") else ()
    for name in (name for name in deck if matches(position, position.setup.card(name))):
        for play in _ways(position, {"do": "play", "by": player, "card": name}):
            needed = needs(position, play)
            values = {member: _value(position, play, member, choice) for member in needed}
            yield Offer(play, needed, _may(position, play)), values
    yield Offer({"do": "color", "by": player}, ("color",)), {"color": "red"}
    yield Offer({"do": "choose", "by": player}, ("target", "color")), choice


def _ways(position: Position, play: Play) -> Iterator[dict[str, Any]]:
    """The ways to play a card: as it is, with each house rule, or without what it sets off."""
    kind = position.setup.kind(play)
    if "rule" not in kind.takes or position.setup.blanks:
        yield {**play}
    if "rule" in kind.takes:
        for number in range(len(position.setup.written)):
            yield {**play, "rule": number + 1}
    if kind.last is Last.AS_CHOSEN and hand(position, play) == 1:
        yield {**play, "carry_out": False}


def _may(position: Position, play: Play) -> tuple[str, ...]:
    """What can be added; what makes another way of it has an offer of its own."""
    may = tuple(member for member in takes(position, play) if member not in ("rule", "carry_out"))
    last_tower = position.missing_towers(position.number(play["by"])) <= 1
    return (*may, "with") if "icon" in may and last_tower and hand(position, play) > 2 else may


def _value(position: Position, play: Play, member: str, choice: Play) -> Any:
    """A value that the member can have."""
    if member == "towers":
        by = position.number(play["by"])
        free = [icon for icon, seat in zip(ICONS, position.towers, strict=True) if seat != by]
        return free[: towers_due(position, play)]
    if member == "with":
        faces = Counter(position.setup.deck) - Counter([*position.pile, play["card"]])
        return list(islice(faces.elements(), laid_under_all_towers(position, play)))
    return choice[member]


def _presses_and_calls(position: Position, names: list[str]) -> Iterator[Candidate]:
    for name in names:
        yield Offer({"do": "hit", "by": name}, ("cards",), ("sticking",)), {"cards": 0}
        yield Offer({"do": "draw", "by": name}, ("cards",)), {"cards": 1}
        yield Offer({"do": "pass", "by": name}), {}
        yield Offer({"do": "challenge", "by": name}, ("guilty",)), {"guilty": True}
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
    values: dict[str, Any] = {
        "hands": {active: 0},
        "scores": {active: 0},
        "turn": active,
        "direction": "left",
        "color": "red",
        "launcher": 0,
        "dealer": active,
        "towers": {ICONS[0]: active},
    }
    if not position.setup.edition.has_towers:
        del values["towers"]
    for member, value in values.items():
        yield Offer({"do": "set"}, (member,)), {member: value}
