"""What ``rollerdeck selftest`` does: asks, tests, prints the verdicts, and writes the file."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from controller.base import services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, NOT_SO, STOPPED, WRONG_USAGE, Trouble
from controller.base.findings import Finding, failed, lines
from controller.words import explain
from controller.workshop.doctor.machine import Machine, ThisMachine
from controller.workshop.install.unit_files import source
from controller.workshop.selftest import interruptions
from controller.workshop.selftest.figures import PULLS, Figures
from controller.workshop.selftest.interruptions import Ending
from controller.workshop.selftest.load import NEEDED_BYTES
from controller.workshop.selftest.record import (
    RecordTrouble,
    check_place,
    page,
    page_of,
    read_record,
    record_of,
    write_record,
)
from controller.workshop.selftest.run import (
    Effort,
    Means,
    Shown,
    after_restart,
    look,
    read_surroundings,
    run_loopback,
)
from controller.workshop.selftest.verdicts import judge, judge_wiring, pin
from hardware.gpio.loopback import Jumpers, jumpers_for
from hardware.gpio.pins import PinTrouble
from hardware.launcher import LauncherGone

LIKE_CTRL_C: Final = (signal.SIGTERM, signal.SIGHUP)
"""A request to end, and the end of the terminal."""


def carry_out(
    loopback: bool, serial: str | None, earlier: Path | None, out: Path, file: Path | None
) -> None:
    """Do the one of the three that was asked for. Raises Trouble."""
    # the pins are made low, and all other processes are ended, before this one ends
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in LIKE_CTRL_C:
        # asyncio, while it runs, handles Ctrl-C in a way of its own, and lets nothing go lost
        signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))
    machine = ThisMachine()
    config = load(services.config_file(file))
    try:
        check_place(earlier or out)
        if earlier is not None:
            figures = read_record(earlier).figures
            if not figures.motors:
                raise Trouble(f"{earlier} is no test with --loopback; name another.", WRONG_USAGE)
            figures = after_restart(machine, config.pins, figures)
            _finish(earlier, figures, _judged(figures, config))
        elif serial:
            figures = try_pico(machine, serial)
            _finish(out, figures, judge(figures))
        else:
            _finish(out, *try_pins(Means(machine), config, Effort(), out))
    except (KeyboardInterrupt, click.Abort):
        raise Trouble("Stopped; nothing was written.", STOPPED) from None
    except PinTrouble as trouble:
        raise Trouble(str(trouble), NO_HARDWARE) from None
    except RecordTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    except LauncherGone as gone:
        raise Trouble(explain(gone.reason), NO_HARDWARE) from None


def try_pins(
    means: Means, config: Config, effort: Effort, out: Path
) -> tuple[Figures, list[Finding]]:
    """Ask for the jumpers, and do the whole test. Raises Trouble, PinTrouble."""
    _refuse_without_space(means.machine, out)
    jumpers = jumpers_for(config.pins)
    chip, figures = look(means.machine, config.pins, jumpers)
    _explain(jumpers)
    if not click.confirm("Is the motor's supply switched off, and no motor driver connected?"):
        raise Trouble("Switch the motor's supply off first; nothing was tested.", WRONG_USAGE)
    ending = Ending(chip, jumpers, config.pins, source() / "motor-off")
    shown = Shown(lambda step: click.echo(f"{step} ..."), _progress)
    return run_loopback(means, ending, figures, effort, out.absolute().parent, shown)


def _explain(jumpers: Jumpers) -> None:
    click.echo("Join these pins, each pair with a jumper and a resistor of 1 kΩ:")
    click.echo(f"  {pin(jumpers.motor)} and {pin(jumpers.card_sensor)}")
    click.echo(f"  {pin(jumpers.press)} and {pin(jumpers.button)}")
    click.echo(f"Leave {pin(jumpers.away)} and the motor driver's other pins free.")
    click.echo("The test takes a few minutes. Ctrl-C stops it.")


def _progress(done: int, of: int) -> None:
    if done % max(1, of // 10) == 0 or done == of:
        click.echo(f"  {done} of {of}")


def _judged(figures: Figures, config: Config) -> list[Finding]:
    wired = []
    if figures.wiring is not None:
        wired = list(judge_wiring(figures.wiring, jumpers_for(config.pins)))
    return [*wired, *judge(figures)]


def _refuse_without_space(machine: Machine, out: Path) -> None:
    free = machine.free_bytes(out.absolute())
    if free is None:
        raise Trouble(
            f"{out}: this user may not write there; name another file after --out.", WRONG_USAGE
        )
    if free < NEEDED_BYTES:
        raise Trouble(
            f"The test writes to the card, and needs {NEEDED_BYTES >> 20} MiB of free space; there "
            f"are {free >> 20} MiB: delete files, or name a file elsewhere after --out.",
            WRONG_USAGE,
        )


def is_terminal() -> bool:
    """Whether somebody may sit there and read."""
    return sys.stdin.isatty()


def somebody_can_pull() -> bool:
    """Whether a person says that they can pull a plug; without a terminal there is nobody."""
    if not is_terminal():
        click.echo("This is no terminal, so the test asks nobody to pull the Pico's plug.")
        return False
    return click.confirm("Can you pull the Pico's plug when the test asks you to?")


def try_pico(machine: Machine, serial: str) -> Figures:
    """Ask a Pico for its figures, and a person to pull its plug. Raises Trouble, LauncherGone."""
    load = asyncio.run(interruptions.ask_pico(serial))
    if load is None:
        raise Trouble(
            "The Pico's program does not say how busy it is: run `rollerdeck firmware install`.",
            NO_HARDWARE,
        )
    figures = Figures(read_surroundings(machine), pico=load)
    if not somebody_can_pull():
        return figures
    return replace(
        figures, pulled=asyncio.run(interruptions.watch_pulls(serial, PULLS, click.echo))
    )


def _finish(out: Path, figures: Figures, findings: list[Finding]) -> None:
    for line in lines(findings):
        click.echo(line)
    record = record_of(figures, findings)
    write_record(out, record, page(record))
    click.echo(f"Written: {out} and {page_of(out)}. docs/tested-on.md says what to do with them.")
    if failed(findings):
        raise SystemExit(NOT_SO)
