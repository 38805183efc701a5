"""Evenings on the page: a group's game in three taps, statistics, and the picture of a game."""

from __future__ import annotations

import json
from pathlib import Path
from struct import unpack

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import TABLET
from tests.e2e.groups import group, statistics
from tests.e2e.looking import button, settled, unfold
from tests.e2e.page_server import PageServer, refused, table
from tests.e2e.views import SIZES, TEN, look_at, views

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

FRIDAY = group(1, "Friday people", "Ann", "Bo", "Cy", dealer="Cy")
SUNDAY = group(2, "<b>Sunday</b>", "Dee", "Ed")
CARD = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1350" viewBox="0 0 1080 1350">'
    b'<rect width="1080" height="1350" fill="#1a4738"/></svg>'
)


def ended() -> dict[str, object]:
    return table(phase="game_over", winner="Bo")


async def begin(page: Page, server: PageServer) -> None:
    """The evening before is over, and there are two groups."""
    server.reset([FRIDAY, SUNDAY])
    server.show(ended())
    await settled(page, server)


async def open_evenings(page: Page, server: PageServer) -> None:
    await begin(page, server)
    server.found["/api/statistics"] = statistics(("Ann", "Bo", "<i>Cy</i>"), 2)
    await button(page, "Evenings").click()
    await expect(page.get_by_role("region", name="Statistics")).to_be_visible()


async def test_the_same_as_last_friday_takes_three_taps(page: Page, server: PageServer) -> None:
    await begin(page, server)
    await button(page, "New game").click()
    await page.get_by_role("button", name="Friday people").click()
    await button(page, "Start the game").click()
    (told,) = await server.heard()
    assert server.told[0][0] == f"/api/groups/{FRIDAY['id']}/begin"
    code = server.table["fairness"]["next"]
    assert told == {"players": ["Ann", "Bo", "Cy"], "dealer": "Cy", "commitment": code}
    assert server.saw[0] is not None  # which game is on the table


async def test_who_is_not_there_tonight_is_left_out(page: Page, server: PageServer) -> None:
    await begin(page, server)
    await button(page, "New game").click()
    await page.get_by_role("button", name="Friday people").click()
    await button(page, "Remove player 3").click()
    await button(page, "Start the game").click()
    (told,) = await server.heard()
    assert server.told[0][0].endswith("/begin")
    assert (told["players"], told["dealer"]) == (["Ann", "Bo"], None)  # Cy would have dealt


async def test_a_group_that_plays_otherwise_plays_a_game_of_its_own(
    page: Page, server: PageServer
) -> None:
    await begin(page, server)
    await button(page, "New game").click()
    key = page.get_by_role("button", name="Friday people")
    await key.click()
    await expect(key).to_have_attribute("aria-pressed", "true")
    await unfold(page, "Rules")
    await page.get_by_role("spinbutton", name="Target score").fill("200")
    await page.get_by_role("spinbutton", name="Target score").blur()
    await expect(key).to_have_attribute("aria-pressed", "false")
    await button(page, "Start the game").click()
    (told,) = await server.heard()
    assert server.told[0][0] == "/api/games"
    assert (told["edition"], told["target"], told["dealer"]) == ("extreme", 200, "Cy")
    assert told["options"] == {"extreme_hit_skips_next": True}


async def test_the_people_at_the_table_are_saved_as_a_group(page: Page, server: PageServer) -> None:
    await open_evenings(page, server)
    await page.get_by_label("Name of the group").fill("  Us ")
    server.groups = [group(3, "Us", "Ann", "Bo", "Cy"), *server.groups]
    await button(page, "Save this table as a group").click()
    await expect(page.locator(".group")).to_have_count(3)
    assert server.told == [("/api/groups", {"name": "Us"})]


async def test_deleting_a_group_asks_first(page: Page, server: PageServer) -> None:
    await open_evenings(page, server)
    await button(page, "Delete Friday people").click()
    await button(page, "Keep it").click()
    assert server.told == []
    await button(page, "Delete Friday people").click()
    server.groups = [SUNDAY]
    await button(page, "Delete the group, and keep its games").click()
    await expect(page.locator(".group")).to_have_count(1)
    assert server.told == [(f"/api/groups/{FRIDAY['id']}/delete", {"games": False})]
    await expect(page.get_by_role("heading", name="<b>Sunday</b>")).to_be_visible()


async def test_the_names_in_its_games_go_if_that_is_wanted(page: Page, server: PageServer) -> None:
    await open_evenings(page, server)
    await button(page, "Delete Friday people").click()
    await expect(page.get_by_text("Files that were exported")).to_be_visible()
    server.groups = [FRIDAY | {"going": True}, SUNDAY]
    refusal = refused("refusal.game_on")
    server.answers[f"/api/groups/{FRIDAY['id']}/delete"] = (409, refusal)
    await button(page, "Delete the group, and remove the names from its games").click()
    alert = page.get_by_role("alert")
    await expect(alert.get_by_text("A game is being played")).to_be_visible()
    await expect(page.get_by_text("This group is being deleted.")).to_be_visible()
    assert server.told == [(f"/api/groups/{FRIDAY['id']}/delete", {"games": True})]


