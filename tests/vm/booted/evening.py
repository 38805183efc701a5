"""One evening at the machine, from power on to the power cut: checks what the last one left.

What is known outside comes as an argument, and goes back as lines: nothing in here outlives the
cut but the disk.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from tests.vm.booted.ledger import CUT, TOLD, Ledger
from tests.vm.booted.table import Seen, Table
from tests.vm.guest.mechanism import UNLIMITED

ABOVE_ALL: Final = 40
"""Real-time priority above the mechanism's and the driver's: on one processor, all others wait."""
STARTING_S: Final = 4.0
WRITE_S: Final = 0.04
HIT_S: Final = 1.0
"""The power is cut at any moment in so long."""


def main(given: str, kind: str) -> None:
    """Come up, compare, play a little, and be cut off while that kind of thing goes on."""
    ledger = msgspec.json.decode(given, type=Ledger)
    ended, ledger.kind = ledger.kind, kind
    chance = random.Random(f"{ledger.seed} {ledger.nth}")
    ledger.nth += 1
    if kind == "starting":
        time.sleep(chance.uniform(0, STARTING_S))
        _count_stage(ledger, kind)
        # nobody has looked at what the cut before had left
        ledger.kind = ended
        _tell(msgspec.to_builtins(ledger))
        _cut()
    table = _same_as(ledger, ended)
    if kind == "end":
        table.whole_hit()
    table.until_armed()
    _remember(ledger, table)
    _tell(msgspec.to_builtins(ledger))
    if kind == "end":
        return
    _hold_all_others()
    quiet = table.truth()
    acknowledged = ledger.acknowledged
    if kind == "write":
        acknowledged = max(acknowledged, _speak(table, ledger.nth, chance.uniform(0, WRITE_S)))
    elif kind == "hit":
        table.press()
        time.sleep(chance.uniform(0, HIT_S))
    stage = _stage(kind, quiet, table.truth())
    pulled, left = table.pull_all(), table.left()
    # short: it has to fit what the line takes at once
    _tell({"acknowledged": acknowledged, "left": left, "pulled": pulled, "stage": stage})
    _cut()


def _same_as(ledger: Ledger, ended: str) -> Table:
    """The referee is there again: nothing is lost, nothing twice, and no motor has moved."""
    table = Table(ledger)
    table.until_it_serves()
    ledger.ready_s.append(float(Path("/proc/uptime").read_text().split()[0]))
    assert table.truth().motor_runs_ms == (), "the motor ran before anybody pressed"
    booked = False
    if not ended:
        # what was played before anybody kept a ledger
        _, ledger.left, ledger.doubted = table.booked()
    else:
        entries = table.entries()
        assert entries[-1].seq >= ledger.acknowledged, "an acknowledged command is missing"
        since = [e for e in entries if e.seq > ledger.quiet and e.kind == "command"]
        booked = bool(since)
        assert len(since) <= (ended in ("write", "hit")), since
        shown = table.shown()
        assert shown["game"] == ledger.game
        assert booked or shown["state"] == ledger.state
        _count_stage(ledger, f"{ledger.stage}, in the journal" if booked else ledger.stage)
    table.recover(pressed=ended == "hit" and not booked)
    return table


def _remember(ledger: Ledger, table: Table) -> None:
    """All is quiet: a press is awaited, and everything said was acknowledged."""
    shown = table.shown()
    ledger.game, ledger.state = shown["game"], shown["state"]
    ledger.quiet = ledger.acknowledged = table.entries()[-1].seq
    ledger.hits, ledger.cards, _ = table.booked()


def _stage(kind: str, quiet: Seen, truth: Seen) -> str:
    if kind != "hit":
        return kind
    if truth.motor_on:
        return f"card {truth.cards_left - quiet.cards_left + 1}"
    return "ding" if truth.motor_runs_ms == quiet.motor_runs_ms else "settle"


def _count_stage(ledger: Ledger, stage: str) -> None:
    ledger.stages[stage] = ledger.stages.get(stage, 0) + 1


def _speak(table: Table, mark: int, within_s: float) -> int:
    """Say a score that was never said before; its number, if it was acknowledged in time."""
    acknowledged = [0]

    def say() -> None:
        said = table.ask("/api/commands", {"do": "set", "scores": {"Ann": mark}})
        acknowledged.append(said["seq"])

    threading.Thread(target=say, daemon=True).start()
    time.sleep(within_s)
    return acknowledged[-1]


def _hold_all_others() -> None:
    """Whenever this thread does something, nobody else does."""
    UNLIMITED.write_text("-1")
    os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(ABOVE_ALL))


def _tell(members: object) -> None:
    print(TOLD + msgspec.json.encode(members).decode(), flush=True)


def _cut() -> NoReturn:
    """Let nothing go on until the power is cut, which is asked for."""
    _hold_all_others()
    print(CUT, flush=True)
    while True:
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])
