"""An evening's settings: who goes before whom, how they are kept, and when they are used."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from controller.base.config import Config, LauncherConfig, Referee
from controller.base.paths import groups_of, settings_of
from controller.cli import play
from controller.evenings.settings import (
    SETTINGS,
    GroupValues,
    PageValues,
    StoredSettings,
    changed,
    resolve,
    with_settings,
    without,
)
from controller.evenings.settings_store import write_settings
from controller.web.evenings.settings_operations import SettingsPatch
from hardware.profile_table import Row
from tests.at_once import AtOnce
from tests.worlds.client import Client, LocalControl, refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.phones import Phones

US, OTHERS = "0123abcd", "99999999"
FILE = Config(Referee(breath_ms=700, voice_volume_pct=60), LauncherConfig(profile="even"))
STORED = StoredSettings(PageValues(breath_ms=800, strict=True), {US: GroupValues(breath_ms=900)})
ROWS = (Row(100, (12,)),)


@pytest.mark.parametrize(
    ("name", "group", "expected"),
    [
        ("breath_ms", US, (900, "group")),
        ("breath_ms", OTHERS, (800, "page")),
        ("breath_ms", None, (800, "page")),
        ("strict", US, (True, "page")),
        ("voice_volume_pct", US, (60, "file")),
        ("profile", US, ("even", "file")),
        ("voice_level", US, ("plays", "default")),
    ],
)
def test_a_group_goes_before_the_page_the_page_before_the_file_and_the_file_before_the_default(
    name: str, group: str | None, expected: tuple[object, str]
) -> None:
    resolved = resolve(name, STORED, group, FILE)
    assert (resolved.value, resolved.source) == expected


def test_the_values_that_hold_stand_where_the_file_would_have_them() -> None:
    config = with_settings(FILE, STORED, US)
    assert (config.referee.breath_ms, config.launcher.strict) == (900, True)
    assert (config.referee.voice_volume_pct, config.launcher.profile) == (60, "even")
    assert with_settings(FILE, StoredSettings(), US) == FILE


def test_what_is_taken_back_is_stored_no_more() -> None:
    stored = changed(StoredSettings(), US, {"breath_ms": 0})
    assert stored.groups == {US: GroupValues(breath_ms=0)}
    assert changed(stored, US, {"breath_ms": None}) == StoredSettings()
    assert without(STORED, US).groups == {}
    assert changed(STORED, None, {"strict": None}).page == PageValues(breath_ms=800)


def test_a_profile_whose_table_is_gone_from_the_file_does_not_hold() -> None:
    stored = StoredSettings(PageValues(profile="custom"))
    assert resolve("profile", stored, None, FILE).value == "even"
    with_table = Config(launcher=LauncherConfig(custom=ROWS))
    assert resolve("profile", stored, None, with_table).value == "custom"


@pytest.mark.parametrize("name", SETTINGS)
def test_each_setting_is_one_of_the_file_and_can_be_set(name: str) -> None:
    assert name in PageValues.__struct_fields__
    assert name in SettingsPatch.__struct_fields__
    part, _, member = SETTINGS[name].key.partition(".")
    assert hasattr(getattr(Config(), part), member)


async def change(client: Client, group: str | None = None, **values: Any) -> dict[str, Any]:
    answer = await client.post("/api/settings", {"values": values, "group": group})
    assert answer.status_code == 200, answer.text
    return by_name(answer.json())


def by_name(view: dict[str, Any]) -> dict[str, Any]:
    return {setting["name"]: setting for setting in view["settings"]}


async def shown(client: Client) -> dict[str, Any]:
    view: dict[str, Any] = (await client.http.get("/api/settings")).json()
    return view


async def group_at_the_table(client: Client) -> str:
    saved = await client.post("/api/groups", {"name": "Us"})
    id: str = saved.json()["id"]
    return id


async def test_each_setting_says_its_source_and_its_bounds(client: Client) -> None:
    view = await shown(client)
    assert list(by_name(view)) == list(SETTINGS)
    assert (view["group"], view["voice"]) == (None, True)
    breath = by_name(view)["breath_ms"]
    assert (breath["value"], breath["source"], breath["effect"]) == (1000, "default", "at_once")
    assert (breath["least"], breath["most"]) == (0, 5000)
    after = (await change(client, breath_ms=400))["breath_ms"]
    assert (after["value"], after["source"], after["page"]) == (400, "page", 400)
    again = (await change(client, breath_ms=None))["breath_ms"]
    assert (again["value"], again["source"], again["page"]) == (1000, "default", None)


async def test_every_profile_has_its_curve(client: Client) -> None:
    profiles = (await shown(client))["profiles"]
    assert [one["name"] for one in profiles] == ["measured", "sequence", "suspense", "even"]
    for profile in profiles:
        assert len(profile["chances"]) == 13
        assert sum(profile["chances"]) == pytest.approx(1, abs=0.001)
    assert profiles[0]["chances"][0] == pytest.approx(0.596, abs=0.001)


async def test_what_was_set_is_there_after_a_restart_and_nobody_else_can_read_it(
    client: Client,
) -> None:
    await change(client, voice_volume_pct=50, strict=True)
    again = by_name(await shown(Client(client.evening, client.control)))
    assert (again["voice_volume_pct"]["value"], again["strict"]["value"]) == (50, True)
    file = settings_of(client.evening.path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_group_has_its_own_while_its_game_is_on_the_table(client: Client) -> None:
    await client.start_game()
    group = await group_at_the_table(client)
    assert (await shown(client))["group"] == {"id": group, "name": "Us"}
    await change(client, breath_ms=300)
    own = (await change(client, group, breath_ms=500, voice_volume_pct=20))["breath_ms"]
    assert (own["value"], own["source"], own["page"], own["group"]) == (500, "group", 300, 500)
    assert client.mouth is not None
    assert client.mouth.adjusted[-1].voice_volume_pct == 20
    other = GAME | {"players": ["Dee", "Ed"], "dealer": "Dee"}
    assert (await client.post("/api/games", other)).status_code == 200
    assert client.mouth.adjusted[-1].voice_volume_pct == 100
    after = by_name(await shown(client))["breath_ms"]
    assert (after["value"], after["source"], after["group"]) == (300, "page", None)


async def test_a_groups_settings_go_with_it(client: Client) -> None:
    await client.start_game()
    group = await group_at_the_table(client)
    await change(client, group, breath_ms=500)
    answer = await client.post(f"/api/groups/{group}/delete", {"games": False})
    assert answer.status_code == 200, answer.text
    assert json.loads(settings_of(client.evening.path).read_bytes())["settings"] == {}


async def test_a_profile_is_that_of_the_next_game_and_its_code_changes_at_once(
    client: Client,
) -> None:
    await client.start_game()
    code = (await client.table())["fairness"]["next"]
    profile = (await change(client, profile="suspense"))["profile"]
    assert (profile["value"], profile["effect"]) == ("suspense", "next_game")
    assert profile["used"] == "measured"
    after = (await client.table())["fairness"]
    assert after["next"] != code
    assert after["game"]["profile"] == "measured"
    game = GAME | {"commitment": after["next"]}
    assert (await client.post("/api/games", game)).status_code == 200
    assert (await client.table())["fairness"]["game"]["profile"] == "suspense"


async def in_virtual_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The same table on the loop's clock, which no thread of a journal holds up."""
    evening = client.evening
    await evening.close()
    monkeypatch.setattr("controller.journal.journal.ThreadPoolExecutor", AtOnce)
    await evening.open()
    return Client(evening, client.control)


