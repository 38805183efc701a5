"""Values of house options, for tests of all of them: each but the usual one, or drawn."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.house_options import OPTIONS
from tests.rules.table_talk import EFFECTS

MAX_DRAWN = 60
"""Of an option that is a number."""


def changed(option: str) -> Any:
    """A value that the option does not have by itself."""
    choice = OPTIONS[option]
    if choice.answers:
        return choice.answers[-1]
    if choice.of is not bool:
        return {"points": {"7": 8}, "customizable": [{"text": "Sing"}]}[option]
    return True if choice.maximum is None else 5


def drawn(option: str, random: Random) -> Any:
    """Any value of the option."""
    choice = OPTIONS[option]
    if choice.answers:
        return random.choice(choice.answers)
    if option == "points":
        return {"7": random.choice((7, 70))}
    if option == "customizable":
        return [
            {"text": "Whatever", "effects": random.choices(EFFECTS, k=random.randrange(4))}
            for _ in range(random.randrange(4))
        ]
    return random.random() < 0.5 if choice.maximum is None else random.randint(0, MAX_DRAWN)
