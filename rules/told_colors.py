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
    told, state, ours = [], None, None
    many: list[int] = []
    """How many commands stand for each one that nobody has taken back."""
    for number, line in enumerate(lines):
        if line.startswith("#"):
            told.append(line)
            continue
        said = msgspec.json.decode(line)
        if "game" in said:
            state = ours = _begun(said["game"])
            told.append(line)
            continue
        assert state is not None and ours is not None
        if said["do"] == "undo":
            commands: list[Command] = [said] * many.pop()
        else:
            commands = _in_format(state, ours, said, shown.get(number, COLORS[0]))
            many.append(len(commands))
        ours = _after(ours, [said])
        state = _after(state, commands)
        told += [line] if commands == [said] else [_json(one) for one in commands]
    assert state is not None
    return told, state


def _in_format(state: State, ours: State, said: Command, color: str) -> list[Command]:
    """What says the same where each wild has a colour."""
    if said.get("color") == UNHEARD:
        return [{**said, "color": color}]
    if said["do"] == "color" and state.position.color is not None:
        return [{"do": "set", "color": said["color"]}]
    if said["do"] == "play" and ours.position.caller is not None:
        meant = ours.position.setup.card(said["card"]).color
        if meant not in (None, state.position.color):
            return [{"do": "set", "color": meant}, said]
    return [said]


def _shown(lines: Sequence[str]) -> dict[int, str]:
    """The first colour that was shown or told after each wild of which none was told."""
    found: dict[int, str] = {}
    state: State | None = None
    open_at: int | None = None
    for number, line in enumerate(lines):
        if line.startswith("#"):
            continue
        said = msgspec.json.decode(line)
        state = _begun(said["game"]) if "game" in said else _after(state, [said])
        if said.get("color") == UNHEARD:
            open_at = number
        if open_at is not None and state.position.caller is None:
            if said.get("do") != "undo" and state.position.color is not None:
                found[open_at] = state.position.color
            open_at = None
    return found


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


def _json(what: object) -> str:
    return msgspec.json.encode(what).decode()
