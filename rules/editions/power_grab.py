"""UNO Power Grab: towers, and a draw pile in place of the launcher: what is in the box."""

from __future__ import annotations

from rules.edition import Effect, Kind, Last, Rule, edition, numbers
from rules.editions.standard import standard_actions
from rules.effects import next_hits, skip
from rules.position import ICONS
from rules.ruling import Ruling

DRAW_FOUR = 4


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


def draw_four(ruling: Ruling) -> None:
    """PGR-6: next draws four or challenges (PGR-7); a last card is innocent (PGR-15)."""
    last = ruling.position.round_winner is not None
    ruling.owe(ruling.turn, DRAW_FOUR, suspect=None if last else ruling.player)
    ruling.next_loses_turn()


POWER_GRAB = edition(
    id="power-grab",
    # The deck is DECK-4, the points are PGR-16. `copies` are of each colour, of a wild in all;
    # `first` is what the card does when it is turned up to start the pile.
    kinds=(
        *numbers(
            effect=grab_by_icon, icons={1: "U", 3: "N", 5: "O", 7: "!"}, also=("PGR-9", "PGR-11")
        ),
        Kind(
            id="draw-one",
            picture="card:+1",
            copies=2,
            points=20,
            play=Rule("PGR-3", unless_blocked("U", next_hits(1))),
            first=Rule("PGR-3", unless_blocked("U", next_hits(1))),
            last=Last.CARRIED_OUT,
            also=("PGR-10", "PGR-15", "TWO-3"),
        ),
        Kind(
            id="draw-two",
            picture="card:+2",
            copies=2,
            points=20,
            play=Rule("PGR-3", unless_blocked("N", next_hits(2))),
            first=Rule("PGR-3", unless_blocked("N", next_hits(2))),
            last=Last.CARRIED_OUT,
            also=("PGR-10", "PGR-15", "TWO-3"),
        ),
        *standard_actions(1, unless_blocked("!", skip), also=("PGR-10",)),
        Kind(
            id="grab-2-towers",
            picture="tower",
            copies=1,
            points=50,
            play=Rule("PGR-4", grab),
            first=Rule("PGR-4", color_only=True),
            towers=2,
            also=("PGR-11",),
        ),
        Kind(
            id="wild-grab-a-tower",
            picture="tower",
            wild=True,
            copies=4,
            points=50,
            play=Rule("PGR-5", grab),
            first=Rule("PGR-5"),
            towers=1,
            also=("PGR-11",),
        ),
        Kind(
            id="wild-draw-four",
            picture="card:+4",
            wild=True,
            copies=4,
            points=50,
            play=Rule("PGR-6", unless_blocked("O", draw_four)),
            first=Rule("PGR-8", goes_back=True),
            last=Last.CARRIED_OUT,
            also=("PGR-7", "PGR-10", "PGR-15", "TWO-3"),
        ),
    ),
    points_clause="PGR-16",
    commands=("draw", "pass", "challenge"),
    options=("points", "draw_from", "reload_below"),
    launcher=False,
)
