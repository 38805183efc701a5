"""Keeps the figures of a long count in a file, so that it can be made in parts.

Each figure is one line. Only those of the very sources that decide about them count: a line
carries a sum of these files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


class Kept:
    """What was counted so far, by its name."""

    def __init__(self, path: Path | None, sources: str) -> None:
        """``path``: None keeps nothing. ``sources``: the sum of what decides now."""
        self._path = path
        self._sources = sources
        self.known: dict[str, dict[str, Any]] = {}
        for line in path.read_text().splitlines() if path is not None and path.exists() else []:
            try:
                read = json.loads(line)
            except ValueError:
                continue  # the run was ended while it wrote this line
            if read["sources"] == sources:
                self.known[read["name"]] = read

    def add(self, name: str, figures: Mapping[str, Any]) -> None:
        """Write one down."""
        if self._path is not None:
            line = {"name": name, "sources": self._sources, **figures}
            with self._path.open("a") as file:
                # a line that was cut off ends here
                file.write("\n" + json.dumps(line) + "\n")


def sum_of(*patterns: str) -> str:
    """A sum of the files of this project with such names."""
    total = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]
