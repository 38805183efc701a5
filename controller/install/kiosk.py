"""The kiosk: the page on this machine's own screen, in a browser that shows nothing else."""

from __future__ import annotations

from pathlib import Path

from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.services import KIOSK

VIEWS = {"table": "", "tv": "#tv"}
"""What the kiosk can show, and how that is called in the page's address."""

UNIT = f"etc/systemd/system/{KIOSK}.service"
"""Below a machine's root."""

_PROGRAMS = {
    "cage": ("usr/bin/cage",),
    "chromium": ("usr/bin/chromium",),
    "seatd": ("usr/sbin/seatd", "usr/bin/seatd"),
    # Debian 12's cage does not start without it, and does not depend on it
    "xwayland": ("usr/bin/Xwayland",),
}
"""The packages that it needs, and where the program of each is."""

_USUAL = "http://localhost:8080/"


def shown(unit: str, port: int, view: str) -> str:
    """The text of the unit that shows ``view`` of the page at ``port``."""
    return unit.replace(_USUAL, f"http://localhost:{port}/{VIEWS[view]}")


def installed_view(root: Path) -> str | None:
    """What the kiosk shows that is installed; None: there is none."""
    try:
        unit = (root / UNIT).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    return next((view for view, at in VIEWS.items() if at and f"/{at}\n" in unit), "table")


def refuse_without_programs(root: Path) -> None:
    """Raise ``Trouble`` (exit code 2) with the packages that the kiosk lacks."""
    lacks = [
        package
        for package, places in _PROGRAMS.items()
        if not any((root / place).exists() for place in places)
    ]
    if lacks:
        raise Trouble(
            f"The kiosk needs programs that are not installed: run `sudo apt install "
            f"--no-install-recommends {' '.join(lacks)}`, and then this command again.",
            WRONG_USAGE,
        )
