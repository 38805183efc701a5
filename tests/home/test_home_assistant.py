"""What a real Home Assistant makes of two tables at a real broker, with TLS and an ACL."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.club.discovery import place
from tests.controller.club.test_discovery import SCHEMA
from tests.home.home_assistant import PATIENCE_S, PYTHON
from tests.home.whole import LAMP, ONE, SPEAKER, House
from tests.roots.clean import Root

pytestmark = pytest.mark.at_home

BUTTON = f"button.{ONE}_switch_the_motor_off"
AGAIN_S = 10.0
COMMANDS = "commands = ['safe_off']\n"


def test_its_schemas_have_every_key_and_those_that_the_quick_tests_know(root: Root) -> None:
    there = root.path / "srv/keys.py"
    there.write_bytes(Path(__file__).with_name("keys.py").read_bytes())
    found = msgspec.json.decode(root.run(PYTHON, "/srv/keys.py"))
    assert found == msgspec.json.decode(SCHEMA.read_bytes())


def test_it_finds_two_tables_with_their_entities(house: House) -> None:
    house.state("turn", "Player 2")
    house.state("phase", "play")
    house.state("cards_in_the_launcher", str(house.one.shown["state"]["launcher"]))
    house.state("hits", "0")
    house.state("fault", "off", kind="binary_sensor")
    house.state("what_to_do", "")
    house.state("turn", "", "rollerdeck_table_2")
    assert house.assistant.states()[f"event.{ONE}_game"]["state"] == "unknown"
    devices = house.assistant.render(
        "{{ ['sensor.rollerdeck_table_1_turn', 'sensor.rollerdeck_table_2_turn'] | map('device_id')"
        " | map('device_attr', 'name') | list | to_json }}"
    )
    assert devices == ["Rollerdeck table-1", "Rollerdeck table-2"]


def test_what_is_published_has_no_key_that_it_would_drop(house: House) -> None:
    keys = {name: set(found) for name, found in json.loads(SCHEMA.read_text()).items()}
    for table in ("table-1", "table-2"):
        body = json.loads(house.listener.until(place(table), b"components"))
        assert set(body) <= keys["top"]
        for entity in body["components"].values():
            assert set(entity) <= keys[entity["platform"]]


def test_it_takes_an_event_and_shows_whose_turn_it_is(house: House) -> None:
    event = house.hears("plays", house.plays("red-3"))
    assert event["attributes"]["values"] == {"player": "Player 2", "card": "red-3"}
    assert event["attributes"]["sentence"] == "Player 2 plays red 3."
    house.state("turn", "Player 3")


def test_the_lamp_flashes_on_hit_fire_and_on_nothing_else(house: House) -> None:
    assert house.listener.of(LAMP) == []
    house.plays("wild-hit-fire", color="blue")
    assert json.loads(house.listener.until(LAMP)) == {"state": "ON", "flash": 10}
    assert len(house.listener.of(LAMP)) == 1


def test_a_jam_is_a_fault_with_advice_and_the_speaker_says_it(house: House) -> None:
    house.one.post("simulator/jam")
    house.one.press(lambda shown: bool(shown["launcher"]["faults"]))
    fault = house.state("fault", "on", kind="binary_sensor")
    assert fault["attributes"]["faults"] == ["JAM"]
    (advice,) = fault["attributes"]["advice"]
    house.state("what_to_do", advice)
    said = house.listener.until(SPEAKER).decode()
    assert said.startswith("media-source://tts/tts.google_translate_en_com?message=")
    assert "open+the+cover" in said.replace("%20", "+")
    house.one.post("simulator/unjam")
    house.one.post("launcher/clear")
    house.state("fault", "off", kind="binary_sensor")
    assert len(house.listener.of(SPEAKER)) == 1
    house.one.press(lambda shown: shown["state"]["owed"] == [])


def test_it_restarts_and_shows_everything_again(house: House) -> None:
    before = set(house.assistant.states())
    house.assistant.restart()
    assert_it_works(house)
    assert set(house.assistant.states()) == before, "nothing was found twice"


def test_it_is_killed_and_shows_everything_again(house: House) -> None:
    house.assistant.kill()
    house.assistant.start()
    assert_it_works(house)


def test_the_broker_is_killed_and_has_forgotten_everything(house: House) -> None:
    house.broker.kill()
    house.state("turn", "unavailable")
    (house.folder / "mosquitto.db").unlink(missing_ok=True)
    house.broker.start()
    assert_it_works(house)


def test_a_publisher_that_dies_makes_its_table_unavailable(house: House) -> None:
    assert house.one.publisher is not None
    house.one.publisher.kill()
    house.state("turn", "unavailable")
    house.state("fault", "unavailable", kind="binary_sensor")
    assert house.assistant.states()["sensor.rollerdeck_table_2_turn"]["state"] == ""
    flashes = len(house.listener.of(LAMP))
    corrects(house)  # while nobody publishes
    house.one.publish()
    assert_it_works(house)
    assert len(house.listener.of(LAMP)) == flashes


def test_a_button_is_there_only_while_the_house_allows_it(house: House) -> None:
    assert BUTTON not in house.assistant.states()
    house.one.configure(COMMANDS)
    house.one.publish()
    house.assistant.until(BUTTON, lambda one: bool(one["state"] == "unknown"))
    house.assistant.call("button", "press", entity_id=BUTTON)
    house.listener.until("rollerdeck/table-1/answer/safe_off", b"The motor is off.")
    house.one.configure()
    house.one.publish()
    house.assistant.until(BUTTON, lambda one: bool(one["state"] == "missing"))
    assert_it_works(house)


def test_entities_are_named_in_the_language_of_the_house(house: House) -> None:
    house.two.configure(language="de")
    house.two.publish()
    names = {"sensor": "Wer dran ist", "binary_sensor": "Störung", "event": "Spiel"}
    entities = ("sensor.rollerdeck_table_2_turn", "binary_sensor.rollerdeck_table_2_fault")
    for entity in (*entities, "event.rollerdeck_table_2_game"):
        name = f"Rollerdeck table-2 {names[entity.partition('.')[0]]}"
        found = house.assistant.until(entity, partial(is_called, name))
        assert found["state"] != "unavailable"


def test_a_table_that_is_forgotten_is_gone(house: House) -> None:
    house.two.forget()
    house.assistant.until(
        "sensor.rollerdeck_table_2_turn", lambda one: bool(one["state"] == "missing")
    )
    left = [one for one in house.assistant.states() if "table_2" in one]
    assert left == []


def test_it_has_complained_of_nothing_that_comes_from_a_table(house: House) -> None:
    assert house.complaints == []


def is_called(name: str, entity: dict[str, Any]) -> bool:
    return bool(entity["attributes"].get("friendly_name") == name)


def corrects(house: House) -> None:
    """Somebody corrects a score: a ruling that changes nothing else."""
    points = house.one.shown["state"]["scores"]["Ann"] + 1
    house.one.say(do="set", scores={"Ann": points})


def assert_it_works(house: House) -> None:
    """Whose turn it is, no fault, and the next event, which is an undo."""
    table = house.one.shown["state"]
    number = {"Ann": 1, "Bo": 2, "Cy": 3}[table["turn"]]
    house.state("turn", f"Player {number}")
    house.state("cards_in_the_launcher", str(table["launcher"]))
    house.state("fault", "off", kind="binary_sensor")
    for again in (True, True, False):  # what comes before it has subscribed again is lost to it
        corrects(house)
        try:
            house.hears("undoes", house.one.say(do="undo"), AGAIN_S if again else PATIENCE_S)
            return
        except AssertionError:
            assert again
