"""A game with colours that the referee was not told, as a scenario file that others can read.

The format wants a colour with each wild. The wild gets the one that a later card shows or somebody
tells. Where an undo makes it another one, the table sets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from rules.commands.types import UNHEARD
from rules.edition import COLORS
from rules.game import Applied, State, apply, start
from rules.read_setup import read_setup
from rules.setup import Setup
from rules.versions import FIRST

Command = dict[str, Any]


def with_colors(lines: Sequence[str]) -> tuple[list[str], State]:
    """The lines of an exported game with all colours, comments where they were, and its end.

    One in which all colours were told stays as it is.
    """
    shown = _shown(lines)
    colored, state, ours = [], None, None
    many: list[int] = []
    """How many commands stand for each one that nobody has taken back."""
    for number, line in enumerate(lines):
        if line.startswith("#"):
            colored.append(line)
            continue
        entry = msgspec.json.decode(line)
        if "game" in entry:
            state = ours = _begun(entry["game"])
            colored.append(line)
            continue
        assert state is not None and ours is not None
        if entry["do"] == "undo":
            commands: list[Command] = [entry] * many.pop()
        else:
            commands = _in_format(state, ours, entry, shown.get(number, COLORS[0]))
            many.append(len(commands))
        ours = _after(ours, [entry])
        state = _after(state, commands)
        colored += [line] if commands == [entry] else [_json(command) for command in commands]
    assert state is not None
    return colored, state


def _in_format(state: State, ours: State, command: Command, color: str) -> list[Command]:
    """What says the same where each wild has a colour."""
    if command.get("color") == UNHEARD:
        return [{**command, "color": color}]
    if command["do"] == "color" and state.position.color is not None:
        return [{"do": "set", "color": command["color"]}]
    if command["do"] == "play" and ours.position.caller is not None:
        meant = ours.position.setup.card(command["card"]).color
        if meant not in (None, state.position.color):
            return [{"do": "set", "color": meant}, command]
    return [command]


def _shown(lines: Sequence[str]) -> dict[int, str]:
    """The first colour that was shown or told after each wild of which none was told."""
    colors: dict[int, str] = {}
    state: State | None = None
    open_at: int | None = None
    for number, line in enumerate(lines):
        if line.startswith("#"):
            continue
        entry = msgspec.json.decode(line)
        state = _begun(entry["game"]) if "game" in entry else _after(state, [entry])
        if entry.get("color") == UNHEARD:
            open_at = number
        if open_at is not None and state.position.caller is None:
            if entry.get("do") != "undo" and state.position.color is not None:
                colors[open_at] = state.position.color
            open_at = None
    return colors


def _begun(game: dict[str, Any]) -> State:
    setup = read_setup({"rules": FIRST, **game})
    assert isinstance(setup, Setup)
    return start(setup)


def _after(state: State | None, commands: Iterable[Command]) -> State:
    assert state is not None
    for command in commands:
        applied = apply(state, command)
        assert isinstance(applied, Applied), applied
        state = applied.state
    return state


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
