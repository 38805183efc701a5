"""What the guest finds: this Python, this ``.venv`` and the code as they are now, where they are.

All of it is in an archive that the kernel unpacks into memory: the guest has no disk, no network
and no other way to this machine, and nothing in it ever waits for one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from tests.vm.kernel import Kernel

ROOT = Path(__file__).parents[2]
INIT = Path(__file__).with_name("init.sh")
LEFT_OUT = {
    *(".git", "build", "dist", "site-packages", "test", "tests", "node_modules"),
    *(".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache"),
    *("idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "pydoc_data"),
}
"""In the project and the standard library; ``tests`` of the project are taken all the same."""
CAMERAS = {"cv2", "opencv_python_headless.libs", "numpy", "numpy.libs"}
"""Packages that only a camera's reader imports. They are too large for a guest's memory."""
UNUSED = CAMERAS | {
    *("playwright", "mypy", "mypyc", "pip", "setuptools"),
    *("libcst", "textual", "grimp", "schemathesis", "jsonschema_rs", "babel", "importlinter"),
    *(
        "greenlet",
        "ast_serialize",
        "librt",
        "pybind11",
        "werkzeug",
        "graphql",
        "hypothesis_graphql",
    ),
}
"""Packages that nothing in the guest imports, or only where there is a camera."""
TOO_LARGE_BYTES = 8_000_000
"""Such files are the developers' tools; a Python's own library comes with its program."""
NEEDED = "micropython_run*.so"
"""However large."""
SKELETON = ("bin", "dev", "etc", "mnt", "proc", "root", "run", "sys", "tmp", "var")


def pack(kernel: Kernel, command: str, folder: Path) -> Path:
    """Write the archive for a shell's ``command`` into ``folder``; returns its file."""
    archive = folder / "initramfs"
    with archive.open("wb") as out:
        pack_first(INIT, kernel.modules["bare"], command, folder, out)
        _cpio(Path("/"), _with_parents(_mirrored()), out)
    return archive


def pack_first(
    init: Path,
    modules: Iterable[Path],
    command: str,
    folder: Path,
    out: BinaryIO,
    machine: Path | None = None,
) -> None:
    """Write what the kernel starts with: a shell, modules, the first program, and ``/command``.

    And a folder, if there is one, as ``/machine``.
    """
    root = folder / "root"
    for name in (*SKELETON, "modules", "lib64"):
        (root / name).mkdir(parents=True)
    busybox = shutil.which("busybox")
    assert busybox is not None, "kernel.built has looked"
    shutil.copy(busybox, root / "bin" / "busybox")
    shutil.copy(init, root / "init")
    (root / "init").chmod(0o755)
    for nth, module in enumerate(modules):
        shutil.copy(module, root / "modules" / f"{nth:02}-{module.name}")
    (root / "etc" / "passwd").write_text("root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:\n")
    (root / "command").write_text(command)
    if machine is not None:
        shutil.copytree(machine, root / "machine")
    # where every program looks for what loads its libraries
    shutil.copy("/lib64/ld-linux-x86-64.so.2", root / "lib64")
    _cpio(root, sorted(path.relative_to(root) for path in root.rglob("*")), out)
    shutil.rmtree(root)


def _mirrored() -> Iterator[Path]:
    """Files that lie in the guest where they lie here."""
    python = [Path(sys.executable).resolve(), *tree(Path(sysconfig.get_path("stdlib")), LEFT_OUT)]
    code = [*tree(Path(sys.prefix), UNUSED)]
    code += tree(ROOT, LEFT_OUT | {Path(sys.prefix).name})
    code += tree(ROOT / "tests", set())
    yield from (*python, *code, *linked_by(python + code))


def linked_by(files: list[Path]) -> list[Path]:
    """The libraries that programs and libraries among these files need."""
    linked = [path for path in files if ".so" in path.suffixes or os.access(path, os.X_OK)]
    said = subprocess.run(["ldd", *linked], capture_output=True, text=True).stdout
    found = sorted(set(re.findall(r"=> (/\S+)", said)))
    return [Path(library).parent.resolve() / Path(library).name for library in found]


def tree(top: Path, without: set[str], largest_bytes: float = TOO_LARGE_BYTES) -> Iterator[Path]:
    """The files below a folder, but for some folders' and what is too large."""
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in without]
        files = (Path(folder) / name for name in names)
        yield from (file for file in files if _is_wanted(file, largest_bytes))


def _is_wanted(file: Path, largest_bytes: float) -> bool:
    # another Python may run tests meanwhile, and write bytecode of its own
    ours = file.suffix == ".pyc" and f".{sys.implementation.cache_tag}" in file.name
    # what only Python's option -O reads
    ours = ours and ".opt-" not in file.name
    if file.parent.name == "__pycache__" and not ours:
        return False
    return file.is_file() and (file.stat().st_size < largest_bytes or file.match(NEEDED))


def _with_parents(files: Iterator[Path]) -> list[Path]:
    """In an order in which they can be unpacked."""
    every: set[Path] = set()
    for file in files:
        every.add(file)
        every.update(file.parents)
    return sorted(path.relative_to("/") for path in every - {Path("/")})


def _cpio(top: Path, paths: list[Path], out: BinaryIO) -> None:
    names = "".join(f"{path}\n" for path in paths)
    command = ["cpio", "-o", "-H", "newc", "--quiet", "--dereference", "-R", "0:0"]
    subprocess.run(command, input=names.encode(), stdout=out, cwd=top, check=True)
