"""A Debian kernel, and with it gpio-sim and i2c-gpio, which Debian leaves out.

Everything comes from the machine's own package sources: nothing of the kernel's is in this
repository, and nothing is installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(__file__).parents[2] / "build" / "vm"
PATH = os.environ.get("PATH", os.defpath) + ":/usr/sbin:/sbin"
PROGRAMS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "busybox": "busybox-static",
    "cpio": "cpio",
    "depmod": "kmod",
    "gcc": "gcc",
    "strip": "binutils",
    "make": "make",
    "setpriv": "util-linux",
}
GPIO_SIM = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
I2C_GPIO = "drivers/i2c/busses/i2c-gpio.c"
I2C_LINES = Path(__file__).with_name("i2c_lines.c")
BUILT = ("gpio-sim", "i2c-gpio", "i2c_lines")
USB = ("dummy_hcd", "cdc-acm", "usb_f_acm", "g_serial")
MODULES = {
    "bare": ("gpio-sim", *USB, "i2c-dev", "i2c-stub", "i2c-gpio", "i2c_lines"),
    "booted": ("gpio-sim", "virtio_pci", "virtio_blk", "ext4"),
    "pico": ("gpio-sim", "virtio_pci", "virtio_blk", "ext4", *USB),
}
"""Lines; a USB socket that is wired to a plug, and who speaks over it, at either end; two I2C
buses, one with a chip's registers and one on two lines; a disk."""
KBUILD = """obj-m := gpio-sim.o
gpio-sim-y := gpio-sim-main.o irq_sim.o
"""
OUR_OWN = "obj-m += i2c-gpio.o i2c_lines.o\n"
# What a module may not call, for what it may.
NOT_EXPORTED = ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)")
# The simulated chip knows one level for each line. On a real one a pull-up is weaker than the
# switch or sensor that is wired to the pin; here claiming the pin would overrule them.
PULLED_UP = ("return gpio_sim_apply_pull(chip, offset, 1);", "return 0;")
# There a line that nobody drives any more keeps its level. On a real chip the pull moves it, and
# the wires of an I2C bus are only ever driven low.
RELEASED = (
    "__set_bit(offset, chip->direction_map);",
    "__set_bit(offset, chip->direction_map);\n"
    "\t__assign_bit(offset, chip->value_map, test_bit(offset, chip->pull_map));",
)

XZ = b"\xfd7zXZ\0"
LAST_WORDS = 3


class CannotBuild(Exception):
    """This machine cannot make the virtual one; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """What QEMU starts."""

    image: Path
    modules: tuple[Path, ...]
    """For a machine without a disk, in the order in which they are to be loaded."""
    booted_modules: tuple[Path, ...]
    """For the one with systemd, likewise."""
    pico_modules: tuple[Path, ...]
    """For the one with systemd and a Pico, likewise."""


def built() -> Kernel:
    """Build it, or take what was built from the same packages and files; raises CannotBuild."""
    need(PROGRAMS)
    packages = _packages()
    inputs = [*packages, Path(__file__).read_text(), I2C_LINES.read_text()]
    folder = BUILD / hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:16]
    with building_alone():
        if not folder.exists():
            print("Building the virtual machine's kernel: about half a minute.", flush=True)
            # aside, so that one which was broken off is not taken for whole
            with tempfile.TemporaryDirectory(dir=BUILD) as aside:
                _build(Path(aside), packages)
                (Path(aside) / "whole").rename(folder)
    return Kernel(
        folder / "vmlinux", *(tuple(sorted((folder / name).glob("*.ko"))) for name in MODULES)
    )


@contextmanager
def building_alone() -> Iterator[None]:
    """Who else would build meanwhile waits, and finds it built."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def need(programs: dict[str, str]) -> None:
    """Raise CannotBuild where one is missing, with the packages that they are in."""
    missing = [
        package for program, package in programs.items() if not shutil.which(program, path=PATH)
    ]
    if missing:
        raise CannotBuild(f"It needs more programs: apt-get install {' '.join(missing)}.")


def _packages() -> list[str]:
    """Image, headers and source of the newest kernel, each as ``name=version``."""
    shown = run("apt-cache", "show", "--no-all-versions", "linux-image-amd64")
    found = re.search(r"^Depends: linux-image-(\S+) \(= (\S+)\)", shown, re.MULTILINE)
    if found is None:
        raise CannotBuild("apt-get knows no Debian kernel for x86-64: run it on Debian.")
    release, version = found.groups()
    series = ".".join(release.split(".")[:2])
    headers = f"linux-headers-{release}"
    needed = run("apt-cache", "depends", f"{headers}={version}")
    more = re.findall(r"Depends: (linux-headers-\S+|linux-kbuild-\S+)", needed)
    names = [f"linux-image-{release}", headers, *more, f"linux-source-{series}"]
    return [f"{name}={version}" for name in names]


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
    for module in _compiled(aside, system, release):
        module.rename(system / "lib" / "modules" / release / module.name)
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


def _compiled(aside: Path, system: Path, release: str) -> list[Path]:
    """The modules that Debian leaves out, and our own."""
    headers = system / "usr" / "src" / f"linux-headers-{release}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src", str(system / "usr" / "src")))
    (archive,) = (system / "usr" / "src").glob("linux-source-*.tar.xz")
    folder = aside / "modules"
    gpio_sim_sources(archive, folder, PULLED_UP, RELEASED)
    with _taken_from(archive, aside, (I2C_GPIO,)) as (bus,):
        bus.rename(folder / bus.name)
    (folder / I2C_LINES.name).write_text(I2C_LINES.read_text())
    with (folder / "Kbuild").open("a") as kbuild:
        kbuild.write(OUR_OWN)
    run("make", "-C", str(headers), f"M={folder}", "modules")
    return [folder / f"{name}.ko" for name in BUILT]


def gpio_sim_sources(archive: Path, folder: Path, *changes: tuple[str, str]) -> None:
    """Put what gpio-sim is built from into a new folder: out of the kernel's sources, changed."""
    folder.mkdir()
    with _taken_from(archive, folder.parent, GPIO_SIM) as (sim, internal, irq):
        (folder / "Kbuild").write_text(KBUILD)
        (folder / "gpio-sim-main.c").write_text(_changed(sim, *changes))
        (folder / "irq_sim.c").write_text(_changed(irq, NOT_EXPORTED))
        internal.rename(folder / internal.name)


@contextmanager
def _taken_from(archive: Path, beside: Path, files: tuple[str, ...]) -> Iterator[list[Path]]:
    """These files of the kernel's sources, until the block ends."""
    top = archive.name.removesuffix(".tar.xz")
    with tempfile.TemporaryDirectory(dir=beside) as aside:
        run("tar", "-xJf", str(archive), *(f"{top}/{file}" for file in files), cwd=Path(aside))
        yield [Path(aside) / top / file for file in files]


def _changed(source: Path, *changes: tuple[str, str]) -> str:
    text = source.read_text()
    for old, new in changes:
        if old not in text:
            raise CannotBuild(
                f"This kernel's {source.name} is another one than is known: mend {__name__}."
            )
        text = text.replace(old, new)
    return text


def run(*command: str, cwd: Path | None = None, **environment: str) -> str:
    """Run a program; where it fails, its last lines are the reason: raises CannotBuild."""
    environment = os.environ | {"PATH": PATH} | environment
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=environment)
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip()).splitlines()[-LAST_WORDS:]
        raise CannotBuild(
            f"{command[0]} failed ({' '.join(words)}): run apt-get update, and again."
        )
    return done.stdout
