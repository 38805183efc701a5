"""``rollerdeck play``: runs the referee in the foreground."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from random import SystemRandom

import click

from controller.base.clock import this_boot
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, Trouble
from controller.base.event_log import begin_log, note
from controller.base.paths import config_path, journal_path, socket_path
from controller.base.service_manager import this_service
from controller.cli.options.click_parts import WholeNumber, path_option
from controller.cli.options.foreground import stop_signals
from controller.cli.options.launcher_commands import launcher_address, reach, serial_option
from controller.daemon.door import Door, listen
from controller.daemon.serve import serve
from controller.evenings.forgetting import finish
from controller.evenings.settings import with_settings
from controller.evenings.settings_store import SettingsStore
from controller.games.book import Book
from controller.games.start_up import open_journal
from controller.network.certificate import read_certificate
from controller.network.way_in import WayIn
from controller.seats.host import make_link
from controller.words import explain, read_catalogue
from firmware_bridge.address import LauncherAddress
from firmware_bridge.client import RemoteLauncher, SessionOptions, connect
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import LauncherBusy, LauncherGone

SIMULATOR_S = 10.0
"""A simulator that has not started by then is given up."""
LOOK_AGAIN_S = 0.02


HELP = """Run the referee for one table, and serve its web page.

The referee uses the launcher that is connected to this machine. The referee serves the page at port
8080 to the whole local network. The referee saves each game while people play, and continues the
game after a restart. An option overrides the setting in the configuration file. Ctrl-C stops the
referee.
"""


@click.command(help=HELP)
@path_option("--config", "file", config_path(), "Configuration file.")
@click.option(
    "--simulate", is_flag=True, help="Start a simulated launcher if no launcher is running."
)
@click.option(
    "--host",
    help="Network address of the page; with 127.0.0.1, only this machine can open the page. "
    "[0.0.0.0]",
)
@click.option(
    "--port", type=WholeNumber(0, 65535), help="Port of the page; 0 means any free port. [8080]"
)
@path_option("--journal", "journal", journal_path(), "File that contains all games.")
@path_option(
    "--socket", "path", socket_path(), "Unix socket of the launcher's driver or simulator."
)
@serial_option
def command(
    file: Path | None,
    simulate: bool,
    host: str | None,
    port: int | None,
    journal: Path | None,
    path: Path | None,
    serial: str | None,
) -> None:
    """Run until SIGINT or SIGTERM."""
    begin_log()
    note("started", "The referee starts.", version=version("rollerdeck"))
    read_catalogue()
    config = load(file)
    own = config.referee
    host = host or own.host
    port = own.port if port is None else port
    certificate = read_certificate(own.tls_certificate, own.tls_key, own.names)
    address = launcher_address(serial, path, simulate, config)
    try:
        finish(journal or config.journal)
    except Trouble as trouble:
        _complain(str(trouble))
    written, record = open_journal(journal or config.journal, _complain)
    try:
        book = Book(written, record)
        with listen(host, port) as listening:
            evening = _evening(config, book.path)
            connecting = _launcher(address, simulate, f"referee {written.id}", evening)
            host, port = listening.getsockname()[:2]
            written.note_address(host, port)
            way_in = WayIn(host, port, config.access_point, certificate)
            asyncio.run(_play(config, connecting, address.socket, listening, book, way_in))
    finally:
        written.close()


async def _play(
    config: Config,
    connecting: AbstractAsyncContextManager[RemoteLauncher],
    socket: Path | None,
    listening: Door,
    book: Book,
    way_in: WayIn,
) -> None:
    async with stop_signals() as stop, connecting as launcher:
        control = SimulatorControl(socket) if socket and launcher.capabilities.simulated else None
        _announce(way_in)
        if config.referee.access == "seats":
            _announce_link(way_in, book.path)
        await serve(
            listening, book, launcher, control, config, way_in, stop, this_service(), _complain
        )


@asynccontextmanager
async def _launcher(
    address: LauncherAddress, simulate: bool, caller: str, config: Config
) -> AsyncIterator[RemoteLauncher]:
    """Hold the launcher; a simulator that was started for it ends with this command."""
    simulator = None
    # with a Pico's relay at the socket, a page that says what is wrong is better than none
    patient = bool(config.serial and not address.serial and not simulate)
    options = SessionOptions(patient=patient, strict=config.launcher.strict)
    try:
        try:
            launcher = await reach(address, caller, config.pico, options)
        except LauncherBusy:
            raise
        except LauncherGone:
            if not simulate:
                raise
            simulator = _start_simulator(address.place)
            try:
                launcher = await _wait_for(simulator, address, caller, options)
            except LauncherBusy:
                simulator = None  # another program was quicker and uses it now
                raise
        try:
            yield launcher
        finally:
            await launcher.close()
    except LauncherGone as gone:
        raise Trouble(explain(gone.reason), NO_HARDWARE) from None
    finally:
        if simulator is not None:
            simulator.terminate()
            await asyncio.to_thread(simulator.wait)


def _start_simulator(socket: str) -> subprocess.Popen[bytes]:
    # not asyncio's: that would kill it when the loop ends, even if another program uses it
    return subprocess.Popen(  # noqa: S603 - our own command
        [
            *(sys.executable, "-c", "from controller.cli import main; main()"),
            *("simulator", "--socket", socket, "--ends-alone"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C does not reach it, and it survives if we are killed
    )


async def _wait_for(
    simulator: subprocess.Popen[bytes],
    address: LauncherAddress,
    caller: str,
    options: SessionOptions,
) -> RemoteLauncher:
    try:
        async with asyncio.timeout(SIMULATOR_S):
            while simulator.poll() is None:
                try:
                    return await connect(address, caller, options)
                except LauncherBusy:
                    raise
                except LauncherGone:
                    await asyncio.sleep(LOOK_AGAIN_S)
    except TimeoutError:
        pass
    raise LauncherGone("launcher.no_simulator", {"path": address.name})


def _evening(config: Config, journal: Path) -> Config:
    """The configuration with what is set on the page; without it where that cannot be read."""
    return with_settings(config, SettingsStore(journal).read_or_nothing(), group=None)


def _complain(sentence: str) -> None:
    note("attention", sentence, logging.WARNING)


def _announce_link(way_in: WayIn, journal: Path) -> None:
    """Print a link with which a device becomes a table screen, but in no log: others read that."""
    if not sys.stdout.isatty():
        click.echo("For a table screen, run `rollerdeck host link` in a terminal.")
        return
    try:
        token = make_link(journal, time.monotonic, SystemRandom(), this_boot())
    except OSError as error:
        _complain(f"No link for a table screen could be made ({error.strerror}).")
        return
    address = f"{way_in.addresses[0]}/host#{token}"
    click.echo(f"The first device that opens {address} within ten minutes becomes a table screen.")


def _announce(way_in: WayIn) -> None:
    """Print the address of the page; on a terminal also as a QR code."""
    addresses = way_in.addresses
    click.echo(f"The table is at {' and '.join(addresses)}. Stop with Ctrl-C.")
    if len(addresses) > 1 and sys.stdout.isatty():
        import segno

        segno.make(addresses[0]).terminal(compact=True)
