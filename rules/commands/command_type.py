"""What a command is: one description of everything that the rest of the house asks about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import force_setattr

from rules.commands.refusals import Command
from rules.commands.types import Type
from rules.edition import Edition
from rules.outcome import Refusal
from rules.position import Position
from rules.ruling import Ruling


class Bounds(Struct, frozen=True):
    """The least and the greatest number that makes sense for a member of a command."""

    least: int
    """The least."""
    most: int
    """The greatest."""


class Offer(Struct, frozen=True):
    """A command that would be accepted."""

    command: dict[str, Any]
    """Its fixed members."""
    needs: tuple[str, ...] = ()
    """The members to fill in."""
    may: tuple[str, ...] = ()
    """The members that can be added."""
    bounds: Mapping[str, Bounds] = {}
    """Of members to fill in, the numbers that make sense. The command is accepted with others too,
    because the hand that the referee knows may be wrong."""

    def json(self) -> dict[str, Any]:
        """The offer as the HTTP interface words it."""
        bounds = {member: to_builtins(limits) for member, limits in self.bounds.items()}
        offer = {**self.command, "needs": list(self.needs), "may": list(self.may)}
        return {**offer, "bounds": bounds} if bounds else offer


Candidate = tuple[Offer, dict[str, Any]]
"""An offer that could be legal, and values for the members that a sample of it needs."""


class Where(Enum):
    """The editions in which a command exists."""

    EVERYWHERE = auto()
    WITH_A_LAUNCHER = auto()
    """Where cards are hit, not drawn."""
    NAMED = auto()
    """Where the edition names it."""


class Depends(Enum):
    """What somebody looked at who gives a command. If it has changed since, they look again."""

    SITUATION = auto()
    """Phase, turn, top card, colour, direction, what is owed, and the hand of who acts."""
    SHARE = auto()
    """The phase, and what is known of that player: the count of a hand, the draw for the deal."""
    ANY_COMMAND = auto()
    """Everything: any other command in between matters."""
    GAME = auto()
    """Only which game is played."""


class Actor(Enum):
    """Whose deed a command is."""

    BY = auto()
    """Of the player in the member ``by``."""
    PLAYER = auto()
    """Of the player in the member ``player``."""
    DEALER = auto()
    """Of whoever deals."""
    ANYBODY = auto()
    """Of anybody who plays: it is said for all."""
    LAST = auto()
    """Of whoever gave the last command, which it takes back."""
    TABLE = auto()
    """Of nobody alone: the table agrees on it."""


class CommandType(Struct, frozen=True):
    """One command: its members, when it is refused, what it does, when it is offered.

    A command is sound if its members are known, have their types, and all of ``needs`` are there.
    A member of ``later`` is needed as well, but ``refuse`` says so itself, because its refusal
    comes later in the order of the format. ``wrong`` says what else can be wrong with the members.
    """

    do: str
    clause: str
    refuse: Callable[[Position, Command], Refusal | None]
    """Why a sound command is out of place now."""
    carry_out: Callable[[Ruling, Command], None]
    candidates: Callable[[Position], Iterator[Candidate]]
    """What could be legal now; the referee then decides on each."""
    actor: Actor
    """Whose deed it is."""
    needs: Mapping[str, Type] = {}
    later: Mapping[str, Type] = {}
    may: Mapping[str, Type] = {}
    wrong: Callable[[Position, Command], Refusal | None] | None = None
    where: Where = Where.EVERYWHERE
    call: bool = False
    """People call it out, so it is heard even while cards are coming out."""
    loads: bool = False
    """After it, people move cards into or out of the launcher, or of the draw pile."""
    measured: bool = False
    """The launcher says it, not people."""
    after_the_end: bool = False
    """It is still possible when the game is over."""
    depends: Depends = Depends.SITUATION
    takes_back: bool = False
    """It takes the last command back: the referee does that, who alone knows the states before."""
    members: Mapping[str, Type] = {}
    """All of them, put together here once."""
    special: bool = False
    """Whether more than ``refuse`` can refuse it before a game is over, found out here once."""
    named: Sequence[tuple[str, Callable[[Position, Any], Any]]] = ()
    """Those that name players, and how each is spelt as at the table, found out here once."""

    def __post_init__(self) -> None:
        members = {**self.needs, **self.later, **self.may}
        force_setattr(self, "members", members)
        special = self.where is not Where.EVERYWHERE or self.takes_back
        force_setattr(self, "special", special)
        named = [(name, type_.seated) for name, type_ in members.items() if type_.seated]
        force_setattr(self, "named", tuple(named))

    def acting_player(self, position: Position, command: Mapping[str, Any]) -> str | None:
        """The player whose deed a command of this type is; None: of nobody alone.

        The command may be unsound, and then the player may be none.
        """
        if self.actor is Actor.DEALER:
            return None if position.dealer is None else position.name(position.dealer)
        member = {Actor.BY: "by", Actor.PLAYER: "player"}.get(self.actor)
        name = command.get(member) if member else None
        return name if isinstance(name, str) else None

    def exists_in(self, edition: Edition) -> bool:
        """Whether this command has a use in that edition."""
        if self.where is Where.NAMED:
            return self.do in edition.commands
        return self.where is Where.EVERYWHERE or edition.launcher

    def schema(self) -> dict[str, Any]:
        """The command as JSON Schema. It allows all that the members can be at any time."""
        members = {name: dict(type_.schema) for name, type_ in self.members.items()}
        return {
            "type": "object",
            "properties": {"do": {"const": self.do}, **members},
            "required": ["do", *self.needs, *self.later],
            "additionalProperties": False,
        }
