"""Publishes the table until it is stopped; keeps the password; clears what the broker keeps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

import click

from controller.base import paths, services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.base.event_log import begin_log, note
from controller.base.service_manager import this_service
from controller.cli.options.foreground import beat, until_signal
from controller.club.broker import Broker, BrokerGone
from controller.club.discovery import forget
from controller.club.password import keep_password, read_password
from controller.club.publisher import Publisher
from controller.club.publisher_store import PublisherStore
from controller.readers.http_client import Address, H11Client, Unreachable, read_url
from controller.words import explain
from firmware_bridge.client import safe_off
from hardware.launcher import LauncherGone


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    password: bool
    forget: bool
    wait: bool
    file: Path | None


def carry_out(options: Options) -> None:
    """Do what the options ask for. Raises ``Trouble``."""
    config = load(services.config_file(options.file))
    folder = services.mqtt_folder()
    if options.password:
        typed = click.prompt("Password of the broker", hide_input=True, confirmation_prompt=True)
        keep_password(folder / paths.MQTT_PASSWORD, typed)
        click.echo("The password is kept.")
        return
    if not config.mqtt.host:
        raise Trouble(
            "No broker is named: write mqtt.host into the configuration, as docs/club.md says.",
            WRONG_USAGE,
        )
    broker = Broker(config.mqtt, read_password(folder / paths.MQTT_PASSWORD))
    if options.forget:
        asyncio.run(_forget(broker, config))
        store = PublisherStore(folder / paths.MQTT_PUBLISHED)
        store.write(store.read().without_hub())
        click.echo(f"The broker at {broker.place} keeps nothing of this table any more.")
        return
    begin_log()
    note("started", "The publisher starts.", version=version("rollerdeck"))
    address = read_url(config.mqtt.url or f"http://localhost:{config.referee.port or 8080}")
    asyncio.run(
        _run(broker, address, config, PublisherStore(folder / paths.MQTT_PUBLISHED), options.wait)
    )


async def _forget(broker: Broker, config: Config) -> None:
    try:
        async with broker.connected() as line:
            await forget(line, config.mqtt.table_name)
    except BrokerGone as gone:
        raise Trouble(str(gone), NO_HARDWARE) from None


async def _run(
    broker: Broker, address: Address, config: Config, store: PublisherStore, wait: bool
) -> None:
    """Publish until a signal comes. Raises ``Trouble``."""
    client = H11Client(address, MOST_BYTES)
    if not wait:
        await _look(broker, client, address)
    publisher = Publisher(
        client,
        address.url,
        broker.connected,
        store,
        config.mqtt.table_name,
        config.referee.language,
        note,
        with_names=config.mqtt.names,
        version=version("rollerdeck") if config.mqtt.home_assistant else None,
        commands={name: partial(switch_off, config) for name in config.mqtt.commands},
    )
    manager = this_service()
    beating = asyncio.create_task(beat(manager))
    manager.ready()
    sentence = f"Publishes the table {config.mqtt.table_name} at {broker.place}."
    manager.status(sentence)
    note("ready", sentence)
    if not wait:
        click.echo(f"{sentence} Stop with Ctrl-C.")
    try:
        await until_signal(publisher.run())
    finally:
        manager.stopping()
        beating.cancel()
        note("stopped", "The publisher stops.")


async def switch_off(config: Config) -> str:
    """The only command that there is: ``safe_off``."""
    try:
        await safe_off(services.launcher_address(config.launcher_address), WITHIN_S)
    except LauncherGone as gone:
        return explain(gone.reason)
    return "The motor is off."


async def _look(broker: Broker, client: H11Client, address: Address) -> None:
    """Look once whether broker and referee answer. Raises ``Trouble`` (exit code 3)."""
    try:
        await client.request("GET", "/healthz", {})
    except Unreachable as error:
        raise Trouble(
            f"No referee answers at {address.url} ({error}): start it, or correct mqtt.url.",
            NO_HARDWARE,
        ) from None
    try:
        async with broker.connected(with_will=False):
            pass
    except BrokerGone as gone:
        raise Trouble(str(gone), NO_HARDWARE) from None


WITHIN_S = 1.0
"""The launcher has to confirm within this time that its motor is off."""
MOST_BYTES = 32 * 1024 * 1024
"""Of the list of games: one of a hundred thousand games is that long."""
