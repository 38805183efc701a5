"""The last command is taken back (TBL-1)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.commands.command_type import Actor, Candidate, CommandType, Depends, Offer
from rules.commands.refusals import Command
from rules.outcome import Refusal
from rules.position import Position
from rules.ruling import Ruling


def refuse_undo(position: Position, command: Command) -> Refusal | None:
    """At any time; whether there is something to take back is for the referee to say."""
    return None


def undo(ruling: Ruling, command: Command) -> None:
    """Nothing: the referee goes back to the state before."""


def offer_undo(position: Position) -> Iterator[Candidate]:
    """At any time."""
    yield Offer({"do": "undo"}), {}


COMMANDS = (
    CommandType(
        "undo",
        "TBL-1",
        refuse_undo,
        undo,
        offer_undo,
        Actor.LAST,
        loads=True,
        after_the_end=True,
        takes_back=True,
        depends=Depends.ANY_COMMAND,
    ),
)
