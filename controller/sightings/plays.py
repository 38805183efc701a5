"""Which play a card on the pile is, and what people have to choose for it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from controller.sightings.watch import Order, Seen, Stand, Why
from hardware.launcher import Reason
from rules import Offer, State
from rules.commands.members import laid_under_all_towers
from rules.commands.types import UNHEARD
from rules.game import refuse_well_formed

MEMBERS: dict[str, Why] = {
    "color": "color",
    "target": "target",
    "towers": "towers",
    "with": "cards",
}
"""What is asked for a member that a play needs or may have."""


@dataclass(frozen=True, slots=True)
class Play:
    """The play of whoever's turn it is."""

    order: Order
    why: Why | None = None
    """What people have to choose; None: nothing."""
    needs: tuple[str, ...] = ()


def play_of(stand: Stand, seen: Seen) -> Play | None:
    """The play that this card is; None: whose turn it is cannot play it.

    People say the colour of a wild aloud. The next coloured card shows it.
    """
    fits = [
        offer
        for offer in stand.offers()
        if offer.command["do"] == "play" and offer.command["card"] == seen.card
    ]
    if not fits:
        return None
    command = dict(fits[0].command)
    if "color" in fits[0].needs and not stand.confirm:
        command["color"] = UNHEARD
    why, needs = _choice(stand, fits)
    if why == "icon" and (whole := _with_icon(stand, command, seen.number)) is not None:
        return Play(Order(whole, (seen.number,)))
    return Play(Order(command, (seen.number,)), why, needs)


def why_not(stand: Stand, card: str) -> Reason | None:
    """Why whose turn it is cannot play this card; None: the rules have nothing against it."""
    play = {"do": "play", "by": stand.turn, "card": card}
    refusal = refuse_well_formed(State(stand.position), play)
    return None if refusal is None else Reason(refusal.key, refusal.values)


def turn_up_of(stand: Stand, seen: Seen) -> Order | None:
    """The first card up; None: none is due."""
    command = {"do": "turn_up", "card": seen.card}
    due = any(offer.command["do"] == "turn_up" for offer in stand.offers())
    return Order(command, (seen.number,)) if due else None


def draw_of(stand: Stand, seen: Seen) -> Order | None:
    """The draw for the deal: people draw in the order in which they sit (COM-2)."""
    position = stand.position
    drawn = {seat for seat, _ in position.drawn}
    seat = next((seat for seat in position.contenders if seat not in drawn), None)
    if seat is None or position.stage != "dealer":
        return None
    command = {"do": "dealer_draw", "player": position.name(seat), "card": seen.card}
    return Order(command, (seen.number,))


def whose(stand: Stand, order: Order) -> str | None:
    """Whose card it is."""
    command, dealer = order.command, stand.position.dealer
    if command["do"] == "turn_up":
        return None if dealer is None else stand.position.name(dealer)
    said: Any = command.get("by", command.get("player"))
    return said if isinstance(said, str) else None


def may_lie_under(stand: Stand, top: Seen, laid: int, seen: Seen) -> bool:
    """Whether a card can be one of those that go under a Discard All (ATK-3).

    ``laid``: how many lie with it already. The hand must hold them all.
    """
    color = (top.card or "").partition("-")[0]
    return (seen.card or "").startswith(f"{color}-") and laid + 1 < _hand(stand)


def calling(stand: Stand, card: str | None) -> Order | None:
    """The call on a turned-up wild that a card shows (COM-11); None: no call is due, or none shown.

    Who has to call has laid a coloured card on the wild, so this colour is meant.
    """
    color = stand.position.setup.card(card).color if card is not None else None
    if stand.position.phase != "color" or color is None or stand.confirm:
        return None
    return Order({"do": "color", "by": stand.turn, "color": color})


def _choice(stand: Stand, fits: list[Offer]) -> tuple[Why | None, tuple[str, ...]]:
    hand = _hand(stand)
    needs = tuple(
        dict.fromkeys(
            member for offer in fits for member in offer.needs if member != "color" or stand.confirm
        )
    )
    if len(fits) > 1:
        why: Why = "rule" if any("rule" in offer.command for offer in fits) else "carry_out"
        return why, (why, *needs)
    may = fits[0].may
    if "icon" in may:  # only with an icon can other cards have to go under a number card
        return "icon", needs
    may = tuple(one for one in may if one != "with" or hand > 1)
    for member, why in MEMBERS.items():
        if member in needs or member in may:
            return why, needs
    return None, ()


def _with_icon(stand: Stand, command: dict[str, Any], number: int | None) -> dict[str, Any] | None:
    """The play of a number card with the icon on it; None: there is something to ask."""
    icon = None if number is None else stand.icon_of(number)
    if icon is None:
        return None
    whole = {**command, "icon": icon} if icon else command
    return None if laid_under_all_towers(stand.position, whole) else whole


def _hand(stand: Stand) -> int:
    turn = stand.position.turn
    return 0 if turn is None else stand.position.seats[turn].hand
