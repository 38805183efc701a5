"""``rollerdeck freeplay``: the launcher without rules. Press, and cards come out, or none."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import click

from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, Trouble
from controller.base.paths import config_path, socket_path
from controller.cli.options.click_parts import path_option
from controller.cli.options.foreground import stop_signals, typed_lines
from controller.cli.options.launcher_commands import (
    launcher_address,
    profile_named,
    profile_option,
    reach,
    serial_option,
)
from controller.cli.options.outputs import refuse_unwritable_picture, write_picture
from controller.study.profile_picture import profile_picture
from controller.words import advice, explain
from firmware_bridge.address import LauncherAddress
from firmware_bridge.client import SessionOptions
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from firmware_bridge.sockets import CannotListen
from hardware.draws import HitDraws
from hardware.launcher import (
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    Launcher,
    LauncherGone,
    LinkChanged,
    Pressed,
)
from hardware.mechanism.rig import NEW_DECK
from hardware.profiles import Past, Profile, ProfileName

HOLD_MS, LIFTED_MS = 60, 60
"""How long Enter holds the button down, and then keeps it released."""

Say = Callable[[str], None]


HELP = """Try the launcher without a game: press its button, and see how many cards come out.

The command needs a real launcher, or a simulated one. To start a simulated launcher, run
`rollerdeck simulator`, or add --simulate. Ctrl-C stops the command. With --plot, the command uses
no launcher, and only draws a chart of how often a press gives no card, one card, two cards and so
on.
"""


@click.command(help=HELP)
@path_option("--config", "file", config_path(), "Configuration file.")
@path_option(
    "--socket", "path", socket_path(), "Unix socket of the launcher's driver or simulator."
)
@serial_option
@click.option(
    "--simulate",
    is_flag=True,
    help="Start a simulated launcher if no launcher is running. The key Enter presses the button "
    "of the simulated launcher.",
)
@profile_option("Hit profile: how likely a press of the button is to give 0, 1, 2 or more cards.")
@click.option("--seed", type=int, help="The same seed gives the same numbers of cards.")
@click.option(
    "--plot",
    "plot",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Use no launcher: only draw a chart into this SVG file. The chart shows how often a press "
    "gives 0, 1, 2 or more cards. "
    "[the profile's name, with the ending .svg]",
)
def command(
    file: Path | None,
    path: Path | None,
    serial: str | None,
    simulate: bool,
    name: ProfileName | None,
    seed: int | None,
    plot: str | None,
) -> None:
    """Play until SIGINT or SIGTERM, or draw the profile."""
    config = load(file)
    address = launcher_address(serial, path, simulate, config)
    name, profile = profile_named(name, config, file)
    if plot is not None:
        drawn = Path(plot or f"{name}.svg")
        refuse_unwritable_picture(drawn)
        write_picture(drawn, profile_picture(profile))
        click.echo(f"Drawn: {drawn}")
        return
    seed = secrets.randbits(32) if seed is None else seed
    try:
        asyncio.run(_run(address, simulate, profile, seed, config))
    except LauncherGone as gone:
        raise Trouble(explain(gone.reason), NO_HARDWARE) from None
    except CannotListen as trouble:
        raise Trouble(str(trouble), NO_HARDWARE) from None


class FreePlay:
    """Arms one hit after another with numbers drawn from a profile, and prints what happens."""

    def __init__(self, launcher: Launcher, profile: Profile, seed: int, say: Say) -> None:
        self._launcher = launcher
        self._profile = profile
        self._seed = str(seed).encode()
        self._say = say
        self._hit = 1
        self._past = Past()
        self._begun = False
        self._count = self.draw(self._hit)

    async def run(self) -> None:
        """Play until the launcher is closed. Call ``arm`` first."""
        async for event in self._launcher.events():
            match event:
                case Pressed(hit=None):
                    self._say("The button was pressed, but the launcher was not ready for it.")
                case Pressed():
                    self._begun = True
                    self._say("Ding!")
                case CardLeft(nth=number):
                    self._say(f"  card {number}")
                case HitEnded():
                    await self._ended(event)
                case FaultsChanged():
                    await self._changed(event.faults)
                case LinkChanged():
                    await self._connected(event)

    async def clear(self) -> None:
        """Clear the faults."""
        with suppress(LauncherGone):
            if not await self._launcher.clear_faults():
                await self.arm()

    async def arm(self) -> None:
        """Let the next press be the next hit."""
        # If the launcher is lost, its return is an event, which arms again.
        with suppress(LauncherGone):
            await self._launcher.suspense(self._profile.suspense(self._past))
            await self._launcher.arm(self._hit, self._count)

    async def _ended(self, event: HitEnded) -> None:
        result = event.result
        if result.hit != self._hit:
            return
        perhaps = f", perhaps {result.uncertain} more" if result.uncertain else ""
        cards = "1 card" if result.delivered == 1 else f"{result.delivered} cards"
        self._say(f"{cards}{perhaps}." if result.delivered else "No cards.")
        if result.complete:
            self._hit += 1
            self._past = self._past.after(self._count)
            self._begun = False
            self._count = self.draw(self._hit)
        await self.arm()

    async def _changed(self, faults: tuple[Fault, ...]) -> None:
        if not faults:
            self._say("The fault is cleared: press the button.")
            await self.arm()
        if Fault.COVER_OPEN in faults:
            self._opened()
        for fault in faults:
            self._say(f"{advice(fault)} (Type c and Enter to clear it.)")

    async def _connected(self, link: LinkChanged) -> None:
        if link.up:
            after = ", after a restart" if link.restarted else ""
            self._say(f"The launcher is connected again{after}.")
            await self.arm()
        elif link.reason:
            self._say(explain(link.reason))

    def _opened(self) -> None:
        """Start again, if the profile does so; a hit that has begun keeps its number of cards."""
        if self._profile.restarts_with_cover:
            self._past = Past(0, self._past.dry)
        if not self._begun:
            self._count = self.draw(self._hit)

    def draw(self, hit: int) -> int:
        """How many cards a hit should give; the same for the same seed and past."""
        return self._profile.cards(self._past, HitDraws(self._seed, hit))


async def _run(
    address: LauncherAddress, simulate: bool, profile: Profile, seed: int, config: Config
) -> None:
    socket = address.socket
    async with stop_signals() as stop, _simulator(socket if simulate else None, seed):
        # the caller's name is new, because its hits are numbered from 1 again
        caller = f"free play {secrets.token_hex(4)}"
        options = SessionOptions(strict=config.launcher.strict)
        launcher = await reach(address, caller, config.pico, options)
        control = SimulatorControl(socket) if socket and launcher.capabilities.simulated else None
        free_play = FreePlay(launcher, profile, seed, click.echo)
        await free_play.arm()
        playing = asyncio.create_task(free_play.run())
        listening = asyncio.create_task(_listen(free_play, control))
        prompt = "Press Enter or the button" if control else "Press the button"
        click.echo(f"{prompt}: cards come out, or none. Stop with Ctrl-C.")
        asked = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([asked, playing, listening], return_when=asyncio.FIRST_COMPLETED)
        finally:
            await launcher.close()
            for task in (asked, playing, listening):
                task.cancel()
            ends = await asyncio.gather(asked, playing, listening, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end  # an error that ended the game must not be lost
        click.echo("The motor is off.")


@asynccontextmanager
async def _simulator(socket: Path | None, seed: int) -> AsyncIterator[None]:
    """Run a simulated launcher at a socket, unless one is running there; None: run none."""
    if socket is None or await _answers(socket):
        yield
        return
    simulator = await start_simulator(socket, NEW_DECK, seed)
    try:
        yield
    finally:
        await simulator.close()


async def _answers(socket: Path) -> bool:
    try:
        _, writer = await asyncio.open_unix_connection(str(socket))
    except OSError:
        return False
    writer.close()
    return True


async def _listen(free_play: FreePlay, control: SimulatorControl | None) -> None:
    """Carry out what is typed: Enter presses the button, c clears the faults."""
    async for line in typed_lines():
        if line.strip() == "c":
            await free_play.clear()
        elif control is not None and not line.strip():
            with suppress(LauncherGone):
                await control.press(HOLD_MS)
            # a finger lifts before it presses again
            await asyncio.sleep((HOLD_MS + LIFTED_MS) / 1000)
    await asyncio.Event().wait()  # no more input; the launcher's own button still works
