"""Runs the hub until it is stopped, or keeps its password."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from socket import socket

import click

from controller.base import paths, services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.base.event_log import begin_log, note
from controller.base.service_manager import this_service
from controller.cli.hub.keeping import file_of
from controller.cli.options.foreground import beat, until_signal
from controller.club.broker import Broker, BrokerGone
from controller.club.hub.copies import alone
from controller.club.hub.result_store import Store
from controller.club.hub.serving import serve
from controller.club.password import keep_password, read_password
from controller.daemon.door import listen
from controller.words import ENGLISH, languages


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    password: bool
    wait: bool
    host: str | None
    port: int | None
    file: Path | None


def carry_out(options: Options) -> None:
    """Do what the options ask for. Raises ``Trouble``."""
    config = load(services.config_file(options.file))
    password = services.hub_folder() / paths.HUB_PASSWORD
    if options.password:
        typed = click.prompt("Password of the broker", hide_input=True, confirmation_prompt=True)
        keep_password(password, typed)
        click.echo("The password is kept.")
        return
    if not config.hub.host:
        raise Trouble(
            "No broker is named: write hub.host into the configuration, as docs/club.md says.",
            WRONG_USAGE,
        )
    broker = Broker(config.hub, read_password(password, "hub"))
    begin_log()
    note("started", "The hub starts.", version=version("rollerdeck"))
    file = file_of(config)
    port = config.hub.page_port if options.port is None else options.port
    with alone(file), listen(options.host or config.hub.page_host, port) as listening:
        store = Store(file)
        try:
            asyncio.run(_run(listening, broker, store, config, wait=options.wait))
        finally:
            store.close()


async def _run(
    listening: socket, broker: Broker, store: Store, config: Config, *, wait: bool
) -> None:
    """Keep and show until a signal comes. Raises ``Trouble``."""
    if not wait:
        await _look(broker)
    manager = this_service()
    beating = asyncio.create_task(beat(manager))
    host, port = listening.getsockname()[:2]
    manager.status(f"Keeps what the tables at {broker.place} publish.")
    if not wait:
        shown = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared
        click.echo(f"The scoreboard is at http://{shown}:{port}/. Stop with Ctrl-C.")
    language = config.referee.language
    language = language if language in languages() else ENGLISH
    try:
        await until_signal(serve(listening, broker.connected, store, config.hub, language, manager))
    finally:
        manager.stopping()
        beating.cancel()
        note("stopped", "The hub stops.")


async def _look(broker: Broker) -> None:
    """Look once whether the broker answers. Raises ``Trouble`` (exit code 3)."""
    try:
        async with broker.connected(with_will=False):
            pass
    except BrokerGone as gone:
        raise Trouble(str(gone), NO_HARDWARE) from None
