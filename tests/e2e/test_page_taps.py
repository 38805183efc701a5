"""How many taps and scrolls a turn takes: counted on the page, with the real rules' offers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser, Page, ViewportSize

import rules
from rules.edition import Edition
from tests.e2e.looking import button, settled
from tests.e2e.page_server import PageServer, table
from tests.e2e.seat_phone import BOS, phone_of
from tests.e2e.seat_views import BO, seat_views
from tests.e2e.told import RED_7, play, sets, told
from tests.e2e.views import THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

DOCUMENT = Path(__file__).parents[2] / "docs" / "taps.md"
MOST = 4
PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 1024, "height": 768}

PLAY = """async ([first, under, towers]) => {
  let taps = 0;
  let scrolls = 0;
  let said = false;
  const sent = window.fetch;
  window.fetch = (path, how) => {
    said = said || how?.method === "POST";
    return sent(path, how);
  };
  // Can a finger tap all of it, and is nothing over it?
  const reached = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return inside && one.contains(over);
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const tap = async (found) => {
    // while the referee is out of reach, nothing can be tapped; a person waits, too
    for (let turn = 0; turn < 4000 && !said && !found(); turn += 1) await pause(5);
    if (said) return;
    const one = found();
    if (!one) throw new Error("nothing can be tapped");
    taps += 1;
    if (!reached(one)) {
      scrolls += 1;
      one.scrollIntoView({ block: "center" });
      if (!reached(one)) throw new Error(`no scrolling leads to ${one.textContent}`);
    }
    let shown = false;
    const watch = new MutationObserver(() => { shown = true; });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    if (one.matches(".ask .pick")) under -= 1;
    one.click();
    for (let turn = 0; turn < 400 && !said && !shown; turn += 1) await pause(5);
    watch.disconnect();
    // the picture of a tap that says something is drawn first, and then it is sent
    for (let turn = 0; turn < 20 && !said; turn += 1) await pause(0);
  };
  const all = (what) => [...document.querySelectorAll(`main > :not([inert]) ${what}`)];
  const named = (name) => all("button:enabled").find((one) =>
    (one.ariaLabel ?? one.textContent.trim()) === name);
  const answer = () => {
    const laid = all(".ask .picker .pick:enabled")[0];
    const tower = all(".ask [aria-pressed='false']")[0];
    const held = all(".ask [aria-pressed='true']").length;
    if (laid && under > 0) return laid;
    if (tower && held < towers) return tower;
    return all(".ask :is(.choices, .color-choice) button:enabled").at(tower ? -1 : 0);
  };
  await tap(() => named(first));
  for (let asked = 0; !said && asked < 9; asked += 1) await tap(answer);
  window.fetch = sent;
  return said ? [taps, scrolls] : null;
}"""


class Counted(NamedTuple):
    """What fingers did until something was said."""

    taps: int
    scrolls: int


def turn(edition: Edition, top: str, hands: int = 7) -> dict[str, Any]:
    """Bo's turn in a game of that edition, as the referee would tell it."""
    turn_up = {"do": "turn_up", "card": top}
    return told(THREE, turn_up, sets(hands=dict.fromkeys(THREE, hands)), edition=edition.id)


def title(card: str) -> str:
    """The card as the page calls it."""
    words = " ".join(word.capitalize() for word in card.split("-"))
    for pair in ("Hit Fire", "Attack Attack", "Grab 2 Towers", "Grab A Tower"):
        words = words.replace(pair, pair.replace(" ", "-"))
    return words


async def taps(page: Page, first: str, *, under: int = 0, towers: int = 1) -> Counted:
    """Tap this, and answer what is asked with the first answer, until something is said."""
    counted = await page.evaluate(PLAY, [first, under, towers])
    assert counted is not None, f"{first} leads nowhere"
    return Counted(*counted)


@pytest.mark.thorough
@pytest.mark.parametrize("edition", rules.EDITIONS.values(), ids=lambda one: one.id)
async def test_any_card_takes_four_taps_at_most(
    page: Page, server: PageServer, edition: Edition
) -> None:
    server.show(turn(edition, "red-7"))
    await settled(page, server)
    counted = {}
    for name, card in edition.cards.items():
        if card.color not in (None, "red"):
            continue
        towers = 2 if "-2-" in name else 1
        counted[name] = (await taps(page, title(name), towers=towers)).taps
        await server.heard(len(counted))
        await settled(page, server)
        server.show(turn(edition, "red-7"))
        await settled(page, server)
    assert max(counted.values()) <= MOST
    assert len(counted) > 9


