"""Golden frames, mutilated: neither Python's decoder breaks, or takes what nobody sent."""

from __future__ import annotations

import subprocess
from binascii import crc32
from collections import Counter
from collections.abc import Iterator
from random import Random

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware_bridge.wire.vectors import VECTORS
from tests.micropython import process
from tests.micropython.decode import outcome
from tests.micropython.test_decoding import Message, read, unworded
from tests.seeds import soak_seed

GOLDEN = [vector.data for vector in VECTORS]
MESSAGES = [message for vector in VECTORS for message in vector.messages]
TOKENS = (b"1073741824", b"-1", b"1e5", b"0.5", b"null", b"[[[", b'"\\ud83c"', b"\\", b"{}", b",")
"""What a reader of JSON may stumble over."""


def mutilated(random: Random) -> bytes:
    """A golden frame after one to three accidents."""
    data = random.choice(GOLDEN)
    for _ in range(random.randrange(1, 4)):
        start = random.randrange(len(data) + 1)
        end = random.randrange(start, len(data) + 1)
        head, middle, tail = data[:start], data[start:end], data[end:]
        data = random.choice(
            [
                head + tail,
                head + middle + middle + tail,
                head + random.randbytes(random.randrange(1, 5)) + middle + tail,
                head + random.choice(GOLDEN) + middle + tail,
                head + random.choice(TOKENS) + tail,
                head + bytes(byte ^ 1 << random.randrange(8) for byte in middle[:2]) + tail,
            ]
        )
    return data


def sealed(data: bytes) -> bytes:
    """With a right CRC: what a faulty program might send, and no line brings about."""
    body = data.rstrip(b"\r\n")[1:-9].replace(b"\n", b" ")
    return b":%s*%08x\n" % (body, crc32(body))


@pytest.fixture(scope="module")
def there() -> Iterator[subprocess.Popen[str]]:
    """MicroPython at work, in as much memory as a Pico has."""
    running = process.converse("decode.py", "-")
    yield running
    running.communicate()


Outcome = list[list[Message]]


def on(there: subprocess.Popen[str], line: str) -> Outcome:
    assert there.stdin is not None and there.stdout is not None
    there.stdin.write(line + "\n")
    said = [there.stdout.readline() for _ in range(2)]
    assert all(said) and "Traceback" not in said[0], "".join(said) + there.communicate()[0]
    return [read(one) for one in said]


def here(line: str) -> Outcome:
    return [read(one) for one in outcome(line).splitlines()]


@given(st.lists(st.binary(min_size=1, max_size=60) | st.sampled_from(GOLDEN), max_size=6))
def test_both_pythons_make_the_same_of_any_bytes(
    there: subprocess.Popen[str], pieces: list[bytes]
) -> None:
    line = " ".join(piece.hex() for piece in pieces)
    expected, got = here(line), on(there, line)
    assert [unworded(said) for said in got] == [unworded(said) for said in expected]


def fuzz(there: subprocess.Popen[str], seed: int, rounds: int) -> Counter[str]:
    random, counts = Random(seed), Counter[str]()
    for _ in range(rounds):
        data = mutilated(random)
        expected, got = here(data.hex()), on(there, data.hex())
        assert [unworded(said) for said in got] == [unworded(said) for said in expected], data
        assert all(message in MESSAGES for message in expected[0]), data
        counts["as a line spoils it: messages"] += len(expected[0])
        expected, got = here(sealed(data).hex()), on(there, sealed(data).hex())
        # under a right CRC MicroPython reads also what is not quite JSON, as well as it can
        assert got[0] == expected[0] or not expected[0], data
        counts["under a right CRC: messages"] += len(expected[0])
        counts["under a right CRC: messages of MicroPython's alone"] += got[0] != expected[0]
        counts["... refused"] += sum("error" in answer for answer in expected[1])
    return counts


@pytest.mark.thorough
def test_mutilated_frames_break_no_decoder_and_no_launcher(there: subprocess.Popen[str]) -> None:
    counts = fuzz(there, 1, 500)
    assert counts["as a line spoils it: messages"] > 20
    assert counts["under a right CRC: messages"] > 20


@pytest.mark.soak
def test_a_hundred_thousand_mutilated_frames(there: subprocess.Popen[str]) -> None:
    seed = soak_seed(1)
    click.echo(f"\nseed {seed}, 50,000 frames as a line spoils them, 50,000 with a right CRC")
    for what, count in fuzz(there, seed, 50_000).items():
        click.echo(f"{what}: {count}")
