"""The public interface to the rules, and what its document shows."""

from __future__ import annotations

import re
from pathlib import Path

import rollerdeck
from release import docstrings
from rollerdeck import Applied, Refusal, Setup

DOCUMENT = Path(__file__).parents[2] / "docs" / "python-api.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


def test_a_game_is_set_up_started_and_played() -> None:
    setup = rollerdeck.read_setup({"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"})
    assert isinstance(setup, Setup)
    state = rollerdeck.start(setup)
    assert {"do": "turn_up"} in [offer.command for offer in rollerdeck.legal(state)]
    applied = rollerdeck.apply(state, {"do": "turn_up", "card": "red-7"})
    assert isinstance(applied, Applied)
    assert rollerdeck.view(applied.state)["top"] == "red-7"
    assert [rollerdeck.sentence(event) for event in applied.events] == ["The first card is red 7."]
    refused = rollerdeck.apply(applied.state, {"do": "turn_up", "card": "red-7"})
    assert isinstance(refused, Refusal)
    assert (refused.code, rollerdeck.sentence(refused)[-1]) == ("wrong_phase", ".")


def test_a_setup_that_makes_no_sense_is_refused() -> None:
    refused = rollerdeck.read_setup({"edition": "attack", "players": ["Ann"]})
    assert isinstance(refused, Refusal) and refused.code == "bad_setup"


def test_every_public_field_says_what_it_is() -> None:
    fields = [
        (name, field)
        for name in rollerdeck.__all__
        if name not in ("Setup", "State")  # nobody looks into them
        for field in getattr(getattr(rollerdeck, name), "__match_args__", ())
    ]
    assert len(fields) > 40
    assert [
        f"{name}.{field}"
        for name, field in fields
        if field not in docstrings.of_fields(getattr(rollerdeck, name))
    ] == []


def test_the_examples_of_the_document_run() -> None:
    (game,) = (example for example in EXAMPLES if "read_setup" in example)
    exec(game, {})  # prints, and raises nothing
    for example in EXAMPLES:
        compile(example, "docs/python-api.md", "exec")
