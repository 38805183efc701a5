"""Every view of a player's phone, as a table and the taps that lead to it."""

from __future__ import annotations

from typing import Any

from tests.e2e.page_server import JSON, NO_GAME
from tests.e2e.told import RED_7, hit, play, sets, told, undone_by
from tests.e2e.views import HOUSE_RULES, JAM, THREE, Players, View

BO = "Bo"
"""Whose phone it is: the second player."""
COUNT_POINTS = 47
PRESS = ("Press the launcher",)
HITS = ({"do": "hit", "by": BO, "cards": 3}, {"do": "hit", "by": BO, "cards": 0}, sets(turn=BO))
"""Bo has hit, and it is Bo's turn: the longest line of what fits."""


def seat_views(players: Players) -> dict[str, View]:
    """Every view of Bo's phone, by its name."""
    return {
        **_called_on(players),
        **_waiting(players),
        **_owing(players),
        **_at_the_end(players),
        **_of_editions(players),
    }


def _called_on(players: Players) -> dict[str, View]:
    in_play = told(players, RED_7)
    rotated = (BO, *(name for name in players if name != BO))
    return {
        "my turn": View(in_play, main=("UNO", "Menu", *PRESS)),
        "after a Hit 2": View(
            told(players, RED_7, sets(turn=players[0]), play(players[0], "red-hit-2"), *HITS),
            main=("UNO", *PRESS),
        ),
        "a wild to call": View(told(players, {"do": "turn_up", "card": "wild"}), main=("Red",)),
        "I deal": View(told(rotated)),
        "an answer": View(
            told(players, *_hit(players, "red-hit-2"), options={"stacking": "up"}),
            main=("UNO", *PRESS),
        ),
        "an answer, most cards": View(
            told(
                players,
                *_hit(players, "red-draw-two"),
                edition="classic-attack",
                options={"stacking": "up"},
            ),
            main=("UNO", *PRESS),
        ),
        "after a hit": View(
            told(players, RED_7, hit(BO, 0), options={"play_after_hit": True}), main=("Pass",)
        ),
        "who deals": View(told(players, dealer=None)),
        "whom": View(in_play, ("Red Trade Hands",), main=(players[0],)),
        "laid under": View(
            in_play, ("Red Discard All", "Red 3"), main=("Play this card and 1 more",)
        ),
        "the card": View(in_play, ("Menu", "What the cards do"), main=("Close",)),
        "two cards left": View(told(players, RED_7, sets(hands={BO: 2})), main=("UNO",)),
        "without a launcher": View(
            told(
                players,
                RED_7,
                launcher={
                    "link": "down",
                    "why": {"key": "launcher.hung_up", "values": {}},
                    "hit": None,
                },
            )
        ),
    }


def _hit(players: Players, card: str) -> tuple[JSON, ...]:
    """The player before Bo plays a card for which Bo owes hits."""
    return RED_7, sets(turn=players[0]), play(players[0], card)


def _waiting(players: Players) -> dict[str, View]:
    third = players[2 % len(players)]
    played = (RED_7, play(BO, "red-3"))
    doubt = {"hit": 11, "by": BO, "owner": BO, "cards": 4, "uncertain": 1}
    uncalled = (RED_7, sets(turn=third, hands={third: 2}), play(third, "red-3"))
    equal = (RED_7, sets(turn=third), play(third, "red-5"))
    jump = View(told(players, *equal, options={"jump_in": True}), main=("Jump in with Red 5",))
    return {
        **({"jump in": jump} if len(players) > 2 else {}),  # of two, it is the turn of the other
        "waiting": View(told(players, *played), main=("Menu",)),
        "undo": View(_undoable(told(players, *played), "red-3"), main=("Undo",)),
        "catch": View(told(players, *uncalled), main=(f"Catch {third}",)),
        "menu": View(told(players, *played), ("Menu",), main=("Correct my hand", "Close")),
        "my hand": View(told(players, *played), ("Menu", "Correct my hand"), main=("Set", "Close")),
        "a doubt": View(told(players, RED_7, doubts=[doubt]), main=("Recount Bo's hand",)),
        "to recount": View(
            told(players, RED_7, doubts=[doubt]), ("Recount Bo's hand",), main=("4 is right",)
        ),
    }


