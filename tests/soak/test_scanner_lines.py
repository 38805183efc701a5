"""A hundred thousand lines of a scanner over a pseudo terminal, with all that can go wrong."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from controller.decks.drawing import label_text
from controller.readers import scanner
from controller.readers.label_parser import Label
from controller.readers.reports import SeenCard
from controller.readers.scanner import OK, OpenPort, open_port, read_cards
from tests.controller.readers.plugged import Plugged
from tests.controller.readers.pretended import Log
from tests.seeds import soak_seed

LINES = int(os.environ.get("SCANNED_LINES", 100_000))
LINES_A_PLUG = 5000
"""After so many the plug is pulled in the middle of a label."""
LINES_AT_ONCE = 40
"""Less than the kernel holds for a line that is not read."""
DECKS = ("K3F9", "W22X", "ABCD", "2345", "ZYXW", "QQQQ", "H7H8", "LMNP")
"""2000 labels: none comes again before the one before is forgotten, by the clock below."""
READ_S = 0.4
"""By the clock, so much passes from one read of at most 4096 bytes to the next."""
FAULTS = ("doubled", "half", "half_then_whole", "noise", "no_end", "affixes", "other_code")


def text(label: Label) -> bytes:
    return label_text(label.deck, label.number).encode()


def noise(random: Random) -> bytes:
    """Random bytes. No digits: nobody can tell a digit that the line made from a scanner's."""
    return bytes(one for one in random.randbytes(random.randrange(40)) if not 48 <= one < 58)


def line(label: Label, fault: str, random: Random) -> bytes:
    """What comes over the line for a card; with ``half``, ``noise`` and ``other_code``, no card."""
    said, end = text(label), random.choice((b"\r", b"\n", b"\r\n"))
    # without its check sign alone, it is still the label of this card
    half = said[: random.randrange(1, len("RD-K3F9-017"))]
    return {
        "": said + end,
        "doubled": (said + end) * 2,
        "half": half + end,
        "half_then_whole": half + said + end,
        "noise": noise(random) + end,
        "no_end": said,
        "affixes": b"]d1" + said + b"\x03" + end,
        "other_code": b"4006381333931" + end,
    }[fault]


@pytest.mark.soak
async def test_every_whole_label_is_read_once_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scanner, "RETRY_S", 0.001)
    seed = soak_seed()
    random, log, plug = Random(seed), Log(), Plugged(tmp_path / "scanner")
    labels: Iterator[Label] = (Label(DECKS[n // 250 % len(DECKS)], n % 250) for n in count())
    reads, said, found, pulled = count(), Counter[str](), 0, 0

    async def dial() -> OpenPort:
        return OpenPort("scanner", await open_port(str(plug.path)))

    news = read_cards(dial, lambda: next(reads) * READ_S, log, patient=True)
    async with aclosing(news):
        while sum(said.values()) < LINES:
            plug.put_in()
            while await anext(news) != OK:
                pass
            for _ in range(LINES_A_PLUG // LINES_AT_ONCE):
                sent, wanted = bytearray(), []
                for label in islice(labels, LINES_AT_ONCE):
                    fault = random.choice(FAULTS) if random.random() < 0.3 else ""
                    said[fault] += 1
                    sent += line(label, fault, random)
                    if fault not in ("half", "noise", "other_code"):
                        wanted.append(label)
                plug.send(bytes(sent))
                for label in wanted:
                    async with asyncio.timeout(10):
                        seen = await anext(news)
                    assert isinstance(seen, SeenCard), (seed, label)
                    assert seen.number is not None
                    assert Label(seen.deck or "", seen.number) == label, seed
                    found += 1
            plug.send(b"RD-K3F9-0")
            plug.pull_out()
            pulled += 1
    with capsys.disabled():
        print(
            f"\nseed {seed}: {sum(said.values())} lines, {pulled} times unplugged; {found} cards, "
            f"none missed, doubled or wrong; {dict(said)}; {len(log.sentences)} lines logged"
        )
