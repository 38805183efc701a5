"""The numbers of the cards that lie face up: in step with the pile, whatever is played."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from controller.decks.face_up import NO_NUMBERS, FaceUpNumbers
from rules import Refusal, State
from rules.bots.table import play_game

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "target": 1}
LOST = 0.2
"""So many cards are tapped, and their numbers are not known."""


class Numbers:
    """Gives each card that is shown a number of its own, or none."""

    def __init__(self, seed: int) -> None:
        self.lots = Random(seed)
        self.cards: dict[int, str] = {}
        self.face_up = NO_NUMBERS

    def look(self, state: State, command: dict[str, Any]) -> None:
        shown: list[str] = []
        if command["do"] in ("play", "turn_up", "dealer_draw"):
            shown = [*command.get("with", ()), command["card"]]
        elif command["do"] == "count":
            shown = list(command["cards"])
        numbers = tuple(self._number(card) for card in shown)
        known = numbers if any(number is not None for number in numbers) else ()
        applied = rules.apply(state, command)
        assert not isinstance(applied, Refusal)
        before, after = state.position, applied.state.position
        self.face_up = self.face_up.after(before, after, known)
        self.check(self.face_up, after.pile)

    def check(self, face_up: FaceUpNumbers, pile: tuple[str, ...]) -> None:
        assert len(face_up.pile) in (0, len(pile))
        found = [number for number in face_up.pile if number is not None]
        assert len(set(found)) == len(found)
        for number, card in zip(face_up.pile, pile, strict=False):
            assert number is None or self.cards[number] == card

    def _number(self, card: str) -> int | None:
        if self.lots.random() < LOST:
            return None
        number = len(self.cards)
        self.cards[number] = card
        return number


@settings(max_examples=2, deadline=None)
@given(st.integers(0, 2**32))
def test_numbers_stay_with_their_cards(seed: int) -> None:
    setup = rules.read_setup(GAME)
    assert not isinstance(setup, Refusal)
    lots = Random(seed)
    play_game(setup, lambda: lots.choice((0, 1, 3)), Random(seed), Numbers(seed).look)


def test_without_a_reader_nothing_is_kept() -> None:
    setup = rules.read_setup({**GAME, "dealer": "Ann"})
    assert not isinstance(setup, Refusal)
    before = rules.start(setup)
    after = rules.apply(before, {"do": "turn_up", "card": "red-3"})
    assert not isinstance(after, Refusal)
    assert NO_NUMBERS.after(before.position, after.state.position, ()) is NO_NUMBERS