OUT = (RED_7, sets(turn="Cy", hands={"Cy": 1}), play("Cy", "red-3"))
"""Cy plays the last card, and the hands are counted."""
FIVE_CARDS = ("3, 3 points", "5, 5 points", "7, 7 points", "Skip, 20 points", "Wild, 50 points")


def on_a_phone() -> dict[str, tuple[dict[str, Any], tuple[str, ...]]]:
    """What is done on Bo's phone: by row of the document, the table and the keys up to the one
    after which the page asks, if it asks."""
    every = seat_views(THREE)
    turns = every["my turn"].shown
    return {
        f"your phone: {row}": (shown, tuple(keys))
        for row, shown, *keys in (
            ("playing a number card, a Skip, a Reverse or a Hit 2", turns, "Red 3"),
            (
                "playing a Wild, a Wild All Hit or a Wild Hit-Fire, and choosing the colour",
                turns,
                "Wild, call blue",
            ),
            (
                "playing a Trade Hands, and choosing the player to trade with",
                turns,
                "Red Trade Hands",
            ),
            (
                "pressing the button of the simulated launcher for yourself",
                turns,
                "Press the launcher",
            ),
            ("calling UNO", every["two cards left"].shown, "UNO"),
            ("catching a player", every["catch"].shown, "Catch Cy"),
            ("undoing your own last command", every["undo"].shown, "Undo"),
            (
                "counting your hand of five cards",
                told(THREE, *OUT, sets(hands={BO: 5})),
                *FIVE_CARDS,
                "Send 85 points",
            ),
            (
                "sending the points of your hand, after you have typed them",
                every["count"].shown,
                "Type the points instead",
                "Send 47 points",
            ),
        )
    }


@pytest.mark.thorough
async def test_the_table_of_taps_is_what_is_counted(
    browser: Browser, page: Page, server: PageServer
) -> None:
    edition = rules.EDITIONS["attack"]
    uncalled = table(
        THREE,
        legal=[
            {"do": "catch", "by": name, "player": "Ann", "needs": [], "may": []}
            for name in ("Bo", "Cy")
        ],
        uno={"player": "Ann", "called": False},
    )
    turns = turn(edition, "red-7")
    rows: dict[str, tuple[dict[str, Any], str, int]] = {
        "playing a number card, a Skip, a Reverse or a Hit 2": (turns, "Red 3", 0),
        "pressing the button of the simulated launcher for yourself": (
            turns,
            "Press the launcher",
            0,
        ),
        "playing a Wild, a Wild All Hit or a Wild Hit-Fire, and choosing the colour": (
            turns,
            "Wild",
            0,
        ),
        "playing a Trade Hands, and choosing the player to trade with": (
            turns,
            "Red Trade Hands",
            0,
        ),
        "playing a Discard All without cards under it": (turns, "Red Discard All", 0),
        "playing a Discard All with two cards under it": (turns, "Red Discard All", 2),
        "calling UNO before playing the card": (turn(edition, "red-7", hands=2), "UNO", 0),
        "catching a player, and choosing who caught that player": (uncalled, "Catch", 0),
        "undoing the last command": (turns, "Undo", 0),
    }
    counted = {}
    await page.set_viewport_size(PHONE)
    for row, (shown, first, under) in rows.items():
        server.show(shown)
        await settled(page, server)
        await page.evaluate("scrollTo(0, 0)")
        counted[row] = await taps(page, first, under=under)
        await server.heard(len(counted))
        await settled(page, server)
    await page.set_viewport_size(TABLET)
    async with phone_of(browser, server, BOS) as phone:
        for row, (shown, keys) in on_a_phone().items():
            server.show(shown)
            await settled(phone, server)
            for key in keys[:-1]:
                await button(phone, key).tap()
            field = phone.get_by_role("spinbutton", name="Points of your hand")
            if await field.count():
                await field.fill("47")
            last = await taps(phone, keys[-1])
            counted[row] = Counted(len(keys) - 1 + last.taps, last.scrolls)
            await server.heard(len(counted))
            await settled(phone, server)
    written = re.findall(
        r"^\| (?!action)(?!-)(.*) \| (\d+) \| (\d+) \|$", DOCUMENT.read_text(), re.MULTILINE
    )
    assert counted == {row: Counted(int(taps), int(far)) for row, taps, far in written}
