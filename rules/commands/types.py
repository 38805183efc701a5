"""What a member of a command can be, and which players and cards that it names are unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from rules.outcome import Refusal
from rules.position import ICONS, Position
from rules.setup import MAX_RULES
from rules.words import did_you_mean, listed, shown


def is_text(value: object) -> bool:
    """Any string."""
    return isinstance(value, str)


JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible, and yet part of names in some scripts, and of some emoji."""


def is_name(value: object) -> bool:
    """A name that a player can have: text on one line that shows, no blanks at its ends."""
    if not isinstance(value, str):
        return False
    shows = value.translate(JOINERS)
    return shows.isprintable() and shows.strip() != "" and len(value.strip()) == len(value)


def is_number(value: object) -> bool:
    """Any number; whether it makes sense is for the command to say."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_cards(value: object) -> bool:
    """A list of strings."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_tally(value: object) -> bool:
    """Numbers by player, at least one."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(name, str) and is_number(number) for name, number in value.items())
    )


def is_towers(value: object) -> bool:
    """A list of icons."""
    return isinstance(value, list) and all(icon in ICONS for icon in value)


def is_holders(value: object) -> bool:
    """Players, or nobody, by icon; at least one."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(icon in ICONS and (name is None or is_text(name)) for icon, name in value.items())
    )


def is_rule(value: object) -> bool:
    """The number of a house rule (EXT-5)."""
    return type(value) is int and 1 <= value <= MAX_RULES


def unknown_player(position: Position, name: str) -> Refusal | None:
    """A player who is not at the table."""
    if position.find(name) is not None:
        return None
    seated = [seat.name for seat in position.seats if not seat.gone]
    sentence = f"There is no player {shown(name)}{did_you_mean(name, seated)}"
    return Refusal("unknown_player", "COM-1", sentence)


def unknown_players(position: Position, names: Iterable[str | None]) -> Refusal | None:
    """The first of several who is not at the table; None is nobody."""
    unknown = (unknown_player(position, name) for name in names if name is not None)
    return next(filter(None, unknown), None)


def unknown_card(position: Position, name: str) -> Refusal | None:
    """A card that is not in the deck."""
    deck = position.setup.deck
    if name in deck:
        return None
    sentence = f"There is no card {shown(name)}{did_you_mean(name, deck)}"
    return Refusal("unknown_card", "DECK-5", sentence)


def unknown_cards(position: Position, names: Iterable[str]) -> Refusal | None:
    """The first of several that is not in the deck."""
    return next(filter(None, (unknown_card(position, name) for name in names)), None)


class Type(Struct, frozen=True):
    """What a member can be, in words, and which player or card that it names is unknown."""

    words: str
    check: Callable[[object], bool]
    unknown: Callable[[Position, Any], Refusal | None] | None = None


PLAYER = Type("the name of a player", is_text, unknown_player)
CARD = Type("a card such as red-7", is_text, unknown_card)
CARDS = Type("a list of cards", is_cards, unknown_cards)
COLOR = Type("a colour", is_text)
NUMBER = Type("a number", is_number)
TALLY = Type("an object of numbers by player", is_tally, unknown_players)
NAME = Type("a name", is_name)
TRUTH = Type("true or false", lambda value: isinstance(value, bool))
ICON = Type(listed(ICONS, "or"), lambda value: value in ICONS)
TOWERS = Type(f"a list of towers out of {listed(ICONS)}", is_towers)
HOLDERS = Type(
    "an object of players, or null, by tower",
    is_holders,
    lambda position, holders: unknown_players(position, holders.values()),
)
RULE = Type(f"a whole number from 1 to {MAX_RULES}", is_rule)
SIDE = Type('"left" or "right"', lambda value: value in ("left", "right"))
