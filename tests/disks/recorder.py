"""What a process asks of the disk, recorded at the kernel's door by strace.

Recorded there, it is also what Python itself and SQLite's own file layer do: names, folders, the
syncs in between, in the order in which they were done.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.disks.medium import FOLDER, Mark, Names, Op, Resize, Sync, SyncFolder, Write
from tests.need import need_program

BY_NAME = (
    *("open", "openat", "creat", "truncate", "mkdir", "mkdirat", "rmdir", "rename", "renameat"),
    *("renameat2", "link", "linkat", "unlink", "unlinkat", "symlink", "symlinkat"),
)
BY_NUMBER = (
    *("write", "writev", "pwrite64", "pwritev", "pwritev2", "copy_file_range", "sendfile"),
    *("ftruncate", "fallocate", "fsync", "fdatasync"),
)
"""Calls that change a disk: those that name a file, those with an open one. No machine has all."""

LONGEST = 1 << 20
"""Bytes of one write that are kept; a longer one is an error."""

_CALL = re.compile(r"(\w+)\((.*)\)\s+= (-?\d+)", re.DOTALL)
_HALF = re.compile(r"(\d+) +(.*) <unfinished \.\.\.>$", re.DOTALL)
_OTHER_HALF = re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)$", re.DOTALL)
_OPEN = re.compile(r"\w+<([^>]*)>")


class NotModelled(Exception):
    """The process did something of which the model knows nothing."""


def record(root: Path, marks: Path, *command: str) -> list[Op]:
    """Run ``python -m COMMAND`` to its end; what it asked of files under ``root``, in order.

    ``root`` is there before. Lines that the process writes to ``marks`` become marks.
    """
    trace = marks.with_name("trace")
    strace = need_program("strace", "apt-get install strace")
    watching = (strace, "-f", "--seccomp-bpf", "-qq", "-y", "-xx", "-s", str(LONGEST))
    subprocess.run(
        [
            *(
                *watching,
                "-e",
                f"trace={','.join(f'?{call}' for call in BY_NAME + BY_NUMBER)}",
                "-e",
                "signal=none",
            ),
            *("-o", str(trace), sys.executable, "-m", *command),
        ],
        check=True,
        timeout=120,
    )
    return list(_Reader(root, marks).ops(_whole(trace)))


def _whole(trace: Path) -> Iterator[str]:
    """Calls as lines, each where it ended."""
    halves: dict[str, str] = {}
    with trace.open() as lines:
        for line in lines:
            line = line.rstrip("\n")
            if half := _HALF.match(line):
                halves[half[1]] = half[2]
            elif other := _OTHER_HALF.match(line):
                yield halves.pop(other[1]) + other[2]
            else:
                yield line.split(maxsplit=1)[1]


class _Reader:
    """Follows which name stands for which file."""

    def __init__(self, root: Path, marks: Path) -> None:
        self._root = f"{root}/"
        self._marks = str(marks)
        self._names: dict[str, int] = {}
        self._written: dict[str, int] = {}
        """Where the next plain write goes, of each file since it was opened."""
        self._files = 0

    def ops(self, calls: Iterator[str]) -> Iterator[Op]:
        for line in calls:
            if (call := _CALL.match(line)) and int(call[3]) >= 0:
                yield from self._op(call[1], call[2].split(", "), int(call[3]))

    def _op(self, call: str, args: list[str], result: int) -> Iterator[Op]:
        named = _paths(call, args)
        if call == "write" and named == [self._marks]:
            yield from (Mark(line) for line in _bytes(args[1]).decode().splitlines())
        paths = [path for path in map(self._below, named) if path is not None]
        if not paths:
            return
        at, *others = paths
        match call:
            case "openat" | "open":
                if "O_CREAT" in args[-2] + args[-1] and at not in self._names:
                    yield self._named((at, self._new()))
                elif "O_TRUNC" in "".join(args):
                    yield Resize(self._names[at], 0)
                self._written[at] = 0
            case "write":
                data = _bytes(args[1])
                if len(data) != result:
                    raise NotModelled(f"{result} of {len(data)} bytes written to {at}")
                yield Write(self._names[at], self._written[at], data)
                self._written[at] += result
            case "pwrite64":
                data = _bytes(args[1])
                if len(data) != result:
                    raise NotModelled(f"{result} of {len(data)} bytes written to {at}")
                yield Write(self._names[at], int(args[3]), data)
            case "ftruncate":
                yield Resize(self._names[at], int(args[1]))
            case "fsync" | "fdatasync":
                folder = self._names.get(at) == FOLDER or not at
                yield SyncFolder(at) if folder else Sync(self._names[at])
            case "mkdir" | "mkdirat":
                yield self._named((at, FOLDER))
            case "rename" | "renameat" | "renameat2":
                yield self._named((at, None), (others[0], self._names[at]))
            case "link" | "linkat":
                yield self._named((others[0], self._names[at]))
            case "unlink" | "unlinkat":
                yield self._named((at, None))
            case _:
                raise NotModelled(f"{call} of {at}")

    def _below(self, path: str) -> str | None:
        """The path from the root on; None: it is not below it."""
        if path + "/" == self._root:
            return ""
        return path.removeprefix(self._root) if path.startswith(self._root) else None

    def _new(self) -> int:
        self._files += 1
        return self._files

    def _named(self, *changes: tuple[str, int | None]) -> Names:
        for path, what in changes:
            if what is None:
                del self._names[path]
            else:
                self._names[path] = what
        return Names(changes)


def _paths(call: str, args: list[str]) -> list[str]:
    """What a call is about: the file that is open, or every name."""
    if call not in BY_NAME:
        return [path for path in (_open_file(args[0]),) if path]
    found: list[str] = []
    folder = ""
    for arg in args:
        if arg.startswith('"'):
            found.append(str(Path(folder) / os.fsdecode(_bytes(arg))))
        folder = _open_file(arg)
    return found


def _open_file(arg: str) -> str:
    match = _OPEN.match(arg)
    return os.fsdecode(_decoded(match[1])) if match else ""


def _decoded(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _bytes(arg: str) -> bytes:
    if not arg.endswith('"'):
        raise NotModelled(f"more than {LONGEST} bytes at once")
    return _decoded(arg.strip('"'))
