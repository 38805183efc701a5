"""The folder with the files of a house's boxes, which people may change at any time."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec import Struct

from controller.base.paths import boxes_of
from controller.decks.box_file import (
    SUFFIX,
    UNREADABLE,
    BoxProblem,
    WrongBox,
    read_box,
    shown_name,
)
from rules.edition import Edition

MAX_FILES = 20
"""More would take long to read on a small machine."""

Signature = tuple[int, int, int]
"""What changes with each change of a file: when it was changed, which it is, and its size."""


class Boxes(Struct, frozen=True):
    """What is in the folder: the boxes that are right, and what is wrong with the others."""

    editions: tuple[Edition, ...] = ()
    problems: tuple[BoxProblem, ...] = ()


class BoxFolder:
    """Reads the files of a folder, and those that changed again."""

    def __init__(self, journal: Path) -> None:
        """``journal``: the folder is beside it; there may be none."""
        self.path = boxes_of(journal)
        self._known: dict[Path, tuple[Signature, Edition | BoxProblem]] = {}

    def read(self) -> Boxes:
        """What is in the folder now. Reads files, so it is for a thread. Never raises."""
        try:
            files = sorted(file for file in self.path.iterdir() if _is_meant(file))
        except FileNotFoundError:
            files = []
        except OSError as error:
            what = {"what": error.strerror or type(error).__name__}
            return Boxes((), (BoxProblem(self.path.name, None, UNREADABLE, what),))
        too_many, files = files[MAX_FILES:], files[:MAX_FILES]
        self._known = {file: self._known[file] for file in files if file in self._known}
        contents = [self._read(file) for file in files]
        editions = tuple(content for content in contents if isinstance(content, Edition))
        problems = [content for content in contents if isinstance(content, BoxProblem)]
        if too_many:
            most = {"most": MAX_FILES}
            problems.append(
                BoxProblem(shown_name(too_many[0]), None, "refusal.too_many_boxes", most)
            )
        return Boxes(editions, tuple(problems))

    def _read(self, file: Path) -> Edition | BoxProblem | None:
        """What is in a file; None: it is not there any more."""
        signature = _signature(file)
        if file in self._known and self._known[file][0] == signature:
            return self._known[file][1]
        self._known.pop(file, None)
        box: Edition | BoxProblem
        try:
            box = read_box(file)
        except WrongBox as wrong:
            box = wrong.problem
            if box.key == UNREADABLE:  # it may be readable with no change of its own
                return box if os.path.lexists(file) else None
        if signature is not None:
            self._known[file] = (signature, box)
        return box


def _is_meant(file: Path) -> bool:
    """Whether somebody means it as the file of a box; some editors call any text ``.txt``."""
    return not file.name.startswith(".") and file.suffix.lower() in (SUFFIX, ".txt")


def _signature(file: Path) -> Signature | None:
    """Of the file that is read, also through a link; None: there is none."""
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_ctime_ns, state.st_ino, state.st_size
