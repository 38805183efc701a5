"""A round for practice: the person is asked, the bots play by the rules, and it ends."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Any

import pytest

from rules import Refusal
from rules.bots.practice import HAND, Practice, Step, practice_setup


def practice(seed: int, person: str = "Ann") -> Practice:
    setup = practice_setup(person)
    assert not isinstance(setup, Refusal)
    presses = cycle((0, 2, 0, 3))
    return Practice(setup, lambda: next(presses), Random(seed))


def chosen(table: Practice, random: Random) -> dict[str, Any]:
    """Anything that the person can say, filled in; plays and presses end a round."""
    offer = random.choice(table.offers())
    color = {"color": "red"} if "color" in offer.needs else {}
    assert set(offer.needs) <= {"color"}
    return {**offer.command, **color}


def played(seed: int) -> list[Step]:
    """A whole round."""
    table, random = practice(seed), Random(seed)
    steps = table.go_on()
    while not table.is_over:
        assert table.waits
        steps += table.answer(chosen(table, random))
    return steps


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_person_says_the_round_ends_and_is_counted(seed: int) -> None:
    steps = played(seed)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert [step.moment for step in steps].index("over") == len(steps) - 1
    assert steps[-1].state["winner"] in ("Ann", "Bit", "Pip")
    assert all(len(step.hand) == step.state["hands"]["Ann"] for step in steps)


def test_every_moment_is_met() -> None:
    met = {step.moment for seed in range(20) for step in played(seed)}
    assert met == {None, "play", "press", "hit", "uno", "over"}


def test_the_same_seed_gives_the_same_round() -> None:
    assert played(3) == played(3)


def test_the_person_begins_and_only_their_own_cards_can_be_played() -> None:
    table = practice(1)
    table.go_on()
    assert table.waits
    plays = [offer.command["card"] for offer in table.offers() if offer.command["do"] == "play"]
    assert len(table.hand) == HAND
    assert set(plays) <= set(table.hand)


@pytest.mark.parametrize(
    "command",
    [
        {"do": "play", "by": "Bit", "card": "red-1"},
        {"do": "hit", "by": "Ann", "cards": 0},
        {"do": "pass", "by": "Ann"},
        {"do": "set", "hands": {"Ann": 1}},
        {"do": "undo"},
        {"do": []},
        {"do": "play", "by": "Ann"},
    ],
)
def test_what_is_not_offered_does_nothing(command: dict[str, Any]) -> None:
    table = practice(1)
    table.go_on()
    before = table.state
    assert table.answer(command) == []
    assert table.state is before


def test_a_card_that_the_person_does_not_hold_cannot_be_played() -> None:
    table = practice(1)
    table.go_on()
    color = table.position.color
    foreign = next(f"{color}-{n}" for n in range(1, 10) if f"{color}-{n}" not in table.hand)
    assert table.answer({"do": "play", "by": "Ann", "card": foreign}) == []


@pytest.mark.parametrize("color", ["purple", None, ["red"], 3])
def test_a_wild_without_a_colour_does_nothing(color: object) -> None:
    for seed in range(50):
        table = practice(seed)
        table.go_on()
        if "wild" in table.hand:
            assert table.answer({"do": "play", "by": "Ann", "card": "wild", "color": color}) == []
            assert table.answer({"do": "play", "by": "Ann", "card": "wild", "color": "red"})
            return
    raise AssertionError("no seed deals a wild")


def test_a_bot_is_never_called_as_the_person() -> None:
    setup = practice_setup("Bit")
    assert not isinstance(setup, Refusal)
    assert setup.players == ("Bit", "Pip", "Rob")
    assert isinstance(practice_setup(" "), Refusal)


@pytest.mark.parametrize("seed", range(8))
def test_uno_can_be_called_only_where_it_can_matter(seed: int) -> None:
    table, random = practice(seed), Random(seed)
    table.go_on()
    sizes = set()
    while not table.is_over:
        if "uno" in {offer.command["do"] for offer in table.offers()}:
            sizes.add(len(table.hand))
        table.answer(chosen(table, random))
    assert sizes <= {1, 2}
