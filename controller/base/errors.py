"""The one exception that ends a command: a sentence for people and an exit code."""

from __future__ import annotations

NOT_SO = 1
"""The thing checked is not so."""
WRONG_USAGE = 2
"""A flag, a file or a setting cannot be used as it stands."""
NO_HARDWARE = 3
"""No launcher, or one that does not work."""


class Trouble(Exception):
    """Ends a command with one sentence on standard error and an exit code, without a traceback."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


class Refused(Exception):
    """Ends a request to the daemon: a code for programs, a sentence and a clause for people.

    Nothing was changed by it.
    """

    def __init__(self, code: str, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.clause = clause
