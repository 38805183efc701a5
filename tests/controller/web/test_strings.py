"""No words go to the pages: what they get is ids, keys, names and what somebody typed."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

from controller.games.book import by_the_rules
from controller.table import table as table_module
from controller.web.answers import refusal
from rules import Refusal
from rules.outcome import CODES
from tests.rulebook import shown
from tests.rulebook.test_rulings import talk
from tests.worlds.strings import Strings
from tests.worlds.wild_evening import Evenings

EVENINGS = 40
"""At most: they end once enough has happened."""


@pytest.mark.thorough
async def test_no_words_are_pushed_or_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RETRY_S", 0.0)
    evenings = Evenings()
    enough = False
    for seed in range(EVENINGS):
        await evenings.play(tmp_path / str(seed), seed)
        assert evenings.strings.wrong == {}
        # how far an evening comes depends on the machine's pace
        codes, faults = len(evenings.codes), len(evenings.faults)
        if enough := len(evenings.strings.keys) > 100 and codes > 20 and faults > 4:
            break
    assert enough, (evenings.codes, evenings.faults)


def test_no_refusal_of_the_rulebook_has_words() -> None:
    strings = Strings()
    codes: set[str] = set()
    for state, command, answer in chain.from_iterable(map(talk, shown.scenarios())):
        if isinstance(answer, Refusal):
            codes.add(answer.code)
            strings.typed(command)
            strings.typed([seat.name for seat in state.position.seats])
            if (edition := state.position.setup.edition).box:  # the game object brought it
                strings.typed([edition.id, *edition.cards, *edition.points])
            strings.look(json.loads(bytes(refusal(by_the_rules(answer)).body)), answer.key)
    assert strings.wrong == {}
    assert codes == set(CODES) - {"bad_setup", "unknown_command"}