@pytest.mark.looptime
@pytest.mark.parametrize(("breath_ms", "stage"), [(0, "armed"), (5000, "breath")])
async def test_the_button_rests_as_long_as_was_set(
    client: Client, monkeypatch: pytest.MonkeyPatch, breath_ms: int, stage: str
) -> None:
    client = await in_virtual_time(client, monkeypatch)
    await client.start_game()
    await change(client, breath_ms=breath_ms)
    await client.post("/api/simulator/press")
    await client.evening.launcher.heard()
    assert (await client.table())["launcher"]["hit"]["stage"] == stage


async def test_the_voice_is_tested_and_set(client: Client) -> None:
    assert client.mouth is not None
    assert (await client.post("/api/voice/test")).status_code == 204
    await change(client, voice_level="turns", voice_volume_pct=130)
    last = client.mouth.adjusted[-1]
    assert (client.mouth.tests, last.voice_level, last.voice_volume_pct) == (1, "turns", 130)
    mute = Client(client.evening, client.control, mute=True)
    refused(await mute.post("/api/voice/test"), 404, "not_found")
    assert not (await shown(mute))["voice"]


@pytest.mark.parametrize(
    ("values", "group", "code"),
    [
        ({"breath_ms": 5001}, None, "bad_request"),
        ({"voice_volume_pct": -1}, None, "bad_request"),
        ({"voice_level": "loud"}, None, "bad_request"),
        ({"turn_clock_s": 9}, None, "bad_request"),
        ({"turn_clock_s": 601}, US, "bad_request"),
        ({"access": "seats"}, None, "bad_request"),
        ({"profile": "custom"}, None, "bad_request"),
        ({"profile": "even"}, US, "bad_request"),
        ({"strict": True}, US, "bad_request"),
        ({"breath_ms": 1}, "us", "bad_request"),
        ({"breath_ms": 1}, US, "no_such_group"),
    ],
)
async def test_what_cannot_be_set_is_refused_and_nothing_is_written(
    client: Client, values: dict[str, Any], group: str | None, code: str
) -> None:
    answer = await client.post("/api/settings", {"values": values, "group": group})
    refused(answer, 404 if code == "no_such_group" else 400, code)
    assert not settings_of(client.evening.path).exists()


