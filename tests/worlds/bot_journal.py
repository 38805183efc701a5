"""A journal full of games that bots played, some commands of which were taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from controller.games.entries import Begun
from controller.journal.entry import Entry, row_of
from controller.journal.schema import Identity, lay
from hardware.profiles import launcher_of, profile_of
from rules import Refusal, State, read_setup
from rules.bots import play_game
from tests.soak.random_games import random_game

NAMES = ("Ann", "Bo", "Cy", "Dee", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
TAKEN_BACK = 0.01
"""How often a command is taken back, and then said again."""
IDENTITY = Identity("0123456789abcdef", "ab" * 32)
A_COMMAND_S = 5
BEGAN_S = 1_790_000_000


@dataclass
class BotJournal:
    """Games of bots, one after the other."""

    random: Random
    target: int | None = None
    wall_s: int = BEGAN_S

    def __post_init__(self) -> None:
        self.entries: list[Entry] = []
        self.games = 0

    def play(self, players: int | None = None) -> None:
        """One more game, some time after the one before."""
        game = random_game(self.random)
        if self.target:
            game["target"] = self.target
        names = self.random.sample(NAMES, players or len(game["players"]))
        game["players"] = names
        if "dealer" in game:
            game["dealer"] = names[0]
        self.games += 1
        begun = Begun(game, "00" * 32, "measured", rules=2)
        self._add("game", msgspec.to_builtins(begun))
        setup = read_setup(begun.game_object)
        assert not isinstance(setup, Refusal), setup
        press = launcher_of(profile_of("measured", ()), self.random.randbytes(8))
        play_game(setup, press, self.random, self._note)

    def lay(self, path: Path) -> None:
        """Write all of it as a journal, in place of what is there."""
        lay(path, map(row_of, self.entries), IDENTITY)

    def _note(self, _: State, command: dict[str, Any]) -> None:
        taken_back = self.random.random() < TAKEN_BACK
        for said in (command, {"do": "undo"}, command) if taken_back else (command,):
            self.wall_s += A_COMMAND_S
            self._add("command", {"command": said} | self._measured(said))

    def _measured(self, said: dict[str, Any]) -> dict[str, Any]:
        return (
            {"hit": len(self.entries), "measured": {"requested": 0}} if said["do"] == "hit" else {}
        )

    def _add(self, kind: Any, body: dict[str, Any]) -> None:
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, self.games, kind, body, None, self.wall_s))


def commands(entries: list[Entry]) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each game's object, and its commands without those that were taken back."""
    game: dict[str, Any] = {}
    said: list[dict[str, Any]] = []
    for entry in entries:
        if entry.kind == "game":
            if game:
                yield game, said
            game, said = {**entry.body["game"], "rules": 2}, []
        elif entry.body["command"]["do"] == "undo":
            said.pop()
        else:
            said.append(entry.body["command"])
    yield game, said
