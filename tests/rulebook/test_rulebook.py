"""Every clause that a scenario can say is shown by one that is named after it."""

import re
from pathlib import Path

import pytest

from rules import EDITIONS, scenario

HERE = Path(__file__).parent
SCENARIOS = sorted(HERE.glob("*.jsonl"))
RULEBOOK = HERE.parent.parent / "docs" / "rulebook.md"

# LCH-2 is the launcher's own ding, LCH-10 advice about its care: shown where these are made.
ELSEWHERE = {"LCH-2", "LCH-10"}
FAMILIES = {"attack": ("COM", "LCH", "ATK", "TWO", "CHA", "TBL")}
DECKS = {"attack": ("DECK-1", "DECK-5", "DECK-6")}


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    outcome = scenario.replay(path.read_text(encoding="utf-8").splitlines())
    assert outcome.failure is None, f"line {outcome.failure.line}: {outcome.failure.sentence}"
    assert outcome.lines > 1


def clauses() -> set[str]:
    rows = set(re.findall(r"^\| ([A-Z]+-\d+) \|", RULEBOOK.read_text(encoding="utf-8"), re.M))
    families = {family for edition in EDITIONS for family in FAMILIES[edition]}
    decks = {deck for edition in EDITIONS for deck in DECKS[edition]}
    return {row for row in rows if row.split("-")[0] in families} - ELSEWHERE | decks


def test_every_clause_has_a_scenario() -> None:
    shown = {"-".join(path.stem.split("-")[:2]) for path in SCENARIOS}
    assert len(clauses()) > 50
    assert clauses() - shown == set()


def test_every_scenario_is_named_after_a_clause() -> None:
    shown = {"-".join(path.stem.split("-")[:2]) for path in SCENARIOS}
    assert shown <= clauses()
