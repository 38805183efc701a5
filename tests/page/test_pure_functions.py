"""The page's pure functions, by Node's own test runner: no browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hatch_build import node_and_npm
from tests.need import missing
from tests.processes import PATIENCE_S

TESTS = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("test", TESTS, ids=lambda path: path.name.partition(".")[0])
def test_in_node(test: Path) -> None:
    found = node_and_npm()
    if found is None:
        missing("node is not on this machine: install the packages `nodejs` and `npm`")
    node, _ = found
    done = subprocess.run(
        [*node, "--test", "--test-reporter=spec", str(test)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
