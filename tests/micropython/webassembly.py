"""MicroPython for WebAssembly, in Node: words of 32 bits and small integers of 31, as on a Pico.

``python -m tests.micropython.webassembly`` fetches it by package name, of the version that the
other tests run; what arrives must have the digest pinned here.
"""

from __future__ import annotations

import io
import subprocess
import tarfile

from hatch_build import fetch
from tests.micropython.process import FOLDER, PATIENCE_S, ROOT
from tests.need import need_file, need_program

PACKAGE = "@micropython/micropython-webassembly-pyscript@1.28.0-6"
SHA512 = "eRJw+jOhFPoEClHRI8RmzIBjORpOhVdDFcdrNYHUc0U+EwchuD5cYIfmgvj3RWim7vBnjBK8mYxMBBVduOo8Lw=="
BUILD = ROOT / "build" / "webassembly"
FILES = ("micropython.mjs", "micropython.wasm")
HEAP_BYTES = 192 * 1024
"""What a Pico's program has; MicroPython would take more, but not of memory in one piece."""


def run(module: str, *words: str) -> str:
    """Call ``main(words)`` of a module of this folder there; returns what it printed."""
    node = need_program("node", "install the package `nodejs` of your system.")
    build = need_file(BUILD / FILES[0], "run `make webassembly`.")
    script = str(FOLDER / "webassembly.mjs")
    done = subprocess.run(
        [node, script, str(build), str(HEAP_BYTES), str(ROOT), module, *words],
        capture_output=True,
        text=True,
        timeout=6 * PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]
    return done.stdout


def main() -> None:
    """Fetch it, once."""
    BUILD.mkdir(parents=True, exist_ok=True)
    if all((BUILD / name).exists() for name in FILES):
        return
    with tarfile.open(fileobj=io.BytesIO(fetch(PACKAGE, SHA512))) as archive:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            if member is None:
                raise SystemExit(f"{PACKAGE} holds no {name}.")
            (BUILD / name).write_bytes(member.read())


if __name__ == "__main__":
    main()
