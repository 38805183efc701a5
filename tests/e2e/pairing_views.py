"""Every view of seats and phones, as a table, who the device is, and the taps that lead there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from playwright.async_api import Page, expect

from tests.e2e.looking import button, settled
from tests.e2e.page_server import (
    ANYBODY,
    JSON,
    NO_GAME,
    SPECTATOR,
    PageServer,
    code,
    refused,
    seat,
    seat_of,
    way_in,
)
from tests.e2e.seated import HOST, seated, with_phone
from tests.e2e.told import RED_7, sets, told
from tests.e2e.views import Players, _round
from tests.worlds.evening import OWN_WIFI

LONGEST = 34
"""Letters of the longest name that a plate on the felt shows whole."""
MANY = ("Ann", "Bo", "Dorothea-Wilhelmina von Hohenstein-Lange", "Maximilian", "Cy")
"""Five players, one of them with the longest name that there can be: 40 letters."""
CODES, HOSTS, REQUESTS = "/api/seats/codes", "/api/host", "/api/seats/requests"
Answers = Mapping[str, tuple[int, JSON]]


class Place(NamedTuple):
    """Where a device is, and who it is."""

    shown: JSON
    me: JSON
    panel: str = ""
    """The address of the panel; empty: the table."""
    taps: tuple[str, ...] = ()
    fill: tuple[str, str] | None = None
    """What is typed before the taps: a field's selector and the text."""
    answers: Answers = MappingProxyType({})
    then: JSON | None = None
    """The table that comes after the taps."""
    main: tuple[str, ...] = ()
    """Buttons that are on the screen without scrolling."""
    wait: str = "h1"
    """What is there once the view is."""


async def go_to(page: Page, server: PageServer, place: Place) -> None:
    """Lead the page to a place."""
    server.come_back()
    await page.evaluate("localStorage.removeItem('rollerdeck-seat')")  # nobody misses it here
    if await button(page, "Type another code").is_visible():  # else it stays, whatever begins
        await button(page, "Type another code").click()
    server.reset()
    if await page.evaluate("sessionStorage.length"):  # what was asked of the host before
        await page.evaluate("sessionStorage.clear()")
        await settled(page, server)
        # a way back breaks a loading off
        await page.wait_for_function("() => !history.state?.level")
        await page.reload()
    server.found |= way_in(OWN_WIFI)
    server.me = place.me
    server.answers |= place.answers
    server.show(place.shown)
    await settled(page, server)
    await expect(page.locator("main")).to_have_attribute("data-role", place.me["role"])
    await page.evaluate("scrollTo(0, 0)")
    if await button(page, "All right").is_visible():  # of the view before
        await button(page, "All right").click()
    if place.panel:
        await page.evaluate("panel => { location.hash = panel; }", place.panel)
    if place.fill:
        await page.locator(place.fill[0]).fill(place.fill[1])
    for tap in place.taps:
        await button(page, tap).first.click()
    await page.locator(place.wait).first.wait_for()
    if place.then:
        server.show(place.then)
        await settled(page, server)
    for name in place.main:
        await button(page, name).first.wait_for()


def places(players: Players = MANY) -> dict[str, Place]:
    """Every place, by its name."""
    return {**_of_seats(players), **_at_the_table(tuple(one[:LONGEST] for one in players))}


