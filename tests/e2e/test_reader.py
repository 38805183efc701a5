"""A code on the page, a scanner at a serial line, and plays on the page, by real processes."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser

from controller.decks.deck import Deck, new_deck
from controller.decks.deck_store import write_decks
from tests.controller.readers.plugged import Plugged
from tests.e2e.evening import Evening
from tests.e2e.looking import button, tap_slowly
from tests.processes import Running, run

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
DECK = new_deck("attack", "K3F9", 0)
NOT_SENT = "was not sent"


def label(deck: Deck, card: str) -> bytes:
    return f"RD-{deck.id}-{deck.first + deck.cards.index(card):03}\r\n".encode()


async def test_cards_under_a_scanner_are_played_also_after_the_referee_was_killed(
    tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "reader"))
    page = await browser.new_page()
    await tap_slowly(page)
    evening = Evening(tmp_path, page)
    write_decks(evening.journal, (DECK,))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{evening.port}") as api:
        assert (await api.post("/api/games", json=GAME)).status_code == 200
    await evening.open()
    await button(page, "More").click()
    await button(page, "Seats and phones").click()
    await button(page, "Connect a card reader").click()
    code = await page.locator(".letters").inner_text()
    url = f"http://127.0.0.1:{evening.port}"
    paired = run("reader", "--pair", code, "--url", url)
    assert (paired.returncode, paired.stderr) == (0, ""), paired
    await page.goto(f"{evening.address}/")

    plug = Plugged(tmp_path / "scanner")
    plug.put_in()
    with Running(tmp_path, "reader", "--scanner", str(plug.path)) as reader:
        reader.until(lambda: "is ready" in reader.said, "scanner")
        plug.send(label(DECK, "red-5"))
        await evening.headline("Bo's turn")
        plug.send(label(DECK, "red-7"))
        await evening.headline("Cy's turn")
        evening.referee.kill()
        plug.send(label(DECK, "red-9"))
        await evening.kill_the_referee()  # the page notices, and another one starts
        reader.until(lambda: "red-9" in reader.said or NOT_SENT in reader.said, "third card")
        if NOT_SENT in reader.said:  # all this took longer than a reader keeps a card: lay it again
            plug.send(label(DECK, "red-9"))
        await evening.headline("Ann's turn")
        assert reader.end() == 0, reader.said
    with Running(tmp_path, "reader", "--scanner", str(plug.path)) as reader:
        reader.until(lambda: "is ready" in reader.said, "scanner")
        plug.send(label(DECK, "red-9"))  # it lies there still; another reader has not seen it
        reader.until(lambda: "lies in the pile already" in reader.said, "card that lies there")
        assert (await evening.state())["turn"] == "Ann"
        assert reader.end() == 0, reader.said
    plug.pull_out()
    await page.close()
    evening.end()
