"""JSON from outside is read within the same depth on every Python, wherever it comes in."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from controller.base.errors import Refused, Trouble
from controller.base.outside import MAX_DEPTH, decode
from controller.journal.journal import Journal
from controller.web.requests import object_of


def nested(depth: int) -> str:
    """Objects and lists by turns, so many within each other."""
    text = "1"
    for level in range(depth, 0, -1):
        text = f'{{"a":{text}}}' if level % 2 else f"[{text}]"
    return text


@pytest.mark.thorough
def test_up_to_the_depth_and_no_deeper() -> None:
    assert decode(nested(MAX_DEPTH)) == msgspec.json.decode(nested(MAX_DEPTH))
    for depth in (MAX_DEPTH + 1, 500, 5_000, 9_000, 100_000):
        with pytest.raises(msgspec.DecodeError, match="nested"):
            decode(nested(depth))


def test_much_that_is_not_deep_is_read() -> None:
    wide = "[" + ",".join(["{}"] * 10 * MAX_DEPTH) + "]"
    assert decode(wide.encode()) == [{}] * 10 * MAX_DEPTH
    assert decode('{"name": "' + "[" * 10 * MAX_DEPTH + '"}')


@pytest.mark.parametrize("text", [b"", b"{", b'"\xff"', b"{} {}", b"NaN"])
def test_what_is_no_json(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode(text)


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 2_000, 9_000, 30_000])
def test_a_request_that_is_nested_too_deeply_is_refused(depth: int) -> None:
    with pytest.raises(Refused) as refused:
        object_of(nested(depth).encode())
    assert refused.value.code == "bad_request"
    assert object_of(nested(MAX_DEPTH - 1).encode())


@pytest.mark.parametrize("depth", [MAX_DEPTH - 1, MAX_DEPTH, 900, 2_000, 9_000])
async def test_a_journal_takes_an_entry_up_to_that_depth(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "journal.sqlite3"
    journal, _ = Journal.open(path)
    body = msgspec.Raw(nested(depth).encode())
    await journal.add(1, "command", {"a": body})
    journal.close()
    if depth < MAX_DEPTH:
        again, (entry,) = Journal.open(path)
        again.close()
        assert entry.body == {"a": msgspec.json.decode(nested(depth))}
    else:
        with pytest.raises(Trouble, match="entry 1 that cannot be read"):
            Journal.open(path)