def _undoable(shown: JSON, card: str) -> JSON:
    ruling = {"key": "ruling.plays", "values": {"player": BO, "card": card}}
    return undone_by(shown | {"undo": ruling}, BO)


def _owing(players: Players) -> dict[str, View]:
    first = players[0]
    hit_2 = (RED_7, sets(turn=first), play(first, "red-hit-2"))

    def at(stage: str, *faults: str, **more: Any) -> JSON:
        return told(
            players, *hit_2, launcher={"hit": {"stage": stage, **more}, "faults": [*faults]}
        )

    return {
        "two hits": View(told(players, *hit_2), main=PRESS),
        "hits until": View(
            told(players, RED_7, play(BO, "wild-hit-fire", color="green")),
        ),
        "cards come": View(at("running", requested=7, out=5)),
        "jam": View(at("broken", JAM, requested=4, out=2), main=("Clear the fault",)),
        "the rest": View(at("armed", requested=4, out=2), main=("Press for 2 more cards",)),
        "to confirm": View(at("confirm", requested=4, out=2), main=("Confirm count",)),
        "real launcher": View(told(players, *hit_2, launcher={"simulated": False})),
    }


def _out(name: str) -> list[JSON]:
    """A player plays the last card."""
    return [RED_7, sets(turn=name, hands={name: 1}), play(name, "red-3")]


def _at_the_end(players: Players) -> dict[str, View]:
    third = players[2 % len(players)]
    out = _out(third)
    own = {"do": "count", "player": BO, "points": COUNT_POINTS}
    rest = [
        {"do": "count", "player": name, "points": 20} for name in players if name not in (BO, third)
    ]
    counting = told(players, *out)
    return {
        "count": View(counting, ("Type the points instead",), main=("Tap the cards instead",)),
        "card by card": View(
            counting,
            ("3, 3 points", "Wild, 50 points"),
            main=("Send 53 points",),
        ),
        "counted": View(told(players, *out, own)),
        "I win the round": View(told(players, *_out(BO)), main=("Menu",)),
        "scores": View(told(players, *out, own, *rest), main=("Next round",)),
        "won": View(told(players, *out, own, *rest, target=1), main=("Same seats again",)),
    }


def _of_editions(players: Players) -> dict[str, View]:
    def turn(edition: str, *commands: JSON, **more: Any) -> JSON:
        return told(players, RED_7, *commands, edition=edition, **more)

    return {
        "attack-attack": View(turn("attack-attack")),
        "extreme": View(turn("extreme")),
        "extreme, house rules": View(turn("extreme", options={"customizable": HOUSE_RULES})),
        "power-grab": View(turn("power-grab"), main=("Draw a card",)),
        "power-grab, draws": View(
            turn("power-grab", sets(turn=players[0]), play(players[0], "red-draw-two")),
            main=("Draw 2 cards",),
        ),
        "power-grab, challenge": View(
            turn(
                "power-grab",
                sets(turn=players[0]),
                play(players[0], "wild-draw-four", color="blue"),
            ),
            main=("Challenge",),
        ),
        "power-grab, drawn": View(
            turn("power-grab", {"do": "draw", "by": BO, "cards": 1}), main=("Pass",)
        ),
        "classic": View(turn("classic"), main=("Draw a card",)),
        "classic-attack": View(turn("classic-attack")),
    }


LOOKING_ON = {
    "looking on": View(told(THREE, RED_7), main=("Sit down",)),
    "before a game": View(NO_GAME, main=("Sit down",)),
}
"""What a phone without a seat shows where each seat acts for itself."""
