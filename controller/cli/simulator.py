"""``rollerdeck simulator``: runs a simulated launcher."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import click

from controller.base import paths
from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options.click_parts import WholeNumber, path_option
from controller.cli.options.foreground import stop_signals
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import control_path
from firmware_bridge.sockets import LOOPBACK, CannotListen
from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import NEW_DECK

ALONE_S = 120.0
"""A referee that was killed and starts again finds its simulator within this time."""

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
    "--tcp",
    type=WholeNumber(0, 65535),
    help="TCP port of this machine (127.0.0.1) at which every program of this machine reaches the "
    "launcher, too; 0 means any free port.",
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
@click.option(
    "--ends-alone",
    is_flag=True,
    hidden=True,
    help="End when nobody has been connected for two minutes: who started it may be killed.",
)
def command(
    path: Path | None,
    tcp: int | None,
    cards: int,
    seed: int | None,
    machine: str | None,
    seats: int | None,
    scale: bool,
    ends_alone: bool,
) -> None:
    """Run until SIGINT or SIGTERM, or until nobody needs it any more."""
    try:
        seed = secrets.randbits(32) if seed is None else seed
        alone_s = ALONE_S if ends_alone else None
        place = path or paths.socket_path()
        asyncio.run(_run(place, tcp, cards, seed, machine, seats or 0, scale, alone_s))
    except CannotListen as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None


async def _run(
    path: Path,
    tcp: int | None,
    cards: int,
    seed: int,
    kind: str | None,
    seats: int,
    scale: bool,
    alone_s: float | None,
) -> None:
    async with stop_signals() as stop:
        machine = PRESETS[kind].machine(seed) if kind else None
        simulator = await start_simulator(path, cards, seed, machine, seats, scale, tcp)
        try:
            of_a_kind = f", {kind}" if kind else ""
            click.echo(
                f"A simulated launcher with {cards} cards (seed {seed}{of_a_kind}) "
                f"listens at {path}."
            )
            if simulator.tcp_port is not None:
                click.echo(f"It also listens at tcp:{LOOPBACK}:{simulator.tcp_port}.")
            click.echo(
                f"Its button, faults and true counts can be reached at {control_path(path)}."
            )
            ends: list[asyncio.Task[Any]] = [asyncio.create_task(stop.wait())]
            if alone_s is not None:
                ends.append(asyncio.create_task(simulator.alone(alone_s)))
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await simulator.close()
