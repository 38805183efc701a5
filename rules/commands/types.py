"""What a member of a command can be, and which players and cards that it names are unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from rules.edition import COLORS
from rules.outcome import Refusal
from rules.position import ICONS, Position
from rules.quoting import likely, shortened
from rules.setup import MAX_FIGURE, MAX_RULES

JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible, and yet part of names in some scripts, and of some emoji."""


def is_name(value: object) -> bool:
    """A name that a player can have: text on one line that shows, no blanks at its ends."""
    if not isinstance(value, str):
        return False
    shows = value.translate(JOINERS)
    return shows.isprintable() and shows.strip() != "" and len(value.strip()) == len(value)


NUMBERS = (int, float)
"""Any number; whether it makes sense is for the command to say."""


def is_tally(tally: dict[Any, Any]) -> bool:
    """Numbers by player, at least one."""
    named = all(type(name) is str for name in tally)
    return bool(tally) and named and all(type(value) in NUMBERS for value in tally.values())


def is_holders(holders: dict[Any, Any]) -> bool:
    """Players, or nobody, by icon; at least one."""
    named = all(name is None or type(name) is str for name in holders.values())
    return bool(holders) and named and all(icon in ICONS for icon in holders)


def unknown_player(position: Position, name: str) -> Refusal | None:
    """A player who is not at the table."""
    if position.find(name) is not None:
        return None
    seated = [seat.name for seat in position.seats if not seat.has_left]
    values = {"said": shortened(name), "known": likely(name, seated)}
    return Refusal("unknown_player", "COM-1", "refusal.unknown_player", values)


def unknown_players(position: Position, names: Iterable[str | None]) -> Refusal | None:
    """The first of several who is not at the table; None is nobody."""
    unknown = (unknown_player(position, name) for name in names if name is not None)
    return next(filter(None, unknown), None)


def as_seated(position: Position, name: str) -> str:
    """A player's name in the spelling of the seat."""
    return position.name(position.number(name))


def unknown_card(position: Position, name: str) -> Refusal | None:
    """A card that is not in the deck."""
    deck = position.setup.deck
    if name in deck:
        return None
    values = {"said": shortened(name), "known": likely(name, deck)}
    return Refusal("unknown_card", "DECK-5", "refusal.unknown_card", values)


def unknown_cards(position: Position, names: Iterable[str]) -> Refusal | None:
    """The first of several that is not in the deck."""
    return next(filter(None, (unknown_card(position, name) for name in names)), None)


class Type(Struct, frozen=True):
    """What a member can be: by name, as JSON, and where not any such value: which of them.

    ``unknown`` says which player or card that it names is unknown. ``schema`` is JSON Schema.
    ``seated`` spells the players that it names as their seats do.
    """

    name: str
    of: tuple[type, ...]
    schema: Mapping[str, Any]
    check: Callable[[Any], bool] | None = None
    unknown: Callable[[Position, Any], Refusal | None] | None = None
    seated: Callable[[Position, Any], Any] | None = None


NAME_SCHEMA: Mapping[str, Any] = {"type": "string", "minLength": 1}
CARD_SCHEMA: Mapping[str, Any] = {"type": "string", "pattern": "^[a-z]+(-[a-z0-9]+)*$"}
COLOR_SCHEMA: Mapping[str, Any] = {"enum": list(COLORS)}
ICON_SCHEMA: Mapping[str, Any] = {"enum": list(ICONS)}
FIGURE_SCHEMA: Mapping[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_FIGURE}

PLAYER = Type("player", (str,), NAME_SCHEMA, unknown=unknown_player, seated=as_seated)
CARD = Type("card", (str,), CARD_SCHEMA, unknown=unknown_card)
CARDS = Type(
    "cards",
    (list,),
    {"type": "array", "items": CARD_SCHEMA},
    lambda cards: all(type(card) is str for card in cards),
    unknown_cards,
)
COLOR = Type("color", (str,), COLOR_SCHEMA)
UNHEARD = "unheard"
"""In place of a colour: one was called, and the referee was not told which."""
CALLED = Type("color", (str,), {"enum": [*COLORS, UNHEARD]})
NUMBER = Type("number", NUMBERS, FIGURE_SCHEMA)
TALLY = Type(
    "tally",
    (dict,),
    {"type": "object", "additionalProperties": FIGURE_SCHEMA, "minProperties": 1},
    is_tally,
    unknown_players,
    lambda position, tally: {as_seated(position, name): of for name, of in tally.items()},
)
NAME = Type("name", (str,), NAME_SCHEMA, is_name)
TRUTH = Type("truth", (bool,), {"type": "boolean"})
ICON = Type("tower", (str,), ICON_SCHEMA, lambda icon: icon in ICONS)
TOWERS = Type(
    "towers",
    (list,),
    {"type": "array", "items": ICON_SCHEMA},
    lambda icons: all(i in ICONS for i in icons),
)
HOLDERS = Type(
    "holders",
    (dict,),
    {
        "type": "object",
        "propertyNames": ICON_SCHEMA,
        "additionalProperties": {"anyOf": [NAME_SCHEMA, {"type": "null"}]},
        "minProperties": 1,
    },
    is_holders,
    lambda position, holders: unknown_players(position, holders.values()),
    lambda position, holders: {
        icon: None if name is None else as_seated(position, name) for icon, name in holders.items()
    },
)
RULE = Type(
    "rule",
    (int,),
    {"type": "integer", "minimum": 1, "maximum": MAX_RULES},
    lambda rule: 1 <= rule <= MAX_RULES,
)
SIDE = Type(
    "side",
    (str,),
    {"enum": ["left", "right"]},
    lambda side: side in ("left", "right"),
)
NO_TYPE = Type("nothing", (), {"not": {}})
"""Of a member that there is not."""
