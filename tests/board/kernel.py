"""What the emulated board starts with: Debian's kernel for its processor, and its device tree.

The kernel is trixie's, whose pinctrl driver has ``persist_gpio_outputs``. It is fetched from this
machine's own package sources, unpacked, and not installed.
"""

from __future__ import annotations

import hashlib
import lzma
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.roots.fetched import Packages
from tests.vm.kernel import CannotBuild, building_alone, need, run

BUILD = Path(__file__).parents[2] / "build" / "board"
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
TREE = "bcm2837-rpi-3-b.dtb"
REVISION = "a02082"
"""Of a Pi 3B, which its firmware writes into the device tree; gpiozero asks for it."""
CARD, OTHER = "/soc/mmc@7e300000", "/soc/mmc@7e202000"
"""The two controllers at one of which the card is. As QEMU emulates the usual one, the kernel waits
for its interrupts in vain; the other one has Wi-Fi otherwise, which QEMU has not."""
SERIAL = "/soc/serial@7e201000"
FIRST = Path(__file__).with_name("first.sh")
MACHINE = Path(__file__).with_name("run")
"""What makes the board do what it is told: in ``/run``, and not on the card."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """What QEMU starts."""

    release: str
    """As `uname -r` says it."""
    image: Path
    tree: Path
    first: Path
    """The archive with the first program, which mounts the card."""


def built() -> Kernel:
    """Fetch and unpack it, or take what is there of the same version; raises CannotBuild."""
    need(PROGRAMS)
    own = [Path(__file__), FIRST, *sorted(one for one in MACHINE.rglob("*") if one.is_file())]
    BUILD.mkdir(parents=True, exist_ok=True)
    with building_alone(), tempfile.TemporaryDirectory(dir=BUILD) as aside:
        packages = Packages(Path(aside) / "apt", SUITE, "arm64")
        shown = packages.show("linux-image-arm64")
        found = re.search(r"^Depends: (linux-image-\S+) \(= (\S+)\)", shown, re.MULTILINE)
        if found is None:
            raise CannotBuild("apt-get knows no Debian kernel for arm64: run it on Debian.")
        inputs = [*found.groups(), *(one.read_text() for one in own)]
        name = hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:16]
        folder = BUILD / f"kernel-{name}"
        if not folder.exists():
            print("Fetching the board's kernel.", flush=True)
            system = Path(aside) / "system"
            packages.unpack(system, f"{found[1]}={found[2]}", "busybox-static")
            whole = Path(aside) / "whole"
            whole.mkdir()
            _take(system, whole)
            whole.rename(folder)
    release = found[1].removeprefix("linux-image-")
    return Kernel(release, folder / "vmlinuz", folder / TREE, folder / "initramfs")


def _wire(tree: Path) -> None:
    """Make the device tree name what the firmware names, and the controller that works."""

    def put(node: str, name: str, *value: str, kind: str = "x") -> None:
        run("fdtput", "-p", "-t", kind, str(tree), node, name, *value)

    put("/system", "linux,revision", REVISION)
    pins = run("fdtget", "-t", "x", str(tree), "/soc/gpio@7e200000/emmc-gpio48", "phandle")
    put(CARD, "pinctrl-0", pins.strip())
    for name in ("non-removable", "mmc-pwrseq"):
        run("fdtput", "-d", str(tree), CARD, name)
    run("fdtput", "-r", str(tree), f"{CARD}/wifi@1")
    put(OTHER, "status", "disabled", kind="s")
    # else the serial line is Bluetooth's, which QEMU has not, and nobody else's
    run("fdtput", "-r", str(tree), f"{SERIAL}/bluetooth")


def _take(system: Path, whole: Path) -> None:
    (image,) = (system / "boot").glob("vmlinuz-*")
    shutil.copy(image, whole / "vmlinuz")
    release = image.name.removeprefix("vmlinuz-")
    (tree,) = system.rglob(TREE)
    shutil.copy(tree, whole / TREE)
    _wire(whole / TREE)
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
