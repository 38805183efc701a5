"""The HTTP interface of docs/http.md, and the page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from controller.base.config import Config
from controller.base.errors import Refused, Trouble
from controller.base.metrics import MEDIA
from controller.evenings.groups import GroupStore
from controller.evenings.settings_store import SettingsStore
from controller.journal.entry import Stamp
from controller.network.way_in import WayIn
from controller.table.actions import unreadable
from controller.table.context import Change, RequestInfo
from controller.table.table import Table
from controller.web import table_views
from controller.web.answers import json, on_http_error, on_refused_at
from controller.web.draws.draws_site import DrawsSite
from controller.web.evenings.evenings_site import EveningsSite
from controller.web.evenings.games_list import GamesList
from controller.web.evenings.name_removal import Forget, forget_apart
from controller.web.evenings.repeatable import Repeatable
from controller.web.evenings.settings_site import SettingsSite, Speaking
from controller.web.files.compressed_files import UnchangingAnswer
from controller.web.files.page_files import find_bundle, first_file, own_build, page_app
from controller.web.guard import Guard
from controller.web.house_boxes import HouseBoxes
from controller.web.operation import SVG, Answering, Client, Done, entitled
from controller.web.operations import OPERATIONS, Cleared, Health
from controller.web.past import NAMELESS, PastGames, PastView, Reader, read_apart
from controller.web.practice.practice_rounds import PracticeSite
from controller.web.reader_operations import Lay, ReadersSite
from controller.web.rendering import Rendering
from controller.web.requests import (
    Count,
    Unpressed,
    action_of,
    address_of,
    before_of,
    game_of,
    info_of,
    read,
    read_new_game,
    read_nothing,
    read_object,
    read_play_on,
    stamp_of,
)
from controller.web.seats_site import SeatsSite
from controller.web.static_files import DOCUMENTS, documents_routes
from controller.web.streams import Hub, event
from controller.words import ENGLISH, languages
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import LauncherGone
from rules.edition import Edition

DESCRIPTION = Path(__file__).with_name("openapi.json")
"""Of this interface."""
DEFAULTS = Config()
KEPT_PRESSES = 256
"""How many keys of presses are remembered, so that a repeated request is no second press."""

T = TypeVar("T")


class Site:
    """Serves a table over HTTP. ``control`` is None if the launcher is real.

    ``names`` are names of this machine besides those that nobody else can have.
    """

    def __init__(
        self,
        table: Table,
        control: SimulatorControl | None,
        way_in: WayIn,
        names: Collection[str] = (),
        read: Reader = read_apart,
        forget: Forget = forget_apart,
        quiet: asyncio.Lock | None = None,
        voice: Speaking | None = None,
        language: str = ENGLISH,
        config: Config = DEFAULTS,
        note_client: Callable[[Client], None] = lambda client: None,
        documents: Path | None = None,
    ) -> None:
        """Make the application; it serves once ``table`` has started. ``read`` reads past games.

        ``forget`` takes names out of files, and ``quiet`` keeps backups from being made meanwhile.
        ``voice`` is None if the table is silent. ``language`` is the room's.
        ``config`` is what the file says.
        ``note_client`` is told which connections are of admitted devices.
        ``documents`` is the folder of the documents' site.
        """
        self._voice = voice
        self._language = language
        self._past = PastGames(table.journal, read)
        self.games_list = GamesList(table, read)
        self._seats = SeatsSite(table, way_in)
        self._readers = ReadersSite(table)
        self._boxes = HouseBoxes(table)
        groups, store = GroupStore(table.journal), SettingsStore(table.journal)
        repeatable = Repeatable(table)
        self.settings = SettingsSite(table, config, store, groups, voice, repeatable)
        quiet = quiet or asyncio.Lock()
        self._evenings = EveningsSite(
            table, self._past, read, forget, quiet, self._boxes, groups, self.settings, repeatable
        )
        self._draws = DrawsSite(table, self._past)
        self._sites = (
            self._evenings,
            self.settings,
            self._seats,
            self._readers,
            self._draws,
            PracticeSite(table),
        )
        bundle = find_bundle()
        build = own_build(language, bundle)
        self._rendering = Rendering(table, build, speaks=voice is not None)
        self.hub = Hub(self._whole)
        self._table = table
        self._control = control
        self._way_in = way_in
        self._pressed: dict[str, str | None] = {}
        self._editions_answer: (
            tuple[tuple[tuple[Edition, ...], set[str]], UnchangingAnswer] | None
        ) = None
        routes: list[BaseRoute] = [
            Route(
                operation.path,
                entitled(operation, table.seating, self._answering(operation.name), note_client),
                methods=[operation.method],
            )
            for operation in OPERATIONS
        ]
        routes += documents_routes(documents, language)
        refused = on_refused_at(lambda: table.tag)
        inner = Starlette(
            routes=routes, exception_handlers={Refused: refused, HTTPException: on_http_error}
        )
        # Not a route: a route would also match the addresses above with a wrong method.
        first = first_file(build, language, DOCUMENTS if documents else "", bundle)
        inner.router.default = page_app(first, bundle)
        inner.router.redirect_slashes = False
        certificate = way_in.certificate
        if certificate is None:
            self.app: ASGIApp = Guard(inner, names)
        else:
            # No stranger's page can be met under these names: its browser would see no certificate.
            self.app = Guard(inner, (*names, *certificate.names), way_in.secured)

    def _answering(self, name: str) -> Answering:
        """The method that answers an operation."""
        others = (getattr(site, name, None) for site in self._sites)
        answering: Answering = next(filter(None, others), None) or getattr(self, f"_{name}")
        return answering

    def end(self) -> None:
        """Tell every page that the referee stops, and read no more games."""
        self.hub.close()
        self._past.end()
        self._evenings.end()

    def changed(self, change: Change) -> None:
        """Tell the pages what changed.

        If no page listens, nothing is rendered: the next page gets the table of that moment.
        """
        self._rendering.changed(change)
        self.settings.follow()
        self.games_list.look()
        if len(self.hub) == 0:
            return
        if change in (Change.LAUNCHER, Change.CLOCK):
            self.hub.launcher(event("launcher", self._rendering.launcher()))
        else:
            self.hub.table(event("table", self._rendering.news(), self._table.record.seq))

    def _whole(self) -> bytes:
        """The table event for a page that has not heard of the one before."""
        return event("table", self._rendering.whole(), self._table.record.seq)

    async def _healthz(self, request: Request) -> Response:
        seq, up = self._table.record.seq, self._table.launcher.link_up
        return json(Health(seq, "up" if up else "down"))

    async def _metrics(self, request: Request) -> Response:
        seq, up = self._table.record.seq, self._table.launcher.link_up
        text = self._table.metrics.text(seq, up, len(self.hub))
        return Response(text, headers={"content-type": MEDIA})

    async def _openapi(self, request: Request) -> Response:
        return FileResponse(DESCRIPTION, media_type="application/json")

    async def _join(self, request: Request) -> Response:
        return json(self._way_in.join())

    async def _join_address(self, request: Request) -> Response:
        return _picture(await asyncio.to_thread(self._way_in.address_code))

    async def _join_wifi(self, request: Request) -> Response:
        return _picture(await asyncio.to_thread(self._way_in.wifi_code))

    async def _editions(self, request: Request) -> Response:
        boxes = await self._boxes.editions()
        in_folder = {edition.id for edition in await self._boxes.in_folder()}
        basis = (boxes, in_folder)
        if self._editions_answer is None or self._editions_answer[0] != basis:
            body = msgspec.json.encode(table_views.editions(boxes, in_folder))
            self._editions_answer = basis, UnchangingAnswer(body, "application/json")
        return self._editions_answer[1].to(request.headers)

    async def _broken_boxes(self, request: Request) -> Response:
        return json(await self._boxes.problems())

    async def _whole_table(self, request: Request) -> Response:
        whole = self._rendering.whole()
        headers = {"etag": f'"{self._table.tag}"'}
        return Response(whole, headers=headers, media_type="application/json")

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self.hub.listen(), media_type="text/event-stream")

    async def _games(self, request: Request) -> Response:
        return json(await self.games_list.page(before_of(request)))

    async def _course(self, request: Request) -> Response:
        return Response(
            await self._read_past_game(request, "course"), media_type="application/json"
        )

    async def _scenario(self, request: Request) -> Response:
        text = await self._read_past_game(request, "scenario")
        name = f"rollerdeck-game-{game_of(request)}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/x-ndjson", headers=headers)

    async def _card(self, request: Request) -> Response:
        names = request.query_params.get("names", "true")
        if names not in ("true", "false"):
            raise Refused("bad_request", "refusal.wrong_member", {"member": "names"})
        language = request.query_params.get("language", self._language)
        if language not in languages():
            raise Refused("bad_request", "refusal.wrong_member", {"member": "language"})
        more = language if names == "true" else f"{language} {NAMELESS}"
        return Response(await self._read_past_game(request, "card", more), media_type=SVG)

    async def _new_game(self, request: Request) -> Response:
        game, options = await read_new_game(request)
        game = await self._boxes.with_box(game)
        return self._done(
            await self._table.new_game(game, await info_of(request, dated=True), options)
        )

    async def _play_on(self, request: Request) -> Response:
        options = await read_play_on(request)
        info = await info_of(request, dated=True)
        return self._done(await self._table.play_on(game_of(request), info, options))

    async def _delete_game(self, request: Request) -> Response:
        await read_nothing(request)
        info = await info_of(request)
        return self._done(await self._table.delete_game(game_of(request), info))

    async def _restore_game(self, request: Request) -> Response:
        await read_nothing(request)
        info = await info_of(request)
        return self._done(await self._table.restore_game(game_of(request), info))

    async def _command(self, request: Request) -> Response:
        command = await read_object(request)
        info = await info_of(request, dated=True)
        return self._done(await self._table.command(command, info))

    async def _confirm(self, request: Request) -> Response:
        count = await read(request, Count)
        info = await info_of(request)
        return self._done(await self._table.confirm(count.hit, count.cards, info))

    async def _unpressed(self, request: Request) -> Response:
        denied = await read(request, Unpressed)
        return self._done(await self._table.unpressed(denied.hit, await info_of(request)))

    def _done(self, seq: int) -> Response:
        return json(Done(seq, self._table.change_before(seq)))

    async def _clear(self, request: Request) -> Response:
        await read_nothing(request)
        self._table.permit(action_of(request))
        return json(Cleared([fault.value for fault in await self._table.clear_faults()]))

    async def _tare(self, request: Request) -> Response:
        await read_nothing(request)
        await self._table.tare(action_of(request))
        return Response(status_code=204)

    async def _press(self, request: Request) -> Response:
        def press(control: SimulatorControl) -> Awaitable[None]:
            self._table.refuse_press_in_cooldown()
            return control.press()

        return await self._control_simulator(request, press)

    async def _jam(self, request: Request) -> Response:
        return await self._control_simulator(request, lambda control: control.jam())

    async def _unjam(self, request: Request) -> Response:
        return await self._control_simulator(request, lambda control: control.unjam())

    async def _lay(self, request: Request) -> Response:
        async def lay(control: SimulatorControl) -> None:
            body = await read(request, Lay)
            info = RequestInfo(address=address_of(request), action=action_of(request))
            await self._table.lay(body.card, body.fault, info)

        return await self._control_simulator(request, lay, Lay)

    async def _say_again(self, request: Request) -> Response:
        if self._voice is None:
            raise HTTPException(404)
        await read_nothing(request)
        self._table.permit(action_of(request))
        self._voice.repeat_last()
        return Response(status_code=204)

    async def _read_past_game(self, request: Request, view: PastView, more: str = "") -> bytes:
        """What is asked of one listed game."""
        number, record = game_of(request), self._table.record
        content = b""
        if number not in record.deleted and 1 <= number <= record.number:
            now = record.seq if record.has_on_table(number) else None
            try:
                content = await self._past.read(number, view, now, more)
            except Trouble as trouble:
                raise unreadable(number, trouble) from None
        if not content:
            raise Refused("no_such_game", "refusal.no_such_game", {"game": number})
        return content

    async def _control_simulator(
        self,
        request: Request,
        action: Callable[[SimulatorControl], Awaitable[None]],
        takes: type[msgspec.Struct] | None = None,
    ) -> Response:
        control = self._control
        if control is None:
            raise HTTPException(404)
        await (read_nothing(request) if takes is None else read(request, takes))
        self._table.permit(action_of(request))
        stamp = await stamp_of(request)
        if self._note_press(stamp):
            return Response(status_code=204)
        try:
            await action(control)
        except (LauncherGone, Refused) as failed:
            if stamp is not None:  # nothing happened, so the same key may ask again
                self._pressed.pop(stamp.key, None)
            if isinstance(failed, Refused):
                raise
            raise Refused("no_launcher", failed.reason.key, failed.reason.values) from None
        return Response(status_code=204)

    def _note_press(self, stamp: Stamp | None) -> bool:
        """Note a request's key. Returns whether it was noted before."""
        if stamp is None:
            return False
        if stamp.key in self._pressed:
            if self._pressed[stamp.key] != stamp.print:
                raise Refused("key_reused", "refusal.key_reused")
            return True
        self._pressed[stamp.key] = stamp.print
        if len(self._pressed) > KEPT_PRESSES:
            del self._pressed[next(iter(self._pressed))]
        return False


def _picture(drawn: bytes | None) -> Response:
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type=SVG)
