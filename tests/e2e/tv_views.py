"""Every view of the page as a TV, as a table and what is known beside it."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

from controller.base.config import AccessPoint
from controller.network.way_in import WayIn
from tests.e2e.looking import HOST, settled
from tests.e2e.page_server import FAIRNESS, JSON, NO_GAME, PageServer, seat, way_in
from tests.e2e.seen_views import seen_places
from tests.e2e.told import RED_7, hit, play, sets, told
from tests.e2e.views import Players, View

TVS = {"tv-720": (1280, 720), "tv-1080": (1920, 1080), "tv-2160": (3840, 2160)}
SCREENS = TVS | {
    "tablet": (1024, 768),
    "phone-across": (844, 390),
    "phone": (390, 844),
    "small-phone": (320, 568),
}
"""TVs, and what else somebody may turn into one."""
FORTY = (
    "Ann",
    "Bo",
    "Cy",
    "Dorothea-Wilhelmina von Hohenstein-Lange",
    "Eve",
    "F",
    "Featherstonehaugh-Cholmondeley-Smythe II",
    "Maximilian",
    "Ida-Marie",
    "Jan van der Berg",
)
"""Ten players, two of whom have the longest names that there can be: 40 letters."""
HOME = WayIn("192.168.178.120", 8080, AccessPoint())
"""In somebody's own Wi-Fi."""

FLOWN = """(() => {
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    flown.push([this.dataset.owner ?? this.className, how.iterations ?? 1]);
    return animate.call(this, frames, how);
  };
})()"""
"""Notes what is set in motion, and how often it repeats."""
WEAR = """(theme) => {
  Object.assign(document.documentElement.dataset, { theme, chosen: theme });
}"""
"""Make a TV light or dark as on a device that was told so: else a TV is dark."""
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", None, None)
EMOJIS = ("🦊", "🐻", None, "🐸", "🦁", None, "🐰", "🐙", "🦉", None)

SEEN = (
    *("confirm", "confirm, a wild", "cards under it", "which colour", "unread"),
    *("waiting for hits", "in the dark", "next hand", "hand under the reader", "whole hand"),
)
"""Views of cards that a reader saw, which a TV shows without keys."""


def suspenseful(shown: JSON, dry: int) -> JSON:
    """The same table with the hit profile ``suspense``, after so many presses without a card."""
    fairness = FAIRNESS | {"game": FAIRNESS["game"] | {"profile": "suspense"}}
    line = {"key": "ruling.hits_nothing", "clause": "ATK-8", "values": {"player": "Ann"}}
    log = shown["log"] + [line | {"seq": len(shown["log"]) + 1 + nth} for nth in range(dry)]
    return shown | {"fairness": fairness, "log": log}


def dressed(shown: JSON) -> JSON:
    """The same table, where most players have chosen a colour and an emoji."""
    players = shown["game"]["players"]
    looks = zip(players, COLOURS, EMOJIS, strict=False)
    return shown | {"seats": [seat(name, colour=c, emoji=e) for name, c, e in looks]}


def came(players: Players) -> JSON:
    """Before a game: these people's phones have come."""
    looks = zip(players, COLOURS, EMOJIS, strict=False)
    seats = [seat(name, at, colour=c, emoji=e) for at, (name, c, e) in enumerate(looks, 1)]
    return NO_GAME | {"arrived": [*players], "seats": seats}


def tv_views(players: Players) -> dict[str, View]:
    """Every view of the TV, by its name."""
    second, third = players[1], players[2 % len(players)]
    turn = told(players, RED_7)
    all_hit = (RED_7, play(second, "wild-all-hit", color="blue"))
    empty = {second: 1}
    counting = [RED_7, sets(turn=second, hands=empty), play(second, "red-3")]
    others = [name for name in players if name != second]
    counts: list[JSON] = [
        {"do": "count", "player": name, "points": 20 + at} for at, name in enumerate(others)
    ]
    a_round = sum(command["points"] for command in counts)
    grab = told(players, RED_7, edition="power-grab")
    places = seen_places(players)
    held = dict(zip("UNO!", (second, second, third, players[0]), strict=True))

    def at(stage: str, *faults: str, **more: Any) -> JSON:
        launcher = {"hit": {"stage": stage, **more}, "faults": [*faults]}
        return told(players, *all_hit, launcher=launcher)

    return {
        "no game": View(NO_GAME),
        "who has come": View(came(players)),
        "who deals": View(told(players, dealer=None)),
        "turn up": View(told(players)),
        "turn": View(dressed(turn)),
        "long turn": View(told(players, RED_7, sets(turn=max(players, key=len)))),
        "second round": View(told(players, RED_7, sets(scores=dict.fromkeys(players, 137)))),
        "played": View(told(players, RED_7, play(second, "red-skip"))),
        "uno": View(told(players, RED_7, sets(hands={second: 2}), play(second, "red-3"))),
        "color": View(told(players, {"do": "turn_up", "card": "wild"})),
        "hits": View(dressed(told(players, *all_hit))),
        "cards come": View(dressed(at("running", requested=7, out=5))),
        "cards came": View(told(players, *all_hit, hit(third, 6))),
        "suspense": View(suspenseful(at("armed"), 3)),
        "the next press": View(suspenseful(at("armed"), 4)),
        "breath": View(at("breath")),
        "jam": View(at("broken", "JAM", requested=4, out=2)),
        "two faults": View(at("broken", "MOTOR_FAULT", "SENSOR_BLOCKED", requested=4, out=2)),
        "to confirm": View(at("confirm", requested=4, out=2)),
        "count": View(told(players, *counting, counts[0])),
        "round over": View(dressed(told(players, *counting, *counts, target=3 * a_round))),
        "game over": View(told(players, *counting, *counts, target=a_round)),
        "towers": View(grab | {"state": grab["state"] | {"towers": held}}),
        "lost": View(turn, lost=True),
        **{f"seen: {name}": View(places[name].shown) for name in SEEN},
    }


async def switch_on(page: Page, server: PageServer, way: WayIn = HOME) -> None:
    """Open the page as a TV, by its address, where others join on this way."""
    server.come_back()
    server.found |= way_in(way)
    await page.goto("about:blank")
    await page.goto(f"http://{HOST}:{server.port}/#tv")
    await page.locator(".tv .tv-join img").first.wait_for()


async def show_on_tv(page: Page, server: PageServer, view: View) -> None:
    """Let an open TV show a view."""
    server.come_back()
    server.show(view.shown)
    await settled(page, server)
    if view.lost:
        server.leave()
        await page.locator('main[data-lost="true"]').wait_for()
