"""Which command a card on the pile stands for, and what people have to choose for it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from controller.sightings.memory import GameView, Proposal, QuestionKind, Sighting
from hardware.launcher import Reason
from rules import Offer, State
from rules.commands.members import laid_under_all_towers
from rules.commands.types import UNHEARD
from rules.game import refuse_well_formed
from rules.stacking import is_answerable

MEMBERS: dict[str, QuestionKind] = {
    "color": "color",
    "target": "target",
    "towers": "towers",
    "with": "cards",
}
"""What is asked for a member that a play needs or may have."""


@dataclass(frozen=True, slots=True)
class Play:
    """The play of whoever's turn it is."""

    proposal: Proposal
    question_kind: QuestionKind | None = None
    """What people have to choose; None: nothing."""
    needs: tuple[str, ...] = ()
    """The members of the command that people have to choose."""


def play_of(game: GameView, sighting: Sighting) -> Play | None:
    """The play that this card is; None: whose turn it is cannot play it.

    People say the colour of a wild aloud. The next coloured card shows it.
    """
    offers = [
        offer
        for offer in game.offers()
        if offer.command["do"] == "play"
        and offer.command["card"] == sighting.card
        and offer.command["by"] == game.turn  # who jumps in says so (HOU-2)
    ]
    if not offers:
        return None
    command = dict(offers[0].command)
    if "color" in offers[0].needs and not game.confirm:
        command["color"] = UNHEARD
    kind, needs = _choice(game, offers)
    if kind == "icon" and (complete := _with_icon(game, command, sighting.number)) is not None:
        return Play(Proposal(complete, (sighting.number,)))
    return Play(Proposal(command, (sighting.number,)), kind, needs)


def is_answer(game: GameView, sighting: Sighting) -> bool:
    """Whether this card answers what whose turn it is owes (HOU-1): no press comes before it."""
    return is_answerable(game.position) and play_of(game, sighting) is not None


def refusal_of(game: GameView, card: str) -> Reason | None:
    """Why whose turn it is cannot play this card; None: the rules have nothing against it."""
    play = {"do": "play", "by": game.turn, "card": card}
    refusal = refuse_well_formed(State(game.position), play)
    return None if refusal is None else Reason(refusal.key, refusal.values)


def turn_up_of(game: GameView, sighting: Sighting) -> Proposal | None:
    """The first card up; None: none is due."""
    command = {"do": "turn_up", "card": sighting.card}
    due = any(offer.command["do"] == "turn_up" for offer in game.offers())
    return Proposal(command, (sighting.number,)) if due else None


def draw_of(game: GameView, sighting: Sighting) -> Proposal | None:
    """The draw for the deal: people draw in the order in which they sit (COM-2).

    None: no draw is due.
    """
    position = game.position
    drawn = {seat for seat, _ in position.drawn}
    seat = next((seat for seat in position.contenders if seat not in drawn), None)
    if seat is None or position.stage != "dealer":
        return None
    command = {"do": "dealer_draw", "player": position.name(seat), "card": sighting.card}
    return Proposal(command, (sighting.number,))


def player_of_proposal(game: GameView, proposal: Proposal) -> str | None:
    """The name of the player whose card it is; None: nobody's alone."""
    command, dealer = proposal.command, game.position.dealer
    if command["do"] == "turn_up":
        return None if dealer is None else game.position.name(dealer)
    player: Any = command.get("by", command.get("player"))
    return player if isinstance(player, str) else None


def may_go_under(game: GameView, top: Sighting, under: int, sighting: Sighting) -> bool:
    """Whether a card can be one of those that go under a Discard All (ATK-3).

    ``under``: how many lie with it already. The hand must hold them all.
    """
    color = (top.card or "").partition("-")[0]
    return (sighting.card or "").startswith(f"{color}-") and under + 1 < _hand_size(game)


def color_call_of(game: GameView, card: str | None) -> Proposal | None:
    """The call on a turned-up wild that a card shows (COM-11); None: no call is due, or none shown.

    Who has to call has laid a coloured card on the wild, so this colour is meant.
    """
    color = game.position.setup.card(card).color if card is not None else None
    if game.position.phase != "color" or color is None or game.confirm:
        return None
    return Proposal({"do": "color", "by": game.turn, "color": color})


def _choice(game: GameView, offers: list[Offer]) -> tuple[QuestionKind | None, tuple[str, ...]]:
    """What is asked for a play with these offers, and the members that people have to choose.

    Returns None as kind if there is nothing to choose.
    """
    needs = tuple(dict.fromkeys(_needs(game, offers)))
    if len(offers) > 1:
        kind: QuestionKind = (
            "rule" if any("rule" in offer.command for offer in offers) else "carry_out"
        )
        return kind, (kind, *needs)
    may = offers[0].may
    if "icon" in may:  # only with an icon can other cards have to go under a number card
        return "icon", needs
    if _hand_size(game) <= 1:
        may = tuple(member for member in may if member != "with")
    for member, kind in MEMBERS.items():
        if member in (*needs, *may):
            return kind, needs
    return None, ()


def _needs(game: GameView, offers: Iterable[Offer]) -> Iterator[str]:
    """The members that people have to choose; a card that is laid afterwards shows its colour."""
    for offer in offers:
        for member in offer.needs:
            if member != "color" or game.confirm:
                yield member


def _with_icon(
    game: GameView, command: dict[str, Any], number: int | None
) -> dict[str, Any] | None:
    """The play of a number card with the icon on it; None: there is something to ask."""
    icon = None if number is None else game.icon_of(number)
    if icon is None:
        return None
    complete = {**command, "icon": icon} if icon else command
    return None if laid_under_all_towers(game.position, complete) else complete


def _hand_size(game: GameView) -> int:
    """How many cards whose turn it is holds."""
    turn = game.position.turn
    return 0 if turn is None else game.position.seats[turn].hand
