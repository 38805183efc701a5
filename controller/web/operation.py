"""What is said of one kind of request: its address, its body, its answer, its refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec


class Done(msgspec.Struct, frozen=True):
    """The request was carried out and saved on the disk."""

    seq: int
    """Number of the journal's entry that the request added. The table's can be higher, because the
    entry of the next hit can follow."""
    after: int | None
    """Number of the entry that changed the game last before: if it is higher than the ``seq`` of
    the table that you saw, somebody was quicker. Null: none did, or more than 200 changes ago."""


COMMAND = "command"
"""Stands for any command of ``rules.COMMANDS`` that people say."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of request. The method of ``Site`` that answers it is called ``_`` and ``name``."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    does: str
    """In a few words."""
    takes: Any = None
    """Model of the body; ``COMMAND``: a command of the rules; None: nothing, or ``{}``."""
    gives: Any = None
    """Model of the answer; None: 204, without a body."""
    media: str = "application/json"
    dated: bool = False
    """It may carry ``If-Match``: what its sender saw."""
    refusals: tuple[str, ...] = ()
    """Codes besides those that every request can get; ``rules``: any code of the rules."""
    about: str = ""
    """What else a sender has to know, in Markdown."""
    query: tuple[str, ...] = ()
    """What the address may say after a question mark."""


WRITES = ("key_reused", "not_saved", "stopping", "too_soon")
AWAY = ("launcher_busy", "no_launcher")
SVG = "image/svg+xml"
