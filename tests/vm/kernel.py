"""A Debian kernel, and with it modules that Debian has as source only.

Everything comes from the machine's own package sources: nothing of the kernel's is in this
repository, and nothing is installed.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tests.vm import building, own_modules
from tests.vm.building import BUILD, CannotBuild, building_alone, need, run

PROGRAMS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "busybox": "busybox-static",
    "cpio": "cpio",
    "depmod": "kmod",
    "gcc": "gcc",
    "strip": "binutils",
    "make": "make",
    "xz": "xz-utils",
    "setpriv": "util-linux",
}
USB = ("dummy_hcd", "cdc-acm", "usb_f_acm", "g_serial")
DISK = ("virtio_pci", "virtio_blk", "ext4")
Guest = Literal["bare", "booted", "pico", "camera"]
MODULES: Final[dict[Guest, tuple[str, ...]]] = {
    "bare": ("gpio-sim", *USB, "i2c-dev", "i2c-stub", "i2c-gpio", "i2c_lines"),
    "booted": ("gpio-sim", *DISK),
    "pico": ("gpio-sim", *DISK, *USB),
    "camera": ("gpio-sim", *DISK, "v4l2loopback", "vivid"),
}
"""By machine. Lines; a USB socket that is wired to a plug, and who speaks over it, at either end;
two I2C buses, one with a chip's registers and one on two lines; a disk; a camera that shows what it
is given, and one that can be unplugged."""
XZ = b"\xfd7zXZ\0"


@dataclass(frozen=True, slots=True)
class Kernel:
    """What QEMU starts."""

    image: Path
    modules: dict[Guest, tuple[Path, ...]]
    """Those of each machine of ``MODULES``, in the order in which they are to be loaded."""


def built() -> Kernel:
    """Build it, or take what was built from the same packages and files; raises CannotBuild."""
    need(PROGRAMS)
    packages = _packages()
    code = [__file__, building.__file__, own_modules.__file__, str(own_modules.I2C_LINES)]
    inputs = [*packages, *(Path(file).read_text() for file in code)]
    folder = BUILD / hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:16]
    with building_alone():
        if not folder.exists():
            print("Building the virtual machine's kernel: about half a minute.", flush=True)
            # aside, so that one which was broken off is not taken for whole
            with tempfile.TemporaryDirectory(dir=BUILD) as aside:
                _build(Path(aside), packages)
                (Path(aside) / "whole").rename(folder)
    modules = {name: tuple(sorted((folder / name).glob("*.ko"))) for name in MODULES}
    return Kernel(folder / "vmlinux", modules)


def _packages() -> list[str]:
    """Image, headers and source of the newest kernel, and v4l2loopback: each ``name=version``."""
    found = _newest("linux-image-amd64", r"Depends: linux-image-(\S+) \(= (\S+)\)")
    release, version = found.groups()
    series = ".".join(release.split(".")[:2])
    headers = f"linux-headers-{release}"
    needed = run("apt-cache", "depends", f"{headers}={version}")
    more = re.findall(r"Depends: (linux-headers-\S+|linux-kbuild-\S+)", needed)
    names = [f"linux-image-{release}", headers, *more, f"linux-source-{series}"]
    loopback = _newest(own_modules.LOOPBACK_PACKAGE, r"Version: (\S+)")[1]
    return [
        *(f"{name}={version}" for name in names),
        f"{own_modules.LOOPBACK_PACKAGE}={loopback}",
    ]


def _newest(package: str, line: str) -> re.Match[str]:
    """What this line says of the newest version of a package; raises CannotBuild."""
    shown = run("apt-cache", "show", "--no-all-versions", package)
    if found := re.search(f"^{line}", shown, re.MULTILINE):
        return found
    raise CannotBuild(f"apt-get knows no {package} for x86-64: run it on Debian.")


def _build(aside: Path, packages: list[str]) -> None:
    system, whole = aside / "system", aside / "whole"
    system.mkdir()
    whole.mkdir()
    user = ("-o", "APT::Sandbox::User=root") if os.geteuid() == 0 else ()
    run("apt-get", *user, "download", *packages, cwd=aside)
    for package in aside.glob("*.deb"):
        run("dpkg-deb", "-x", str(package), str(system))
        package.unlink()
    (image,) = (system / "boot").glob("vmlinuz-*")
    release = image.name.removeprefix("vmlinuz-")
    (whole / "vmlinux").write_bytes(_unpacked(image.read_bytes()))
    own_modules.build(aside, system, release)
    run("depmod", "-b", str(system), release)
    for folder, wanted in MODULES.items():
        (whole / folder).mkdir()
        shown = run("modprobe", "-d", str(system), "-S", release, "-a", "--show-depends", *wanted)
        # what two of them need is named twice
        ordered = dict.fromkeys(re.findall(r"^insmod (\S+)", shown, re.MULTILINE))
        for nth, path in enumerate(ordered):
            copy = shutil.copy(path, whole / folder / f"{nth:02}-{Path(path).name}")
            # with the signature, whose check takes the guest longer than all else of a module
            run("strip", "--strip-debug", str(copy))


def _unpacked(image: bytes) -> bytes:
    """The kernel without what unpacks it: in the guest that takes seconds of every start."""
    start = image.find(XZ)
    return image if start < 0 else lzma.LZMADecompressor().decompress(image[start:])
