"""Somebody in the same Wi-Fi begins another game, so that the one on the table is lost."""

from __future__ import annotations

from typing import Any

import pytest

from controller.table.rate_limit import RateLimit
from tests.attacks.evening_out import configured
from tests.worlds.client import Client
from tests.worlds.evening import GAME, Evening
from tests.worlds.house import House

RUDE = {"edition": "attack", "players": ["Boo", "Hoo"]}
RED_5 = {"do": "turn_up", "card": "red-5"}
HIT_TWO = {"do": "play", "by": "Bo", "card": "red-hit-2"}


async def test_a_game_that_somebody_ended_goes_on(client: Client, evening: Evening) -> None:
    for path, body in (("/api/games", GAME), ("/api/commands", RED_5), ("/api/commands", HIT_TWO)):
        assert (await client.post(path, body)).status_code == 200
    stood = evening.state
    await client.post("/api/games", RUDE)
    assert (await client.post("/api/games/1/play_on", {})).status_code == 200
    assert evening.state == stood
    (game, *_) = (await client.http.get("/api/games")).json()
    assert (game["number"], game["goes_on"], game["on_table"]) == (3, 1, True)


async def test_ending_it_again_and_again_ends_at_the_rate_limit(
    client: Client, evening: Evening
) -> None:
    await client.post("/api/games", GAME)
    await client.post("/api/commands", RED_5)
    stood = evening.state
    evening.game_limit = RateLimit(lambda: 0.0, 12, 60.0)
    await evening.restart()
    client = Client(evening, None)
    last = 1
    for _ in range(6):
        assert (await client.post("/api/games", RUDE)).status_code == 200
        assert (await client.post(f"/api/games/{last}/play_on", {})).status_code == 200
        last = evening.table.record.number
    assert (await client.post("/api/games", RUDE)).status_code == 429
    assert evening.state == stood
    await client.http.aclose()


@pytest.mark.parametrize(
    "body",
    [[], 3, {"words": 3}, {"words": "x" * 201}, {"commitment": "0"}, {"deal": "people"}, {"x": 1}],
)
async def test_nonsense_takes_up_nothing(client: Client, evening: Evening, body: Any) -> None:
    await client.post("/api/games", GAME)
    await client.post("/api/games", RUDE)
    answer = await client.post("/api/games/1/play_on", body)
    assert answer.status_code == 400 and answer.json()["sentence"].endswith(".")
    assert evening.table.record.number == 2


@pytest.mark.thorough
def test_a_referee_that_is_killed_before_and_after_goes_on_with_it(house: House) -> None:
    with house.play("--simulate", *configured(house.folder)[1:]) as referee:
        house.post("/api/games", GAME)
        house.post("/api/commands", RED_5)
        house.post("/api/commands", HIT_TWO)
        stood = house.get("/api/table")["state"]
        house.post("/api/games", RUDE)
        referee.kill()
    with house.play() as referee:
        house.post("/api/games/1/play_on")
        assert house.get("/api/table")["state"] == stood
        referee.kill()
    with house.play() as referee:
        there = house.get("/api/table")
        assert (there["state"], there["undo"]) == (stood, None)
        house.post("/api/simulator/press")
        assert referee.end() == 0
