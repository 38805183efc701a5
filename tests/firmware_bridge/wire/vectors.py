"""docs/wire-vectors.jsonl: what goes over the wire byte by byte, and what it means."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[3] / "docs" / "wire-vectors.jsonl"


@dataclass(frozen=True, slots=True)
class Vector:
    what: str
    source: str
    """``caller``, ``launcher``: one frame that this end sends; ``line``: what a line can bring."""
    data: bytes
    messages: tuple[dict[str, Any], ...]
    refused: str | None
    """The error that a launcher answers with, which has been said hello to."""


def _read(line: str) -> Vector:
    entry = json.loads(line)
    return Vector(
        entry["what"],
        entry["from"],
        bytes.fromhex(entry["hex"]),
        tuple(entry["messages"]),
        entry.get("refused"),
    )


VECTORS = [_read(line) for line in FILE.read_text().splitlines() if not line.startswith("#")]
REQUESTS = [vector for vector in VECTORS if vector.source == "caller"]
