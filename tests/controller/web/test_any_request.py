"""Requests made up from the interface's own description, in order and not.

Whatever comes, the referee answers as described, and what it refuses has changed nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, seed, settings

from release import openapi
from tests.seeds import soak_seed
from tests.worlds.evening import GAME
from tests.worlds.lasting_table import LastingTable

EXAMPLES = max(8, settings().max_examples * 8 // 100)
KNOWN = {
    **dict.fromkeys(("by", "player", "target", "turn", "dealer"), GAME["players"]),
    "players": [GAME["players"], ["Bo", "Ann"]],
    "options": [{}, {"interlock": "free"}],
    "deck": [{}],
    "hands": [{"Bo": 2}],
    "card": [f"{color}-{kind}" for color in ("red", "blue") for kind in ("3", "skip", "hit-2")],
    "edition": ["attack"],
}
"""Without these words of the game that is played, next to nothing would be taken."""


def described() -> dict[str, Any]:
    """The interface, in the words of the game that is played."""
    description = openapi.document()
    del description["paths"]["/api/events"]  # which never ends
    for title, model in description["components"]["schemas"].items():
        members = model.get("properties", {})
        for name, member in members.items():
            asked = title == "NewGame" or "do" in members
            if asked and name in KNOWN and (name != "target" or member["type"] == "string"):
                members[name] = {"enum": KNOWN[name]}
    return description


DESCRIBED = described()
LABELS = {
    f"{method.upper()} {path}": "requestBody" in operation or "{" in path
    for path, operations in DESCRIBED["paths"].items()
    for method, operation in operations.items()
}
"""Each kind of request, and whether there is anything to get wrong in it."""
CASES = [
    (label, mode)
    for label, can_be_wrong in LABELS.items()
    for mode in ("positive", "negative")
    if mode == "positive" or can_be_wrong
]


@cache
def operations() -> dict[str, Any]:
    """What schemathesis makes requests of; it takes long to import, so not before it is needed."""
    import schemathesis
    from schemathesis.core.result import Ok

    results = schemathesis.openapi.from_dict(DESCRIBED).get_all_operations()
    found = [result.ok() for result in results if isinstance(result, Ok)]
    return {operation.label: operation for operation in found}


@pytest.mark.thorough
def test_a_request_of_each_kind_is_made_up() -> None:
    assert operations().keys() == LABELS.keys()


def checks() -> list[Any]:
    """What is expected of every answer."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    conforming = (status_code_conformance, content_type_conformance, response_schema_conformance)
    return [not_a_server_error, *conforming]


class House(LastingTable):
    """A table that is asked what schemathesis makes up."""

    async def ask(self, case: Any) -> httpx.Response:
        sent = case.as_transport_kwargs(base_url="http://table.local")
        answer = await self.client.http.request(
            sent["method"],
            sent["url"],
            params=sent.get("params"),
            headers={name: value.encode() for name, value in sent["headers"].items()},
            content=sent.get("data"),
            **({"json": sent["json"]} if "json" in sent else {}),
        )
        await self.evening.launcher.heard()
        return answer

    def check(self, case: Any) -> None:
        before = self.standing()
        answer = self.runner.run(self.ask(case))
        if answer.status_code >= 400:
            assert self.standing() == before
        case.validate_response(answer, checks=checks())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with asyncio.Runner() as runner:
        house = House(runner, tmp_path_factory.mktemp("any"))
        yield house
        runner.run(house.close())


def make_up(house: House, label: str, mode: str, examples: int, chance: int | None = None) -> None:
    """Ask so many requests of a kind; the same each time, or others by ``chance``."""
    from schemathesis.generation import GenerationMode

    requests = operations()[label].as_strategy(generation_mode=GenerationMode(mode))

    @settings(
        max_examples=examples,
        database=None,
        derandomize=chance is None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=requests)
    def check(case: Any) -> None:
        house.check(case)

    if chance is not None:
        check = seed(chance)(check)
    check()


@pytest.mark.thorough
@pytest.mark.parametrize(("label", "mode"), CASES)
def test_any_request_is_answered_as_described_or_changes_nothing(
    house: House, label: str, mode: str
) -> None:
    make_up(house, label, mode, EXAMPLES)


@pytest.mark.soak
@pytest.mark.parametrize(("label", "mode"), CASES)
def test_a_thousand_of_each_request(house: House, label: str, mode: str) -> None:
    chance = soak_seed()
    print(f"\n{label}, {mode}: seed {chance}")
    make_up(house, label, mode, 1000, chance)
