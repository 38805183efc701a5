"""The game: editions, state, commands, rulings. Pure: no I/O, no clock, no randomness.

Internal: programs of yours use the package ``rollerdeck``.
"""

from __future__ import annotations

from rules.clauses import CLAUSES
from rules.commands.command_type import Bounds, CommandType, Offer
from rules.commands.registry import COMMANDS
from rules.editions import EDITIONS
from rules.explaining import Saying, explain
from rules.game import Applied, State, apply, start
from rules.legal import legal
from rules.outcome import Event, Refusal
from rules.read_setup import read_setup
from rules.setup import MAX_PLAYERS, MIN_PLAYERS, Setup
from rules.view import view

__all__ = [
    "CLAUSES",
    "COMMANDS",
    "EDITIONS",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "Applied",
    "Bounds",
    "CommandType",
    "Event",
    "Offer",
    "Refusal",
    "Saying",
    "Setup",
    "State",
    "apply",
    "explain",
    "legal",
    "read_setup",
    "start",
    "view",
]
