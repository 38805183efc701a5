"""Every command that there is, by what it is called."""

from __future__ import annotations

from collections.abc import Mapping

from rules.commands import (
    calling,
    choosing,
    dealing,
    drawing,
    playing,
    pressing,
    scoring,
    table,
    undoing,
)
from rules.commands.command_type import CommandType

COMMANDS: Mapping[str, CommandType] = {
    command.do: command
    for command in (
        *dealing.COMMANDS,
        *playing.COMMANDS,
        *choosing.COMMANDS,
        *pressing.COMMANDS,
        *drawing.COMMANDS,
        *calling.COMMANDS,
        *scoring.COMMANDS,
        *table.COMMANDS,
        *undoing.COMMANDS,
    )
}
"""By their ``do``, in the order in which a round has them."""