async def test_a_group_is_taken_from_a_file(page: Page, server: PageServer, tmp_path: Path) -> None:
    await open_evenings(page, server)
    link = page.get_by_role("link", name="Export").first
    await expect(link).to_have_attribute("href", f"/api/groups/{FRIDAY['id']}/file")
    file = tmp_path / "group.json"
    chosen = page.get_by_label("Import a group from a file")
    alert = page.get_by_role("alert")
    for content, said in (
        (b"PNG", "This file contains no group of players"),
        (b" " * 10_000_000, "This file is too large for a group"),
    ):
        file.write_bytes(content)
        await chosen.set_input_files(file)
        await expect(alert.get_by_text(said)).to_be_visible()
    assert server.told == []
    written = {"rollerdeck_group": 2}
    file.write_text(json.dumps(written))
    refusal = refused("refusal.other_group_version", version=2, known=1)
    server.answers["/api/groups/import"] = (409, refusal)
    await chosen.set_input_files(file)
    await expect(alert.get_by_text("has version 2, and this Rollerdeck")).to_be_visible()
    assert server.told == [("/api/groups/import", written)]


async def test_statistics_are_shown_as_pictures_and_tables(page: Page, server: PageServer) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/api/")[2]))
    await open_evenings(page, server)
    facts = await page.locator(".facts > div").all_inner_texts()
    assert [one.split("\n")[::-1] for one in facts][:2] == [["6", "Games"], ["22", "Rounds"]]
    await expect(page.get_by_text("Ann got 7 cards after 5 presses, in game 1")).to_be_visible()
    rows = page.get_by_role("region", name="Players").get_by_role("row")
    await expect(rows.nth(3)).to_contain_text("<i>Cy</i>")
    await expect(page.locator(".chart.bars")).to_have_count(2)
    await button(page, "All games").click()
    await expect(button(page, "All games")).to_have_attribute("aria-pressed", "true")
    await page.get_by_label("Whose games").select_option("Friday people")
    await expect(page.get_by_role("region", name="Statistics")).to_be_visible()
    stats = [one for one in asked if one.startswith("statistics")]
    assert stats == [
        "statistics?span=evening",
        "statistics?span=ever",
        f"statistics?span=ever&group={FRIDAY['id']}",
    ]


ACROSS = "(one) => one.scrollWidth - one.clientWidth"


async def test_ten_people_have_room_on_a_tablet_held_upright(
    page: Page, server: PageServer
) -> None:
    width, height = SIZES["tablet-upright"]
    await page.set_viewport_size({"width": width, "height": height})
    await look_at(page, server, views(TEN)["evenings"], folded=True)
    statistics_view = page.get_by_role("region", name="Statistics")
    of_all = await statistics_view.get_by_role("region", name="Players").evaluate(ACROSS)
    named = statistics_view.locator(".chart-name", has_text="Jan van der Berg")
    of_a_name = await named.evaluate(ACROSS)
    await page.set_viewport_size(TABLET)
    assert (of_all, of_a_name) == (0, 0)


async def test_a_referee_that_does_not_answer_is_asked_again(
    page: Page, server: PageServer
) -> None:
    await begin(page, server)
    await button(page, "Evenings").click()
    again = button(page, "Try again")
    await again.wait_for()
    server.found["/api/statistics"] = statistics(("Ann", "Bo"))
    await again.click()
    await expect(page.get_by_role("region", name="Statistics")).to_be_visible()


async def test_the_picture_of_a_game_is_kept_with_and_without_names(
    page: Page, server: PageServer, tmp_path: Path
) -> None:
    await begin(page, server)
    server.found["/api/games/3/card.svg"] = CARD
    await button(page, "Keep a picture").click()
    shown = page.get_by_role("img", name="What happened in game 3")
    for without, names in ((False, "true"), (True, "false")):
        if without:
            await button(page, "Without names").click()
        address = f"/api/games/3/card.svg?names={names}&language=en"
        await expect(shown).to_have_attribute("src", address)
        async with page.expect_download() as coming:
            await button(page, "Keep picture").click()
        kept = await coming.value
        assert kept.suggested_filename == "rollerdeck-game-3.png"
        await kept.save_as(tmp_path / "kept.png")
        content = (tmp_path / "kept.png").read_bytes()
        assert content.startswith(b"\x89PNG")
        assert unpack(">II", content[16:24]) == (1080, 1350)
    await button(page, "Back to the table").click()
    await expect(button(page, "Keep picture")).to_have_count(0)
    await expect(shown, "the table has it in place").to_have_attribute(
        "src", "/api/games/3/card.svg?names=true&language=en"
    )
