"""Parses the labels of cards in what a scanner sends. Pure: it gets bytes and times.

A label's text is ``RD-DECK-NNN-C`` with a check sign, so that a label in which the line changed a
sign is never another card. Older labels have no check sign; they are read, too. The number always
has three digits, so that a line which was cut off is never the label of another card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from controller.base.check_sign import check_sign
from controller.readers.reports import MOST_NUMBER
from controller.seats.codes import LENGTH, SIGNS

MAX_LABEL_S = 0.5
"""A label comes within this time, even at 1200 baud. What began earlier was cut off."""
REPEAT_S = 1.5
"""A label that is read again so soon is still the same card: it lies under the scanner."""
MOST_PARTIAL_BYTES = 64
"""So many bytes without a label or the end of a line are no beginning of a label."""
MOST_REMEMBERED = 512

MOST_AFFIX = 4
"""Scanners can put a few bytes before and after a label, for example which kind of code it is."""

# looked for from every byte on: half a label can look like one together with the next
_LABEL = re.compile(
    rf"(?=RD-([{SIGNS}]{{{LENGTH}}})-([0-9]{{3}})(?:-(.))?)".encode("ascii"),
    re.IGNORECASE | re.DOTALL,
)
_WHOLE = re.compile(
    rf"RD-[{SIGNS}]{{{LENGTH}}}-[0-9]{{3}}-[!-~]\S{{0,4}}\Z".encode("ascii"), re.IGNORECASE
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
class Scan:
    """What some bytes contain."""

    labels: tuple[Label, ...] = ()
    """In the order in which they came; without those that were read a moment ago."""
    misread: tuple[bytes, ...] = ()
    """Labels of whatever card: their check sign does not fit. Without those of a moment ago."""
    unrecognized: tuple[bytes, ...] = ()
    """Lines, or parts of lines, that are no label."""


class LabelParser:
    """Parses lines in whatever pieces they come, and reports each card once."""

    def __init__(self) -> None:
        self._partial = b""
        self._partial_s = 0.0
        """When the newest part of it came."""
        self._last_read_s: dict[Label | None, float] = {}
        """None: one that was misread."""

    @property
    def has_partial_line(self) -> bool:
        """Whether a line has begun that has not ended yet."""
        return bool(self._partial)

    @property
    def has_whole_label(self) -> bool:
        """Whether this line ends with a label and its check sign: nothing more has to come."""
        return _WHOLE.search(self._partial) is not None

    def feed(self, data: bytes, now_s: float) -> Scan:
        """Parse ``data`` that came at this time (seconds, monotonic). Lines may go on next time."""
        unrecognized: list[bytes] = []
        misread: list[bytes] = []
        labels: list[Label] = []
        if self._partial and now_s - self._partial_s > MAX_LABEL_S:
            unrecognized.append(self._partial)
            self._partial = b""
        *lines, self._partial = _ENDS.split(self._partial + data)
        self._partial_s = now_s
        if len(self._partial) > MOST_PARTIAL_BYTES:  # it ends no line
            keep_from = 1 - _LABEL_BYTES - _SIGN_BYTES
            lines.append(self._partial[:keep_from])
            self._partial = self._partial[keep_from:]
        for line in lines:
            scan = _scan_line(line)
            labels += scan.labels
            misread += scan.misread
            unrecognized += scan.unrecognized
        return Scan(
            tuple(label for label in labels if self._is_new(label, now_s)),
            tuple(text for text in misread if self._is_new(None, now_s)),
            tuple(unrecognized),
        )

    def _is_new(self, label: Label | None, now_s: float) -> bool:
        before_s = self._last_read_s.get(label)
        self._last_read_s[label] = now_s
        if len(self._last_read_s) > MOST_REMEMBERED:
            last_read = self._last_read_s.items()
            newest = [(other, at_s) for other, at_s in last_read if now_s - at_s < REPEAT_S]
            self._last_read_s = dict(newest[-MOST_REMEMBERED // 2 :])
        return before_s is None or now_s - before_s >= REPEAT_S


def frame_with_parity(line: bytes) -> str | None:
    """``7E1`` or ``7O1`` if a line is a label sent so, and read as 8N1; else None.

    Then the top bit of each byte is its parity bit: all bytes have an even, or an odd, number of 1.
    """
    plain = bytes(byte & 0x7F for byte in line)
    parities = {byte.bit_count() % 2 for byte in line}
    if plain == line or len(parities) > 1 or not _LABEL.search(plain):
        return None
    return "7O1" if parities == {1} else "7E1"


def _scan_line(line: bytes) -> Scan:
    """Parse one line: its labels, and what is in it besides them."""
    labels: list[Label] = []
    misread: list[bytes] = []
    unrecognized: list[bytes] = []
    end = 0
    matches = list(_LABEL.finditer(line))
    for match, next_match in zip_longest(matches, matches[1:]):
        start = match.start()
        if next_match and next_match.start() < start + _LABEL_BYTES:
            continue  # half a label, and then a whole one
        if start - end > MOST_AFFIX:
            unrecognized.append(line[end:start])
        deck, number, sign = match.groups()
        end = start + _LABEL_BYTES + (_SIGN_BYTES if sign else 0)
        label = Label(deck.decode().upper(), int(number))
        if sign and sign.upper() != check_sign(f"{label.deck}{label.number:03}").encode():
            misread.append(line[start:end])
        elif label.number > MOST_NUMBER:
            unrecognized.append(line[start:end])
        else:
            labels.append(label)
    if len(line) - end > (MOST_AFFIX if end else 0):
        unrecognized.append(line[end:])
    return Scan(tuple(labels), tuple(misread), tuple(filter(_is_visible, unrecognized)))


def _is_visible(part: bytes) -> bool:
    return bool(part.strip(_CONTROLS))
