"""What the emulated board starts with: Debian's kernel for its processor, and its device tree.

The kernel is trixie's, whose pinctrl driver has ``persist_gpio_outputs``. It is fetched from this
machine's own package sources, unpacked, and not installed.
"""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.board.emulator import emulator
from tests.board.models import PI_3B, Model
from tests.board.tree import wire
from tests.cache import cached
from tests.roots.fetched import packages_of
from tests.vm.building import CannotBuild, need, run

PROGRAMS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "mke2fs": "e2fsprogs",
    "fdtput": "device-tree-compiler",
    "cpio": "cpio",
    "modprobe": "kmod",
}
SUITE = "trixie"
MODULES = ("sdhci-iproc", "ext4", "bcm2835_wdt")
"""The memory card, its file system, and what restarts the board."""
TREES = Path(__file__).with_name("tree.py")
FIRST = Path(__file__).with_name("first.sh")
MACHINE = Path(__file__).with_name("run")
"""What makes the board do what it is told: in ``/run``, and not on the card."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """What QEMU starts."""

    model: Model
    qemu: tuple[str, ...]
    """How QEMU is called."""
    release: str
    """As `uname -r` says it."""
    image: Path
    tree: Path
    first: Path
    """The archive with the first program, which mounts the card."""


def built(model: Model = PI_3B) -> Kernel:
    """Fetch and unpack it, or take what is there of the same version; raises CannotBuild."""
    need(PROGRAMS)
    own = [
        Path(__file__),
        TREES,
        FIRST,
        *sorted(one for one in MACHINE.rglob("*") if one.is_file()),
    ]
    packages = packages_of(SUITE, "arm64")
    found = re.search(
        r"^Depends: (linux-image-\S+) \(= (\S+)\)", packages.show("linux-image-arm64"), re.MULTILINE
    )
    if found is None:
        raise CannotBuild("apt-get knows no Debian kernel for arm64: run it on Debian.")
    busybox = f"busybox-static={packages.version('busybox-static')}"
    wanted = (f"{found[1]}={found[2]}", busybox)
    inputs = [repr(model), *wanted, *(one.read_text() for one in own)]

    def make(aside: Path) -> Path:
        print("Fetching the board's kernel.", flush=True)
        packages.unpack(aside / "system", *wanted)
        return _take(model, aside / "system", aside / "whole")

    folder = cached("board-kernel", inputs, make)
    release = found[1].removeprefix("linux-image-")
    started = (folder / "vmlinuz", folder / model.tree, folder / "initramfs")
    return Kernel(model, emulator(model), release, *started)


def _take(model: Model, system: Path, whole: Path) -> Path:
    whole.mkdir()
    (image,) = (system / "boot").glob("vmlinuz-*")
    shutil.copy(image, whole / "vmlinuz")
    release = image.name.removeprefix("vmlinuz-")
    (tree,) = system.rglob(model.tree)
    shutil.copy(tree, whole / model.tree)
    wire(whole / model.tree, model)
    root = whole / "root"
    for name in ("bin", "dev", "modules", "mnt", "proc", "run", "sys"):
        (root / name).mkdir(parents=True)
    run("depmod", "-b", str(system / "usr"), release)
    modules = ("-d", str(system / "usr"), "-S", release)
    shown = run("modprobe", *modules, "-a", "--show-depends", *MODULES)
    for nth, path in enumerate(dict.fromkeys(re.findall(r"^insmod (\S+)", shown, re.MULTILINE))):
        module = root / "modules" / f"{nth:02}-{Path(path).name.removesuffix('.xz')}"
        module.write_bytes(lzma.decompress(Path(path).read_bytes()))
    (busybox,) = (system / "usr/bin").glob("busybox")
    shutil.copy(busybox, root / "bin" / "busybox")
    shutil.copy(FIRST, root / "init")
    (root / "init").chmod(0o755)
    shutil.copytree(MACHINE, root / "machine")
    names = "".join(f"{one.relative_to(root)}\n" for one in sorted(root.rglob("*")))
    with (whole / "initramfs").open("wb") as out:
        pack = ["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0"]
        subprocess.run(pack, input=names.encode(), stdout=out, cwd=root, check=True)
    shutil.rmtree(root)
    return whole
