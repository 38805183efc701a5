"""The members of every command of the format, and the refusals of one that is malformed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import force_setattr

from rules.commands.handler import Command
from rules.commands.members import needs, takes
from rules.commands.types import (
    CARD,
    CARDS,
    COLOR,
    HOLDERS,
    ICON,
    NAME,
    NO_TYPE,
    NUMBER,
    PLAYER,
    RULE,
    SIDE,
    TALLY,
    TOWERS,
    TRUTH,
    Type,
)
from rules.edition import COLORS, Kind
from rules.outcome import CODES, Refusal
from rules.position import Position
from rules.setup import Setup
from rules.words import did_you_mean, listed, shown

PLAY = ("do", "by", "card")
"""What every play has."""


def wrong_play(position: Position, play: Command) -> str | None:
    """A house rule that is not on the card, or what the card has no use for."""
    kind = position.setup.card(play["card"]).kind
    wrong = wrong_rule(position.setup, kind, play) if "rule" in kind.takes else None
    if wrong is not None or len(play) == len(PLAY):
        return wrong
    useful = (*PLAY, *needs(position, play), *takes(position, play))
    useless = next((name for name in play if name not in useful), None)
    return None if useless is None else f'A {kind.name} has no use for "{useless}" here.'


def wrong_rule(setup: Setup, kind: Kind, play: Command) -> str | None:
    """EXT-5: which Customizable is played: one with a rule on it, or a blank one."""
    if play.get("rule", 0) > len(setup.written):
        return f"There is no house rule {play['rule']}."
    if "rule" not in play and setup.blanks == 0:
        return f'Every {kind.name} has a house rule on it: say with "rule" which one this is.'
    return None


def wrong_count(position: Position, count: Command) -> str | None:
    """Neither cards nor points, or both."""
    return None if len(count) == 3 else '"count" needs either "cards" or "points".'


def wrong_set(position: Position, command: Command) -> str | None:
    """Something that is not there, or nothing at all."""
    if "towers" in command and not position.setup.edition.has_towers:
        return f"There are no towers in {position.setup.edition.name}."
    if len(command) == 1:
        return f'"set" needs at least one of {listed(FORMS["set"].may)}.'
    return None


class Form(Struct, frozen=True):
    """A command's clause, the members it must have and those it may have.

    ``wrong`` says what else can be wrong with them. A colour or target that is missing has a
    refusal of its own, late in the order: where one is needed is for the command to say.
    """

    clause: str
    needs: Mapping[str, Type] = {}
    may: Mapping[str, Type] = {}
    wrong: Callable[[Position, Command], str | None] | None = None
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
        wrong_play,
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
    "count": Form("TBL-4", {"player": PLAYER}, {"cards": CARDS, "points": NUMBER}, wrong_count),
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
        wrong_set,
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
    faults: list[Refusal] = []
    for name, value in command.items():
        if name == "do":
            continue
        type_ = form.known.get(name, NO_TYPE)
        if type(value) not in type_.of or (type_.check is not None and not type_.check(value)):
            if not faults:  # any other fault is served before, or is as good
                faults.append(unsound(form, do, name, value))
        elif type_.unknown is not None and (unknown := type_.unknown(position, value)):
            faults.append(unknown)
    if faults:
        return min(faults, key=lambda fault: CODES.index(fault.code))
    malformed = refuse_members(position, form, command)
    if malformed is None and "color" in command:
        return refuse_color(form, command["color"])
    return malformed


def unsound(form: Form, do: str, name: str, value: object) -> Refusal:
    """A member that the command does not have, or of the wrong type."""
    type_ = form.known.get(name)
    if type_ is None:
        hint = did_you_mean(str(name), form.known)
        return Refusal("bad_member", form.clause, f'"{do}" has no member {shown(name)}{hint}')
    sentence = f'"{name}" of "{do}" must be {type_.words}, not {shown(value)}.'
    return Refusal("bad_member", form.clause, sentence)


def refuse_members(position: Position, form: Form, command: Command) -> Refusal | None:
    """Members missing, or of no use here."""
    wrong = None
    for name in form.needs:
        if name not in command:
            wrong = f'"{command["do"]}" lacks its member "{name}".'
            break
    else:
        if form.wrong is not None:
            wrong = form.wrong(position, command)
    return None if wrong is None else Refusal("bad_member", form.clause, wrong)


def refuse_color(form: Form, color: str) -> Refusal | None:
    """A colour that the game does not have."""
    if color in COLORS:
        return None
    sentence = f"There is no colour {shown(color)}{did_you_mean(color, COLORS)}"
    return Refusal("bad_color", form.clause, sentence)
