"""What was published, kept in a file: the outbox is the referee's journal and the marks in it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from controller.base.errors import WRONG_USAGE, Trouble
from controller.club.referee_state import KEPT, Rulings
from controller.journal.durable import make_folder, read_private, write_beside


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

    def before(self, journal: str, rulings: Rulings) -> Published:
        """The same before these rulings of a journal: where some are missing, so are numbers."""
        if self.journal != journal:
            # of another journal, or of none: what happened in this one before is no news
            number = self.number + (KEPT if self.journal else 0)
            return replace(self, journal=journal, seq=rulings.seq, part=0, number=number)
        if rulings.after > self.seq:
            return replace(self, seq=rulings.after, part=0, number=self.number + KEPT)
        return self

    def met(self, hub: str) -> Published:
        """The same after a hub was heard of. One that is new has kept nothing."""
        return self if hub == self.hub else replace(self, hub=hub, acknowledged={})

    def without_hub(self) -> Published:
        """The same after the hub was removed."""
        return replace(self, hub="", acknowledged={})

    def sent(self, game: int, mark: str) -> Published:
        """The same after a result was published: what a hub has kept of this game is older."""
        acknowledged = {
            number: its_mark for number, its_mark in self.acknowledged.items() if number != game
        }
        return replace(self, results={**self.results, game: mark}, acknowledged=acknowledged)

    def has(self, game: int, mark: str) -> bool:
        """Whether a result needs not be published again: only the hub decides, if there is one."""
        return (self.acknowledged if self.hub else self.results).get(game) == mark


class PublisherStore:
    """Two files: what changes with each ruling, and the results, which grow with each game.

    A power cut leaves the old file or the new one.
    """

    def __init__(self, file: Path) -> None:
        """The file may be missing. The one with the results is beside it."""
        self._file = file
        self._results_file = file.with_stem(f"{file.stem}-results")
        self._written = Published()

    def read(self) -> Published:
        """What was published. Raises ``Trouble`` (exit code 2).

        A file that is none of ours counts as a missing one: the results are published again, which
        harms nobody.
        """
        place, results = _read(self._file), _read(self._results_file)
        self._written = replace(
            place, hub=results.hub, results=results.results, acknowledged=results.acknowledged
        )
        return self._written

    def write(self, published: Published) -> None:
        """Keep it. Raises ``Trouble`` (exit code 2)."""
        for file, part in ((self._results_file, _only_results), (self._file, _without_results)):
            if part(published) != part(self._written):
                _write(file, part(published))
        self._written = published


def _only_results(published: Published) -> Published:
    hub, results, acknowledged = published.hub, published.results, published.acknowledged
    return Published(hub=hub, results=results, acknowledged=acknowledged)


def _without_results(published: Published) -> Published:
    return replace(published, hub="", results={}, acknowledged={})


def _read(file: Path) -> Published:
    try:
        return msgspec.json.decode(read_private(file) or b"", type=Published)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Published()


def _write(file: Path, published: Published) -> None:
    try:
        make_folder(file.parent)
        write_beside(file.parent, file, msgspec.json.encode(published))
    except OSError as error:
        raise Trouble(
            f"{file} cannot be written ({error.strerror}): make room, or run this "
            "command as the user of the publisher.",
            WRONG_USAGE,
        ) from None
