"""The board's device tree, as its firmware would hand it to the kernel, for what QEMU has."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.board.models import Model
from tests.vm.building import run

CARD: Final = "/soc/mmc@7e300000"
"""The controller at which the card is. As QEMU emulates the usual one, the kernel waits for its
interrupts in vain; this one has Wi-Fi otherwise, which QEMU has not."""
SERIAL: Final = "/soc/serial@7e201000"


def wire(tree: Path, model: Model) -> None:
    """Make a file name what the firmware names, and the controller that works."""

    def put(node: str, name: str, *value: str, kind: str = "x") -> None:
        run("fdtput", "-p", "-t", kind, str(tree), node, name, *value)

    put("/system", "linux,revision", model.revision)
    pins = run("fdtget", "-t", "x", str(tree), "/soc/gpio@7e200000/emmc-gpio48", "phandle")
    put(CARD, "pinctrl-0", pins.strip())
    for name in ("non-removable", "mmc-pwrseq"):
        run("fdtput", "-d", str(tree), CARD, name)
    run("fdtput", "-r", str(tree), f"{CARD}/wifi@1")
    put(CARD, "status", "okay", kind="s")
    # else the serial line is Bluetooth's, which QEMU has not, and nobody else's
    run("fdtput", "-r", str(tree), f"{SERIAL}/bluetooth")
    nodes = [f"/soc/{node}" for node in run("fdtget", "-l", str(tree), "/soc").split()]
    lacking = [one for one in nodes if one.partition("@")[2].startswith(model.without_at)]
    for node in (*model.without, *lacking):
        put(node, "status", "disabled", kind="s")
