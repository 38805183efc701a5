"""A disk with Debian, systemd and this Python on it, from the machine's own package sources.

It is made once for the same versions of all packages, and copied for each machine, whose own it is
from then on: an ext4 with a journal, as on a Pi's memory card.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path

from tests.cache import cached
from tests.vm.building import CannotBuild, need, run
from tests.vm.files import LEFT_OUT, linked_by, tree

PROGRAMS = {"mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "systemctl": "systemd"}
# gpiod: with it the driver's unit switches the motor off where there is no Pi's pinctrl
# mosquitto: the broker of publisher and hub; openssl makes its certificate
PACKAGES = "systemd,systemd-sysv,udev,kmod,gpiod,mosquitto,openssl"
ESSENTIAL = ("?essential", "?priority(required)", "apt")
"""What mmdebstrap adds to them (minbase)."""
LIBC = re.compile(r"lib(c|m|dl|rt|util|pthread|resolv)\.so\.\d+")
"""The disk's own: they go with what loads libraries."""
SIZE = "1G"
MASKED = (
    *("getty.target", "timers.target", "e2scrub_reap.service", "systemd-networkd.service"),
    *("systemd-udev-trigger.service", "systemd-random-seed.service", "systemd-sysusers.service"),
    *("systemd-modules-load.service", "systemd-remount-fs.service", "systemd-sysctl.service"),
    *("systemd-tmpfiles-setup-dev.service", "systemd-journal-flush.service"),
    *("systemd-update-utmp.service", "systemd-update-utmp-runlevel.service"),
    *("systemd-user-sessions.service", "systemd-initctl.socket"),
    *("systemd-ask-password-console.path", "systemd-ask-password-wall.path"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-debug.mount"),
    *("sys-kernel-tracing.mount", "modprobe@configfs.service", "modprobe@dm_mod.service"),
    *("modprobe@efi_pstore.service", "modprobe@fuse.service", "modprobe@loop.service"),
)
"""What a table has no use for: each takes up to a tenth of a second at every start."""
# In the folder that it is given. What is mounted in it meanwhile belongs on no disk, and may change
# while it is copied: a second view of the folder has none of that.
MAKE = """
    cp -a "$EXTRA/." "$1"
    rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
    ldconfig -r "$1"
    chroot "$1" groupadd --system gpio
    systemctl --root="$1" mask {masked}
    systemctl --root="$1" disable mosquitto.service
    echo '127.0.0.1 localhost' > "$1"/etc/hosts
    rm "$1"/lib/systemd/system-generators/*
    mkdir "$IMAGE.view"
    unshare --mount sh -ec '
        mount --bind "$0" "$IMAGE.view"
        mke2fs -q -t ext4 -d "$IMAGE.view" "$IMAGE" {size}
    ' "$1"
"""


@functools.cache
def made() -> Path:
    """Make the disk, or take one that was made of the same files; raises CannotBuild."""
    if os.geteuid():
        raise CannotBuild("A disk with a whole system is made by root: sudo make vm.")
    need(PROGRAMS)
    release = re.search(r"^VERSION_CODENAME=(\w+)$", Path("/etc/os-release").read_text(), re.M)
    if release is None:
        raise CannotBuild("This system's /etc/os-release names no release: run it on Debian.")
    inputs = [sys.version, sys.base_prefix, *_versions(), Path(__file__).read_text()]

    def make(aside: Path) -> Path:
        print("Building a disk with systemd: a minute or more.", flush=True)
        return _make(aside, release[1])

    return cached("vm-disk", inputs, make)


def _versions() -> list[str]:
    """What apt would install into an empty system: a line for each package, with its version."""
    names = (*ESSENTIAL, *PACKAGES.split(","))
    empty = ("-o", "Dir::State::Status=/dev/null")
    said = run("apt-get", *empty, "--no-install-recommends", "--simulate", "install", *names)
    return [line for line in said.splitlines() if line.startswith("Inst ")]


def _make(aside: Path, release: str) -> Path:
    extra = aside / "extra"
    _copy_python(extra / "usr" / "local")
    hook = MAKE.format(masked=" ".join(MASKED), size=SIZE)
    folder = Path("/etc/apt")
    sources = [*folder.glob("sources.list"), *sorted(folder.glob("sources.list.d/*.*"))]
    run(
        *("mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES}"),
        *("--dpkgopt=force-unsafe-io", "--dpkgopt=path-exclude=/usr/share/*/man*"),
        *("--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/locale/*"),
        *("--format=null", f"--customize-hook={hook}", release, "-", *map(str, sources)),
        EXTRA=str(extra),
        IMAGE=str(aside / "disk"),
    )
    return aside / "disk"


def _copy_python(prefix: Path) -> None:
    """This Python with its library, below another prefix: services do not see ``/root``."""
    library = Path(sysconfig.get_path("stdlib"))
    program = Path(sys.executable).resolve()
    files = [program, *tree(library, LEFT_OUT)]
    for file in files[1:]:
        there = prefix / "lib" / library.name / file.relative_to(library)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, there)
    (prefix / "bin").mkdir()
    shutil.copy2(program, prefix / "bin" / "python3")
    for needed in linked_by(files):
        if not LIBC.match(needed.name):
            shutil.copy2(needed, prefix / "lib")
