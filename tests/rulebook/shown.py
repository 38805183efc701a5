"""Which tests show which clause; `python -m tests.rulebook.shown` writes the table down."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules import CLAUSES

HERE = Path(__file__).parent
TESTS = HERE.parent
DOCS = TESTS.parent / "docs"
TABLE = DOCS / "clauses.md"
HEAD = "| clause | scenario files and tests that show it |\n|---|---|\n"


def scenarios() -> list[Path]:
    """Every scenario, by name."""
    return sorted(HERE.glob("*.jsonl"))


def clause_of(scenario: Path) -> str:
    """The clause that a scenario is named after."""
    return "-".join(scenario.stem.split("-")[:2])


@cache
def marked() -> tuple[tuple[str, str], ...]:
    """Clauses and the tests that are marked with them."""
    return tuple(_marked())


def _marked() -> Iterator[tuple[str, str]]:
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if ".clause(" not in text:  # to parse all of them takes a second
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("clause"):
                        name = f"{path.relative_to(TESTS)}::{node.name}"
                        yield ast.literal_eval(mark.args[0]), name


def shown() -> dict[str, list[str]]:
    """The scenario files and tests by clause, also of clauses that the rules lack."""
    by: dict[str, list[str]] = {clause: [] for clause in CLAUSES}
    for path in scenarios():
        by.setdefault(clause_of(path), []).append(path.name)
    for clause, name in marked():
        by.setdefault(clause, []).append(name)
    return by


def table() -> str:
    """The table as the document has it."""
    rows = (
        f"| {clause} | {', '.join(f'`{n}`' for n in names)} |" for clause, names in shown().items()
    )
    return HEAD + "\n".join(rows) + "\n"


def written() -> str:
    """The table that the document has now."""
    return HEAD + TABLE.read_text(encoding="utf-8").partition(HEAD)[2]


if __name__ == "__main__":
    TABLE.write_text(
        TABLE.read_text(encoding="utf-8").partition(HEAD)[0] + table(), encoding="utf-8"
    )
