"""What a journal's entries come to, and those that come to nothing."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from controller.base.errors import Trouble
from controller.games.entries import BODIES
from controller.games.journal_replay import replay
from controller.journal.entry import Entry, Kind
from controller.journal.journal import Journal
from controller.journal.reading import read_entries
from tests.worlds.evening import GAME, Evening


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("command", {"command": {"do": "play", "by": "Zed", "card": "red-1"}}, "Zed"),
        ("command", {"said": 1}, "missing required field `command`"),
        ("intent", {"hit": "two"}, "Expected"),
        ("game", {"game": {}, "seed": "00", "profile": "measured"}, "edition"),
        ("game", {"game": GAME, "seed": "00", "profile": "lucky"}, "lucky"),
    ],
)
async def test_an_entry_that_the_rules_do_not_take_ends_the_start(
    tmp_path: Path, kind: str, body: dict[str, object], why: str
) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.close()
    journal, _ = Journal.open(evening.path)
    await journal.add(1, kind, body)  # type: ignore[arg-type]
    journal.close()
    entries = read_entries(evening.path).entries
    with pytest.raises(Trouble) as refused:
        replay(entries, evening.path)
    said = str(refused.value)
    assert refused.value.exit_code == 1
    assert said.startswith(f"The journal {evening.path} has an entry {len(entries)} that does not ")
    assert why in said
    assert said.endswith("or begin another with --journal.")


@pytest.mark.parametrize("what", [{"hit": 0}, {"requested": 13}, {"draw": -1}])
async def test_an_intent_that_no_launcher_can_be_given_ends_the_start(
    what: dict[str, int], tmp_path: Path
) -> None:
    # one flipped bit makes 11 cards 91
    intent = {"hit": 1, "draw": 3, "requested": 3, "by": "Bo", "owner": "Bo"} | what
    with pytest.raises(Trouble, match="has an entry 1 that does not hold") as refused:
        replay([Entry(1, 1, "intent", intent)], tmp_path)
    assert refused.value.exit_code == 1


def test_every_kind_of_entry_has_a_body_of_its_own() -> None:
    assert set(BODIES) == set(get_args(Kind))
    assert len({*BODIES.values()}) == len(BODIES)
