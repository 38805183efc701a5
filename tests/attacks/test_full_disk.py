"""A guest sends whatever is kept for ever, as much and as often as the referee takes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import rules
from controller.base.config import Referee
from controller.base.paths import backups_of
from controller.daemon.serve import REQUESTS_AT_ONCE
from controller.games.backups import Backups
from controller.table.rate_limit import RateLimit, RateLimits
from controller.web.requests import MAX_EFFECTS, MAX_KEPT_BYTES
from tests.worlds.client import Client
from tests.worlds.evening import GAME, Evening

EXTREME = {**GAME, "edition": "extreme"}


def ruled(effects: int) -> dict[str, Any]:
    """A game with a house rule of so many effects."""
    rule = {"text": "All of it", "effects": [{"hits": 1, "who": "self"}] * effects}
    return {**EXTREME, "options": {"customizable": [rule]}}


async def test_a_house_rule_has_few_effects(client: Client, evening: Evening) -> None:
    for effects in (MAX_EFFECTS + 1, 300):
        refused = await client.post("/api/games", ruled(effects))
        assert (refused.status_code, refused.json()["clause"]) == (409, "EXT-5")
        assert f"not {effects}" in refused.json()["sentence"]
    assert evening.entries("game") == []
    assert (await client.post("/api/games", ruled(MAX_EFFECTS))).status_code == 200


async def test_an_old_journal_with_many_effects_goes_on(evening: Evening) -> None:
    many = ruled(8500)
    assert isinstance(rules.read_setup(many), rules.Setup)
    await evening.open()
    await evening.table.new_game(many)
    table = await evening.restart()
    assert table.record.number == 1


async def test_a_command_is_short_however_long_its_list(client: Client, evening: Evening) -> None:
    await client.post("/api/games", EXTREME)
    card = "red-3"
    fits = (MAX_KEPT_BYTES - 100) // len(f'"{card}",')
    for cards, code in ((fits, "bad_member"), (fits + 20, "too_long")):
        command = {"do": "play", "by": "Bo", "card": card, "with": [card] * cards}
        refused = await client.post("/api/commands", command)
        assert refused.json()["code"] == code


async def test_the_largest_game_that_people_can_mean_is_taken(client: Client) -> None:
    players = [f"{nth}{'語' * 39}" for nth in range(10)]
    rule = {"text": "語" * 200, "effects": [{"hits": 100, "who": "others"}] * MAX_EFFECTS}
    game = {
        "edition": "extreme",
        "players": players,
        "dealer": players[0],
        "hands": dict.fromkeys(players, 7),
        "options": {"customizable": [rule] * 3},
        "words": "語" * 200,
    }
    assert (await client.post("/api/games", game)).status_code == 200


def test_some_at_once_and_then_one_in_a_time() -> None:
    now_s = [100.0]
    limit = RateLimit(lambda: now_s[0], 3, 30.0)
    for _ in range(3):
        assert limit.wait_s == 0
        limit.count()
    assert limit.wait_s == 30
    now_s[0] += 29.5
    assert limit.wait_s == 0.5
    now_s[0] += 0.5
    assert limit.wait_s == 0
    limit.count()
    assert limit.wait_s == 30
    now_s[0] += 1000
    for _ in range(3):
        assert limit.wait_s == 0
        limit.count()
    assert limit.wait_s == 30


async def test_games_without_end_are_refused_and_the_sentence_says_how_long(
    evening: Evening,
) -> None:
    now_s = [0.0]
    evening.game_limit = RateLimit(lambda: now_s[0], 20, 30.0)
    await evening.open()
    client = Client(evening, None)
    took = [await client.post("/api/games", GAME) for _ in range(169)]
    assert [answer.status_code for answer in took] == [200] * 20 + [429] * 149
    assert took[-1].json()["code"] == "too_soon"
    assert took[-1].json()["sentence"].endswith("begin the next game in 30 seconds.")
    now_s[0] = 29.1
    late = await client.post("/api/games", GAME)
    assert late.json()["sentence"].endswith("begin the next game in a second.")
    now_s[0] = 30.0
    assert (await client.post("/api/games", GAME)).status_code == 200
    assert len(evening.entries("game")) == 21
    await client.http.aclose()


@pytest.mark.thorough
async def test_commands_without_end_of_one_address_are_refused_and_nobody_else_notices(
    evening: Evening,
) -> None:
    now_s = [0.0]
    every_s = 60 / Referee().entries_a_minute
    evening.request_limits = RateLimits(lambda: now_s[0], REQUESTS_AT_ONCE, every_s)
    await evening.open()
    client = Client(evening, None)
    await client.start_game()
    there = httpx.ASGITransport(app=client.site.app, client=("10.0.0.9", 5))
    async with httpx.AsyncClient(transport=there, base_url="http://table.local") as guest:

        async def do(nth: int) -> httpx.Response:
            said = ({"do": "play", "by": "Bo", "card": "red-3"}, {"do": "undo"})[nth % 2]
            key = {"idempotency-key": f"guest-{nth}"}
            return await guest.post("/api/commands", json=said, headers=key)

        for _ in range(2 * REQUESTS_AT_ONCE):  # what is refused is not written down
            refused = await guest.post("/api/commands", json={"do": "pass", "by": "Cy"})
            assert refused.status_code == 409
        took = [await do(nth) for nth in range(1000)]
        spent = 1000 - REQUESTS_AT_ONCE
        assert [one.status_code for one in took] == [200] * REQUESTS_AT_ONCE + [429] * spent
        assert took[-1].headers["retry-after"] == "1"
        assert took[-1].json()["sentence"].endswith("has sent too many commands: wait a second.")
        deleted = await guest.post("/api/games/1/delete")
        assert (deleted.status_code, deleted.json()["key"]) == (429, "refusal.too_fast")
        assert (await do(0)).json() == took[0].json()  # it was done, whenever one asks again
        for nth in (1000, 1002, 1004):
            now_s[0] += every_s
            assert [(await do(one)).status_code for one in (nth, nth + 1)] == [200, 429]
            assert (await client.post("/api/commands", {"do": "undo"})).status_code == 200
    await client.http.aclose()


def test_who_has_rested_is_forgotten() -> None:
    now_s = [0.0]
    limits = RateLimits(lambda: now_s[0], 3, 1.0)
    for number in range(1000):
        now_s[0] += 0.5
        limits.count(f"10.0.0.{number}")
        limits.count(None)
    assert len(limits) == 2


async def test_the_copies_of_an_evening_spare_the_one_from_before_and_are_bounded(
    evening: Evening,
) -> None:
    table = await evening.open()

    def backups(most_bytes: int = 1 << 30) -> Backups:
        return Backups(evening.path, 3, table.record.number, print, most_bytes)

    def numbers() -> list[int]:
        return sorted(int(one.name[6:12]) for one in backups_of(evening.path).iterdir())

    first = backups()
    for _ in range(4):
        await first.make_one()
    assert numbers() == [2, 3, 4]
    second = backups()
    for _ in range(20):
        await second.make_one()
    assert numbers() == [4, 23, 24]
    third = backups(most_bytes=1)
    for _ in range(2):
        await third.make_one()
    assert numbers() == [24, 26]
