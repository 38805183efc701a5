"""Finds the labels of cards in what a scanner sends. Pure: it gets bytes and times.

A label's text is ``RD-DECK-NNN-C`` with a check sign, so that a label in which the line changed a
sign is never another card. Older labels have no check sign; they are read, too. The number always
has three digits, so that a line which was cut off is never the label of another card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from controller.base.check_sign import check_sign
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
_LABEL = re.compile(
    rf"(?=RD-([{SIGNS}]{{{LENGTH}}})-([0-9]{{3}})(?:-(.))?)".encode("ascii"),
    re.IGNORECASE | re.DOTALL,
)
_LABEL_BYTES = len("RD-K3F9-017")
_SIGN_BYTES = len("-4")
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
    misread: tuple[bytes, ...] = ()
    """Labels of whatever card: their check sign does not fit. Without those of a moment ago."""
    strange: tuple[bytes, ...] = ()
    """Lines, or parts of lines, that are no label."""


class LabelLines:
    """Reads lines in whatever pieces they come, and says each card once."""

    def __init__(self) -> None:
        self._held = b""
        self._held_s = 0.0
        """When the newest part of it came."""
        self._read_s: dict[Label | None, float] = {}
        """None: one that was misread."""

    @property
    def is_within(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._held)

    def feed(self, data: bytes, now_s: float) -> Found:
        """What ``data`` has brought at this time (seconds, monotonic)."""
        strange: list[bytes] = []
        misread: list[bytes] = []
        labels: list[Label] = []
        if self._held and now_s - self._held_s > STALLED_S:
            strange.append(self._held)
            self._held = b""
        *lines, self._held = _ENDS.split(self._held + data)
        self._held_s = now_s
        if len(self._held) > MOST_HELD:  # it ends no line
            begun = 1 - _LABEL_BYTES - _SIGN_BYTES
            lines.append(self._held[:begun])
            self._held = self._held[begun:]
        for line in lines:
            of_line = _read(line)
            labels += of_line.labels
            misread += of_line.misread
            strange += of_line.strange
        return Found(
            tuple(one for one in labels if self._is_new(one, now_s)),
            tuple(one for one in misread if self._is_new(None, now_s)),
            tuple(strange),
        )

    def _is_new(self, label: Label | None, now_s: float) -> bool:
        before_s = self._read_s.get(label)
        self._read_s[label] = now_s
        if len(self._read_s) > MOST_REMEMBERED:
            newest = [(one, s) for one, s in self._read_s.items() if now_s - s < SAME_S]
            self._read_s = dict(newest[-MOST_REMEMBERED // 2 :])
        return before_s is None or now_s - before_s >= SAME_S


def _read(line: bytes) -> Found:
    """The labels in a line, and what is in it besides them."""
    labels: list[Label] = []
    misread: list[bytes] = []
    strange: list[bytes] = []
    end = 0
    found = list(_LABEL.finditer(line))
    for one, following in zip_longest(found, found[1:]):
        start = one.start()
        if following and following.start() < start + _LABEL_BYTES:
            continue  # half a label, and then a whole one
        if start - end > MOST_AFFIX:
            strange.append(line[end:start])
        deck, number, sign = one.groups()
        end = start + _LABEL_BYTES + (_SIGN_BYTES if sign else 0)
        label = Label(deck.decode().upper(), int(number))
        if sign and sign.upper() != check_sign(f"{label.deck}{label.number:03}").encode():
            misread.append(line[start:end])
        elif label.number > MOST_NUMBER:
            strange.append(line[start:end])
        else:
            labels.append(label)
    if len(line) - end > (MOST_AFFIX if end else 0):
        strange.append(line[end:])
    strange = [one for one in strange if one.strip(_CONTROLS)]
    return Found(tuple(labels), tuple(misread), tuple(strange))
