"""``rollerdeck bench``: a launcher checked, measured and calibrated, part by part."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import click

from controller.base import paths, services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, NOT_SO, WRONG_USAGE, Trouble
from controller.base.findings import Finding, failed, lines
from controller.bench import calibrating, checks, counting, staged
from controller.bench.guide import Guide
from controller.bench.instrument import BenchTrouble, Instrument
from controller.bench.report import report
from controller.bench.session import Stopped, T, Work, session
from controller.cli.options.launcher_commands import (
    path_option,
    reach,
    serial_line,
    serial_option,
    stop_signals,
    typed_lines,
)
from controller.cli.options.profile_option import profile_named, profile_option
from firmware_bridge.client import RemoteLauncher
from hardware.bench.recording import RecordingTrouble, read_run
from hardware.bench.replay import Outcome, recorded, replay
from hardware.bench.shares import p_value
from hardware.calibration import CalibrationTrouble
from hardware.draws import HitDraws
from hardware.launcher import LauncherGone
from hardware.profiles import ProfileName

HELP = """Check, measure and calibrate a launcher, part by part.

It needs a launcher: a real one, or one that `rollerdeck simulator` runs. A referee that has no game
on gives it up meanwhile. Ctrl-C switches the motor off and changes nothing. The order for a new
launcher is in docs/bring-up.md. Exit code 1: something is not as it should be.
"""
PROBABLE = 0.01
"""What chance alone does less often than this is said not to fit."""


@click.group(help=HELP)
def command() -> None:
    """Hold the subcommands."""


def _options(function: Callable[..., None]) -> Callable[..., None]:
    """What all of them that need a launcher take."""
    for option in (
        click.option(
            "--record", type=click.Path(path_type=Path), help="Keep every edge of it in this file."
        ),
        path_option("--socket", "path", paths.socket_path(), "Where the launcher listens."),
        serial_option,
        path_option("--config", "file", paths.config_path(), "File with the configuration."),
    ):
        function = option(function)
    return function


def _load(file: Path | None) -> Config:
    """The configuration that was named, else the one of the launcher that is reached here."""
    return load(services.config_file(file))


def _socket(config: Config) -> Path:
    return services.launcher_socket(config.socket)


def _at(
    config: Config, path: Path | None, serial: str | None, record: Path | None, work: Work[T]
) -> T:
    """Do it at the launcher; every way in which that fails is a sentence and an exit code."""
    line, at = serial_line(serial, path, False, config.launcher), path or _socket(config)

    def take(caller: str) -> Awaitable[RemoteLauncher]:
        return reach(line, at, caller, config.pico, instead=True)

    async def run() -> T:
        async with stop_signals() as told:
            return await session(take, at, work, typed_lines(), click.echo, told, record)

    try:
        return asyncio.run(run())
    except Stopped:
        raise Trouble("Stopped: the motor is off, and nothing was changed.", NOT_SO) from None
    except BenchTrouble as trouble:
        raise Trouble(str(trouble), NOT_SO) from None
    except RecordingTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    except LauncherGone as gone:
        raise Trouble(str(gone), NO_HARDWARE) from None


def _report(findings: list[Finding]) -> None:
    for line in lines(findings):
        click.echo(line)
    if failed(findings):
        raise SystemExit(NOT_SO)


def _check(name: str, what: str, work: Work[list[Finding]]) -> None:
    @command.command(name, help=what)
    @_options
    def check(
        file: Path | None, path: Path | None, serial: str | None, record: Path | None
    ) -> None:
        _report(_at(_load(file), path, serial, record, work))


_check("motor", "Turn the roller forward and back, with an empty hopper.", checks.check_motor)
_check("sensor", "Watch the card sensor at rest, then shaded.", checks.check_sensor)
_check("button", "Have the button pressed ten times.", checks.check_button)
_check("ding", "Sound the ding, light the lamp.", checks.check_ding)


@command.command("eject")
@click.argument("cards", type=click.IntRange(1, 12))
@_options
def eject(
    cards: int, file: Path | None, path: Path | None, serial: str | None, record: Path | None
) -> None:
    """Give so many CARDS (1 to 12) at once."""

    async def work(bench: Instrument, guide: Guide) -> list[Finding]:
        return await checks.check_eject(bench, guide, cards)

    _report(_at(_load(file), path, serial, record, work))


@command.command("calibrate")
@click.option(
    "--decks",
    type=click.IntRange(1, 10),
    default=calibrating.DECKS,
    show_default=True,
    help=f"How often {calibrating.DECK} cards go through it.",
)
@click.option(
    "--calibration",
    "target",
    type=click.Path(path_type=Path),
    help="File to save it in. [where this launcher's driver reads it]",
)
@click.option("--yes", is_flag=True, help="Save it without asking.")
@_options
def calibrate(
    decks: int,
    target: Path | None,
    yes: bool,
    file: Path | None,
    path: Path | None,
    serial: str | None,
    record: Path | None,
) -> None:
    """Measure this launcher, step by step, and save the result as its calibration.

    The result is shown beside the calibration in use, and saved when you agree. A driver reads it
    when it starts; a Pico gets it with `rollerdeck firmware install`. The calibration of the
    installed service can be saved by root only: use sudo. A simulated launcher's is saved only in
    a file that --calibration names.
    """
    config = _load(file)
    if serial_line(serial, path, False, config.launcher):
        kept = staged.of_pico(config.pico)
    else:
        kept = staged.of_driver(path or _socket(config), config.pins)

    async def work(bench: Instrument, guide: Guide) -> None:
        await staged.calibrate_in_stages(bench, guide, target, kept, decks, not yes)

    try:
        _at(config, path, serial, record, work)
    except CalibrationTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None


@command.command("accuracy")
@click.argument("hits", type=click.IntRange(1, 10_000))
@click.option("--seed", type=int, help="The same seed asks for the same numbers.")
@_options
def accuracy(
    hits: int,
    seed: int | None,
    file: Path | None,
    path: Path | None,
    serial: str | None,
    record: Path | None,
) -> None:
    """Give 1 to 12 cards HITS times, and set a hand count beside what was reported."""
    random = Random(_seed(seed))  # noqa: S311 -- it mixes numbers that somebody counts

    async def work(bench: Instrument, guide: Guide) -> list[counting.Counted]:
        return await counting.count_by_hand(bench, guide, hits, random)

    counted = _at(_load(file), path, serial, record, work)
    for line in counting.summary(counted):
        click.echo(line)
    if not all(one.honest for one in counted):
        raise SystemExit(NOT_SO)


@command.command("profile")
@click.argument("presses", type=click.IntRange(20, 10_000), default=100)
@profile_option("Which one.")
@click.option("--seed", type=int, help="The same seed gives the same hits.")
@_options
def profile(
    presses: int,
    name: ProfileName | None,
    seed: int | None,
    file: Path | None,
    path: Path | None,
    serial: str | None,
    record: Path | None,
) -> None:
    """Give what a hit profile draws for so many PRESSES, and test what came against its odds."""
    config, seed = _load(file), _seed(seed)
    name, chosen = profile_named(name, config, file)

    async def work(bench: Instrument, guide: Guide) -> tuple[list[int], list[int]]:
        def draws(hit: int) -> HitDraws:
            return HitDraws(str(seed).encode(), hit)

        return await counting.play_profile(bench, guide, chosen, presses, draws)

    asked, came = _at(config, path, serial, record, work)
    for line in counting.histogram(chosen, came):
        click.echo(line)
    click.echo("Made-up runs to compare it with ...")
    chance = p_value(chosen, came, Random(seed))  # noqa: S311 -- made-up runs
    same = sum(one == other for one, other in zip(asked, came, strict=True))
    click.echo(f"{same} of {presses} presses gave exactly what was drawn.")
    verdict = "fits" if chance >= PROBABLE else "does not fit"
    click.echo(
        f"What came {verdict} the profile {name}: p = {chance:.3f}, the chance that it gives "
        "something as odd or odder."
    )
    if chance < PROBABLE:
        raise SystemExit(NOT_SO)


@command.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
def replay_command(file: Path) -> None:
    """Run a recorded FILE through the eject loop, and say what it makes of it now."""
    try:
        run = read_run(file)
    except RecordingTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    then, now = recorded(run), replay(run)
    for nth, (old, new) in enumerate(zip(then, now, strict=False), 1):
        same = "" if old == new else f"; then: {_outcome(old)}"
        click.echo(f"{nth}: {_outcome(new)}{same}")
    differ = sum(old != new for old, new in zip(then, now, strict=False))
    click.echo(f"{len(now)} ejections, {differ} other than recorded.")
    if len(then) < run.begins:
        click.echo("The recording ends before its last ejection did.")
    if differ or len(now) < len(then):
        raise SystemExit(NOT_SO)


def _outcome(one: Outcome) -> str:
    perhaps = f", perhaps {one.uncertain} more" if one.uncertain else ""
    sticking = ", one sticking" if one.sticking else ""
    fault = f", {one.fault}" if one.fault else ""
    return f"{one.delivered} of {one.requested}{perhaps}{sticking}{fault}"


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


@command.command("report")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write it. [FILE with .html at its end]"
)
def report_command(file: Path, out: Path | None) -> None:
    """Make a page with figures and pictures of a recorded run: FILE, made with --record.

    One file without links or scripts; open it in a browser, or send it to who helps.
    """
    out = out or file.with_suffix(".html")
    try:
        page = report(read_run(file))
        out.write_text(page, encoding="utf-8")
    except RecordingTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    except OSError as error:
        raise Trouble(
            f"{out}: cannot be written ({error.strerror}); name another file after --out.",
            WRONG_USAGE,
        ) from None
    click.echo(f"Written: {out}")
