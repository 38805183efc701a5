"""``rollerdeck simulate``: bots play whole games."""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import click
import msgspec

from controller.base.config import load
from controller.base.errors import NOT_SO, STOPPED, WRONG_USAGE, Trouble
from controller.base.paths import config_path
from controller.cli.options.click_parts import WholeNumber, path_option
from controller.cli.options.launcher_commands import profile_named, profile_option
from controller.cli.options.outputs import refuse_unwritable_picture, write_picture
from controller.study.simulation import STOPS, Plan, Tally, play_all
from controller.study.simulation_report import drawing, report, table
from controller.words import say
from hardware.profiles import ProfileName
from rules import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Refusal, read_setup
from rules.bots import Broken
from rules.read_setup import SCORINGS
from rules.setup import DEFAULT_TARGET

MOST_GAMES = 10_000_000

HELP = """Let bots (players that are programs) play whole games, and report statistics.

The decks are simulated. After every move of a bot, the command checks that no card is lost and that
the referee counts the cards correctly. The same seed gives the same result with any number of
processes. If you press Ctrl-C, the command prints no report, and ends with exit code 130.
"""


@click.command(help=HELP)
@click.option(
    "-e",
    "--edition",
    default="attack",
    metavar="NAME",
    help=f"Edition of the game: {', '.join(EDITIONS)}. [attack]",
)
@click.option(
    "-n",
    "--players",
    type=WholeNumber(MIN_PLAYERS, MAX_PLAYERS),
    default=4,
    help="Number of players. [4]",
)
@click.option(
    "-g",
    "--games",
    type=WholeNumber(1, MOST_GAMES),
    default=1000,
    help="Number of games. [1000]",
)
@click.option("-s", "--seed", type=int, help="The same seed gives the same games.")
@profile_option("Hit profile: how likely a press of the button is to give 0, 1, 2 or more cards.")
@click.option(
    "--scoring",
    type=click.Choice(SCORINGS),
    default="winner",
    help="Who wins the game: the first player whose points reach the target (winner), the player "
    "with the fewest points (lowest), or the last player below the target (challenge). [winner]",
)
@click.option(
    "--target",
    type=int,
    default=DEFAULT_TARGET,
    help="Number of points at which the game ends. [500]",
)
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="House option (a rule that players can choose), such as last_card_hits=true. Repeat -o "
    "for each further option.",
)
@click.option(
    "-j",
    "--processes",
    type=WholeNumber(1, 256),
    help="Number of processes. [one for each processor]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also draw charts of the report into this SVG file.",
)
@path_option("--config", "file", config_path(), "Configuration file.")
def command(
    edition: str,
    players: int,
    games: int,
    seed: int | None,
    name: ProfileName | None,
    scoring: str,
    target: int,
    options: Sequence[str],
    processes: int | None,
    as_json: bool,
    plot: Path | None,
    file: Path | None,
) -> None:
    """Play the games and print the report."""
    game = _game(edition, players, scoring, target, options)
    config = load(file)
    _, profile = profile_named(name, config, file)
    seed = secrets.randbits(32) if seed is None else seed
    plan = Plan(game, profile, seed)
    if plot is not None:
        refuse_unwritable_picture(plot)
    tally = _play(plan, games, processes or _processors())
    results = report(plan, tally)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(results)).decode())
    else:
        click.echo(table(results))
    if plot is not None:
        write_picture(plot, drawing(results, tally))
        if not as_json:
            click.echo(f"\nDrawn: {plot}")


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS does not say more


def _game(
    edition: str, players: int, scoring: str, target: int, options: Sequence[str]
) -> dict[str, Any]:
    """The game object. Raises ``Trouble`` if the referee refuses it."""
    names = [f"Seat {seat}" for seat in range(1, players + 1)]
    game = {
        "edition": edition,
        "players": names,
        "dealer": names[-1],
        "scoring": scoring,
        "target": target,
        "options": dict(_option(option) for option in options),
    }
    setup = read_setup(game)
    if isinstance(setup, Refusal):
        raise Trouble(say(setup.key, setup.values), WRONG_USAGE)
    return game


def _option(text: str) -> tuple[str, Any]:
    """A house option, whose value is JSON or a plain word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Trouble(f'Give the option {name!r} a value, such as "{name}=true".', WRONG_USAGE)
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _play(plan: Plan, games: int, processes: int) -> Tally:
    """Play with a progress bar. Raises ``Trouble`` on Ctrl-C, too."""
    for stop in STOPS:
        signal.signal(stop, signal.default_int_handler)
    tally = Tally()
    parts = play_all(plan, games, min(processes, -(-games // 10)))
    try:
        hidden = not sys.stderr.isatty()
        with click.progressbar(length=games, file=sys.stderr, hidden=hidden) as bar:
            for part in parts:
                tally.add(part)
                bar.update(part.games)
    except KeyboardInterrupt:
        raise Trouble(f"Stopped after {tally.games} of {games} games.", STOPPED) from None
    except Broken as broken:
        values = {"check": broken.check, "found": str(dict(broken.evidence))}
        raise Trouble(say("cli.broken", values), NOT_SO) from None
    except BrokenProcessPool:
        raise Trouble(
            "A process was killed: use fewer --processes, or a machine with more memory.", NOT_SO
        ) from None
    finally:
        parts.close()
    return tally
