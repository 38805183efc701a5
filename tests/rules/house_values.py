"""A value of each house option that is not its usual one, for tests of all of them."""

from __future__ import annotations

from typing import Any

from rules.house_options import OPTIONS


def changed(option: str) -> Any:
    """A value that the option does not have by itself."""
    choice = OPTIONS[option]
    if choice.answers:
        return choice.answers[-1]
    if choice.of is not bool:
        return {"points": {"7": 8}, "customizable": [{"text": "Sing"}]}[option]
    return True if choice.maximum is None else 5
