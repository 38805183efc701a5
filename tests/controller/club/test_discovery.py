"""What Home Assistant is told of a table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from controller.base.mqtt import Mqtt
from controller.club.discovery import BIRTH, BUTTONS, EVENTS, discovery, place, removal
from controller.club.messages import Names, launcher, topic
from controller.club.referee_state import Launcher
from controller.words.catalogue import catalogue
from controller.words.catalogue import languages as all_languages
from tests.controller.club.broker import Mosquitto
from tests.controller.club.table import PretendedTable
from tests.controller.club.test_publishing import published
from tests.rules.worded import entries

GOLDEN = Path(__file__).with_name("home-assistant.json")
SCHEMA = Path(__file__).with_name("home-assistant-keys.json")
"""The keys that each of Home Assistant's schemas has, read out of the schemas themselves."""


def told(language: str = "en", *, commands: Iterable[str] = BUTTONS) -> dict[str, Any]:
    message = discovery("table-1", "simulator", "0.4.0", catalogue(language), commands)
    assert (message.topic, message.retain) == (place("table-1"), True)
    body: dict[str, Any] = msgspec.json.decode(message.payload)
    return body


def test_it_is_the_payload_that_was_tried_with_home_assistant() -> None:
    """Only what was tried is published. After a change, try it again as docs/club.md says."""
    assert told() == msgspec.json.decode(GOLDEN.read_bytes())


def test_home_assistant_knows_every_key() -> None:
    keys = {name: set(found) for name, found in msgspec.json.decode(SCHEMA.read_bytes()).items()}
    body = told()
    assert set(body) <= keys["top"]
    assert set(body["device"]) <= keys["device"]
    assert set(body["origin"]) <= keys["origin"]
    for entity in body["components"].values():
        assert set(entity) <= keys[entity["platform"]]
    lists = [body, *body["components"].values()]
    for one in (one for every in lists for one in every.get("availability", ())):
        assert set(one) <= keys["availability"]


@pytest.mark.parametrize("language", all_languages())
def test_every_entity_has_a_name_of_its_own_in_the_language_of_the_house(language: str) -> None:
    names = [one["name"] for one in told(language)["components"].values()]
    assert len(set(names)) == len(names)
    assert not any(name.startswith("club.") for name in names)


def test_a_command_is_a_button_only_where_it_is_allowed() -> None:
    assert (
        told()["components"]["safe_off"]["command_topic"] == "rollerdeck/table-1/command/safe_off"
    )
    assert told(commands=())["components"]["safe_off"] == {"platform": "button"}, "it is removed"
    assert set(BUTTONS) == set(get_args(get_args(get_type_hints(Mqtt)["commands"])[0]))


def test_every_kind_of_event_is_one_that_a_table_publishes() -> None:
    kinds = {key.partition(".")[2] for key in entries() if key.startswith(("ruling.", "log."))}
    assert set(EVENTS) <= kinds


def test_templates_read_what_is_published() -> None:
    words = catalogue("en")
    shown = Launcher("simulator", "up", True, ("JAM",))
    message = launcher("table-1", shown, Names("en", wanted=False), words)
    members = set(msgspec.json.decode(message.payload))
    for entity in told()["components"].values():
        if entity.get("state_topic") == topic("table-1", "launcher"):
            assert set(re.findall(r"value_json\.(\w+)", entity["value_template"])) <= members


async def test_it_is_told_again_when_home_assistant_starts(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = PretendedTable()
    async with (
        mosquitto.home() as home,
        published(table, mosquitto.config(), tmp_path, version="0.4.0"),
    ):
        await home.until(place("table-1"))
        await home.until(topic("table-1", "state"))
        before = len(home.heard)
        await home.client.publish(BIRTH, b"online", qos=1)
        assert msgspec.json.decode(await home.until(place("table-1"))) == told(commands=())
        assert [where for where, _, _ in home.heard[before:]] == [place("table-1")]
        await asyncio.sleep(0)


def test_it_can_be_forgotten() -> None:
    assert (removal("t").topic, removal("t").payload, removal("t").retain) == (
        place("t"),
        b"",
        True,
    )


@pytest.mark.parametrize("name", ["play-along", "announce-a-jam"])
def test_the_blueprints_read_what_is_published(name: str) -> None:
    text = (Path(__file__).parents[3] / "examples/home-assistant" / f"{name}.yaml").read_text()
    assert set(re.findall(r"!input (\w+)", text)) == set(
        re.findall(r"^    (\w+):\n      name:", text, re.MULTILINE)
    )
    assert set(re.findall(r"value: (\w+)", text)) <= {"hit_fire", *EVENTS}
