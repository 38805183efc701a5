"""What cards of more than one edition set off."""

from __future__ import annotations

from rules.edition import Effect
from rules.position import LEFT, RIGHT
from rules.ruling import Ruling


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


def next_hits(hits: int | None) -> Effect:
    """ATK-1, ATK-10: next owes that many hits (None: until cards come) and loses the turn."""

    def effect(ruling: Ruling) -> None:
        ruling.owe(ruling.turn, hits)
        ruling.next_loses_turn()

    return effect


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


def others_hit(hits: int) -> Effect:
    """ATK-8: each of the others hits, from the left of the player, whatever the direction."""

    def effect(ruling: Ruling) -> None:
        for seat in ruling.position.others(ruling.player, LEFT):
            ruling.owe(seat, hits)

    return effect
