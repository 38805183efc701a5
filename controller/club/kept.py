"""What was published, kept in a file: the outbox is the referee's journal and the marks in it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from controller.base.errors import WRONG_USAGE, Trouble
from controller.journal.durable import make_folder, write_beside


class Published(msgspec.Struct, frozen=True):
    """What the broker, and a hub behind it, have acknowledged."""

    journal: str = ""
    """ID of the journal whose rulings were published; empty: of none."""
    seq: int = 0
    """The journal's newest entry whose rulings were published."""
    part: int = 0
    """How many rulings of the entries after it were published, too."""
    number: int = 0
    """That of the newest event."""
    results: dict[int, str] = {}
    """By the number of each game, what its newest result said that the broker took."""
    source: str = ""
    """Tells this publisher from another one with the same table's name; empty: not chosen yet."""
    hub: str = ""
    """ID of the hub that keeps the results; empty: no hub was heard of."""
    acknowledged: dict[int, str] = {}
    """By the number of each game, what its newest result said that this hub has kept."""

    def met(self, hub: str) -> Published:
        """The same after a hub was heard of. One that is new has kept nothing."""
        return self if hub == self.hub else replace(self, hub=hub, acknowledged={})

    def has(self, game: int, mark: str) -> bool:
        """Whether a result needs not be published again: only the hub decides, if there is one."""
        return (self.acknowledged if self.hub else self.results).get(game) == mark


class Kept:
    """The file. A power cut leaves the old one or the new one."""

    def __init__(self, file: Path) -> None:
        """The file may be missing."""
        self._file = file

    def read(self) -> Published:
        """What was published. Raises ``Trouble`` (exit code 2).

        A file that is none of ours counts as a missing one: the results are published again, which
        harms nobody.
        """
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Published)
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError):
            return Published()
        except OSError as error:
            raise Trouble(
                f"{self._file} cannot be read ({error.strerror}): run this command as its owner.",
                WRONG_USAGE,
            ) from None

    def write(self, published: Published) -> None:
        """Keep it. Raises ``Trouble`` (exit code 2)."""
        try:
            make_folder(self._file.parent)
            write_beside(self._file.parent, self._file, msgspec.json.encode(published))
        except OSError as error:
            raise Trouble(
                f"{self._file} cannot be written ({error.strerror}): make room, or run this "
                "command as the user of the publisher.",
                WRONG_USAGE,
            ) from None
