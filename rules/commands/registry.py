"""Every command that there is, and the refusals of one that is malformed as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from rules.commands import (
    calling,
    choosing,
    dealing,
    drawing,
    playing,
    pressing,
    scoring,
    table,
    undoing,
)
from rules.commands.command_type import CommandType
from rules.commands.refusals import Command
from rules.commands.types import CALLED, NO_TYPE, UNHEARD
from rules.edition import COLORS
from rules.outcome import CODES, Refusal
from rules.position import Position
from rules.quoting import likely, shortened, shown

COMMANDS: Mapping[str, CommandType] = {
    command.do: command
    for command in (
        *dealing.COMMANDS,
        *playing.COMMANDS,
        *choosing.COMMANDS,
        *pressing.COMMANDS,
        *drawing.COMMANDS,
        *calling.COMMANDS,
        *scoring.COMMANDS,
        *table.COMMANDS,
        *undoing.COMMANDS,
    )
}
"""By their ``do``, in the order in which a round has them."""


def refuse_form(position: Position, command: object) -> Refusal | None:
    """Everything that is wrong with a command wherever the game stands, first served first."""
    if not isinstance(command, dict) or not isinstance(command.get("do"), str):
        return Refusal("unknown_command", "TBL-2", "refusal.no_command")
    do = command["do"]
    form = COMMANDS.get(do)
    if form is None:
        values = {"said": shortened(do), "known": likely(do, COMMANDS)}
        return Refusal("unknown_command", "TBL-2", "refusal.unknown_command", values)
    faults = member_faults(position, form, command)
    if faults:
        return min(faults, key=lambda fault: CODES.index(fault.code))
    malformed = refuse_members(position, form, command)
    if malformed is None and "color" in command:
        return refuse_color(form, command["color"])
    return malformed


def member_faults(position: Position, form: CommandType, command: Command) -> list[Refusal]:
    """What is wrong with the members, each by itself."""
    faults: list[Refusal] = []
    for name, value in command.items():
        if name == "do":
            continue
        type_ = form.members.get(name, NO_TYPE)
        if type(value) not in type_.of or (type_.check is not None and not type_.check(value)):
            if not faults:  # any other fault is served before, or is as good
                faults.append(unsound(form, name, value))
        elif type_.unknown is not None and (unknown := type_.unknown(position, value)):
            faults.append(unknown)
    return faults


def as_seated(position: Position, command: Command) -> Command:
    """The command with each player's name spelt as at the table; all names are known (COM-1)."""
    if not position.setup.revised:
        return command
    otherwise = {}
    for name, seated in COMMANDS[command["do"]].named:
        if name in command and (spelt := seated(position, command[name])) != command[name]:
            otherwise[name] = spelt
    return {**command, **otherwise} if otherwise else command


def unsound(form: CommandType, name: str, value: object) -> Refusal:
    """A member that the command does not have, or of the wrong type."""
    type_ = form.members.get(name)
    if type_ is not None:
        meant = {"do": form.do, "member": name, "type": type_.name, "said": shown(value)}
        return Refusal("bad_member", form.clause, "refusal.wrong_type", meant)
    if not form.members:
        return Refusal("bad_member", form.clause, "refusal.no_members", {"do": form.do})
    suggestions = likely(str(name), form.members)
    values = {"do": form.do, "said": shortened(str(name)), "known": suggestions}
    return Refusal("bad_member", form.clause, "refusal.unknown_member", values)


def refuse_members(position: Position, form: CommandType, command: Command) -> Refusal | None:
    """Members missing, or of no use here."""
    for name in form.needs:
        if name not in command:
            values = {"do": form.do, "member": name}
            return Refusal("bad_member", form.clause, "refusal.member_missing", values)
    return None if form.wrong is None else form.wrong(position, command)


def refuse_color(form: CommandType, color: str) -> Refusal | None:
    """A colour that the game does not have."""
    if color in COLORS or (color == UNHEARD and form.members["color"] is CALLED):
        return None
    values = {"said": shortened(color), "known": list(COLORS)}
    return Refusal("bad_color", form.clause, "refusal.unknown_color", values)
