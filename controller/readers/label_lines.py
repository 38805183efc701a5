"""Finds the labels of cards in what a scanner sends. Pure: it gets bytes and times.

A label's text is ``RD-DECK-NNN``. The number always has three digits, so that a line which was cut
off is never the label of another card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from controller.readers.seen import MOST_NUMBER
from controller.seats.codes import LENGTH, SIGNS

STALLED_S = 0.5
"""A label comes within this time, even at 1200 baud. What began earlier was cut off."""
SAME_S = 1.5
"""A label that is read again so soon is still the same card: it lies under the scanner."""
MOST_HELD = 64
"""So many bytes without a label or the end of a line are no beginning of a label."""
MOST_REMEMBERED = 512

MOST_AFFIX = 4
"""Scanners can put a few bytes before and after a label, for example which kind of code it is."""

# looked for from every byte on: half a label can look like one together with the next
_LABEL = re.compile(rf"(?=RD-([{SIGNS}]{{{LENGTH}}})-([0-9]{{3}}))".encode("ascii"), re.IGNORECASE)
_LABEL_BYTES = len("RD-K3F9-017")
_ENDS = re.compile(rb"[\r\n]+")
_CONTROLS = bytes(range(33))


@dataclass(frozen=True, slots=True)
class Label:
    """A card, as its label names it."""

    deck: str
    number: int


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in some bytes."""

    labels: tuple[Label, ...] = ()
    """In the order in which they came; without those that were read a moment ago."""
    strange: tuple[bytes, ...] = ()
    """Lines, or parts of lines, that are no label."""


class LabelLines:
    """Reads lines in whatever pieces they come, and says each card once."""

    def __init__(self) -> None:
        self._held = b""
        self._held_s = 0.0
        """When the newest part of it came."""
        self._read_s: dict[Label, float] = {}

    @property
    def is_within(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._held)

    def feed(self, data: bytes, now_s: float) -> Found:
        """What ``data`` has brought at this time (seconds, monotonic)."""
        strange: list[bytes] = []
        labels: list[Label] = []
        if self._held and now_s - self._held_s > STALLED_S:
            strange.append(self._held)
            self._held = b""
        *lines, self._held = _ENDS.split(self._held + data)
        self._held_s = now_s
        if len(self._held) > MOST_HELD:  # it ends no line
            lines.append(self._held[: 1 - _LABEL_BYTES])
            self._held = self._held[1 - _LABEL_BYTES :]
        for line in lines:
            of_line, rest = _read(line)
            labels += of_line
            strange += rest
        return Found(tuple(one for one in labels if self._is_new(one, now_s)), tuple(strange))

    def _is_new(self, label: Label, now_s: float) -> bool:
        before_s = self._read_s.get(label)
        self._read_s[label] = now_s
        if len(self._read_s) > MOST_REMEMBERED:
            newest = [(one, s) for one, s in self._read_s.items() if now_s - s < SAME_S]
            self._read_s = dict(newest[-MOST_REMEMBERED // 2 :])
        return before_s is None or now_s - before_s >= SAME_S


def _read(line: bytes) -> tuple[list[Label], list[bytes]]:
    """The labels in a line, and what is in it besides them."""
    labels: list[Label] = []
    strange = []
    end = 0
    found = list(_LABEL.finditer(line))
    for one, following in zip_longest(found, found[1:]):
        start = one.start()
        if following and following.start() < start + _LABEL_BYTES:
            continue  # half a label, and then a whole one
        if start - end > MOST_AFFIX:
            strange.append(line[end:start])
        end = start + _LABEL_BYTES
        label = Label(one[1].decode().upper(), int(one[2]))
        if label.number > MOST_NUMBER:
            strange.append(line[start:end])
        else:
            labels.append(label)
    if len(line) - end > (MOST_AFFIX if end else 0):
        strange.append(line[end:])
    return labels, [one for one in strange if one.strip(_CONTROLS)]
