"""Every clause is shown by a scenario that is named after it, or by a test that is marked so."""

import re
from pathlib import Path

import pytest

from rules import CLAUSES, scenario
from tests.rulebook import shown

RULEBOOK = Path(__file__).parents[2] / "docs" / "rulebook.md"


@pytest.mark.parametrize("path", shown.scenarios(), ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    outcome = scenario.replay(path.read_text(encoding="utf-8").splitlines())
    assert outcome.failure is None, f"line {outcome.failure.line}: {outcome.failure}"
    assert outcome.lines > 1


def test_the_rulebook_has_every_clause_and_no_other() -> None:
    text = RULEBOOK.read_text(encoding="utf-8")
    assert re.findall(r"^\| ([A-Z]+-\d+) \|", text, re.MULTILINE) == list(CLAUSES)


def test_every_clause_is_shown() -> None:
    assert [clause for clause, names in shown.shown().items() if not names] == []


def test_no_test_shows_a_clause_that_there_is_not() -> None:
    assert set(shown.shown()) == set(CLAUSES)


def test_the_table_of_clauses_is_up_to_date() -> None:
    assert shown.written() == shown.table(), "Write it anew: make clauses"
