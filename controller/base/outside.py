"""What comes from outside: JSON, nested no deeper on one Python than on another, and text."""

from __future__ import annotations

from textwrap import shorten
from typing import Any

import msgspec

MAX_DEPTH = 32
"""How deep objects and lists may be nested. Rollerdeck itself writes less than ten levels."""


MOST_QUOTED = 200
"""How many characters of such words are quoted."""


def decode(text: bytes | str) -> Any:
    """Read JSON. Raises ``msgspec.DecodeError`` if it is none or nested too deeply.

    Python's own limit depends on its version and on the depth of the call.
    """
    raw = text.encode() if isinstance(text, str) else text
    try:
        value = msgspec.json.decode(raw)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None
    except RecursionError:
        raise _too_deep() from None
    # Nearly all JSON has fewer brackets than that in all, so it cannot be nested too deeply.
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth_exceeded(value):
        raise _too_deep()
    return value


def one_line(text: object) -> str:
    """What somebody else's words say, short and on one line, for a sentence of our own."""
    plain = "".join(sign if sign.isprintable() else " " for sign in str(text))
    return shorten(plain, MOST_QUOTED, placeholder="…")


def _depth_exceeded(value: object) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: object) -> list[Any]:
    if isinstance(outer, dict):
        return list(outer.values())
    return outer if isinstance(outer, list) else []


def _too_deep() -> msgspec.DecodeError:
    return msgspec.DecodeError(f"JSON is nested more than {MAX_DEPTH} deep")
