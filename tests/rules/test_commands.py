"""One description of a command says everything that others ask about it."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from rules import COMMANDS, EDITIONS, CommandType
from rules.commands.command_type import Depends
from tests.rules.saying import RED_7, after, answers, table

SCENARIOS = Path(__file__).parents[1] / "rulebook"
SAID = [
    command
    for file in sorted(SCENARIOS.glob("*.jsonl"))
    for line in file.read_text().splitlines()
    if line.strip() and not line.startswith("#")
    if "do" in (command := json.loads(line))
]


def named(**asked: object) -> set[str]:
    ((member, value),) = asked.items()
    return {do for do, command in COMMANDS.items() if getattr(command, member) is value}


def test_who_says_a_command_and_what_people_do_after_it() -> None:
    assert named(call=True) == {"uno", "catch", "suggested"}
    assert named(measured=True) == {"hit"}
    assert named(after_the_end=True) == {"set", "undo"}
    loads = {"dealer_draw", "turn_up", "reload", "next_round", "undo", "set"}
    assert named(loads=True) == loads


def test_what_somebody_looked_at_who_says_a_command() -> None:
    assert named(depends=Depends.GAME) == {"uno", "catch", "suggested"}
    assert named(depends=Depends.SHARE) == {"count", "dealer_draw"}
    assert named(depends=Depends.ANY_COMMAND) == {
        *("undo", "set", "reload", "next_round", "leave", "join"),
    }
    play = {"play", "draw", "pass", "color", "choose", "challenge", "hit", "turn_up"}
    assert named(depends=Depends.SITUATION) == play


@pytest.mark.parametrize(
    ("edition", "missing"),
    [
        ("attack", {"choose", "draw", "pass", "challenge"}),
        ("attack-attack", {"draw", "pass", "challenge"}),
        ("extreme", {"draw", "pass", "challenge"}),
        ("power-grab", {"choose", "hit", "suggested"}),
        ("classic", {"choose", "hit", "suggested"}),
        ("classic-attack", {"choose", "draw", "pass", "challenge"}),
    ],
)
def test_the_commands_that_an_edition_has(edition: str, missing: set[str]) -> None:
    kinds = COMMANDS.values()
    assert {one.do for one in kinds if not one.exists_in(EDITIONS[edition])} == missing


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_what_the_scenarios_say_fits_the_schema(command: CommandType) -> None:
    schema = jsonschema_rs.validator_for(command.schema())
    for said in SAID:
        if said["do"] == command.do and "refused" not in said:
            schema.validate(said)


@pytest.mark.parametrize(
    "said",
    [
        {"do": "play", "by": "Bo"},
        {"do": "play", "by": "Bo", "card": "red-7", "crad": "red-7"},
        {"do": "play", "by": "Bo", "card": "Red 7"},
        {"do": "play", "by": "Bo", "card": "red-7", "color": "pink"},
        {"do": "play", "by": "Bo", "card": "red-7", "icon": "X"},
        {"do": "play", "by": "Bo", "card": "red-7", "rule": 4},
        {"do": "play", "by": "", "card": "red-7"},
        {"do": "hit", "by": "Bo", "cards": -1},
        {"do": "hit", "by": "Bo", "cards": 1.5},
        {"do": "challenge", "by": "Bo", "guilty": 1},
        {"do": "color", "by": "Bo"},
        {"do": "set", "direction": "up"},
        {"do": "set", "towers": {"X": "Bo"}},
        {"do": "set", "towers": {"U": 1}},
        {"do": "set", "hands": {"Bo": "2"}},
        {"do": "undo", "by": "Bo"},
        {"do": "undo ", "by": "Bo"},
        ["do", "undo"],
        {"do": "play", "by": "Bo", "card": 7},
        {"do": "play", "by": "Bo", "card": "red-7", "with": "red-7"},
        {"do": "play", "by": "Bo", "card": "red-7", "with": ["Red 7"]},
        {"do": "play", "by": "Bo", "card": "red-7", "towers": "U"},
        {"do": "play", "by": "Bo", "card": "red-7", "towers": ["X"]},
        {"do": "play", "by": "Bo", "card": "red-7", "rule": 0},
        {"do": "play", "by": "Bo", "card": "red-7", "rule": "1"},
        {"do": "hit", "by": "Bo", "cards": 1_000_000_001},
        {"do": "join", "player": 1, "score": 0},
        {"do": "set", "hands": []},
        {"do": "set", "hands": {}},
        {"do": "set", "hands": {"Bo": -1}},
        {"do": "set", "towers": []},
        {"do": "set", "towers": {}},
    ],
)
def test_what_a_command_cannot_be_does_not_fit_its_schema(said: Any) -> None:
    do = said["do"].strip() if isinstance(said, dict) else "undo"
    assert not jsonschema_rs.validator_for(COMMANDS[do].schema()).is_valid(said)


@pytest.mark.parametrize(
    "said",
    [
        {"do": "hit", "by": "B", "cards": 0},
        {"do": "hit", "by": "B", "cards": 1_000_000_000},
        {"do": "join", "player": "D", "score": 0},
        {"do": "play", "by": "B", "card": "wild-customizable", "color": "red", "rule": 1},
        {"do": "play", "by": "B", "card": "wild-customizable", "color": "red", "rule": 3},
        {"do": "set", "direction": "left"},
        {"do": "set", "direction": "right"},
        {"do": "set", "towers": {"U": None}},
    ],
)
def test_what_a_command_can_just_be_fits_its_schema(said: dict[str, Any]) -> None:
    jsonschema_rs.validator_for(COMMANDS[said["do"]].schema()).validate(said)


def test_a_command_is_kept_with_the_names_as_their_seats_spell_them() -> None:
    state = after(table(players=["Zo\u00e9", "Ann"], edition="power-grab"), RED_7)
    for said in (
        {"do": "set", "hands": {"Zoe\u0301": 3}},
        {"do": "set", "towers": {"U": "Zoe\u0301", "N": None}},
        {"do": "set", "turn": "Zoe\u0301"},
    ):
        (answer,) = answers(state, said)
        assert answer.command == json.loads(json.dumps(said).replace("e\\u0301", "\\u00e9"))


@pytest.mark.parametrize(
    ("command", "player"),
    [
        ({"do": "play", "by": "Cy", "card": "red-7"}, "Cy"),
        ({"do": "count", "player": "Ann", "points": 7}, "Ann"),
        ({"do": "undo"}, None),
        ({"do": "undo", "by": "Cy", "player": "Cy"}, None),
        ({"do": "play", "card": "red-7"}, None),
        ({"do": "play", "by": 7, "card": "red-7"}, None),
        ({"do": "count", "player": ["Ann"], "points": 7}, None),
    ],
)
def test_whose_deed_a_command_is(command: dict[str, Any], player: str | None) -> None:
    assert COMMANDS[command["do"]].acting_player(table().position, command) == player


def test_the_first_card_is_turned_up_by_the_dealer() -> None:
    said = {"do": "turn_up", "card": RED_7}
    assert COMMANDS["turn_up"].acting_player(table(dealer="Bo").position, said) == "Bo"
    assert COMMANDS["turn_up"].acting_player(table(dealer=None).position, said) is None
