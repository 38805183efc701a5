"""What a game of bots was like, and what is checked in it."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

CHECKS = ("accepted", "ledger", "conserved", "counted", "offered", "scored", "ended")
"""What is checked; the catalogue says what each means. ``offered`` is checked now and then."""
EVERY_TIME = ("accepted", "ledger", "conserved", "counted")
"""Checks of every command."""


class Played(Struct):
    """A game from its first card to its end, in figures."""

    winners: tuple[int, ...] = ()
    """Seats, from 0."""
    rounds: int = 0
    commands: int = 0
    plays: int = 0
    turns: list[int] = field(default_factory=list)
    """Of each round: plays, own hits and own draws."""
    points: list[int] = field(default_factory=list)
    """Of each round: of all cards left in hands."""
    hits: list[int] = field(default_factory=list)
    """Cards of each press."""
    caught: int = 0
    reloads: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    """How often each of ``CHECKS`` was made."""
