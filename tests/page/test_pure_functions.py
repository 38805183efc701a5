"""The page's modules in Node: each loads, and its tests by Node's own test runner pass."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.page.__main__ import ROOT
from tests.page.node import PAGE, run

TESTS = sorted(Path(__file__).parent.glob("*.test.js"))
ENGLISH = Path(__file__).with_name("english.js")
"""It waits for the words: no test of another file begins meanwhile, and takes its ``fetch``."""
PAGES = (PAGE, ROOT / "controller" / "club" / "hub" / "page")
LOAD = """
import { readFileSync } from "node:fs";
const failures = [];
for (const module of JSON.parse(readFileSync(0, "utf8"))) {
  await import(module).catch(({ message }) => failures.push(`${module}: ${message}`));
}
console.log(failures.join("\\n"));
"""


def modules(page: Path) -> list[str]:
    """What a page has of its own, apart from the module that begins it."""
    (entry,) = re.findall(
        r'<script type="module" src="/([^"]+)">', (page / "index.html").read_text()
    )
    own = (file for file in sorted(page.rglob("*.js")) if "vendor" not in file.parts)
    return [file.as_uri() for file in own if file != page / entry]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_module_loads_without_a_document(page: Path) -> None:
    """Each but the one that begins the page: what it exports can be tested here."""
    done = run(LOAD, json.dumps(modules(page)))
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr


def test_in_node() -> None:
    """In one process: Node's ``--test`` would begin one for each file."""
    every = "".join(f"import {json.dumps(test.as_uri())};" for test in TESTS)
    done = run(every, "", ENGLISH)
    assert done.returncode == 0, done.stdout + done.stderr
    begun = sum(len(re.findall(r"^test\(", test.read_text(), re.MULTILINE)) for test in TESTS)
    assert done.stdout.count("✔") >= begun > 2 * len(TESTS)
