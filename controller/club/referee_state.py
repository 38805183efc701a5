"""What is read of the table and of the list of games that the referee shows."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.games.fairness import Seal
from controller.table.staleness import Tag


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
