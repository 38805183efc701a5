"""No words in the rules, but keys of the catalogue."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import CLAUSES, COMMANDS, EDITIONS
from rules.bots import CHECKS
from rules.commands.command_type import Where
from rules.commands.types import NO_TYPE
from rules.edition import COLORS
from rules.house_options import OPTIONS

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules"
MOST_WORDS = 3


def strings(file: Path) -> Iterator[tuple[int, str]]:
    """Every string of a module but those that stand alone: docstrings, which nobody is shown."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    alone = {
        statement.value
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in alone:
            yield node.lineno, node.value


def generated() -> set[str]:
    """Keys that are made of what the rules know."""
    kinds = [kind for edition in EDITIONS.values() for kind in edition.kinds]
    members = [type_.name for one in COMMANDS.values() for type_ in one.members.values()]
    elsewhere = [do for do, one in COMMANDS.items() if one.where is not Where.EVERYWHERE]
    return {
        *(f"clause.{clause}" for clause in CLAUSES),
        *(f"edition.{edition}" for edition in EDITIONS),
        *(f"kind.{kind.id}" for kind in kinds if kind.number is None),
        *(f"color.{color}" for color in COLORS),
        *(f"side.{side}" for side in ("left", "right")),
        *(f"option.{option}" for option in OPTIONS),
        *(f"option.{name}.{value}" for name, one in OPTIONS.items() for value in one.answers),
        *(f"check.{check}" for check in CHECKS),
        *(f"type.{member}" for member in members if member != NO_TYPE.name),
        *(f"refusal.not_here.{do}" for do in elsewhere),
    }


@pytest.mark.parametrize("file", sorted(RULES.rglob("*.py")), ids=lambda file: file.stem)
def test_no_string_has_four_words(file: Path) -> None:
    wordy = [(line, text) for line, text in strings(file) if len(text.split()) > MOST_WORDS]
    assert wordy == []
