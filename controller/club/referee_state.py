"""What is read of the table, of the list of games and of the rulings that the referee shows. Pure.

The referee tells some of the newest rulings with each change. Put together, they are complete from
one entry of the journal on; a publisher that was away longer has missed what came before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from controller.games.fairness import Seal
from controller.table.staleness import Tag

KEPT = 200
"""Rulings: as many as the referee tells at most."""

BEGINS = ("log.game", "log.goes_on")
"""The rulings with which games begin."""


class Line(msgspec.Struct, frozen=True):
    """One ruling of the log."""

    seq: int
    """The journal's entry that it belongs to."""
    key: str
    clause: str
    values: dict[str, Any]


class Reason(msgspec.Struct, frozen=True):
    """A sentence of the catalogue of words."""

    key: str
    values: dict[str, Any]


class Hit(msgspec.Struct, frozen=True):
    """The hit that is due."""

    by: str
    stage: str


class Launcher(msgspec.Struct, frozen=True):
    """The launcher, as it is told alone and as a part of the table."""

    name: str
    link: str
    simulated: bool
    faults: tuple[str, ...]
    why: Reason | None = None
    hit: Hit | None = None


class State(msgspec.Struct, frozen=True):
    """The state of the game on the table."""

    edition: str
    phase: str
    round: int
    turn: str | None
    direction: str
    top: str | None
    color: str | None
    hands: dict[str, int]
    scores: dict[str, int]
    launcher: int | None
    discard: int | None
    winner: str | list[str] | None


class Fairness(msgspec.Struct, frozen=True):
    """What the draws of a game are bound to."""

    seal: Seal


class Draws(msgspec.Struct, frozen=True):
    """The draws of the game on the table; None: there is no game, or an older version began it."""

    game: Fairness | None = None


class Table(msgspec.Struct, frozen=True):
    """The table."""

    seq: int
    tag: str
    launcher: Launcher
    log: tuple[Line, ...]
    log_after: int
    state: State | None = None
    undealt: tuple[str, ...] = ()
    """Whose opening hands the launcher still has to deal: ``state`` has their cards already."""
    fairness: Draws = Draws()

    @property
    def journal(self) -> str:
        """The ID of the journal, which a restored or shortened one does not keep."""
        tag = Tag.read(self.tag)
        return tag.journal if tag else self.tag

    @property
    def is_over(self) -> bool:
        """Whether the game on the table was played to its end."""
        return self.state is not None and self.state.phase == "game_over"


class Game(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    number: int
    edition: str
    players: tuple[str, ...]
    begun_s: int
    round: int
    over: bool
    winner: str | list[str] | None
    scores: dict[str, int]
    hits: int
    on_table: bool
    deleted: bool
    goes_on: int | None = None


@dataclass(frozen=True, slots=True)
class Rulings:
    """The newest rulings, oldest first."""

    lines: tuple[Line, ...] = ()
    after: int = 0
    """They are complete for the journal's entries after this one."""
    seq: int = 0
    """The newest entry of the journal that they cover."""

    def joined(self, table: Table) -> Rulings:
        """With those that a table tells."""
        if 0 < table.log_after <= self.seq and self.after <= table.log_after:
            before = tuple(line for line in self.lines if line.seq <= table.log_after)
            return Rulings((*before, *table.log), self.after, table.seq)._short()
        return Rulings(table.log, table.log_after, table.seq)._short()

    def since(self, seq: int) -> tuple[Line, ...]:
        """Those of entries after this one."""
        return tuple(line for line in self.lines if line.seq > max(seq, self.after))

    def game_of(self, line: Line, newest: int) -> int:
        """The game of a ruling; ``newest``: the one on the table. Games are numbered in order."""
        later = self.lines[self.lines.index(line) + 1 :]
        return newest - sum(ruling.key in BEGINS for ruling in later)

    def _short(self) -> Rulings:
        """Only so many, and whole entries: the oldest entry may have been told in part."""
        if len(self.lines) < KEPT:
            return self
        cut = self.lines[len(self.lines) - KEPT].seq
        newest = tuple(line for line in self.lines if line.seq > cut)
        return Rulings(newest, max(cut, self.after), self.seq)
