"""What else holds of every command in a scenario: how it is answered, and that it was offered."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from rules import CLAUSES, Applied, Event, Refusal, Setup, State, apply, legal, read_setup, start
from rules.commands.registry import as_seated
from rules.legal import is_offered
from rules.outcome import CODES
from tests.rulebook import shown
from tests.rules.alphabet import alphabet
from tests.rules.worded import entries, is_worded


@cache
def talk(path: Path) -> Sequence[tuple[State, dict[str, Any], Applied | Refusal]]:
    """Every command of a scenario: the state that it meets, and what is answered."""
    state: State | None = None
    said_so_far = []
    for line in path.read_text(encoding="utf-8").splitlines():
        said: dict[str, Any] = json.loads(line) if line.startswith("{") else {}
        if "game" in said:
            setup = read_setup(said["game"])
            state = start(setup) if isinstance(setup, Setup) else state
        elif "do" in said:
            assert state is not None
            command = {name: value for name, value in said.items() if name != "refused"}
            answer = apply(state, command)
            said_so_far.append((state, command, answer))
            state = answer.state if isinstance(answer, Applied) else state
    return said_so_far


def is_fit(answer: Refusal | Event) -> bool:
    """Whether it can be read out, and looked up."""
    known = not isinstance(answer, Refusal) or answer.code in CODES
    return known and answer.clause in CLAUSES and is_worded(answer)


def concerns_who_is_named(event: Event, names: set[str]) -> bool:
    """A ruling about one player says so to programs, too."""
    if event.player is None:
        return names.isdisjoint(value for value in event.values.values() if isinstance(value, str))
    return event.player in names and event.values["player"] == event.player


EVERY_SCENARIO = pytest.mark.parametrize("path", shown.scenarios(), ids=lambda path: path.stem)


@EVERY_SCENARIO
def test_every_ruling_cites_a_clause_in_a_sentence(path: Path) -> None:
    for state, _, answer in talk(path):
        if isinstance(answer, Refusal):
            assert is_fit(answer), answer
        else:
            assert answer.events and all(map(is_fit, answer.events)), answer.events
            names = {s.name for each in (state, answer.state) for s in each.position.seats}
            assert all(concerns_who_is_named(e, names) for e in answer.events), answer.events


def test_every_ruling_is_in_some_scenario() -> None:
    answers = [answer for path in shown.scenarios() for _, _, answer in talk(path)]
    events = [event for answer in answers if isinstance(answer, Applied) for event in answer.events]
    assert {event.key for event in events} == {key for key in entries() if key[:6] == "ruling"}


def one_of_each_kind() -> Iterator[State]:
    """A state of every phase in every edition, with somebody eliminated and without."""
    seen = set()
    for path in shown.scenarios():
        for state, _, answer in talk(path):
            later = answer.state if isinstance(answer, Applied) else state
            position = later.position
            out = any(seat.out for seat in position.seats)
            kind = (position.setup.edition.id, position.setup.launcher, position.phase, out)
            if kind not in seen:
                seen.add(kind)
                yield later


def test_whatever_is_said_is_answered_in_every_phase() -> None:
    states = list(one_of_each_kind())
    phases = "dealer turn_up color choose play drawn hits challenge reload count round_over"
    assert {state.position.phase for state in states} == {*phases.split(), "game_over"}
    for state in states:
        for command in alphabet(state, pick=itemgetter(0)):
            answer = apply(state, command)
            answers = answer.events if isinstance(answer, Applied) else (answer,)
            assert answers and all(map(is_fit, answers)), (state, command, answers)


CARRIED_OUT = ("carry_out", True)
FAULTY = {"unknown_player", "unknown_card", "bad_member", "bad_color", "bad_target", "bad_count"}
FAULTY |= {"not_in_deck", "hand_too_small"}
"""Refused for a value that was filled in, where another one would do."""


@EVERY_SCENARIO
def test_what_is_in_place_is_offered(path: Path) -> None:
    for state, command, answer in talk(path):
        if isinstance(answer, Applied):
            said = dict(as_seated(state.position, command))
            assert all(is_offered(part, legal(state)) for part in parts(said)), command
        elif answer.code not in FAULTY:
            assert not is_offered(command, legal(state)), command


def parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    """What offers say one by one: each thing that is set. What goes without saying is left out."""
    if command["do"] == "set":
        return [{"do": "set", name: command[name]} for name in command if name != "do"]
    return [{name: command[name] for name in command if (name, command[name]) != CARRIED_OUT}]
