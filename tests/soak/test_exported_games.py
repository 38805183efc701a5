"""Simulated games, written into a journal and exported: the file leads through the same states."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from controller.games.book import Book
from controller.games.entries import Begun, CommandBody, CountDetails, Intent
from controller.games.exported import scenario
from controller.games.record import Record
from controller.journal.journal import Journal
from controller.journal.reading import read_game
from hardware.profiles import launcher_of, profile_of
from rules import Applied, Setup, State, apply, read_setup, start, view
from rules.bots import play_game
from rules.scenario import replay
from tests.seeds import soak_seed
from tests.soak.random_games import random_game

GAMES = int(os.environ.get("EXPORTED_GAMES", 1000))
GAMES_A_JOURNAL = 20
UNDONE = 0.02
"""How often a command is taken back, and said once more."""

Command = dict[str, Any]


def simulated(seed: int, number: int) -> tuple[Command, list[Command]]:
    """A game object, and all that is said in that game."""
    random = Random(f"{seed}:{number}")
    game, said = random_game(random), list[Command]()
    setup = read_setup(game)
    assert isinstance(setup, Setup)

    def note(_: State, command: Command) -> None:
        said.append(command)
        # cards that came out stay out, so a count is not taken back
        if random.random() < UNDONE and command["do"] not in ("hit", "draw"):
            said.extend(({"do": "undo"}, command))

    play_game(setup, launcher_of(profile_of("measured"), b"secret"), random, note)
    return game, said


async def write(book: Book, game: Command, said: Iterable[Command]) -> list[bytes]:
    """Play the game into the journal; returns every state."""
    setup = read_setup(game)
    assert isinstance(setup, Setup)
    begun = start(setup)
    await book.write(Begun(game, "5eed", "measured", rules=setup.rules), begun)
    states = [seen(begun)]
    for command in said:
        applied = book.judge(command)
        await book.write(await _entry(book, command), applied)
        states.append(seen(applied.state))
    return states


async def _entry(book: Book, command: Command) -> CommandBody:
    """The command as the table writes it: a hit was intended before."""
    if command["do"] != "hit":
        return CommandBody(command)
    hit, cards, by = book.record.last_hit + 1, command["cards"], command["by"]
    await book.write(Intent(hit, min(cards, 12), min(cards, 12), by, by))
    return CommandBody(command, hit, CountDetails(cards))


def replayed(text: str) -> Iterable[bytes]:
    """The states through which an exported game leads."""
    lines = [json.loads(line) for line in text.splitlines() if not line.startswith("#")]
    setup = read_setup(lines[0]["game"])
    assert isinstance(setup, Setup)
    state = start(setup)
    yield seen(state)
    for command in lines[1:-1]:
        applied = apply(state, command)
        assert isinstance(applied, Applied), applied
        state = applied.state
        yield seen(state)
    assert lines[-1] == {"expect": view(state)}


def seen(state: State) -> bytes:
    """The state as it is told, in bytes."""
    return msgspec.json.encode(view(state))


async def export_and_replay(path: Path, seed: int, numbers: Iterable[int]) -> int:
    """Write games into one journal, and compare; returns how many states were the same."""
    journal, _ = Journal.open(path)
    try:
        book = Book(journal, Record())
        written = [await write(book, *simulated(seed, number)) for number in numbers]
    finally:
        journal.close()
    for number, states in enumerate(written, start=1):
        text = scenario(read_game(path, number), path, superseded=True)
        assert text is not None
        assert list(replayed(text)) == states, f"game {number} of {path}"
        assert replay(text.splitlines()).failure is None
    return sum(map(len, written))


@pytest.mark.soak
async def test_an_exported_game_replays_every_state(tmp_path: Path) -> None:
    seed = soak_seed()
    print(f"\n{GAMES} games, seed {seed}")
    states = 0
    for first in range(1, GAMES + 1, GAMES_A_JOURNAL):
        numbers = range(first, min(first + GAMES_A_JOURNAL, GAMES + 1))
        states += await export_and_replay(tmp_path / f"from-{first}", seed, numbers)
    print(f"{states} states of {GAMES} games, exported and replayed, byte for byte the same")


@pytest.mark.thorough
async def test_some_exported_games_replay_every_state(tmp_path: Path) -> None:
    assert await export_and_replay(tmp_path / "journal", 1, range(3)) > 200


@pytest.mark.thorough
async def test_a_command_that_is_not_exported_is_noticed(tmp_path: Path) -> None:
    journal, _ = Journal.open(tmp_path / "journal")
    game, said = simulated(1, 0)
    written = await write(Book(journal, Record()), game, said)
    journal.close()
    text = scenario(read_game(tmp_path / "journal", 1), tmp_path, superseded=True)
    assert text is not None
    head, *lines, last = text.splitlines()
    lines.remove(next(line for line in lines if '"play"' in line))
    with pytest.raises(AssertionError):
        assert list(replayed("\n".join([head, *lines, last]))) == written
