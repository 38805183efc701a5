"""The daemon's life, once it has a launcher and a journal, until it stops."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from msgspec import structs

from controller.base.clock import boot_without_clock
from controller.base.config import Config, Referee
from controller.base.errors import Refused
from controller.base.event_log import note
from controller.base.service_manager import ServiceManager
from controller.daemon.door import Door
from controller.daemon.server import SecureServer, Server, uvicorn_config
from controller.daemon.table_notices import TableNotices, beat, doing
from controller.daemon.wire_trace import WireTrace
from controller.evenings.settings import with_settings
from controller.evenings.settings_store import SettingsStore
from controller.games.backups import Backups
from controller.games.book import Book
from controller.network.access_point import Probes
from controller.network.way_in import WayIn
from controller.table.context import Change, TableContext
from controller.table.rate_limit import RateLimit, RateLimits
from controller.table.table import Table
from controller.web.http import Site
from controller.web.static_files import find_documents
from controller.words import ENGLISH, languages
from controller.words import say as explain
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import Launcher, LauncherEvent

GOODBYE_S = 0.4
"""How long the referee waits at the end for pages to hang up."""

GAMES_AT_ONCE = 20
"""So many games may begin quickly, for people who try out options."""

REQUESTS_AT_ONCE = 60
"""So many requests of one address are written down however quickly they come: nobody taps so much
without a pause."""


async def serve(
    listening: Door,
    book: Book,
    launcher: Launcher,
    control: SimulatorControl | None,
    config: Config,
    way_in: WayIn,
    stop: asyncio.Event,
    manager: ServiceManager,
    say: Callable[[str], None],
) -> None:
    """Run the referee until ``stop``. Then the motor is off and every page has been told.

    ``control`` is None if the launcher is real. ``manager`` is told that pages are served and that
    the referee is alive. ``say`` gets sentences about what only the owner of the machine can fix.
    """

    def changed(change: Change) -> None:
        site.changed(change)
        if voice is not None:
            voice.update(table)
        backups.look(table.record.number, table.record.seq)
        notices.stands(table)
        manager.status(doing(table))

    def heard(event: LauncherEvent) -> None:
        notices.heard(event)
        if trace is not None:
            trace.heard(event)

    notices = TableNotices(book.record.number)
    trace = WireTrace(book.path) if config.referee.wire_trace else None
    config = structs.replace(config, referee=in_a_language_that_is_there(config.referee, say))
    store = SettingsStore(book.path)
    try:
        store.read()
    except Refused as refused:
        say(explain(refused.key, refused.values))
    evening = with_settings(config, store.read_or_nothing(), group=None)
    context = TableContext(
        on_change=changed,
        on_launcher_event=heard,
        access=config.referee.access,
        profile=evening.launcher.profile,
        custom=config.launcher.custom,
        fill_hopper=control.fill if control else None,
        confirms_cards=config.readers.confirm,
        boot_without_clock=boot_without_clock,
        cooldown_s=evening.referee.breath_ms / 1000,
        turn_clock_s=evening.referee.turn_clock_s,
        game_limit=RateLimit(time.monotonic, GAMES_AT_ONCE, 3600 / config.referee.games_an_hour),
        request_limits=RateLimits(
            time.monotonic, REQUESTS_AT_ONCE, 60 / config.referee.entries_a_minute
        ),
    )
    table = Table(book, launcher, context)
    quiet = asyncio.Lock()
    voice = None
    referee = evening.referee
    if referee.speaks:  # else neither its code nor its words are loaded
        from controller.voice.voice import make_voice

        voice = make_voice(referee)
    site = Site(
        table,
        control,
        way_in,
        referee.names,
        quiet=quiet,
        voice=voice,
        language=referee.language,
        config=config,
        note_client=listening.know,
        documents=find_documents(),
    )
    backups = Backups(book.path, config.referee.backups, book.record.number, say, quiet=quiet)
    await table.start()
    site.settings.follow()
    manager.status(doing(table))
    if voice is not None:
        voice.update(table)
    served = uvicorn_config(Probes(site.app) if way_in.wifi else site.app)
    certificate = way_in.certificate
    server = SecureServer(served, manager, certificate) if certificate else Server(served, manager)
    stopping = asyncio.create_task(stop.wait())
    web = asyncio.create_task(server.serve([listening]))
    minding = (
        table.handle_events(),
        table.retry_failed(),
        table.arm_after_cooldown(),
        table.turn_timer.run(),
        beat(table, manager),
        backups.make(),
        site.games_list.keep_index(),
        *([voice.run()] if voice is not None else ()),
        *([trace.keep()] if trace is not None else ()),
    )
    minders = [asyncio.create_task(coroutine) for coroutine in minding]
    try:
        await asyncio.wait([stopping, web, *minders], return_when=asyncio.FIRST_COMPLETED)
    finally:
        manager.stopping()
        note("stopped", "The referee stops.")
        site.end()
        server.end()
        await table.stop()
        await launcher.close()
        await asyncio.wait([web], timeout=GOODBYE_S)
        for connection in list(server.server_state.connections):
            connection.transport.abort()
        await web
        for task in (stopping, *minders):
            task.cancel()
        if trace is not None:
            trace.save()
        ends = await asyncio.gather(stopping, *minders, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end  # do not hide what ended the referee early


def in_a_language_that_is_there(referee: Referee, say: Callable[[str], None]) -> Referee:
    """The same settings, with English where the room's language has no words: the game goes on."""
    if referee.language in languages():
        return referee
    say(
        f"There are no words in {referee.language!r}, so the room's language is English: set "
        f"referee.language to {' or '.join(languages())}."
    )
    return structs.replace(referee, language=ENGLISH)
