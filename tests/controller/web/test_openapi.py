"""The interface's description: true to the routes, the models true to the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from controller.web.answers import REFUSALS
from controller.web.operations import OPERATIONS
from controller.web.requests import MAX_NAME_CHARS, NewGame
from release import openapi
from rules import COMMANDS

ROOT = Path(__file__).parents[3]
SCENARIOS = sorted((ROOT / "tests" / "rulebook").glob("*.jsonl"))
ENCODED = openapi.encoded()


def test_what_the_referee_serves_is_up_to_date() -> None:
    copy = (ROOT / "controller" / "web" / "openapi.json").read_text(encoding="utf-8")
    remedy = "write it anew: .venv/bin/python -m release.openapi > controller/web/openapi.json"
    assert copy == f"{ENCODED}\n", remedy


def test_every_field_is_described() -> None:
    fields = {
        f"{name}.{field}": schema.get("description", "")
        for name, one in openapi.document()["components"]["schemas"].items()
        for field, schema in one.get("properties", {}).items()
        if "const" not in schema
    }
    assert len(fields) > 300
    assert [field for field, said in fields.items() if not said.endswith(".")] == []


def test_everything_that_is_referred_to_is_there() -> None:
    schemas = openapi.document()["components"]["schemas"]
    for reference in set(ENCODED.split('"$ref":"')[1:]):
        name = reference.split('"')[0].removeprefix("#/components/schemas/")
        assert name in schemas


def test_operations_have_names_and_addresses_of_their_own() -> None:
    assert len({one.name for one in OPERATIONS}) == len(OPERATIONS)
    assert len({(one.method, one.path) for one in OPERATIONS}) == len(OPERATIONS)


def test_every_code_of_a_refusal_says_why_and_no_other() -> None:
    codes = {
        code for one in OPERATIONS for codes in openapi.refusals(one).values() for code in codes
    }
    assert set(REFUSALS) == codes - {"rules"} | {"bad_method"}


def test_every_command_that_people_say_is_described() -> None:
    described = _command()["discriminator"]["mapping"]
    assert set(described) == {do for do, command in COMMANDS.items() if not command.measured}


def test_a_command_of_another_form_does_not_fit() -> None:
    allowed = jsonschema_rs.validator_for(_command())
    assert allowed.is_valid({"do": "uno", "by": "Bo"})
    assert allowed.is_valid({"do": "uno", "by": "B" * MAX_NAME_CHARS})
    for said in (
        {"do": "uno"},
        {"do": "uno", "by": "Bo", "loudly": True},
        {"do": "uno", "by": "B" * (MAX_NAME_CHARS + 1)},
        {"do": "hit", "by": "Bo", "cards": 3},
        {"do": ["uno"], "by": "Bo"},
    ):
        assert not allowed.is_valid(said), said


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_whatever_the_rules_took_fits_the_description(file: Path) -> None:
    allowed = _validator()
    for line in _lines(file):
        if "refused" in line:
            continue
        if "game" in line:
            msgspec.convert(line["game"], NewGame)
        elif line.get("do") not in (None, "hit"):
            allowed.validate(line)


def _command() -> dict[str, Any]:
    """What may be sent to ``/api/commands``, with all that it refers to."""
    whole = openapi.document()
    asked = whole["paths"]["/api/commands"]["post"]["requestBody"]
    schema: dict[str, Any] = asked["content"]["application/json"]["schema"]
    return schema | {"components": whole["components"]}


@cache
def _validator() -> jsonschema_rs.Validator:
    """Made once for all games."""
    return jsonschema_rs.validator_for(_command())


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    for line in file.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield json.loads(line)
