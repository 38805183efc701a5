"""The interface's description: true to the routes, the models true to the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from controller.web import openapi
from controller.web.commands import Command
from controller.web.operations import OPERATIONS
from controller.web.requests import NewGame
from rules import COMMANDS

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "tests" / "rulebook").glob("*.jsonl"))
ENCODED = msgspec.json.encode(openapi.document())


def test_the_copy_in_docs_is_up_to_date() -> None:
    copy = json.loads((ROOT / "docs" / "openapi.json").read_text())
    remedy = "write it anew: .venv/bin/python -m controller.web.openapi > docs/openapi.json"
    assert copy == json.loads(ENCODED), remedy


def test_everything_that_is_referred_to_is_there() -> None:
    schemas = openapi.document()["components"]["schemas"]
    for reference in set(ENCODED.decode().split('"$ref":"')[1:]):
        name = reference.split('"')[0].removeprefix("#/components/schemas/")
        assert name in schemas


def test_operations_have_names_and_addresses_of_their_own() -> None:
    assert len({one.name for one in OPERATIONS}) == len(OPERATIONS)
    assert len({(one.method, one.path) for one in OPERATIONS}) == len(OPERATIONS)


def test_the_models_know_the_members_of_every_command() -> None:
    models = {str(one.__struct_config__.tag): one for one in _models()}
    said = {do: command for do, command in COMMANDS.items() if not command.measured}
    assert set(models) == set(said)
    for do, command in said.items():
        fields = msgspec.structs.fields(models[do])
        needed = {field.encode_name for field in fields if field.required}
        assert {field.encode_name for field in fields} == set(command.members)
        assert needed == {*command.needs, *command.later}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests" / "rulebook").glob("*.jsonl")), ids=lambda file: file.stem
)
def test_whatever_the_rules_took_fits_the_models(file: Path) -> None:
    for line in _lines(file):
        if "refused" in line:
            continue
        if "game" in line:
            msgspec.convert(line["game"], NewGame)
        elif line.get("do") not in (None, "hit"):
            msgspec.convert(line, Command)


def _models() -> tuple[type[msgspec.Struct], ...]:
    return get_args(Command)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    for line in file.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield json.loads(line)
