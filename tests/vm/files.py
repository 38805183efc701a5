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
from collections.abc import Iterator
from pathlib import Path

from tests.vm.kernel import Kernel

ROOT = Path(__file__).parents[2]
INIT = Path(__file__).with_name("init.sh")
LEFT_OUT = {".git", "build", "dist", "site-packages", "test", "tests", ".mypy_cache"}
"""In the project and the standard library; ``tests`` of the project are taken all the same."""
UNUSED = {"playwright", "mypy", "pip", "setuptools"}
"""Packages that nothing in the guest imports."""
TOO_LARGE_BYTES = 8_000_000
"""Such files are the developers' tools; a Python's own library comes with its program."""
NEEDED = "micropython_run*.so"
"""However large."""
SKELETON = ("bin", "dev", "etc", "mnt", "proc", "root", "run", "sys", "tmp", "var")


def pack(kernel: Kernel, command: str, folder: Path) -> Path:
    """Write the archive for a shell's ``command`` into ``folder``; returns its file."""
    root = folder / "root"
    _skeleton(root, kernel, command)
    archive = folder / "initramfs"
    with archive.open("wb") as out:
        _cpio(root, sorted(path.relative_to(root) for path in root.rglob("*")), out.fileno())
        _cpio(Path("/"), _with_parents(_mirrored()), out.fileno())
    shutil.rmtree(root)
    return archive


def _skeleton(root: Path, kernel: Kernel, command: str) -> None:
    for name in (*SKELETON, "modules", "lib64"):
        (root / name).mkdir(parents=True)
    busybox = shutil.which("busybox")
    assert busybox is not None, "kernel.built has looked"
    shutil.copy(busybox, root / "bin" / "busybox")
    shutil.copy(INIT, root / "init")
    (root / "init").chmod(0o755)
    for module in kernel.modules:
        shutil.copy(module, root / "modules")
    (root / "etc" / "passwd").write_text("root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:\n")
    (root / "command").write_text(command)
    # where every program looks for what loads its libraries
    shutil.copy("/lib64/ld-linux-x86-64.so.2", root / "lib64")


def _mirrored() -> Iterator[Path]:
    """Files that lie in the guest where they lie here."""
    code = [*_tree(Path(sysconfig.get_path("stdlib")), LEFT_OUT)]
    code += _tree(Path(sys.prefix), UNUSED)
    code += _tree(ROOT, LEFT_OUT | {Path(sys.prefix).name})
    code += _tree(ROOT / "tests", set())
    yield from code
    python = Path(sys.executable).resolve()
    yield python
    linked = [python, *(path for path in code if ".so" in path.suffixes)]
    said = subprocess.run(["ldd", *linked], capture_output=True, text=True).stdout
    for library in sorted(set(re.findall(r"=> (/\S+)", said))):
        yield Path(library).parent.resolve() / Path(library).name


def _tree(top: Path, without: set[str]) -> Iterator[Path]:
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in without]
        files = (Path(folder) / name for name in names)
        yield from (
            file
            for file in files
            if file.is_file() and (file.stat().st_size < TOO_LARGE_BYTES or file.match(NEEDED))
        )


def _with_parents(files: Iterator[Path]) -> list[Path]:
    """In an order in which they can be unpacked."""
    every: set[Path] = set()
    for file in files:
        every.add(file)
        every.update(file.parents)
    return sorted(path.relative_to("/") for path in every - {Path("/")})


def _cpio(top: Path, paths: list[Path], out: int) -> None:
    names = "".join(f"{path}\n" for path in paths)
    command = ["cpio", "-o", "-H", "newc", "--quiet", "--dereference", "-R", "0:0"]
    subprocess.run(command, input=names.encode(), stdout=out, cwd=top, check=True)
