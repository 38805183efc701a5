"""The references made from the code are as the code says; settings tell what a change needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.base.config import Config, read
from controller.workshop.install import service, unit_files
from hardware.gpio.motor_drivers import MOTOR_DRIVERS
from hardware.gpio.sensor_modules import OWN_CIRCUIT, SENSOR_MODULES
from release import http, parts, settings

DOCS = Path(__file__).parents[2] / "docs"
REFERENCES = {"settings": settings.page, "parts": parts.page, "http": http.page}
COMMAND = Path("/opt/rollerdeck/bin/rollerdeck")
ROWS = {row.key: row for section in settings.sections() for row in section.settings}
INSTALL = "After a change: `service install`."
PORT = {"referee": {"port": 80}}
BEFORE: dict[str, Any] = {
    "access_point.interface": PORT | {"access_point": {"ssid": "Cards", "password": "12345678"}},
    "access_point.password": PORT | {"access_point": {"ssid": "Cards", "password": "12345678"}},
    "access_point.ssid": PORT,
    "mqtt.commands": {"mqtt": {"host": "broker"}},
}
"""What has to be set already so that a change can matter."""
AFTER = {"launcher.address": "serial:auto", "launcher.serial": "auto"}


def installed(config: Config) -> Any:
    """All that ``service install`` writes and starts."""
    files = [(file.target, file.content) for file in unit_files.files(COMMAND, config)]
    return files, service.wanted_units(config, None)


def changed(config: msgspec.Struct, key: str, at: str) -> Any:
    """The same with another value of the setting."""
    name, _, rest = at.partition(".")
    value = getattr(config, name)
    if rest:
        return msgspec.structs.replace(config, **{name: changed(value, key, rest)})
    other: Any
    match value:
        case bool():
            other = not value
        case int():
            other = value + 1
        case str():
            other = AFTER.get(key, f"{value}x")
        case _:
            other = ("x",)
    return msgspec.structs.replace(config, **{name: other})


@pytest.mark.parametrize("name", REFERENCES)
def test_the_document_is_as_the_code_says(name: str) -> None:
    remedy = f"write it anew: .venv/bin/python -m release.{name} > docs/{name}.md"
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == REFERENCES[name](), remedy


def test_every_part_says_what_to_connect_and_where_that_is_from() -> None:
    for name, driver in MOTOR_DRIVERS.items():
        assert len(driver.terminals) == len(driver.inputs), name
        assert bool(driver.source) is (name != "mosfet"), name
    for sensor, module in SENSOR_MODULES.items():
        assert module.about, sensor
        assert bool(module.sources) is (sensor != OWN_CIRCUIT), sensor


def test_every_setting_has_one_sentence_and_what_a_change_needs() -> None:
    for row in ROWS.values():
        sentence = row.meaning.removesuffix(INSTALL).rstrip()
        assert sentence.endswith("."), row.key
        assert ". " not in sentence.partition("Restart")[0].rstrip(), row.key


def test_where_an_installation_is_needed_after_a_change_the_reference_says_so() -> None:
    needed = set()
    for key in ROWS:
        before = read(BEFORE.get(key, {}), Path("f"))
        if installed(before) != installed(changed(before, key, key)):
            needed.add(key)
    assert {key for key, row in ROWS.items() if INSTALL in row.meaning} == needed
