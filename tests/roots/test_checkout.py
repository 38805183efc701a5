"""A checkout on a clean trixie, for whose Python there is no wheel of lgpio."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.roots import releases
from tests.roots.clean import NO_WHEEL_OF_LGPIO, PACKAGES, made

pytestmark = pytest.mark.in_roots

DOCUMENT = releases.ROOT / "systemd/README.md"
COMMANDS = re.compile(r"To install them from a checkout .*?```\n(.*?)```", re.DOTALL)
HOME = "opt/rollerdeck"


def test_the_documents_commands_leave_a_launcher_whose_pins_can_be_driven() -> None:
    found = COMMANDS.search(DOCUMENT.read_text())
    assert found is not None
    commands = found[1].splitlines()
    assert commands[0] == "apt install python3-lgpio", "the root has a substitute for it"
    with made(NO_WHEEL_OF_LGPIO, f"{PACKAGES},python3-venv,make") as root:
        releases.copy(root.path / "opt").rename(root.path / HOME)
        script = "\n".join(["set -e", f"cd /{HOME}", *commands[1:]])
        said = root.run("sh", "-c", script)
        assert "rollerdeck-driver.service" in said, said
        python = f"/{HOME}/.venv/bin/python"
        imports = "import gpiod, gpiozero, lgpio; print(lgpio.__file__)"
        assert "dist-packages" in root.run(python, "-c", imports)
        link = root.path / "usr/local/bin/rollerdeck"
        assert str(link.readlink()) == f"/{HOME}/.venv/bin/rollerdeck"
        # without the package of the system, .venv keeps to itself
        lgpio = root.path / "usr/lib/python3/dist-packages/lgpio.py"
        lgpio.unlink()
        shutil.rmtree(root.path / HOME / ".venv")
        root.run("sh", "-c", f"cd /{HOME} && make .venv/bin/python")
        settings = (root.path / HOME / ".venv/pyvenv.cfg").read_text()
        assert "include-system-site-packages = false" in settings
