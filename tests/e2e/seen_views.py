"""Every view of cards that a reader saw, as a table and who the device is."""

from __future__ import annotations

from typing import Any

from tests.e2e.page_server import JSON, device, seat_of
from tests.e2e.pairing_views import LONGEST, MANY, Place
from tests.e2e.seated import HOST, seated
from tests.e2e.told import RED_7, play, sets, told
from tests.e2e.views import TEN, Players

READER = 7
"""The number of the device that is a reader."""
CODES = "/api/readers/codes"
DARK = {"device": READER, "kind": "camera", "key": "reader.dark", "values": {}}
FINE = DARK | {"key": "reader.ok"}


def sightings(**members: Any) -> JSON:
    """What a table with a reader says of cards: nothing is asked."""
    nothing = {"pending": None, "waiting": 0, "last": None, "counting": None}
    return {"readers": [FINE], **nothing, **members}


def pending(why: str, card: str | None, by: str | None, *cards: str, number: int = 1) -> JSON:
    """A card that was seen, and what is asked."""
    said = {"number": number, "card": card, "by": by, "why": why}
    needs = [why] if why in ("color", "target") else []
    return said | {"cards": list(cards), "needs": needs}


def asking(shown: JSON, *question: Any, **members: Any) -> JSON:
    """The same table with a reader, which saw a card."""
    return shown | {"sightings": sightings(pending=pending(*question), **members)}


def seen_places(players: Players = MANY) -> dict[str, Place]:
    """Every place, by its name."""
    plates = tuple(one[:LONGEST] for one in players)
    around = {name: seated(plates)[name] for name in ("access", "seats", "devices")}
    every = {**_asked(plates), **_counted(plates)}
    at_table = {name: one._replace(shown=around | one.shown) for name, one in every.items()}
    return {**at_table, **_paired(players)}


def _asked(players: Players) -> dict[str, Place]:
    second = players[1]
    turn = told(players, RED_7)
    aloud = told(players, RED_7, play(second, "wild", color="unheard")) | {"sightings": sightings()}
    trade = asking(turn, "target", "red-trade-hands", second)
    confirm = asking(turn, "confirm", "red-3", second, waiting=2)
    under = ("red-1", "red-5", "red-skip")
    long_turn = told(players, RED_7, sets(turn=max(players, key=len)))
    phone = seat_of(second, device=3)
    return {
        "confirm": Place(confirm, HOST, main=("Yes", "No")),
        "confirm, a wild": Place(
            asking(long_turn, "confirm", "wild-all-hit", max(players, key=len)),
            HOST,
            main=("Yes", "No"),
        ),
        "confirm, own phone": Place(confirm, phone, main=("Yes", "No")),
        "confirm, another phone": Place(confirm, seat_of(players[0], device=2), wait=".own-screen"),
        "again": Place(
            asking(turn, "again", "red-7", second), HOST, main=("Another one", "The same card")
        ),
        "taken up": Place(
            asking(
                told(players, RED_7, play(second, "red-3")), "taken_up", "red-3", second, waiting=1
            ),
            HOST,
            main=("Undo", "It stays"),
        ),
        "cards under it": Place(
            asking(turn, "cards", "red-discard-all", second, *under),
            HOST,
            main=("That is all", "Not this card"),
        ),
        "cards under it, own phone": Place(
            asking(turn, "cards", "red-discard-all", second, *under),
            phone,
            main=("That is all", "Not this card"),
        ),
        "which colour": Place(
            asking(turn, "color", "wild", second, waiting=1),
            HOST,
            main=("Red", "Not this card"),
        ),
        "which colour, own phone": Place(
            asking(turn, "color", "wild", second), phone, main=("Red", "Not this card")
        ),
        "said aloud": Place(aloud, HOST, main=(f"Which colour has {second} called?",)),
        "said aloud, own phone": Place(aloud, phone, main=(f"Which colour has {second} called?",)),
        "said aloud, the next phone": Place(aloud, seat_of(players[2 % len(players)], device=4)),
        "whom": Place(trade, HOST, main=(players[0], "Not this card")),
        "whom, own phone": Place(trade, phone, main=(players[0], "Not this card")),
        "unread": Place(asking(turn, "unread", None, second), HOST, main=("Ignore it",)),
        "unread, own phone": Place(
            asking(turn, "unread", None, second), phone, main=("Ignore it",)
        ),
        "waiting for hits": Place(
            told(players, RED_7, play(second, "wild-all-hit", color="blue"))
            | {"sightings": sightings(waiting=2)},
            HOST,
            main=("Press the launcher",),
        ),
        "simulated reader": Place(told(TEN, RED_7), HOST, "lay"),
        "in the dark": Place(turn | {"sightings": sightings(readers=[DARK])}, HOST),
    }


def _counted(players: Players) -> dict[str, Place]:
    first, second = players[:2]
    counting = told(
        players, RED_7, sets(turn=second, hands={second: 1, first: 9}), play(second, "red-3")
    )
    some = ["red-7", "wild", "blue-skip", "yellow-1", "green-9"]
    hand = {"player": first, "cards": some, "points": 87, "hand": 9}
    full = hand | {"cards": [*some, *some[:4]], "points": 165}
    phone = seat_of(first, device=2)
    return {
        "next hand": Place(
            counting | {"sightings": sightings(counting=hand | {"cards": [], "points": 0})},
            HOST,
        ),
        "hand under the reader": Place(
            counting | {"sightings": sightings(counting=hand)},
            HOST,
            main=(f"Count the cards of {first}", "Start again", "Type the points"),
        ),
        "whole hand": Place(
            counting
            | {
                "sightings": sightings(counting=full, pending=pending("confirm", "yellow-1", first))
            },
            HOST,
            main=(f"Count the cards of {first}",),
        ),
        "own hand under the reader": Place(
            counting | {"sightings": sightings(counting=hand)},
            phone,
            main=(f"Count the cards of {first}", "Start again"),
        ),
        "own hand to count": Place(
            counting | {"sightings": sightings(counting=hand | {"cards": [], "points": 0})},
            phone,
        ),
    }


def _paired(players: Players) -> dict[str, Place]:
    shown = seated(players)
    reader = device(1) | {"device": READER, "role": "reader"}
    paired = shown | {"devices": [*shown["devices"], reader], "sightings": sightings()}
    answer = {CODES: (200, {"code": "K7QF", "seconds": 120})}
    code = Place(shown, HOST, "seats", ("Connect a card reader",), answers=answer, wait=".letters")
    return {
        "no reader": Place(shown, HOST, "seats"),
        "readers": Place(paired, HOST, "seats"),
        "readers, in the dark": Place(
            paired | {"sightings": sightings(readers=[DARK])}, HOST, "seats"
        ),
        "sign a reader out": Place(paired, HOST, "seats", (f"Sign out card reader {READER}",)),
        "code of a reader": code,
        "reader paired": Place(
            shown,
            HOST,
            "seats",
            ("Connect a card reader",),
            answers=answer,
            wait=".letters",
            then=paired,
        ),
    }
