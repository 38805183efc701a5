"""Games written down with the states that they led to, by the rules of version 1.

`python -m tests.rules.recorded_states` wrote the file, at commit da7c07e, before the rules had a
version. Later code may word, store and compute differently, but must lead to these states: a
journal holds commands alone, so what it says today would change otherwise.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rules import EDITIONS, Refusal, Setup, State, apply, read_setup, start, view
from rules.bots import play_game
from rules.versions import FIRST
from tests.rules.alphabet import alphabet
from tests.rules.table_talk import next_command
from tests.soak.random_games import random_game

FILE = Path(__file__).with_name("states_of_version_1.jsonl.xz")
BOT_GAMES = 120
"""Of all editions in turn, a round or two each: everything is accepted."""
WALKS = 64
"""With corrections, undos, leavers and newcomers, and between them what is mostly refused."""
STEPS = 60
"""Of a walk: a command that is legal, and one out of everything that can be said."""
PRESSES = (0, 0, 0, 0, 0, 1, 2, 3, 4, 9)
"""How many cards come out."""
MARK_DIGITS = 4
"""Of a state after each command: enough to find where a game goes another way."""

Command = dict[str, Any]


class Recorded(msgspec.Struct):
    """A game object, what was said, and for each command a state's mark or a refusal's code."""

    game: Command
    said: list[tuple[Command, str]]
    states: str
    """SHA-256 of every state, the first one included."""


def play_back(game: Command, said: Iterable[Command]) -> Recorded:
    """Put all that was said to the rules, and note where it leads."""
    state = _begun(game)
    every = hashlib.sha256(_seen(state))
    answers: list[tuple[Command, str]] = []
    for command in said:
        answer = apply(state, command)
        if isinstance(answer, Refusal):
            answers.append((command, answer.code))
            continue
        state = answer.state
        seen = _seen(state)
        every.update(seen)
        answers.append((command, hashlib.sha256(seen).hexdigest()[:MARK_DIGITS]))
    return Recorded(game, answers, every.hexdigest())


@cache
def recorded() -> list[Recorded]:
    """The games of the file."""
    with lzma.open(FILE) as lines:
        return [msgspec.json.decode(line, type=Recorded) for line in lines]


def bot_game(seed: str, edition: str, target: int) -> tuple[Command, list[Command]]:
    """A game of bots: its game object, and all that is said in it."""
    random = Random(seed)
    game = next(one for one in _random_games(random) if one["edition"] == edition)
    game["target"] = target
    said: list[Command] = []
    press = partial(random.choice, PRESSES)
    play_game(_begun(game).position.setup, press, random, lambda _, command: said.append(command))
    return game, said


def _random_games(random: Random) -> Iterator[Command]:
    while True:
        yield random_game(random)


def _walk(seed: str) -> tuple[Command, list[Command]]:
    """What a lively table says, sensible or not."""
    random = Random(seed)
    game = random_game(random)
    game["hands"] = {name: random.randint(1, 6) for name in game["players"]}
    state, said = _begun(game), list[Command]()
    for _ in range(STEPS):
        for command in (
            next_command(state, random.choice),
            random.choice(alphabet(state, random.choice)),
        ):
            said.append(command)
            answer = apply(state, command)
            state = state if isinstance(answer, Refusal) else answer.state
    return game, said


def _begun(game: Command) -> State:
    setup = read_setup({**game, "rules": FIRST})
    assert isinstance(setup, Setup), setup
    return start(setup)


def _seen(state: State) -> bytes:
    return msgspec.json.encode(view(state), order="deterministic")


def _write() -> None:
    editions = sorted(EDITIONS)
    games = [bot_game(f"bots {n}", editions[n % len(editions)], 1) for n in range(BOT_GAMES)]
    games += [_walk(f"walk {n}") for n in range(WALKS)]
    with lzma.open(FILE, "wb", preset=9 | lzma.PRESET_EXTREME) as lines:
        for game, said in games:
            lines.write(msgspec.json.encode(play_back(game, said)) + b"\n")


if __name__ == "__main__":
    _write()
