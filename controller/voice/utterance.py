"""One sentence for the room: a key of the catalogue with values, how much of a voice wants it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any


class Level(IntEnum):
    """How much the voice says. A voice of one level also says what those below it say."""

    TURNS = 1
    """Whose turn it is, what matches, who presses and how often, and what stops the game."""
    PLAYS = 2
    """Also who plays what, how many cards came, calls, catches, doubts and scores."""
    EVERYTHING = 3
    """Also corrections, and what leads up to a round and to its scores."""


TURN = "turn"
"""The topic of what the table waits for."""
LAUNCHER = "launcher"
"""The topic of a launcher that does not answer."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence, without its words."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    level: Level = Level.TURNS
    topic: str = ""
    """What it is about, as long as that is so. Empty: it has happened, and stays true."""


@dataclass(frozen=True, slots=True)
class Narration:
    """What is to be said of one change of the table."""

    utterances: tuple[Utterance, ...] = ()
    """In the order in which they are said."""
    ended: frozenset[str] = frozenset()
    """Topics whose earlier sentences are no longer true, so nobody should hear them now."""


NOTHING = Narration()