async def test_only_a_table_screen_sets_anything(phones: Phones) -> None:
    phone = await phones.seat("Bo")
    for path in ("/api/settings", "/api/voice/test"):
        body = {"values": {"breath_ms": 1}} if path == "/api/settings" else {}
        refused(await phone.post(path, json=body), 403, "not_yours")


DAMAGED = (b"{", b'{"rollerdeck_settings": 2, "settings": {}}', b'{"settings": {"page": 1}}')


@pytest.mark.parametrize("content", DAMAGED)
async def test_a_damaged_file_is_told_and_stays_and_the_game_goes_by_the_configuration(
    client: Client, content: bytes
) -> None:
    file = settings_of(client.evening.path)
    file.write_bytes(content)
    again = Client(client.evening, client.control)
    await again.start_game()
    refused(await again.http.get("/api/settings"), 503, "settings_unreadable")
    body = {"values": {"breath_ms": 1}}
    refused(await again.post("/api/settings", body), 503, "settings_unreadable")
    assert file.read_bytes() == content
    file.unlink()
    assert (await change(again, breath_ms=1))["breath_ms"]["value"] == 1


async def test_strict_counting_is_asked_of_the_launcher_at_the_next_start(client: Client) -> None:
    strict = (await change(client, strict=True))["strict"]
    assert (strict["effect"], strict["value"], strict["used"]) == ("restart", True, False)
    assert play._evening(Config(), client.evening.path).launcher.strict


@pytest.fixture
async def configured(tmp_path: Path) -> AsyncIterator[Client]:
    """A table whose file has a table of its own for hits."""
    evening = Evening(tmp_path)
    await evening.open()
    config = Config(launcher=LauncherConfig(custom=ROWS))
    client = Client(evening, LocalControl(evening), config=config)
    yield client
    await client.http.aclose()
    await evening.close()


async def test_a_table_in_the_file_can_be_chosen(configured: Client) -> None:
    profiles = {one["name"]: one["chances"] for one in (await shown(configured))["profiles"]}
    assert profiles["custom"][12] == 1
    assert "custom" in by_name(await shown(configured))["profile"]["choices"]


async def test_a_group_that_is_deleted_leaves_the_table_and_its_people_no_settings(
    client: Client,
) -> None:
    await client.start_game()
    group = await group_at_the_table(client)
    await change(client, group, voice_volume_pct=20)
    assert client.mouth is not None
    await client.post(f"/api/groups/{group}/delete", {"games": False})
    assert client.mouth.adjusted[-1].voice_volume_pct == 100
    assert await group_at_the_table(client) == group
    assert by_name(await shown(client))["voice_volume_pct"]["group"] is None


async def test_another_group_at_the_table_is_heard_at_once(client: Client) -> None:
    two = GAME | {"players": ["Ann", "Bo"], "dealer": "Ann"}
    assert (await client.post("/api/games", two)).status_code == 200
    couple = (await client.post("/api/groups", {"name": "Two"})).json()["id"]
    await change(client, couple, voice_volume_pct=20)
    await client.start_game()
    assert client.mouth is not None
    assert client.mouth.adjusted[-1].voice_volume_pct == 20
    await group_at_the_table(client)
    assert client.mouth.adjusted[-1].voice_volume_pct == 100


async def test_a_group_stays_while_its_settings_cannot_be_taken_out(
    client: Client, mocker: MockerFixture
) -> None:
    await client.start_game()
    group = await group_at_the_table(client)
    await change(client, group, breath_ms=500)
    full = OSError(28, "No space left on device")
    mocker.patch("controller.evenings.settings_store.write_private", side_effect=full)
    refused(await client.post(f"/api/groups/{group}/delete", {"games": False}), 503, "not_saved")
    assert by_name(await shown(client))["breath_ms"]["group"] == 500


