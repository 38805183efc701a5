"""How many taps a turn takes: counted on the page, with the offers of the real rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

import rules
from rules.edition import Edition
from tests.e2e.looking import seen
from tests.e2e.page_server import PageServer, table
from tests.e2e.told import sets, told
from tests.e2e.views import THREE

pytestmark = pytest.mark.asyncio(loop_scope="session")

DOCUMENT = Path(__file__).parents[2] / "docs" / "taps.md"
MOST = 4

PLAY = """async ([first, under, towers]) => {
  let taps = 0;
  let said = false;
  const sent = window.fetch;
  window.fetch = (path, how) => {
    said = said || how?.method === "POST";
    return sent(path, how);
  };
  const tap = async (one) => {
    taps += 1;
    let shown = false;
    const watch = new MutationObserver(() => { shown = true; });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    one.click();
    for (let turn = 0; turn < 400 && !said && !shown; turn += 1)
      await new Promise((done) => setTimeout(done, 5));
    watch.disconnect();
    // the picture of a tap that says something is drawn first, and then it is sent
    for (let turn = 0; turn < 20 && !said; turn += 1) await new Promise((done) => setTimeout(done));
  };
  const all = (what) => [...document.querySelectorAll(what)];
  const named = (name) => all("button:enabled").find((one) =>
    (one.ariaLabel ?? one.textContent.trim()) === name);
  await tap(named(first));
  for (let asked = 0; !said && asked < 9; asked += 1) {
    const laid = all(".ask .picker .pick:enabled")[0];
    const tower = all(".ask [aria-pressed='false']")[0];
    const held = all(".ask [aria-pressed='true']").length;
    if (laid && under-- > 0) await tap(laid);
    else if (tower && held < towers) await tap(tower);
    else await tap(all(".ask :is(.choices, .color-choice) button:enabled").at(tower ? -1 : 0));
  }
  window.fetch = sent;
  return said ? taps : null;
}"""


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


async def taps(page: Page, first: str, *, under: int = 0, towers: int = 1) -> int:
    """Tap this, and answer what is asked with the first answer, until something is said."""
    counted = await page.evaluate(PLAY, [first, under, towers])
    assert counted is not None, f"{first} leads nowhere"
    return int(counted)


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param(one, marks=() if one.id == "attack" else pytest.mark.thorough, id=one.id)
        for one in rules.EDITIONS.values()
    ],
)
async def test_any_card_takes_four_taps_at_most(
    page: Page, server: PageServer, edition: Edition
) -> None:
    server.show(turn(edition, "red-7"))
    await seen(page, server)
    counted = {}
    for name, card in edition.cards.items():
        if card.color not in (None, "red"):
            continue
        towers = 2 if "-2-" in name else 1
        counted[name] = await taps(page, title(name), towers=towers)
        await server.heard(len(counted))
        server.show(turn(edition, "red-7"))
        await seen(page, server)
    assert max(counted.values()) <= MOST
    assert len(counted) > 9


async def test_the_table_of_taps_is_what_is_counted(page: Page, server: PageServer) -> None:
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
    for row, (shown, first, under) in rows.items():
        server.show(shown)
        await seen(page, server)
        counted[row] = await taps(page, first, under=under)
        await server.heard(len(counted))
    written = re.findall(
        r"^\| (?!action)(?!-)(.*) \| (\d+) \|$", DOCUMENT.read_text(), re.MULTILINE
    )
    assert counted == {row: int(count) for row, count in written}
