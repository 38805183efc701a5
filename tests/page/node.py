"""Runs JavaScript in Node, without a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

from hatch_build import node_and_npm
from tests.need import missing
from tests.page.__main__ import ROOT
from tests.processes import PATIENCE_S

PAGE = ROOT / "controller" / "web" / "page"
"""The modules of a table's page."""


def run(source: str, text: str = "", *first: Path) -> subprocess.CompletedProcess[str]:
    """Run ``source`` as a module beside the page's own, with ``text`` as its input.

    The modules ``first`` are whole before it begins. Skips the test where Node is missing.
    """
    found = node_and_npm()
    if found is None:
        missing("node is not on this machine: install the packages `nodejs` and `npm`")
    node, _ = found
    imports = [f"--import={module.as_uri()}" for module in first]
    return subprocess.run(
        [*node, *imports, "--test-reporter=spec", "--input-type=module", "--eval", source],
        cwd=PAGE,
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
