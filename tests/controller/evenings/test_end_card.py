"""The end card: a picture of one game to keep or to send, with and without names."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from controller.evenings.card import card
from controller.evenings.figures import GameFigures, HitFire, PersonFigures, TurnRound, played_games
from controller.web.http import Site
from controller.web.past import read_here
from controller.words.catalogue import catalogue
from tests.rules.house_box import ID
from tests.worlds.bot_journal import BotJournal
from tests.worlds.client import Client, refused
from tests.worlds.evening import GAME as GAME_OBJECT
from tests.worlds.evening import OWN_WIFI, Evening

GAME = GameFigures(
    number=4,
    edition="attack",
    players=("Ann", "Tom & <b>"),
    begun_s=0,
    ended_s=1,
    rounds=3,
    cards=33,
    over=True,
    winners=("Ann",),
    scores={"Ann": 510, "Tom & <b>": 20},
    people=(
        PersonFigures("Ann", presses=2, dry=1, taken=2, from_presses=1, most=2, catches=1),
        PersonFigures("Tom & <b>", presses=9, taken=31, from_presses=9, most=8, forgotten=2),
    ),
    hit_fire=HitFire("Tom & <b>", 4, 6, 4),
    turn_round=TurnRound("Ann", 120, 4),
    goes_on=None,
)


def words(picture: bytes) -> list[str]:
    root = ElementTree.fromstring(picture)
    # a space that ends no line is still a space
    return [
        (text.text or "").replace("\u00a0", " ")
        for text in root.iterfind("{http://www.w3.org/2000/svg}text")
    ]


def test_the_card_calls_a_box_as_the_house_does() -> None:
    edition_names = {"de": "Familienschachtel", "en": "Family box"}
    game = msgspec.structs.replace(GAME, edition=ID, edition_names=edition_names)
    for language, name in (("de", "Familienschachtel"), ("fr", "Family box")):
        assert words(card([game], names=True, language=language))[1] == name
    nameless = msgspec.structs.replace(GAME, edition=ID)
    assert words(card([nameless], names=True))[1] == "Family"


def test_the_card_says_who_won_and_what_is_worth_telling() -> None:
    said = words(card([GAME], names=True))
    assert said[:4] == ["Rollerdeck", "UNO Attack!", "Ann wins", "3 rounds, 33 cards, 11 presses"]
    assert said[4:8] == ["Ann", "510", "Tom & <b>", "20"]
    assert " ".join(said[8:]) == (
        "Tom & <b> took 31 cards from 9 presses. Most at one press: 8 cards for Tom & <b>. "
        "1 press by Ann gave no card. Longest Hit-Fire: 4 presses for Tom & <b>, cards: 6. "
        "Ann was 120 points behind, and won. Ann caught somebody once. "
        "Tom & <b> forgot to call UNO 2 times."
    )


def test_without_names_there_is_no_name_in_it() -> None:
    picture = card([GAME], names=False)
    assert b"Ann" not in picture and b"Tom" not in picture
    assert "Player 2 took 31 cards from 9 presses." in " ".join(words(picture))


def test_no_line_ends_in_the_middle_of_player_2() -> None:
    assert [line for line in words(card([GAME], names=False)) if line.endswith("Player")] == []


def test_a_game_that_nobody_won_has_a_card() -> None:
    nothing = msgspec.structs.replace(
        GAME, winners=(), over=False, people=(), hit_fire=None, turn_round=None
    )
    people = (PersonFigures("Ann"), PersonFigures("Tom & <b>"))
    said = words(card([msgspec.structs.replace(nothing, people=people)], names=True))
    assert said[2:4] == ["Nobody has won yet", "3 rounds, 33 cards, 0 presses"]
    assert len(said) == 8


@pytest.mark.parametrize("seed", range(4))
def test_every_game_has_a_card_without_names(seed: int) -> None:
    played = BotJournal(Random(seed), target=50)
    played.play(10 if seed % 2 else 2)
    parts = [game.figures for game in played_games(played.entries, Path("journal"))]
    said = " ".join(words(card(parts, names=False)))
    for name in parts[-1].players:
        assert f" {name} " not in f" {said} "


def test_the_card_is_in_the_language_that_is_asked_for() -> None:
    picture = card([GAME], names=True, language="de")
    said, german = " ".join(words(picture)), catalogue("de").say
    assert german("end.wins", {"n": 1, "players": ["Ann"]}) in said
    assert german("end.most", {"n": 8, "player": "Tom & <b>"}) in said
    assert "press" not in said


async def test_a_room_has_its_own_language_for_pictures(evening: Evening) -> None:
    site = Site(await evening.open(), None, OWN_WIFI, read=read_here, language="fr")
    transport = httpx.ASGITransport(app=site.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as http:
        assert (await http.post("/api/games", json=GAME_OBJECT)).status_code == 200
        assert b'lang="fr"' in (await http.get("/api/games/1/card.svg")).content


async def test_the_card_is_served_as_a_picture(client: Client) -> None:
    await client.start_game()
    await client.evening.press()
    with_names = await client.http.get("/api/games/1/card.svg")
    assert with_names.headers["content-type"] == "image/svg+xml"
    assert "Bo took 3 cards from 1 press." in " ".join(words(with_names.content))
    nameless = await client.http.get("/api/games/1/card.svg?names=false")
    assert "Bo" not in " ".join(words(nameless.content))
    german = await client.http.get("/api/games/1/card.svg?language=de&names=false")
    said = " ".join(words(german.content))
    assert b'lang="de"' in german.content and "Rollerdeck" in said
    assert catalogue("de").say("end.somebody", {"n": 2}) in said and "Bo" not in said
    refused(await client.http.get("/api/games/1/card.svg?names=no"), 400, "bad_request")
    for unknown in ("tlh", "../en", "de en", ""):
        asked = await client.http.get("/api/games/1/card.svg", params={"language": unknown})
        refused(asked, 400, "bad_request")
    refused(await client.http.get("/api/games/2/card.svg"), 404, "no_such_game")
