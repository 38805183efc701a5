"""The power is cut again and again; after each cut the books are compared."""

from __future__ import annotations

import random
import shlex
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from tests.vm.booted.ledger import TOLD, Ledger
from tests.vm.booted.machine import Booted, Hung
from tests.vm.booted.product import HOME
from tests.vm.building import PATH

EVENING_S: Final = 3600.0
"""One that takes longer hangs; it is a minute or less on an idle machine."""
HIT: Final = "hit"
OTHERS: Final = ("starting", "write", "armed")
"""What goes on when the power is cut."""


class Failed(Exception):
    """An evening found something wrong; the message is all that it said."""


def few(seed: int) -> list[str]:
    """In a hit, and in one of the others, which the seed decides."""
    return [HIT, random.Random(seed).choice(OTHERS)]


def many(cuts: int) -> list[str]:
    """So many; most of them in a hit."""
    proportion = [HIT, *OTHERS, HIT, HIT, HIT]
    return [proportion[nth % len(proportion)] for nth in range(cuts)]


def cut_power(
    machine: Booted, seed: int, kinds: Sequence[str], said: Callable[[str], None]
) -> Ledger:
    """Cut it in each of these, on a machine with the services installed; raises Failed."""
    ledger = Ledger(seed)
    order = random.Random(seed).sample(kinds, len(kinds))
    for nth, kind in enumerate(order, 1):
        ledger = _evening(machine, ledger, kind)
        said(f"{nth} of {len(order)} power cuts: {kind}, {ledger.hits} hits in the journal")
    ledger = _evening(machine, ledger, "end")
    # the machine has switched itself off: its disk is as one that was never cut
    checked = subprocess.run(
        ["e2fsck", "-f", "-n", machine.disk], capture_output=True, text=True, env={"PATH": PATH}
    )
    if checked.returncode:
        raise Failed(checked.stdout)
    return ledger


def _evening(machine: Booted, ledger: Ledger, kind: str) -> Ledger:
    lines: list[str] = []
    known = msgspec.to_builtins(ledger)
    python = HOME / ".venv" / "bin" / "python"
    command = f"{python} -m tests.vm.booted.evening " + shlex.join(
        [msgspec.json.encode(ledger).decode(), kind]
    )
    try:
        ended = machine.run(command, EVENING_S, lines.append)
    except Hung as hung:
        raise Failed("\n".join([*lines, str(hung)])) from None
    told = [line.removeprefix(TOLD) for line in lines if line.startswith(TOLD)]
    if ended != (0 if kind == "end" else None):
        raise Failed("\n".join(lines))
    for each in told:
        known |= msgspec.json.decode(each)
    return msgspec.convert(known, Ledger)


def report(ledger: Ledger) -> str:
    """All of it in words."""
    rows = [f"  {count:4d}  {stage}" for stage, count in sorted(ledger.stages.items())]
    ready_s = sorted(ledger.ready_s)
    return "\n".join(
        [
            f"power cuts: {sum(ledger.stages.values())}, seed {ledger.seed}, at these stages:",
            *rows,
            f"from the kernel's start to ready: p50 {ready_s[len(ready_s) // 2]:.1f} s, "
            f"at most {ready_s[-1]:.1f} s; no motor ran before a press",
            f"hits in the journal: {ledger.hits}, cards: {ledger.cards}, none twice; counted by "
            f"the table after a cut: {ledger.confirmed}, seen as one with another: {ledger.unseen}",
        ]
    )
