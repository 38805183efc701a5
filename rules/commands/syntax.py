"""The members of every command of the format, and the refusals of one that is malformed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

from rules.commands.members import needs, takes
from rules.edition import COLORS
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


class Type(Struct, frozen=True):
    """What a member can be, in words, and whom and what it names."""

    words: str
    check: Callable[[object], bool]
    players: Callable[[Any], Iterable[str]] | None = None
    cards: Callable[[Any], Iterable[str]] | None = None
    is_color: bool = False


PLAYER = Type("the name of a player", is_text, players=lambda value: (value,))
CARD = Type("a card such as red-7", is_text, cards=lambda value: (value,))
CARDS = Type("a list of cards", is_cards, cards=lambda value: value)
COLOR = Type("a colour", is_text, is_color=True)
NUMBER = Type("a number", is_number)
TALLY = Type("an object of numbers by player", is_tally, players=lambda value: value)
NAME = Type("a name", is_name)
TRUTH = Type("true or false", lambda value: isinstance(value, bool))
ICON = Type(listed(ICONS, "or"), lambda value: value in ICONS)
TOWERS = Type(f"a list of towers out of {listed(ICONS)}", is_towers)
HOLDERS = Type(
    "an object of players, or null, by tower",
    is_holders,
    players=lambda value: (name for name in value.values() if name is not None),
)
RULE = Type(f"a whole number from 1 to {MAX_RULES}", is_rule)
SIDE = Type('"left" or "right"', lambda value: value in ("left", "right"))


class Form(Struct, frozen=True):
    """A command's clause, the members it must have and those it may have.

    A colour or target that is missing has a refusal of its own, late in the order: where one is
    needed is for the command to say.
    """

    clause: str
    needs: Mapping[str, Type] = {}
    may: Mapping[str, Type] = {}
    known: Mapping[str, Type] = {}
    """Both, put together here once for all."""

    def __post_init__(self) -> None:
        force_setattr(self, "known", {**self.needs, **self.may})


FORMS: Mapping[str, Form] = {
    "dealer_draw": Form("COM-2", {"player": PLAYER, "card": CARD}),
    "turn_up": Form("COM-3", {"card": CARD}),
    "play": Form(
        "COM-4",
        {"by": PLAYER, "card": CARD},
        {
            "color": COLOR,
            "target": PLAYER,
            "with": CARDS,
            "towers": TOWERS,
            "icon": ICON,
            "rule": RULE,
            "carry_out": TRUTH,
        },
    ),
    "color": Form("COM-11", {"by": PLAYER}, {"color": COLOR}),
    "choose": Form("AAT-2", {"by": PLAYER}, {"target": PLAYER, "color": COLOR}),
    "hit": Form("LCH-1", {"by": PLAYER, "cards": NUMBER}, {"sticking": NUMBER}),
    "draw": Form("PGR-2", {"by": PLAYER, "cards": NUMBER}),
    "pass": Form("PGR-2", {"by": PLAYER}),
    "uno": Form("COM-12", {"by": PLAYER}),
    "catch": Form("COM-12", {"by": PLAYER, "player": PLAYER}),
    "challenge": Form("PGR-7", {"by": PLAYER, "guilty": TRUTH}),
    "suggested": Form("LCH-7", {"player": PLAYER}),
    "reload": Form("LCH-5"),
    "count": Form("TBL-4", {"player": PLAYER}, {"cards": CARDS, "points": NUMBER}),
    "next_round": Form("COM-18"),
    "leave": Form("TBL-3", {"player": PLAYER}),
    "join": Form("TBL-3", {"player": NAME, "score": NUMBER}),
    "set": Form(
        "TBL-2",
        {},
        {
            "hands": TALLY,
            "scores": TALLY,
            "turn": PLAYER,
            "direction": SIDE,
            "color": COLOR,
            "towers": HOLDERS,
            "launcher": NUMBER,
            "dealer": PLAYER,
        },
    ),
    "undo": Form("TBL-1"),
}


def refuse_form(position: Position, command: object) -> Refusal | None:
    """Everything that is wrong with a command wherever the game stands, first served first."""
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        sentence = 'A command is an object with a member "do", such as {"do": "undo"}.'
        return Refusal("unknown_command", "TBL-2", sentence)
    do = command["do"]
    form = FORMS.get(do)
    if form is None:
        sentence = f"There is no command {shown(do)}{did_you_mean(do, FORMS)}"
        return Refusal("unknown_command", "TBL-2", sentence)
    known = form.known
    sound = [(known[m], v) for m, v in command.items() if m in known and known[m].check(v)]
    all_sound = len(sound) == len(command) - 1
    return (
        refuse_names(position, sound)
        or (None if all_sound else refuse_unsound(form, command))
        or refuse_members(position, form, command)
        or refuse_colors(form, sound)
    )


def refuse_names(position: Position, members: Iterable[tuple[Type, Any]]) -> Refusal | None:
    """Players who are not at the table, cards that are not in the deck."""
    for type_, value in members:
        if type_.players is None:
            continue
        for name in type_.players(value):
            if position.find(name) is None:
                seated = [seat.name for seat in position.seats if not seat.gone]
                sentence = f"There is no player {shown(name)}{did_you_mean(name, seated)}"
                return Refusal("unknown_player", "COM-1", sentence)
    for type_, value in members:
        if type_.cards is None:
            continue
        for name in type_.cards(value):
            if name not in position.setup.deck:
                sentence = (
                    f"There is no card {shown(name)}{did_you_mean(name, position.setup.deck)}"
                )
                return Refusal("unknown_card", "DECK-5", sentence)
    return None


def refuse_unsound(form: Form, command: Mapping[str, Any]) -> Refusal | None:
    """Members that the command does not have, or of the wrong type."""
    do = command["do"]
    for name, value in command.items():
        if name == "do":
            continue
        type_ = form.known.get(name)
        if type_ is None:
            hint = did_you_mean(str(name), form.known)
            return Refusal("bad_member", form.clause, f'"{do}" has no member {shown(name)}{hint}')
        if not type_.check(value):
            sentence = f'"{name}" of "{do}" must be {type_.words}, not {shown(value)}.'
            return Refusal("bad_member", form.clause, sentence)
    return None


def refuse_members(position: Position, form: Form, command: Mapping[str, Any]) -> Refusal | None:
    """Members missing, or of no use here."""
    do = command["do"]

    def bad(sentence: str) -> Refusal:
        return Refusal("bad_member", form.clause, sentence)

    for name in form.needs:
        if name not in command:
            return bad(f'"{do}" lacks its member "{name}".')
    if do == "play":
        problem = refuse_rule(position, command) or refuse_useless(position, command)
        if problem is not None:
            return bad(problem)
    if do == "set" and "towers" in command and not position.setup.edition.has_towers:
        return bad(f"There are no towers in {position.setup.edition.name}.")
    if do == "count" and len(command) != 3:
        return bad('"count" needs either "cards" or "points".')
    if do == "set" and len(command) == 1:
        return bad(f'"set" needs at least one of {listed(form.may)}.')
    return None


def refuse_rule(position: Position, play: Mapping[str, Any]) -> str | None:
    """EXT-5: which Customizable is played: one with a rule on it, or a blank one."""
    setup = position.setup
    kind = setup.card(play["card"]).kind
    if "rule" not in kind.takes:
        return None
    if play.get("rule", 0) > len(setup.written):
        return f"There is no house rule {play['rule']}."
    if "rule" not in play and setup.blanks == 0:
        return f'Every {kind.name} has a house rule on it: say with "rule" which one this is.'
    return None


def refuse_useless(position: Position, play: Mapping[str, Any]) -> str | None:
    """What the card has no use for."""
    if len(play) == 1 + len(FORMS["play"].needs):
        return None
    useful = ("do", "by", "card", *needs(position, play), *takes(position, play))
    kind = position.setup.card(play["card"]).kind
    useless = next((name for name in play if name not in useful), None)
    return None if useless is None else f'A {kind.name} has no use for "{useless}" here.'


def refuse_colors(form: Form, members: Iterable[tuple[Type, Any]]) -> Refusal | None:
    """A colour that the game does not have."""
    for type_, value in members:
        if type_.is_color and value not in COLORS:
            sentence = f"There is no colour {shown(value)}{did_you_mean(value, COLORS)}"
            return Refusal("bad_color", form.clause, sentence)
    return None


def refuse_closed(position: Position, do: str) -> Refusal | None:
    """A command of another edition, or after the end of the game."""
    if do not in position.setup.edition.commands:
        sentence = f'"{do}" is of no use in {position.setup.edition.name}.'
        return Refusal("wrong_edition", FORMS[do].clause, sentence)
    if position.stage == "game_over" and do not in ("undo", "set"):
        return Refusal("game_over", FORMS[do].clause, "The game is over: begin another, or undo.")
    return None
