"""Short words for what is said at a table, and for what the log tells of it."""

from __future__ import annotations

from typing import Any

from rules import Applied, Event, Refusal, Setup, State, apply, read_setup, start
from rules.scenario import Failure


def table(**game: Any) -> State:
    """A game before its first card; a member that is None is left out."""
    members = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann", **game}
    setup = read_setup({name: value for name, value in members.items() if value is not None})
    assert isinstance(setup, Setup)
    return start(setup)


def answers(state: State, *said: dict[str, Any]) -> list[Applied]:
    """What the rules answer to one command after the other, each of which they apply."""
    answered: list[Applied] = []
    for command in said:
        answer = apply(state, command)
        assert isinstance(answer, Applied), answer
        answered.append(answer)
        state = answer.state
    return answered


def after(state: State, *said: dict[str, Any]) -> State:
    return answers(state, *said)[-1].state if said else state


def log(state: State, *said: dict[str, Any]) -> list[Event]:
    return [event for answer in answers(state, *said) for event in answer.events]


def in_short(said: Event | Refusal | Failure) -> str:
    """The key without its prefix, and the values: whom it concerns first."""
    _, _, key = said.key.partition(".")
    names = sorted(said.values, key=lambda name: (name != "player", name))
    shown = (f"{name}={_short(said.values[name])}" for name in names)
    return " ".join((key, *shown))


def _short(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def told(state: State, *said: dict[str, Any]) -> list[str]:
    return [f"{event.clause} {in_short(event)}" for event in log(state, *said)]


def up(card: str) -> dict[str, Any]:
    return {"do": "turn_up", "card": card}


def play(by: str, card: str, **members: Any) -> dict[str, Any]:
    return {"do": "play", "by": by, "card": card, **members}


def hit(by: str, cards: int) -> dict[str, Any]:
    return {"do": "hit", "by": by, "cards": cards}


def count(player: str, points: int) -> dict[str, Any]:
    return {"do": "count", "player": player, "points": points}


RED_7 = up("red-7")
RED_1 = play("Bo", "red-1")
UNDO = {"do": "undo"}
