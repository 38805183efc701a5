"""Short words for what is said at a table, and for what the log tells of it."""

from __future__ import annotations

from typing import Any

from rules import Applied, Event, Setup, State, apply, read_setup, start


def table(**game: Any) -> State:
    setup = read_setup(
        {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann", **game}
    )
    assert isinstance(setup, Setup)
    return start(setup)


def log(state: State, *said: dict[str, Any]) -> list[Event]:
    events: list[Event] = []
    for command in said:
        answer = apply(state, command)
        assert isinstance(answer, Applied), answer
        events += answer.events
        state = answer.state
    return events


def told(state: State, *said: dict[str, Any]) -> list[str]:
    return [f"{event.clause} {event.text}" for event in log(state, *said)]


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