async def test_settings_can_be_changed_while_nobody_can_read_the_groups(client: Client) -> None:
    await client.start_game()
    groups_of(client.evening.path).write_bytes(b"{")
    again = Client(client.evening, client.control)
    assert (await change(again, breath_ms=400))["breath_ms"]["value"] == 400
    body = {"values": {"breath_ms": 1}, "group": US}
    refused(await again.post("/api/settings", body), 503, "groups_unreadable")


async def test_a_disk_that_refuses_changes_nothing(client: Client, mocker: MockerFixture) -> None:
    full = OSError(28, "No space left on device")
    writing = mocker.patch("controller.evenings.settings_store.write_private", side_effect=full)
    body = {"values": {"voice_volume_pct": 20, "profile": "even"}}
    refused(await client.post("/api/settings", body), 503, "not_saved")
    assert client.mouth is not None
    assert client.mouth.adjusted == []
    assert by_name(await shown(client))["profile"]["source"] == "default"
    mocker.stop(writing)
    assert (await change(client, voice_volume_pct=20))["voice_volume_pct"]["value"] == 20


async def test_who_repeats_a_change_undoes_nobody_elses(client: Client) -> None:
    key = {"Idempotency-Key": "k1"}
    late = {"values": {"breath_ms": 400}}
    first = await client.http.post("/api/settings", json=late, headers=key)
    await change(client, breath_ms=700)
    again = await client.http.post("/api/settings", json=late, headers=key)
    assert again.json() == first.json()
    assert by_name(await shown(client))["breath_ms"]["value"] == 700
    other = {"values": {"breath_ms": 500}}
    reused = await client.http.post("/api/settings", json=other, headers=key)
    refused(reused, 422, "key_reused")


async def test_a_round_for_practice_has_the_profile_of_the_next_game(client: Client) -> None:
    await change(client, profile="even")
    assert client.evening.table.profile.name == "even"


async def test_a_file_that_can_be_read_again_is_used_whole_after_a_change(client: Client) -> None:
    file = settings_of(client.evening.path)
    file.write_bytes(b"{")
    again = Client(client.evening, client.control)
    await again.start_game()
    write_settings(file, StoredSettings(PageValues(profile="suspense")))
    await change(again, breath_ms=1)
    assert client.evening.table.profile.name == "suspense"


@pytest.mark.parametrize("seconds", [0, 10, 600])
async def test_a_turn_clock_can_be_set_to_its_bounds(client: Client, seconds: int) -> None:
    after = (await change(client, turn_clock_s=seconds))["turn_clock_s"]
    assert (after["value"], after["source"]) == (seconds, "page")


def test_a_turn_clock_that_a_file_of_the_page_has_too_short_does_not_hold() -> None:
    assert (
        resolve("turn_clock_s", StoredSettings(PageValues(turn_clock_s=9)), None, FILE).value == 0
    )


@pytest.mark.looptime
async def test_a_turn_clock_is_shown_as_it_was_set_and_runs(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await in_virtual_time(client, monkeypatch)
    await client.start_game()
    group = await group_at_the_table(client)
    assert (await client.table())["clock"] is None
    await change(client, turn_clock_s=60)
    await change(client, group, turn_clock_s=30)
    shown_at_first = {"player": "Bo", "limit_s": 30, "elapsed_ms": 0, "runs": True}
    assert (await client.table())["clock"] == shown_at_first
    await asyncio.sleep(4)
    assert (await client.table())["clock"] == {**shown_at_first, "elapsed_ms": 4000}
    await change(client, group, turn_clock_s=None)
    assert (await client.table())["clock"]["limit_s"] == 60
    await change(client, turn_clock_s=0)
    assert (await client.table())["clock"] is None


@pytest.mark.looptime
async def test_a_rest_that_has_begun_ends_when_there_is_none_any_more(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await in_virtual_time(client, monkeypatch)
    await client.start_game()
    await change(client, breath_ms=5000)
    await client.post("/api/simulator/press")
    await client.evening.launcher.heard()
    assert (await client.table())["launcher"]["hit"]["stage"] == "breath"
    await asyncio.sleep(1)  # by then the table waits for the end of the rest
    await change(client, breath_ms=0)
    await asyncio.sleep(1)
    assert (await client.table())["launcher"]["hit"]["stage"] == "armed"
