"""The folder with the files of a house's boxes, which people may change at any time."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from controller.base.paths import boxes_of
from controller.decks.box_file import SUFFIX, BoxProblem, WrongBox, read_box
from rules.edition import Edition

MAX_FILES = 20
"""More would take long to read on a small machine."""

Signature = tuple[tuple[str, int, int], ...]


class Boxes(Struct, frozen=True):
    """What is in the folder: the boxes that are right, and what is wrong with the others."""

    editions: tuple[Edition, ...] = ()
    problems: tuple[BoxProblem, ...] = ()


class BoxFolder:
    """Reads the files of a folder, and those that changed again."""

    def __init__(self, journal: Path) -> None:
        """``journal``: the folder is beside it; there may be none."""
        self.path = boxes_of(journal)
        self._signature: Signature | None = None
        self._boxes = Boxes()

    def read(self) -> Boxes:
        """What is in the folder now. Reads files, so it is for a thread. Never raises."""
        try:
            signature = self._signature_now()
        except FileNotFoundError:
            signature = ()
        except OSError as error:
            what = {"what": error.strerror or type(error).__name__}
            return Boxes((), (BoxProblem(self.path.name, None, "refusal.box_unreadable", what),))
        if signature != self._signature:
            self._boxes = self._read([self.path / name for name, _, _ in signature])
            self._signature = signature
        return self._boxes

    def _signature_now(self) -> Signature:
        """What changes with each change of a file."""
        files = sorted(file for file in self.path.iterdir() if file.suffix == SUFFIX)
        files = files[: MAX_FILES + 1]
        states = [(file.name, file.lstat(), file) for file in files]
        return tuple((name, state.st_mtime_ns, state.st_size) for name, state, _ in states)

    def _read(self, files: list[Path]) -> Boxes:
        editions, problems = [], []
        for file in files[:MAX_FILES]:
            try:
                editions.append(read_box(file))
            except WrongBox as wrong:
                problems.append(wrong.problem)
        if len(files) > MAX_FILES:
            most = {"most": MAX_FILES}
            problems.append(BoxProblem(files[MAX_FILES].name, None, "refusal.too_many_boxes", most))
        return Boxes(tuple(editions), tuple(problems))