def _of_seats(players: Players) -> dict[str, Place]:
    first, second, third = players[:3]
    shown, open_to_all = seated(players), seated(players, "open")
    mine = seat_of(first, device=2)
    show = f"Show the code of {third}'s seat"
    asked = {"requests": [{"request": 1, "do": "join", "player": third}]}
    leaves = {"requests": [{"request": 2, "do": "leave", "player": third}]}
    before = NO_GAME | {
        "access": "seats",
        "arrived": list(players),
        "seats": [
            seat(player, at) | {"plays": False} for at, player in enumerate(players, start=2)
        ],
    }
    whose = {"/api/seats/claim": (409, refused("refusal.whose_seat") | {"code": "no_name"})}
    long_code = code(address="http://192.168.178.120:8080/seat#K7QF")
    return {
        "seats": Place(shown, HOST, "seats"),
        "sign out": Place(
            shown,
            HOST,
            "seats",
            ("Sign out phone 4",),
            main=("Sign out phone 4 now", "Keep it"),
        ),
        "no seats yet": Place(NO_GAME | {"access": "seats"}, HOST, "seats"),
        "seats of others": Place(shown, mine, "seats"),
        "code": Place(
            open_to_all, ANYBODY, "seats", (show,), answers={CODES: long_code}, wait=".letters"
        ),
        "code without network": Place(
            shown,
            HOST,
            "seats",
            (show,),
            answers={CODES: code(address=None, qr=None)},
            wait=".letters",
        ),
        "code used": Place(
            shown,
            HOST,
            "seats",
            (show,),
            answers={CODES: long_code},
            then=with_phone(shown, third, 50),
            wait=".letters",
        ),
        "code too old": Place(
            shown,
            HOST,
            "seats",
            (show,),
            answers={CODES: code(seconds=0)},
            main=("New code",),
        ),
        "connect": Place(shown, HOST, "", ("More", "Connect a phone"), wait=".join img"),
        "sit": Place(shown, SPECTATOR, "sit", main=("Sit down",)),
        "sit, open": Place(open_to_all, ANYBODY, "sit", main=("Sit down",)),
        "sit elsewhere": Place(shown, mine, "sit"),
        "code refused": Place(
            shown,
            SPECTATOR,
            "sit",
            ("Sit down",),
            ("#code", "K7QF"),
            {"/api/seats/claim": (404, refused("refusal.no_such_code"))},
            main=("Sit down",),
            wait=".refusal",
        ),
        "who": Place(
            before,
            SPECTATOR,
            "sit",
            ("Sit down",),
            ("#code", "K7QF"),
            whose,
            main=("Sit down",),
            wait="#name",
        ),
        "who, in a game": Place(
            shown, SPECTATOR, "sit", ("Sit down",), ("#code", "K7QF"), whose, wait=".pairing p"
        ),
        "lobby": Place(before, mine, main=("Set up the game",)),
        "who has come": Place(before, HOST),
        "nothing to look at": Place(NO_GAME | {"access": "seats"}, SPECTATOR, main=("Sit down",)),
        "past games, looked on": Place(shown, SPECTATOR, "games"),
        "host": Place(shown, SPECTATOR, "host", main=("Enter",)),
        "host, slowed down": Place(
            shown,
            SPECTATOR,
            "host",
            ("Enter",),
            ("#pin", "123456789012"),
            {HOSTS: (429, refused("refusal.guessed_too_often", n=1400) | {"code": "too_soon"})},
            wait=".refusal",
        ),
        "host without PIN": Place(shown, SPECTATOR | {"pin": False}, "host"),
        "host, open": Place(open_to_all, ANYBODY | {"pin": True}, "host"),
        "host already": Place(shown, HOST, "host"),
        "own seat": Place(shown, mine, "me", main=("Colour and emoji",)),
        "own seat given up": Place(shown, mine, "me", ("Take this seat away from this phone",)),
        "own seat, leaving": Place(
            shown,
            mine,
            "me",
            ("Ask to leave the game",),
            answers={REQUESTS: (200, {"request": 2, "ticket": "t"})},
            then=shown | leaves,
            wait=".pairing > p[role=status]",
        ),
        "own seat, not in the game": Place(shown, seat_of("Zoe", device=99), "me"),
        "no own seat": Place(shown, SPECTATOR, "me", main=("Sit down",)),
        "avatar": Place(shown, mine, f"avatar-{first}"),
        "avatar of others": Place(shown, mine, f"avatar-{second}"),
        "avatar at the table": Place(shown, HOST, f"avatar-{third}"),
        "ask to join": Place(shown, SPECTATOR, "come", main=("Ask to join",)),
        "asked to join": Place(
            shown,
            SPECTATOR,
            "come",
            ("Ask to join",),
            ("#come", third),
            {REQUESTS: (200, {"request": 1, "ticket": "t"})},
            then=shown | asked,
            wait=".pairing > p[role=status]",
        ),
    }


def _at_the_table(players: Players) -> dict[str, Place]:
    first, second, third = players[:3]
    shown = seated(players)
    between = told(players[:4], *_round(players[:4], second)) | {
        name: shown[name] for name in ("access", "seats", "devices")
    }
    ended = between | {"state": between["state"] | {"phase": "game_over", "winner": second}}
    asked = {"requests": [{"request": 1, "do": "join", "player": MANY[2]}]}
    leaves = {"requests": [{"request": 2, "do": "leave", "player": third}]}
    return {
        "looks on": Place(shown, SPECTATOR, main=("Sit down",)),
        "looks on, a player": Place(shown, SPECTATOR, f"player-{second}", wait=".player"),
        "looks on, cards": Place(shown, SPECTATOR, "cards", wait=".explain"),
        "looks on, scores": Place(between, SPECTATOR, main=("Sit down",)),
        "looks on, won": Place(ended, SPECTATOR, main=("Sit down",)),
        "looks on, hits": Place(
            shown
            | told(
                players,
                RED_7,
                {"do": "play", "by": second, "card": "wild-all-hit", "color": "blue"},
            ),
            SPECTATOR,
            main=("Sit down",),
        ),
        "somebody asks to join": Place(
            shown | asked, HOST, main=("UNO", f"{MANY[2]} asks to join.")
        ),
        "somebody may join": Place(
            between | asked, HOST, main=("Next round", f"{MANY[2]} asks to join.")
        ),
        "somebody asks to leave": Place(
            shown | leaves, HOST, main=("UNO", f"{third} asks to leave.")
        ),
        "questions to the host": Place(
            shown | {"requests": asked["requests"] + leaves["requests"]},
            HOST,
            "wishes",
            main=(f"No, {MANY[2]} may not join", f"Yes, {third} may leave"),
        ),
        "discs on a phone": Place(shown, seat_of(second, device=3), wait=".own-screen"),
        "discs on a phone that waits": Place(
            shown | told(players, RED_7, sets(turn=first)),
            seat_of(second, device=3),
            wait=".own-screen",
        ),
        "discs on the felt": Place(
            told(players, RED_7, sets(turn=third))
            | {
                "seats": [
                    seat(name, colour="purple", emoji="🦊" if name != first else None)
                    for name in players
                ]
            },
            ANYBODY,
        ),
    }
