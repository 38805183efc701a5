"""Requests made up from the interface's own description, in order and not.

Whatever comes, the referee answers as described, and what it refuses has changed nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from controller.web import openapi
from tests.seeds import soak_seed
from tests.worlds.evening import GAME
from tests.worlds.lasting_table import LastingTable

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = settings().max_examples * 8 // 100
"""8, unless the profile says otherwise."""
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


OPERATIONS = [
    found.ok()
    for found in schemathesis.openapi.from_dict(described()).get_all_operations()
    if isinstance(found, Ok)
]
CASES = [
    pytest.param(operation, mode, id=f"{mode.value} {operation.label}")
    for operation in OPERATIONS
    for mode in GenerationMode
    # there is nothing to get wrong in a request without any part
    if mode is GenerationMode.POSITIVE or operation.body or operation.path_parameters
]


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
        case.validate_response(answer, checks=CHECKS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with asyncio.Runner() as runner:
        house = House(runner, tmp_path_factory.mktemp("any"))
        yield house
        runner.run(house.close())


def make_up(
    house: House, operation: Any, mode: GenerationMode, examples: int, chance: int | None = None
) -> None:
    """Ask so many requests of a kind; the same each time, or others by ``chance``."""

    @settings(
        max_examples=examples,
        database=None,
        derandomize=chance is None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        house.check(case)

    if chance is not None:
        check = seed(chance)(check)
    check()


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_any_request_is_answered_as_described_or_changes_nothing(
    house: House, operation: Any, mode: GenerationMode
) -> None:
    make_up(house, operation, mode, EXAMPLES)


@pytest.mark.soak
@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_a_thousand_of_each_request(house: House, operation: Any, mode: GenerationMode) -> None:
    chance = soak_seed()
    print(f"\n{operation.label}, {mode.value}: seed {chance}")
    make_up(house, operation, mode, 1000, chance)
