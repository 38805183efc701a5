"""The page's pure functions, by Node's own test runner: no browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from hatch_build import node_and_npm
from tests.need import missing
from tests.processes import PATIENCE_S

TESTS = sorted(Path(__file__).parent.glob("*.test.js"))


def test_in_node() -> None:
    """In one process: Node's ``--test`` would begin one for each file."""
    found = node_and_npm()
    if found is None:
        missing("node is not on this machine: install the packages `nodejs` and `npm`")
    node, _ = found
    every = "".join(f"import {json.dumps(test.as_uri())};" for test in TESTS)
    done = subprocess.run(
        [*node, "--test-reporter=spec", "--input-type=module", "--eval", every],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✔") > 2 * len(TESTS)
