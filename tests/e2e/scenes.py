"""Every view of the page, whatever kind of device shows it, for who looks at all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from typing import NamedTuple

from playwright.async_api import Page

from controller.network.way_in import WayIn
from tests.e2e.layout import AT_PLAY, OVER_OWN_KEYS, OWN_KEYS, PLAYABLE, PRESSER
from tests.e2e.looking import HOST, settled
from tests.e2e.page_server import ANYBODY, JSON, PageServer, way_in
from tests.e2e.pairing_views import Place, go_to, places
from tests.e2e.seat_phone import BOS
from tests.e2e.seat_views import seat_views
from tests.e2e.seen_views import seen_places
from tests.e2e.tv_views import FORTY, HOME, SCREENS, show_on_tv, switch_on, tv_views
from tests.e2e.views import SIZES, TEN, THREE, TWO, Players, View, look_at, views
from tests.worlds.evening import OWN_WIFI

Go = Callable[[Page, PageServer], Awaitable[None]]


class Keys(NamedTuple):
    """What is on the screen without scrolling while somebody may play: selectors."""

    keys: str = ""
    seen: str = ""
    """What is seen together with the keys."""
    over: str = ":not(*)"
    """What may lie over the keys, and while it does ..."""
    left: str = ""
    """... the keys that are left."""


class Scene(NamedTuple):
    """A view, and how to get there on an open page."""

    go: Go
    main: tuple[str, ...] = ()
    """The main action's buttons."""
    keys: Keys = Keys()
    players: int = 0
    """How many people play; 0: nobody yet."""


class Kind(NamedTuple):
    """A kind of device: what it shows, with few people and with many, and how it is switched on."""

    tables: tuple[dict[str, Scene], ...]
    sizes: Mapping[str, tuple[int, int]]
    open: Go
    themes_itself: bool = False
    """Is it dark whatever the device wishes?"""


async def _open(page: Page, server: PageServer, me: JSON = ANYBODY) -> None:
    server.reset()
    server.me = me
    await page.goto(f"http://{HOST}:{server.port}/")
    await page.locator(f'main[data-role="{me["role"]}"]').wait_for()
    await settled(page, server)


async def _open_phone(page: Page, server: PageServer) -> None:
    await _open(page, server, BOS)


def _people(shown: JSON) -> int:
    return len(shown["game"]["players"]) if shown["game"] else 0


def _view(view: View, me: JSON) -> Scene:
    async def go(page: Page, server: PageServer) -> None:
        await look_at(page, server, view, folded=True, me=me)

    keys = Keys(OWN_KEYS, over=OVER_OWN_KEYS)
    if me is ANYBODY:
        # A refusal lies over what was tapped until it is read, and without a referee nothing is.
        plays = view.shown["state"] and view.shown["state"]["phase"] == "play"
        hidden = not plays or view.refusal or view.lost
        keys = Keys() if hidden else Keys(PLAYABLE, AT_PLAY, ".ask", PRESSER)
    return Scene(go, view.main, keys, _people(view.shown))


def _place(place: Place) -> Scene:
    async def go(page: Page, server: PageServer) -> None:
        await go_to(page, server, place)

    return Scene(go, place.main, players=_people(place.shown))


def _on_tv(view: View, way: WayIn = HOME) -> Scene:
    async def go(page: Page, server: PageServer) -> None:
        server.found |= way_in(way)
        await show_on_tv(page, server, view)

    return Scene(go, players=_people(view.shown))


def _views(some: dict[str, View], kind: str = "", me: JSON = ANYBODY) -> dict[str, Scene]:
    return {f"{kind}{name}": _view(view, me) for name, view in some.items()}


def _tv(players: Players, way: WayIn = HOME) -> dict[str, Scene]:
    return {f"tv, {name}": _on_tv(view, way) for name, view in tv_views(players).items()}


class Table(NamedTuple):
    """A table that a kind of device looks at, and how the device is switched on for it."""

    scenes: dict[str, Scene]
    open: Go


@cache
def tables_of(kind: str) -> dict[str, Table]:
    """The tables that a kind of device is looked at with, by who sits there."""
    device = kinds()[kind]
    few, many = device.tables[0], device.tables[-1]
    some = {"2 players": few, "10 players": many}
    if kind == "phone":
        three = _views(seat_views(THREE), "phone, ", BOS)
        some = {"2 players": few, "3 players": three, "10 players": many}
    elif kind == "tv":
        some = {"2 players": few, "6 players": _tv(FORTY[:6]), "10 players": many}
    elif few is many:
        some = {"5 players": few}
    tables = {players: Table(scenes, device.open) for players, scenes in some.items()}
    if kind == "tv":
        own = Table(_tv(FORTY, OWN_WIFI), partial(switch_on, way=OWN_WIFI))
        tables["10 players, own Wi-Fi"] = own
    return tables


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of device, by its name."""
    tables = tuple(_views(views(some)) for some in (TWO, TEN))
    phones = tuple(_views(seat_views(some), "phone, ", BOS) for some in (TWO, TEN))
    seats = {f"seats, {name}": _place(place) for name, place in places().items()}
    readers = {f"reader, {name}": _place(place) for name, place in seen_places().items()}
    tvs = tuple(_tv(some) for some in (FORTY[3:5], FORTY))
    return {
        "table": Kind(tables, SIZES, _open),
        "phone": Kind(phones, SIZES, _open_phone),
        "seats": Kind((seats,), SIZES, _open),
        "reader": Kind((readers,), SIZES, _open),
        "tv": Kind(tvs, SCREENS, switch_on, themes_itself=True),
    }
