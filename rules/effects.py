"""What cards of more than one edition set off."""

from __future__ import annotations

from rules.edition import Effect
from rules.position import RIGHT
from rules.ruling import Ruling


def skip(ruling: Ruling) -> None:
    """COM-8: next loses the turn. Of two players, the same one goes again (TWO-2)."""
    ruling.say("skips", f"{ruling.name(ruling.turn)} is skipped.", ruling.turn)
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
    ruling.say("reverses", f"Play goes to the {side} now.")


def first_reverse(ruling: Ruling) -> None:
    """COM-9: the dealer plays first, then play goes right; between two it stays left (TWO-1)."""
    if ruling.position.two_players:
        ruling.clause = "TWO-1"
    else:
        ruling.change(direction=RIGHT)
        ruling.say("reverses", "Play goes to the right.")
    dealer = ruling.player
    plays = dealer if ruling.seat(dealer).active else ruling.position.next_after(dealer)
    ruling.change(turn=plays)
    ruling.say("begins", f"{ruling.name(plays)} plays first.", plays)


def next_hits(hits: int | None) -> Effect:
    """ATK-1, ATK-10: next owes that many hits (None: until cards come) and loses the turn."""

    def effect(ruling: Ruling) -> None:
        ruling.owe(ruling.turn, hits)
        ruling.next_loses_turn()

    return effect
