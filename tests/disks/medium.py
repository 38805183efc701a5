"""What a disk may hold after a power cut, given what was asked of it until then.

The model of ALICE (Pillai and others, OSDI 2014), at its strictest: only what a sync covered is
certain. Anything else may be there or not, in any combination, and a write may be torn at the
borders of sectors; a file may have grown without the bytes that were to fill it. A sync of a file
says nothing about its name: that takes a sync of its folder. Bytes that no write touched stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

SECTOR_BYTES = 512
"""What a disk writes whole or not at all."""

CARELESS = 0.25
"""How often a lost write still makes its file longer."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes into a file."""

    file: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Resize:
    """A file cut, or made longer by zeros."""

    file: int
    size: int


@dataclass(frozen=True, slots=True)
class Names:
    """What names stand for from now on, all of it or nothing: a file or folder, or None."""

    of: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class Sync:
    """Everything that was asked of one file before is on disk."""

    file: int


@dataclass(frozen=True, slots=True)
class SyncFolder:
    """Every name in a folder is on disk as it was changed before."""

    path: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Something was said to somebody; no part of the disk."""

    words: str


Op = Write | Resize | Names | Sync | SyncFolder | Mark
FOLDER = -1
"""What the name of a folder stands for."""


@dataclass(frozen=True, slots=True)
class Image:
    """Files by their path below the disk's root, and the folders that are there."""

    files: dict[str, bytes]
    folders: frozenset[str]

    def lay(self, root: Path) -> None:
        """Put all of it into an empty folder."""
        for folder in sorted(self.folders):
            (root / folder).mkdir()
        for path, content in self.files.items():
            (root / path).write_bytes(content)


def all_kept(ops: Sequence[Op]) -> Image:
    """Everything arrived, synced or not."""
    return _image((op, None) for op in ops)


def only_synced(ops: Sequence[Op]) -> Image:
    """Nothing arrived that did not have to."""
    certain = _certain(ops)
    return _image((op, None) for index, op in enumerate(ops) if index in certain)


def some_kept(ops: Sequence[Op], random: Random) -> Image:
    """What had to arrive, and of the rest any part of it."""
    certain = _certain(ops)
    share = random.choice((0.1, 0.5, 0.9))
    torn = random.choice((0.0, 0.3))
    return _image(_drawn(ops, certain, share, torn, random))


def _drawn(
    ops: Sequence[Op], certain: frozenset[int], share: float, torn: float, random: Random
) -> Iterator[tuple[Op, Random | None]]:
    for index, op in enumerate(ops):
        if index in certain:
            yield op, None
        elif isinstance(op, Write) and random.random() < torn:
            yield op, random
        elif random.random() < share:
            yield op, None
        elif isinstance(op, Write) and random.random() < CARELESS:
            garbage = random.choice((bytes(len(op.data)), random.randbytes(len(op.data))))
            yield _Grown(op.file, op.offset, garbage), None


class _Grown(Write):
    """A file that has the length of a lost write, and something in its place where it was not."""


def _certain(ops: Sequence[Op]) -> frozenset[int]:
    """Indices of what a later sync covers."""
    files: dict[int, int] = {}
    folders: dict[str, int] = {}
    for index, op in enumerate(ops):
        if isinstance(op, Sync):
            files[op.file] = index
        elif isinstance(op, SyncFolder):
            folders[op.path] = index
    return frozenset(
        index
        for index, op in enumerate(ops)
        if (isinstance(op, Write | Resize) and files.get(op.file, -1) > index)
        or (
            isinstance(op, Names)
            and all(folders.get(_folder(path), -1) > index for path, _ in op.of)
        )
    )


def _image(kept: Iterator[tuple[Op, Random | None]]) -> Image:
    contents: dict[int, bytearray] = {}
    names: dict[str, int | None] = {}
    for op, tearing in kept:
        if isinstance(op, _Grown):
            content = contents.setdefault(op.file, bytearray())
            content.extend(op.data[max(0, len(content) - op.offset) :])
        elif isinstance(op, Write):
            content = contents.setdefault(op.file, bytearray())
            for start, end in _sectors(op):
                if tearing is None or tearing.random() < 0.5:
                    content.extend(bytes(max(0, start - len(content))))
                    content[start:end] = op.data[start - op.offset : end - op.offset]
        elif isinstance(op, Resize):
            content = contents.setdefault(op.file, bytearray())
            content.extend(bytes(max(0, op.size - len(content))))
            del content[op.size :]
        elif isinstance(op, Names):
            names.update(op.of)
    return _reached(names, contents)


def _reached(names: dict[str, int | None], contents: dict[int, bytearray]) -> Image:
    """Only what a path of names leads to is there."""
    folders: set[str] = set()
    files: dict[str, bytes] = {}
    for path in sorted(names):  # a folder comes before what is in it
        what, above = names[path], _folder(path)
        if what is None or (above and above not in folders):
            continue
        if what == FOLDER:
            folders.add(path)
        else:
            files[path] = bytes(contents.get(what, b""))
    return Image(files, frozenset(folders))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _sectors(op: Write) -> Iterator[tuple[int, int]]:
    start, last = op.offset, op.offset + len(op.data)
    while start < last:
        end = min(last, (start // SECTOR_BYTES + 1) * SECTOR_BYTES)
        yield start, end
        start = end
