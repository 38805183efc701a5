"""The room's language: what devices are told of it, and what happens without its words."""

from __future__ import annotations

from html import escape

import httpx

from controller.base.config import Referee
from controller.daemon.serve import in_a_language_that_is_there
from controller.web.http import Site
from controller.web.static_files import PAGE
from tests.worlds.client import Client
from tests.worlds.evening import OWN_WIFI, Evening


async def test_the_page_is_told_the_rooms_language_and_all_others(evening: Evening) -> None:
    site = Site(await evening.open(), None, OWN_WIFI, language="fr")
    transport = httpx.ASGITransport(app=site.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as http:
        first = (await http.get("/")).text
    languages = (PAGE / "words" / "languages.json").read_text(encoding="utf-8")
    assert '<meta name="language" content="fr">' in first
    assert f'<meta name="languages" content="{escape(languages)}">' in first
    assert "Español" in languages


async def test_all_devices_are_told_the_same_table(client: Client) -> None:
    await client.start_game()
    wishes = ({"accept-language": one} for one in ("de", "fr-CA, en;q=0.5", ""))
    told = {(await client.http.get("/api/table", headers=wish)).content for wish in wishes}
    assert len(told) == 1


def test_a_room_without_words_in_its_language_is_english_and_that_is_said() -> None:
    said: list[str] = []
    german = Referee(language="de", port=81)
    assert in_a_language_that_is_there(german, said.append) == german
    assert said == []
    klingon = in_a_language_that_is_there(Referee(language="tlh", port=81), said.append)
    assert klingon == Referee(language="en", port=81)
    (sentence,) = said
    assert "There are no words in 'tlh', so the room's language is English: set" in sentence
