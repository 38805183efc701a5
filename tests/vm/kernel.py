"""A Debian kernel, and with it modules that Debian has as source only.

Everything comes from the machine's own package sources: nothing of the kernel's is in this
repository, and nothing is installed.
"""

from __future__ import annotations

import lzma
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tests.cache import cached
from tests.vm import building, own_modules
from tests.vm.building import CannotBuild, need, run

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

    def make(aside: Path) -> Path:
        print("Building the virtual machine's kernel: about half a minute.", flush=True)
        return _build(aside, packages)

    folder = cached("vm-kernel", inputs, make)
    modules = {name: tuple(sorted((folder / name).glob("*.ko"))) for name in MODULES}
    return Kernel(folder / "vmlinux", modules)


def _packages() -> list[str]:
    """Image, headers and source of the newest kernel, and v4l2loopback: each ``name=version``."""
    image = dependencies(_field("linux-image-amd64", "Depends"), "linux-image-")
    if len(image) != 1:
        raise CannotBuild("apt-get knows no Debian kernel for x86-64: run it on Debian.")
    ((name, version),) = image.items()
    release = name.removeprefix("linux-image-")
    headers = f"linux-headers-{release}"
    packages = {
        name: version,
        headers: version,
        **dependencies(
            _field(f"{headers}={version}", "Depends"), "linux-headers-", "linux-kbuild-"
        ),
        f"linux-source-{'.'.join(release.split('.')[:2])}": None,
        own_modules.LOOPBACK_PACKAGE: None,
    }
    return [f"{name}={exact or _field(name, 'Version')}" for name, exact in packages.items()]


def dependencies(depends: str, *prefixes: str) -> dict[str, str | None]:
    """Packages with these prefixes in a ``Depends`` field, with the version that it wants exactly.

    None: a newer one serves as well, and a mirror may have no other.
    """
    entries = re.findall(r"([^\s,]+)(?: \((\S+) ([^)]+)\))?", depends)
    return {
        name: version if relation == "=" else None
        for name, relation, version in entries
        if name.startswith(prefixes)
    }


def _field(package: str, field: str) -> str:
    """A field of the package's newest version, or of ``name=version``; raises CannotBuild."""
    shown = run("apt-cache", "show", "--no-all-versions", package)
    if line := re.search(f"^{field}: (.*)", shown, re.MULTILINE):
        return line[1]
    raise CannotBuild(f"apt-get knows no {package} for x86-64: run it on Debian.")


def _build(aside: Path, packages: list[str]) -> Path:
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
    return whole


def _unpacked(image: bytes) -> bytes:
    """The kernel without what unpacks it: in the guest that takes seconds of every start."""
    start = image.find(XZ)
    return image if start < 0 else lzma.LZMADecompressor().decompress(image[start:])
