"""``rollerdeck bench``: tests, measures and calibrates a launcher, part by part."""

from __future__ import annotations

import secrets
from pathlib import Path
from random import Random

import click

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.findings import Finding, failed, lines
from controller.cli.bench import scale_command
from controller.cli.options.at_launcher import Reached, at_a_launcher
from controller.cli.options.click_parts import GroupOfCommands, WholeNumber
from controller.cli.options.launcher_commands import profile_named, profile_option
from controller.workshop.bench import calibration, checks, counting, power, sensing
from controller.workshop.bench.guide import Guide, Work
from controller.workshop.bench.instrument import Instrument
from controller.workshop.bench.report import report
from hardware.bench.recording import RecordingTrouble, read_run
from hardware.bench.replayed_run import Replayed, recorded, replay
from hardware.calibration import CalibrationTrouble
from hardware.draws import HitDraws
from hardware.profile_figures import RUNS, p_value
from hardware.profiles import ProfileName

HELP = """Test, measure and calibrate a launcher, part by part.

These commands need a real launcher, or a simulated one (`rollerdeck simulator`). The referee can
keep running if no game is in progress. If you press Ctrl-C, the command switches the motor off and
saves nothing but the recording (--record). docs/bring-up.md says in which order you test a new
launcher. Exit code 1: something does not work. Exit code 130: you pressed Ctrl-C.
"""
PROBABLE = 0.01
"""Results that are less probable than this do not fit the profile."""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Hold the subcommands."""


def _report(findings: list[Finding]) -> None:
    for line in lines(findings):
        click.echo(line)
    if failed(findings):
        raise SystemExit(NOT_SO)


def _check(name: str, what: str, work: Work[list[Finding]]) -> None:
    @command.command(name, help=what)
    @at_a_launcher
    def check(at: Reached) -> None:
        _report(at.do(work))


_check(
    "motor",
    "Test the motor: turn the roller forward and back. Take all cards out of the hopper first.",
    checks.check_motor,
)
_check(
    "sensor",
    "Test the card sensor without a card and with a card, and compare its signals with the limits.",
    sensing.check_sensor,
)
_check("button", "Test the launcher's button: you press it ten times.", checks.check_button)
_check("ding", "Test the buzzer and the lamp.", checks.check_ding)


@command.command("eject")
@click.argument("cards", type=WholeNumber(1, 12))
@at_a_launcher
def eject(at: Reached, cards: int) -> None:
    """Eject as many cards as CARDS says (1 to 12)."""

    async def work(bench: Instrument, guide: Guide) -> list[Finding]:
        return await checks.check_eject(bench, guide, cards)

    _report(at.do(work))


@command.command("calibrate")
@click.option(
    "--decks",
    type=WholeNumber(calibration.LEAST_DECKS, 10),
    default=calibration.DECKS,
    show_default=True,
    help=f"How many times the launcher ejects all {calibration.DECK} cards.",
)
@click.option(
    "--calibration",
    "target",
    type=click.Path(path_type=Path),
    help="File for the new calibration. [the file that the driver of this launcher reads]",
)
@click.option("--yes", is_flag=True, help="Save the new calibration without asking you.")
@at_a_launcher
def calibrate(at: Reached, decks: int, target: Path | None, yes: bool) -> None:
    """Measure this launcher, step by step, and save the result as its calibration.

    The command shows the new calibration beside the present one, and asks you whether to save it.
    The driver reads the calibration when it starts. To copy the calibration to a Pico, run
    `rollerdeck firmware install`. If the driver runs as a service, run this command with sudo. The
    calibration of a simulated launcher is saved only if you name a file with --calibration.
    """
    stored = _stored(at)

    async def work(bench: Instrument, guide: Guide) -> None:
        await calibration.calibrate_in_stages(bench, guide, target, stored, decks, not yes)

    try:
        at.do(work)
    except CalibrationTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None


def _stored(at: Reached) -> calibration.StoredCalibration:
    if at.on_pico:
        return calibration.of_pico(at.pico_calibration, at.config.pico)
    return calibration.of_driver(at.address, at.config.pins)


@command.command("duty")
@at_a_launcher
def duty(at: Reached) -> None:
    """Find the lowest power with which the launcher's motor still feeds cards.

    The command begins with the power that the configuration allows, and lowers the power in steps.
    At the end, the command says which value of the setting duty_pct is enough. The command does not
    change the setting.
    """
    stored = _stored(at)
    tried = at.do(power.try_duties)
    for line in power.lines(tried):
        click.echo(line)
    click.echo(power.conclusion(tried, stored, at.config_file, "pico" if at.on_pico else "pins"))
    if tried.lowest_pct is None:
        raise SystemExit(NOT_SO)


@command.command("accuracy")
@click.argument("hits", type=WholeNumber(1, 10_000))
@click.option("--seed", type=int, help="The same seed gives the same numbers of cards.")
@at_a_launcher
def accuracy(at: Reached, hits: int, seed: int | None) -> None:
    """Compare the launcher's counts with cards that you count by hand.

    The launcher ejects a random number of cards, as many times as HITS says. You count the cards
    each time.
    """
    random = Random(_seed(seed))  # noqa: S311 -- it mixes numbers that somebody counts

    async def work(bench: Instrument, guide: Guide) -> list[counting.Counted]:
        return await counting.count_by_hand(bench, guide, hits, random)

    counted = at.do(work, as_in_games=True)
    for line in counting.summary(counted):
        click.echo(line)
    if not all(hit.honest for hit in counted):
        raise SystemExit(NOT_SO)


@command.command("profile")
@click.argument("presses", type=WholeNumber(20, 10_000), default=100)
@profile_option(
    "Hit profile to test: how likely a press of the button is to give 0, 1, 2 or more cards."
)
@click.option("--seed", type=int, help="The same seed gives the same numbers of cards.")
@at_a_launcher
def profile(at: Reached, presses: int, name: ProfileName | None, seed: int | None) -> None:
    """Test a hit profile: count how often a press of the button gives no card, one card, and so on.

    The launcher gives the cards of as many hits as PRESSES says (default: 100). Nobody has to press
    its button.
    """
    seed = _seed(seed)
    name, chosen = profile_named(name, at.config, at.file)

    async def work(bench: Instrument, guide: Guide) -> tuple[list[int], list[int]]:
        def draws(hit: int) -> HitDraws:
            return HitDraws(str(seed).encode(), hit)

        return await counting.play_profile(bench, guide, chosen, presses, draws)

    asked, ejected = at.do(work)
    for line in counting.histogram(chosen, ejected):
        click.echo(line)
    click.echo(f"Comparing with {RUNS} simulated runs ...")
    chance = p_value(chosen, ejected, Random(seed))  # noqa: S311 -- simulated runs
    same = sum(wanted == got for wanted, got in zip(asked, ejected, strict=True))
    click.echo(f"{same} of {presses} presses gave exactly the number of cards that was drawn.")
    verdict = "fits" if chance >= PROBABLE else "does not fit"
    click.echo(
        f"The result {verdict} the profile {name}: p = {chance:.3f}, the probability of a result "
        "at least this unusual."
    )
    if chance < PROBABLE:
        raise SystemExit(NOT_SO)


command.add_command(scale_command.command)


@command.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
def replay_command(file: Path) -> None:
    """Count a recording's cards again, with this version of rollerdeck, and compare the counts.

    FILE is a recording that another bench command made with --record.
    """
    try:
        run = read_run(file)
    except RecordingTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    then, now = recorded(run), replay(run)
    for number, (old, new) in enumerate(zip(then, now, strict=False), 1):
        same = "" if old == new else f"; recorded: {_outcome(old)}"
        click.echo(f"{number}: {_outcome(new)}{same}")
    differ = sum(old != new for old, new in zip(then, now, strict=False))
    click.echo(f"{len(now)} ejections, {differ} different from the recording.")
    if len(then) < run.begins:
        click.echo("The recording ends before its last ejection was finished.")
    if differ or len(now) < len(then):
        raise SystemExit(NOT_SO)


def _outcome(replayed: Replayed) -> str:
    perhaps = f", perhaps {replayed.uncertain} more" if replayed.uncertain else ""
    sticking = ", one sticking" if replayed.sticking else ""
    fault = f", {replayed.fault}" if replayed.fault else ""
    return f"{replayed.delivered} of {replayed.requested}{perhaps}{sticking}{fault}"


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


@command.command("report")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="File for the web page. [the name of the recording, with the ending .html]",
)
def report_command(file: Path, out: Path | None) -> None:
    """Make a web page with the figures and charts of a recording.

    FILE is a recording that another bench command made with --record. The page is one file without
    links or scripts. You can open the page in a browser, or send the page to somebody who helps
    you.
    """
    try:
        page = report(read_run(file))
        out = out or file.with_suffix(".html")
        out.write_text(page, encoding="utf-8")
    except RecordingTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    except OSError as error:
        raise Trouble(
            f"{out}: cannot be written ({error.strerror}); name another file after --out.",
            WRONG_USAGE,
        ) from None
    click.echo(f"Written: {out}")
