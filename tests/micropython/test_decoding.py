"""Both Pythons make the same of the same bytes, and so does a launcher that runs on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from firmware_bridge.wire.frames import Decoder
from tests.firmware_bridge.wire.vectors import REQUESTS, VECTORS
from tests.micropython import process
from tests.micropython.decode import outcome

Message = dict[str, Any]


def read(line: str) -> list[Message]:
    """The messages of a line that decode.py said."""
    return Decoder().feed(line.replace("\t", "\n").encode() + b"\n")


def unworded(messages: list[Message]) -> list[Message]:
    """Without sentences: one lists the requests, and a dict of MicroPython's has no order."""
    return [
        {name: value for name, value in message.items() if name != "sentence"}
        for message in messages
    ]


def on_micropython(folder: Path, lines: list[str]) -> list[list[Message]]:
    file = folder / "lines.txt"
    file.write_text("\n".join(lines) + "\n")
    return [read(line) for line in process.run("decode.py", str(file)).splitlines()]


def test_the_golden_vectors_mean_the_same_on_micropython(tmp_path: Path) -> None:
    said = on_micropython(tmp_path, [vector.data.hex() for vector in VECTORS])
    assert said[::2] == [list(vector.messages) for vector in VECTORS]
    answers = dict(zip((vector.what for vector in VECTORS), said[1::2], strict=True))
    for vector in REQUESTS:
        first = answers[vector.what][0]
        assert first.get("error") == vector.refused, vector.what
        assert first["to"] == (
            None if vector.refused == "bad_request" else vector.messages[0]["id"]
        )


def test_it_makes_no_difference_where_the_bytes_are_cut(tmp_path: Path) -> None:
    lines = [vector.data.hex(" ", -7) for vector in VECTORS]
    assert on_micropython(tmp_path, lines)[::2] == [list(vector.messages) for vector in VECTORS]


def test_both_pythons_answer_alike(tmp_path: Path) -> None:
    lines = [vector.data.hex() for vector in VECTORS]
    here = [read(said) for line in lines for said in outcome(line).splitlines()]
    there = on_micropython(tmp_path, lines)
    assert [unworded(said) for said in there] == [unworded(said) for said in here]
