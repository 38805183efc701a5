"""Recorded games, left at any place and taken up again: they lead where they led without that."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from controller.games.entries import Begun, CommandBody, GoesOn
from controller.games.journal_replay import steps
from controller.journal.entry import Entry
from rules import Refusal, State, apply, read_setup, start
from rules.position import Position
from rules.setup import Setup
from rules.versions import FIRST
from tests.rules.recorded_states import Command, recorded

OTHER = {"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"}
SAMPLE = 8
FIELDS = [name for name in Position.__struct_fields__ if name != "setup"]
TIMES = 5
"""How often a game is left."""


def never_left(game: Command, said: Sequence[Command]) -> list[tuple[Command, State]]:
    """What was accepted, each command with the state after it."""
    setup = read_setup({**game, "rules": FIRST})
    assert isinstance(setup, Setup)
    state, taken = start(setup), list[tuple[Command, State]]()
    for command in said:
        answer = apply(state, command)
        if not isinstance(answer, Refusal):
            state = answer.state
            taken.append((dict(answer.command), state))
    return taken


def may_be_left_after(taken: Sequence[tuple[Command, State]]) -> list[int]:
    """Where no later undo takes back a command from before: it would be refused."""
    steps_ = (-1 if command["do"] == "undo" else 1 for command, _ in taken)
    depths = list(accumulate(steps_, initial=0))
    over = [state.position.phase == "game_over" for _, state in taken]
    least = list(accumulate(reversed(depths), min))[::-1]
    places = range(1, len(taken))
    return [at for at in places if least[at] == depths[at] and not over[at - 1]]


def begun(game: Command, goes_on: GoesOn | None = None) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.to_builtins(Begun(game, "5eed", "measured", goes_on=goes_on))
    return body


def states_of(
    game: Command, taken: Sequence[tuple[Command, State]], leaves: Sequence[int]
) -> list[State]:
    """The states after each command of a game that is left after so many of them."""
    bodies: list[tuple[int, str, dict[str, Any]]] = [(1, "game", begun(game))]
    number = 1
    for nth, (command, _) in enumerate(taken, start=1):
        bodies.append((number, "command", msgspec.to_builtins(CommandBody(command))))
        if nth in leaves:
            bodies += [
                (number + 1, "game", begun(OTHER)),
                (number + 2, "game", begun(game, GoesOn(number, 0, 0))),
            ]
            number += 2
    entries = [
        msgspec.convert({"seq": seq, "game": of, "kind": kind, "body": body}, Entry)
        for seq, (of, kind, body) in enumerate(bodies, start=1)
    ]
    return [
        record.state
        for entry, record in steps(entries, Path("journal"))
        if entry.kind == "command" and record.state is not None
    ]


def stands(state: State) -> dict[str, Any]:
    """All of a position; cards with house rules on them are made anew for each game."""
    return {name: getattr(state.position, name) for name in FIELDS}


def same_wherever_left(nth: int) -> int:
    """How often this game was left."""
    one = recorded()[nth]
    taken = never_left(one.game, [command for command, _ in one.said])
    places = may_be_left_after(taken)
    leaves = sorted(Random(nth).sample(places, min(TIMES, len(places))))
    found = [stands(state) for state in states_of(one.game, taken, leaves)]
    assert found == [stands(state) for _, state in taken], (nth, leaves)
    return len(leaves)


def test_some_games_lead_to_the_same_states() -> None:
    games = range(0, len(recorded()), len(recorded()) // SAMPLE)
    assert sum(map(same_wherever_left, games)) > TIMES * SAMPLE // 2


@pytest.mark.thorough
def test_every_recorded_game_leads_to_the_same_states() -> None:
    games = range(len(recorded()))
    assert sum(map(same_wherever_left, games)) > TIMES * len(games) // 2


def test_a_game_that_goes_on_elsewhere_is_noticed() -> None:
    one = recorded()[0]
    taken = never_left(one.game, [command for command, _ in one.said])
    at = may_be_left_after(taken)[3]
    altered = [*taken[: at - 1], *taken[at:]]
    with pytest.raises(Exception, match="does not hold"):
        found = [stands(state) for state in states_of(one.game, altered, [at - 1])]
        assert found == [stands(state) for _, state in altered], "does not hold"
