"""Commands as JSON: the refusals of one that is malformed."""

from __future__ import annotations

from rules.commands.command_type import CommandType
from rules.commands.handler import Command
from rules.commands.registry import COMMANDS
from rules.commands.types import NO_TYPE
from rules.edition import COLORS
from rules.outcome import CODES, Refusal
from rules.position import Position
from rules.words import did_you_mean, shown


def refuse_form(position: Position, command: object) -> Refusal | None:
    """Everything that is wrong with a command wherever the game stands, first served first."""
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        sentence = 'A command is an object with a member "do", such as {"do": "undo"}.'
        return Refusal("unknown_command", "TBL-2", sentence)
    do = command["do"]
    form = COMMANDS.get(do)
    if form is None:
        sentence = f"There is no command {shown(do)}{did_you_mean(do, COMMANDS)}"
        return Refusal("unknown_command", "TBL-2", sentence)
    faults: list[Refusal] = []
    for name, value in command.items():
        if name == "do":
            continue
        type_ = form.members.get(name, NO_TYPE)
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


def as_seated(position: Position, command: Command) -> Command:
    """The command with each player's name spelt as at the table; all names are known (COM-1)."""
    if not position.setup.revised:
        return command
    otherwise = {}
    for name, seated in COMMANDS[command["do"]].named:
        if name in command and (spelt := seated(position, command[name])) != command[name]:
            otherwise[name] = spelt
    return {**command, **otherwise} if otherwise else command


def unsound(form: CommandType, do: str, name: str, value: object) -> Refusal:
    """A member that the command does not have, or of the wrong type."""
    type_ = form.members.get(name)
    if type_ is None:
        hint = did_you_mean(str(name), form.members)
        return Refusal("bad_member", form.clause, f'"{do}" has no member {shown(name)}{hint}')
    sentence = f'"{name}" of "{do}" must be {type_.words}, not {shown(value)}.'
    return Refusal("bad_member", form.clause, sentence)


def refuse_members(position: Position, form: CommandType, command: Command) -> Refusal | None:
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


def refuse_color(form: CommandType, color: str) -> Refusal | None:
    """A colour that the game does not have."""
    if color in COLORS:
        return None
    sentence = f"There is no colour {shown(color)}{did_you_mean(color, COLORS)}"
    return Refusal("bad_color", form.clause, sentence)
