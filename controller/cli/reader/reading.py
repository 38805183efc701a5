"""Pairs a reader, and reads cards until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path

import click

from controller.base import services
from controller.base.config import Config, load
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.event_log import begin_log, note
from controller.base.service_manager import ServiceManager, this_service
from controller.cli.options.foreground import beat, until_signal
from controller.readers.client import RefereeClient
from controller.readers.http_client import H11Client, read_url
from controller.readers.pairing import (
    HOW_TO_PAIR,
    Pairing,
    Rejection,
    check_paired,
    pair,
    read_pairing,
    sign_out,
    store_pairing,
)
from controller.readers.reports import Health, SeenCard, SourceInterrupted

AGAIN_S = 2.0
"""How often a reader that waits looks for what is missing."""
NEW_AFTER_S = 60.0
"""After so long without trouble, the same trouble is told again."""

News = AsyncGenerator[SeenCard | Health, None]
Begin = Callable[[], News]
"""Begins to watch a scanner or a camera."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command."""

    scanner: str | None
    baud: int | None
    camera: str | None
    show: str | None
    region: str | None
    code: str | None
    url: str | None
    wait: bool
    file: Path | None


def carry_out(options: Options) -> None:
    """Do what the options ask for. Raises ``Trouble``."""
    if options.scanner and options.camera:
        raise Trouble(
            "--scanner and --camera exclude each other: start a command for each, with a pairing "
            "of its own (docs/readers.md says how).",
            WRONG_USAGE,
        )
    config = load(services.config_file(options.file))
    pairing_file = services.pairing_file()
    if options.code is not None:
        asyncio.run(_pair(options.code, _referee(options, config), pairing_file))
        if not (options.scanner or options.camera):
            return
    begin_log()
    note("started", "The reader starts.", version=version("rollerdeck"))
    kind, begin = _source(options, config)
    if options.show and not options.wait and read_pairing(pairing_file) is None:
        click.echo("This reader is not paired, so it only shows what it sees. Stop with Ctrl-C.")
        asyncio.run(until_signal(_look(begin)))
        return
    asyncio.run(_read(kind, begin, options, config, pairing_file))


async def _pair(code: str, url: str, pairing_file: Path) -> None:
    address = read_url(url)
    pairing = await pair(H11Client(address), address.url, code)
    before = None
    with suppress(Trouble):  # it is replaced, so it may be damaged
        before = read_pairing(pairing_file)
    store_pairing(pairing_file, pairing)
    click.echo(f"Paired with the referee at {address.url}.")
    if before is not None:
        with suppress(Trouble):
            await sign_out(H11Client(read_url(before.url)), before)


def _referee(options: Options, config: Config) -> str:
    return options.url or config.readers.url or _local_url(config)


def _local_url(config: Config) -> str:
    return f"http://localhost:{config.referee.port or 8080}"


def _source(options: Options, config: Config) -> tuple[str, Begin]:
    """What kind of reader is meant, and how it begins to watch. Raises ``Trouble``."""
    readers = config.readers
    if scanner := options.scanner or ("" if options.camera else readers.scanner):
        if options.show or options.region:
            raise Trouble("--show and --region are for a camera: add --camera.", WRONG_USAGE)
        from controller.readers.scanner import OpenPort, find_port, open_port, read_cards

        async def dial() -> OpenPort:
            path = find_port(scanner, config.serial)
            return OpenPort(path, await open_port(path, options.baud or readers.baud))

        return "scanner", partial(read_cards, dial, loop_time, note, patient=options.wait)
    if camera := options.camera or readers.camera:
        from controller.readers.camera import source

        region = options.region or readers.region or None
        begin = partial(
            source.read_cards, camera, None, loop_time, note, show=options.show, region=region
        )
        return "camera", partial(begin, patient=options.wait)
    raise Trouble(
        "No reader is named: use --scanner auto or --camera 0, or write readers.scanner or "
        "readers.camera into the configuration.",
        WRONG_USAGE,
    )


def loop_time() -> float:
    """The clock of the running loop."""
    return asyncio.get_running_loop().time()


async def _look(begin: Begin) -> None:
    """Watch without telling a referee."""
    async with aclosing(begin()) as source:
        async for news in source:
            if isinstance(news, SeenCard):
                note("seen", f"Card {news.number}.")


async def _read(
    kind: str, begin: Begin, options: Options, config: Config, pairing_file: Path
) -> None:
    """Read until a signal comes. Raises ``Trouble``."""
    manager = this_service()
    work = _wait_and_read if options.wait else _read_once
    beating = asyncio.create_task(beat(manager))
    manager.ready()
    try:
        await until_signal(
            work(kind, begin, options.url or config.readers.url, pairing_file, manager)
        )
    finally:
        manager.stopping()
        beating.cancel()
        note("stopped", "The reader stops.")


async def _wait_and_read(
    kind: str, begin: Begin, url: str, pairing_file: Path, manager: ServiceManager
) -> None:
    """Read until the source ends. Begin anew after every trouble, which is told once."""
    noted, refused = "", False
    while True:
        begun_s = loop_time()
        try:
            http, pairing = _paired(url, pairing_file)
            if refused:
                # else the port would be opened and closed again and again, for nothing
                await check_paired(http, pairing)
                refused = False
            await _read_for(http, pairing, kind, begin, manager)
            return
        except SourceInterrupted:
            raise
        except Trouble as trouble:
            refused = refused or isinstance(trouble, Rejection)
            manager.status(str(trouble))
            if noted != str(trouble) or loop_time() - begun_s > NEW_AFTER_S:
                noted = str(trouble)
                note("waits", noted, logging.WARNING)
        await asyncio.sleep(AGAIN_S)


async def _read_once(
    kind: str, begin: Begin, url: str, pairing_file: Path, manager: ServiceManager
) -> None:
    """Read as long as the source goes on. The referee has to answer now. Raises ``Trouble``."""
    http, pairing = _paired(url, pairing_file)
    await check_paired(http, pairing)
    click.echo(f"{_reads(kind, pairing)} Stop with Ctrl-C.")
    await _read_for(http, pairing, kind, begin, manager)


def _paired(url: str, pairing_file: Path) -> tuple[H11Client, Pairing]:
    """The referee that this reader is paired with, at ``url`` if one is named."""
    paired = read_pairing(pairing_file)
    if paired is None:
        raise Trouble(f"This reader is not paired: {HOW_TO_PAIR}.", WRONG_USAGE)
    address = read_url(url or paired.url)
    return H11Client(address), Pairing(address.url, paired.cookie)


async def _read_for(
    http: H11Client, pairing: Pairing, kind: str, begin: Begin, manager: ServiceManager
) -> None:
    """Tell this referee all that the source reports."""
    base = secrets.token_hex(8)
    client = RefereeClient(http, pairing, kind, (f"{base}-{n}" for n in count(1)), loop_time, note)
    sentence = _reads(kind, pairing)
    manager.status(sentence)
    note("ready", sentence)
    async with aclosing(begin()) as source:
        await client.run(source)


def _reads(kind: str, pairing: Pairing) -> str:
    return f"Reads cards with a {kind} for the referee at {pairing.url}."
