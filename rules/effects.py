"""What cards set off; ``rules.vocabulary`` names it for editions and house rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.edition import Effect, nothing
from rules.position import ICONS, LEFT, RIGHT
from rules.ruling import Ruling
from rules.stacking import fall_due


def skip(ruling: Ruling) -> None:
    """COM-8: next loses the turn. Of two players, the same one goes again (TWO-2)."""
    ruling.say("ruling.skips", ruling.turn)
    ruling.next_loses_turn()


def reverse(ruling: Ruling) -> None:
    """COM-7: the direction turns. Between two players it acts as a Skip (TWO-1)."""
    if ruling.position.two_players:
        ruling.clause = "TWO-1"
        skip(ruling)
        return
    ruling.change(direction=-ruling.position.direction)
    ruling.change(turn=ruling.position.next_after(ruling.player))
    side = "right" if ruling.position.direction == RIGHT else "left"
    ruling.say("ruling.reverses", side=side)


def first_reverse(ruling: Ruling) -> None:
    """COM-9: the dealer plays first, then play goes right; between two it stays left (TWO-1)."""
    if ruling.position.two_players:
        ruling.clause = "TWO-1"
    else:
        ruling.change(direction=RIGHT)
        ruling.say("ruling.reverses", side="right")
    dealer = ruling.player
    plays = dealer if ruling.seat(dealer).active else ruling.position.next_after(dealer)
    ruling.change(turn=plays)
    ruling.say("ruling.begins", plays)


ATTACK_HITS = 2
"""AAT-1."""


def next_hits(hits: int) -> Effect:
    """ATK-1: next owes that many hits and loses the turn, or answers them with a card (HOU-1)."""
    return lambda ruling: fall_due(ruling, hits)


def next_may_challenge(hits: int) -> Effect:
    """PGR-6: next owes that many, or challenges (PGR-7); a last card is innocent (PGR-15)."""

    def effect(ruling: Ruling) -> None:
        last = ruling.position.round_winner is not None
        ruling.owe(ruling.turn, hits, suspect=None if last else ruling.player)
        ruling.next_loses_turn()

    return effect


def next_hits_until_cards(ruling: Ruling) -> None:
    """ATK-10: next owes hits until cards come, and loses the turn."""
    ruling.owe(ruling.turn, None)
    ruling.next_loses_turn()


def hits_next(hits: int) -> Effect:
    """The player's next hits, whosever turn it would be."""
    return lambda ruling: ruling.owe(ruling.position.next_after(ruling.player), hits)


def hits_self(hits: int) -> Effect:
    """The player hits."""
    return lambda ruling: ruling.owe(ruling.player, hits)


def hits_chosen(hits: int) -> Effect:
    """Who was chosen hits."""

    def effect(ruling: Ruling) -> None:
        assert ruling.target is not None
        ruling.owe(ruling.target, hits)

    return effect


def lose_turn(ruling: Ruling) -> None:
    """Whose turn it would be loses it, and nothing is said of it."""
    ruling.next_loses_turn()


def attack(ruling: Ruling) -> None:
    """AAT-1: the player presses for the chosen one, who keeps what comes out."""
    assert ruling.target is not None
    ruling.owe(ruling.target, ATTACK_HITS, by=ruling.player)


def first_attack(ruling: Ruling) -> None:
    """AAT-2: left of the dealer is asked whom to attack."""
    ruling.change(choosing=True)
    ruling.say("ruling.asks", ruling.turn)


def trade_hands(ruling: Ruling) -> None:
    """ATK-5: the player swaps hands with the one of their choice."""
    assert ruling.target is not None
    ruling.trade_hands(ruling.player, ruling.target)


def followed_by(first: Effect, clause: str, then: Effect) -> Effect:
    """One effect after the other, which has a clause of its own."""

    def effect(ruling: Ruling) -> None:
        first(ruling)
        ruling.clause = clause
        then(ruling)

    return effect


def rotate_hands(ruling: Ruling) -> None:
    """HOU-4: everybody in the round passes the hand to next; no closed window is remembered."""
    position = ruling.position
    hands = {position.next_after(seat): position.seats[seat].hand for seat in position.active()}
    seats = tuple(
        replace(seat, hand=hands.get(number, seat.hand))
        for number, seat in enumerate(position.seats)
    )
    ruling.change(seats=seats, window=None, late=())
    ruling.say("ruling.rotates", side="right" if position.direction == RIGHT else "left")


def others_hit(hits: int) -> Effect:
    """ATK-8: each of the others hits, from the left of the player, whatever the direction."""

    def effect(ruling: Ruling) -> None:
        for seat in ruling.position.others(ruling.player, LEFT):
            ruling.owe(seat, hits)

    return effect


def grab(ruling: Ruling) -> None:
    """PGR-4, PGR-5: the towers go to the player, and with all four in one hand back (PGR-11)."""
    for icon in ruling.towers:
        holder = ruling.position.towers[ICONS.index(icon)]
        if holder == ruling.player:
            continue
        ruling.give_tower(icon, ruling.player)
        if holder is None:
            ruling.say("ruling.grabs", ruling.player, tower=icon)
        else:
            ruling.say("ruling.grabs_from", ruling.player, tower=icon, holder=ruling.name(holder))
    if ruling.towers and not ruling.position.missing_towers(ruling.player):
        for icon in ICONS:
            ruling.give_tower(icon, None)
        ruling.say("ruling.towers_go_back", ruling.player, "PGR-11")


def grab_by_icon(ruling: Ruling) -> None:
    """PGR-9: the tower of the icon, which only the player can tell of a number card."""
    if ruling.towers:
        ruling.clause = "PGR-9"
        grab(ruling)


def unless_blocked(icon: str, effect: Effect) -> Effect:
    """PGR-10: a holder of that tower takes the turn instead."""

    def guarded(ruling: Ruling) -> None:
        if ruling.position.towers[ICONS.index(icon)] == ruling.turn:
            ruling.say("ruling.blocks", ruling.turn, "PGR-10", tower=icon)
        else:
            effect(ruling)

    return guarded


def if_house_wants(option: str, effect: Effect) -> Effect:
    """Where the house option says so, and the round goes on."""

    def effect_of_option(ruling: Ruling) -> None:
        position = ruling.position
        if position.round_winner is None and getattr(position.setup.options, option):
            effect(ruling)

    return effect_of_option


def in_order(effects: Sequence[Effect]) -> Effect:
    """All of them, one after the other."""
    if not effects:
        return nothing
    if len(effects) == 1:
        return effects[0]

    def effect(ruling: Ruling) -> None:
        for part in effects:
            part(ruling)

    return effect
