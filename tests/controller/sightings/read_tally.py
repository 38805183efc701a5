"""What games with a reader took of the people: taps, questions, and what was wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from statistics import median
from typing import Any

Command = dict[str, Any]


@dataclass
class Round:
    """What a round took."""

    taps: int = 0
    """With the reader."""
    plain_taps: int = 0
    """Without one, on a table screen."""
    called: int = 0
    """Calls of UNO. People say them, and nobody has to tap them: they are not among ``taps``."""
    caught: int = 0
    """Of ``taps``: those that say who was caught."""
    asked: int = 0
    in_vain: int = 0
    """Questions whose answer changed nothing."""
    wrong: int = 0
    """Times that the referee took a card for somebody else's, or in a wrong order."""
    silent: int = 0
    """Of these, those about which nobody was asked."""
    laid_again: int = 0


@dataclass
class Tally:
    """What many games took."""

    games: int = 0
    rounds: list[Round] = field(default_factory=list)
    meanings: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    """Taps by what was tapped."""

    def add(self, other: Tally) -> None:
        """Take in other games."""
        self.games += other.games
        self.rounds += other.rounds
        self.meanings.update(other.meanings)
        self.asked.update(other.asked)
        self.commands.update(other.commands)

    def of(self, what: str) -> tuple[float, float]:
        """A figure of a round: its median and its mean."""
        every = [getattr(one, what) for one in self.rounds]
        return median(every), sum(every) / len(every)

    def report(self) -> str:
        """All figures, a line each."""
        lines = [f"{self.games} games, {len(self.rounds)} rounds"]
        for one in fields(Round):
            middle, mean = self.of(one.name)
            lines.append(f"{one.name} of a round: median {middle:g}, mean {mean:.2f}")
        counts = {"meanings": self.meanings, "questions": self.asked, "taps": self.commands}
        most = {name: dict(found.most_common()) for name, found in counts.items()}
        return "\n".join([*lines, *(f"{name}: {found}" for name, found in most.items())])


def taps_of(command: Command) -> int:
    """How many taps a command takes on a table screen (docs/taps.md)."""
    do = command["do"]
    if do == "play":
        plain = "-discard-all" not in command["card"]
        return (
            1
            + ("color" in command)
            + ("target" in command)
            + (not plain)
            + len(command.get("with", ()))
        )
    if do == "count":
        return len(command["cards"]) + 1
    return 2 if do == "catch" else 0 if do == "hit" else 1
