"""The password with which a program logs in at the broker, in a file of its own."""

from __future__ import annotations

from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble
from controller.journal.durable import make_folder, read_private, write_beside

LONGEST = 200


def read_password(file: Path, command: str = "mqtt") -> str | None:
    """The password; None: there is none. Raises ``Trouble`` (exit code 2).

    ``command``: the one that keeps it with its option ``--password``.
    """
    stored = read_private(file)
    if stored is None:
        return None
    if file.stat().st_mode & 0o077:
        raise Trouble(
            f"Others can read the password in {file}: enter it anew with `rollerdeck "
            f"{command} --password`.",
            WRONG_USAGE,
        )
    try:
        return stored.decode()
    except UnicodeDecodeError:
        raise Trouble(
            f"{file} holds no password: enter it anew with `rollerdeck {command} --password`.",
            WRONG_USAGE,
        ) from None


def keep_password(file: Path, password: str) -> None:
    """Write the password for its owner alone. Raises ``Trouble`` (exit code 2)."""
    if not 0 < len(password) <= LONGEST or not password.isprintable():
        raise Trouble(
            f"A password has 1 to {LONGEST} characters that can be seen: enter another one.",
            WRONG_USAGE,
        )
    try:
        make_folder(file.parent)
        write_beside(file.parent, file, password.encode())
    except OSError as error:
        raise Trouble(
            f"The password cannot be kept in {file} ({error.strerror}): make room, or run this "
            "command as the user of the service, for example with sudo.",
            WRONG_USAGE,
        ) from None
