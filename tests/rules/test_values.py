"""What the rules are made of: values that cannot be changed, and that say what they are."""

import importlib
import pkgutil
from typing import Any

import pytest
from msgspec import Struct

import rules
from rules import EDITIONS, Setup, State, read_setup, start
from rules.ruling import Ruling
from tests.rules.saying import after

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(rules.__path__, "rules.")
    if not module.name.startswith("rules.bots")  # who plays keeps its own books
]


def test_nothing_that_the_referee_knows_can_be_changed() -> None:
    kinds = {
        value
        for module in MODULES
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct
    }
    assert State in kinds and Setup in kinds
    kinds -= {Ruling}  # a command on its way; what comes of it is a value again
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []


def game(**members: Any) -> State:
    setup = read_setup({"edition": "attack", "players": ["Ann", "Bo"], **members})
    assert isinstance(setup, Setup)
    return start(setup)


UP = {"do": "turn_up", "card": "red-7"}


def test_values_say_what_they_are() -> None:
    assert repr(EDITIONS["attack"]) == "<Edition attack>"
    assert repr(game().position.setup) == "<Setup attack Ann Bo>"
    begun = "<State <dealer turn=nobody top=None Ann=0 Bo=0 launcher=112>>"
    assert repr(game()) == begun
    played = "<play turn=Bo top=red-7 Ann=7 Bo=7 launcher=97>"
    assert repr(after(game(dealer="Ann"), UP).position) == played


GRAB = {"edition": "power-grab", "dealer": "Ann"}
LAUNCHER = {"options": {"draw_from": "launcher"}}
TWO = {"do": "play", "by": "Bo", "card": "red-draw-two"}


@pytest.mark.clause("PGR-1")
@pytest.mark.parametrize(
    ("members", "said", "dealt"),
    [
        ({**GRAB, **LAUNCHER}, [], None),
        ({**GRAB, **LAUNCHER}, [UP], 1),
        ({**GRAB, **LAUNCHER}, [UP, TWO], 2),
        ({**GRAB, **LAUNCHER}, [UP, TWO, {"do": "draw", "by": "Ann", "cards": 1}], 1),
        (GRAB, [UP], None),
        ({"dealer": "Ann"}, [], None),
        ({"dealer": "Ann"}, [UP], None),
        ({"dealer": "Ann"}, [UP, {"do": "play", "by": "Bo", "card": "red-hit-2"}], None),
    ],
)
def test_the_number_of_cards_that_a_launcher_is_to_give(
    members: dict[str, Any], said: list[dict[str, Any]], dealt: int | None
) -> None:
    assert after(game(**members), *said).position.dealt == dealt
