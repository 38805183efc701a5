"""What tests ask systemd and its journal about the services of their machine."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

from tests.vm.booted.product import HOME
from tests.vm.booted.table import until

COMMAND: Final = str(HOME / ".venv" / "bin" / "rollerdeck")


def call(*command: str) -> str:
    """What a program says on both streams; it must end well."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}"
    return done.stdout


def shown(unit: str, name: str) -> str:
    return call("systemctl", "show", f"--property={name}", "--value", unit).strip()


def process(unit: str) -> int:
    return int(shown(unit, "MainPID"))


def until_restarted(unit: str, victim: int, restarts: int) -> None:
    """Wait until this process of a service is gone, and has a successor.

    ``restarts``: how often systemd had restarted the service before.
    """
    # to look for a process takes nothing; to ask systemd takes a process each time
    until(lambda: not Path(f"/proc/{victim}").exists(), "end of the process")
    until(lambda: int(shown(unit, "NRestarts")) > restarts, "restart")


def entries(unit: str, event: str) -> list[dict[str, Any]]:
    """What it has logged of one kind of event since the machine's start."""
    said = call("journalctl", "--boot", "--quiet", "--output=json", f"--unit={unit}")
    found: list[dict[str, Any]] = [json.loads(line) for line in said.splitlines()]
    return [one for one in found if one.get("ROLLERDECK_EVENT") == event]
