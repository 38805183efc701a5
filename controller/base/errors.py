"""Exceptions that end a command on a terminal, or a request to the daemon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NOT_SO = 1
"""A check failed."""
WRONG_USAGE = 2
"""An option, a file or a setting cannot be used."""
NO_HARDWARE = 3
"""There is no launcher, or it does not work."""
STOPPED = 130
"""Stopped before the end with Ctrl-C, as shells report it: 128 and the number of SIGINT."""


class Trouble(Exception):
    """Ends a command with a sentence on standard error and an exit code, without a traceback."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


class Refused(Exception):
    """Ends a request to the daemon. Nothing was changed by it.

    ``code`` is for programs. ``key`` says why more exactly, with ``values``: the catalogue's entry
    of that name makes a sentence of them. ``clause`` is the rulebook's, where there is one.
    """

    def __init__(
        self,
        code: str,
        key: str,
        values: Mapping[str, Any] = {},
        clause: str | None = None,
    ) -> None:
        super().__init__(code, key, values)
        self.code = code
        self.key = key
        self.values = values
        self.clause = clause
