"""``make lint``'s part of JavaScript: ESLint, and the types of its JSDoc by TypeScript.

Both come by package name with npm, as package-lock.json pins them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from hatch_build import node_and_npm
from tests.page.interface_types import declarations

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "package-lock.json"
INSTALLED = ROOT / "node_modules" / ".package-lock.json"
TYPES = ROOT / "build" / "page" / "interface.d.ts"
ESLINT = ("node_modules/eslint/bin/eslint.js", ".")
TYPESCRIPT = ("node_modules/typescript/bin/tsc", "--project", ".")


def main() -> int:
    """Check the page; returns the exit code."""
    found = node_and_npm()
    if found is None:
        print("The page's JavaScript was not checked: install npm and Node (`nodejs`).")
        return int(os.environ.get("REQUIRE_ALL") == "1")
    node, npm = found
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        done = subprocess.run(
            [*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        if done.returncode:
            print("npm could not install what checks the page: see above, and try again.")
            return done.returncode
    document = json.loads((ROOT / "controller" / "web" / "openapi.json").read_text())
    TYPES.parent.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(declarations(document))
    checks = [subprocess.run([*node, *words], cwd=ROOT) for words in (ESLINT, TYPESCRIPT)]
    return int(any(check.returncode for check in checks))


if __name__ == "__main__":
    sys.exit(main())
