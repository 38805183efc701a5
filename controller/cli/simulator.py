"""``rollerdeck simulator``: runs a simulated launcher."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import click

from controller.base import paths
from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options.launcher_commands import path_option, stop_signals
from controller.cli.options.whole_number import WholeNumber
from firmware_bridge.hand import hand_path
from firmware_bridge.simulator import start_simulator
from firmware_bridge.sockets import CannotListen
from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import NEW_DECK

HELP = """Run a simulated launcher, if you have no real one.

The simulated launcher behaves like a real launcher, in real time. To use the simulated
launcher, run `rollerdeck play` or `rollerdeck freeplay` in another terminal. Ctrl-C stops the
simulated launcher.
"""


@click.command(help=HELP)
@path_option(
    "--socket",
    "path",
    paths.socket_path(),
    "Unix socket at which other programs reach the launcher.",
)
@click.option(
    "--cards",
    type=WholeNumber(0, 500),
    default=NEW_DECK,
    show_default=True,
    help="Number of cards that are in the hopper at the start.",
)
@click.option(
    "--seed",
    type=int,
    help="The same seed makes the launcher and its cards behave in the same way.",
)
@click.option(
    "--machine",
    type=click.Choice(sorted(PRESETS)),
    help="Kind of launcher to simulate. [a launcher with typical values]",
)
@click.option(
    "--seats",
    type=WholeNumber(2, 10),
    help="Also simulate a turntable under the launcher, with this number of seats.",
)
@click.option(
    "--scale",
    is_flag=True,
    help="Also simulate a scale under the launcher, which weighs the cards.",
)
def command(
    path: Path | None,
    cards: int,
    seed: int | None,
    machine: str | None,
    seats: int | None,
    scale: bool,
) -> None:
    """Run until SIGINT or SIGTERM."""
    try:
        seed = secrets.randbits(32) if seed is None else seed
        asyncio.run(_run(path or paths.socket_path(), cards, seed, machine, seats or 0, scale))
    except CannotListen as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None


async def _run(
    path: Path, cards: int, seed: int, kind: str | None, seats: int, scale: bool
) -> None:
    async with stop_signals() as told:
        machine = PRESETS[kind].machine(seed) if kind else None
        simulator = await start_simulator(path, cards, seed, machine, seats, scale)
        try:
            of_a_kind = f", {kind}" if kind else ""
            click.echo(
                f"A simulated launcher with {cards} cards (seed {seed}{of_a_kind}) "
                f"listens at {path}."
            )
            click.echo(f"Its button, faults and true counts can be reached at {hand_path(path)}.")
            await told.wait()
        finally:
            await simulator.close()
