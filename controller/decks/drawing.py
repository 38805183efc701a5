"""What the sheets are drawn of, in millimetres: markers, codes, text, cut lines, and headings.

The 250 markers are those of the dictionary that ArUco's readers call DICT_4X4_250. Its patterns
come from the method of Garrido-Jurado and others ("Automatic generation and detection of highly
reliable fiducial markers under occlusion", Pattern Recognition 47, 2014); which pattern has which
number is as in OpenCV (https://docs.opencv.org, module objdetect). A test compares each with
OpenCV's own. A heading says which deck a sheet is of, and how to number it so again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

import segno

from controller.base.check_sign import check_sign
from controller.decks.deck import Deck
from controller.words.catalogue import Catalogue

CELLS = 6
"""Of a marker's side: four with the pattern, and one of black border at each end."""

_PATTERNS = bytes.fromhex("""
b532 0f9a 332d 9946 549e 79cd 9e2e c4f2 feda cf56 f991 11a7 0eb7 2a0f 24b1 263e
4665 6600 6c5e 76af 868b b02b ccd5 dd82 fe47 9471 ace4 a554 2123 346f 4415 57b2
9ecf f0cb 08ae 0929 1875 04ff 0df6 1c5a 1718 2a28 328c 38b2 24e8 2eeb 2d3f 4b64
502e 5013 5194 5568 5d41 5f97 6801 6867 6124 61e9 6b12 6fe5 67df 7e1b 80a0 8344
8ba2 937a 846c 852a 859c 9c89 9fa1 bb7c bc04 b65b bfc8 b7ab ca1f c962 d958 d3d5
cc98 c7a0 c537 e95d f925 fbbb ee2a f74d 3575 8aad 7617 0acf 064b 2dc1 49d8 43f4
4f36 4fd3 69e4 70c7 7a6e b4ea ed4f fce7 fea6 0025 0043 0a88 0a86 026f 001c 0097
0837 0a31 09c6 0b01 09fb 0b58 1082 182d 1078 1073 1274 12b1 1af9 1306 0c0e 0cf1
0433 0c9f 0ef2 0efd 074c 0fa4 072f 05b5 0f91 07db 1ee4 1439 1d80 15c8 1f8b 15ba
1db1 2080 28e9 22a2 2853 2af0 22f7 2940 2146 29b9 2b9c 2bb2 38ca 382e 3007 38e7
3a49 3a65 325d 3b88 391d 3bd3 2647 2780 2faa 2d14 25de 2553 2f77 3448 3ca8 3c41
340d 34fb 369a 3de0 356a 3d09 3ded 3fc4 3f6c 37ce 3d5c 3d76 37b0 3f17 3fff 48e5
4268 4a2d 4160 4951 41dd 4bdf 584f 5a48 5816 505d 5afa 5ab5 5123 5b8a 5919 5135
4c69 46c1 4e0b 445f 4e59 4d83 4d7d 47d8 4773 5c85 5e44 562b 5cbb 55c3 5f6e 5feb
5d12 555e 6270 6215 61c2 6b20 6345 6b5c 6b5b 780c 7acf 787f 7980 71e5 7174 79b6
71d3 7b33 646a 66a8 6ea7 6e91 6522 6dcb 678d 6d31
""")
"""Of each marker 16 bits, row after row from the top left corner; 1 is white."""

INK = "#000"

CUT = "#8a8a8a"

MARKER_MM = 12.0
"""A side, with the black border."""

RIM_MM = 1.6
"""White around a marker: without it, a reader does not see where the marker ends."""

LABEL_MM = MARKER_MM + 2 * RIM_MM

EDGE_MM = 1.0
"""From the rim to the edges of the card. Cameras know this place: it says which card is on top."""

MODULE_MM = 0.52
"""A dot of the code for a scanner: the largest that fits on a label, because ink spreads by up to
0.1 mm to each side."""

CODE_MODULES = 21

CODE_RIM_MM = 4 * MODULE_MM
"""A code needs four modules of white around it."""

CODE_MM = CODE_MODULES * MODULE_MM + 2 * CODE_RIM_MM

SIZE_MM = 2.8


def marker(number: int) -> tuple[tuple[bool, ...], ...]:
    """The cells of a marker, row after row from the top: true is black.

    Raises ``ValueError`` if the dictionary has no such marker.
    """
    if not 0 <= number < len(_PATTERNS) // 2:
        raise ValueError(f"no marker {number} in 4x4_250")
    bits = int.from_bytes(_PATTERNS[2 * number : 2 * number + 2], "big")
    border = (True,) * CELLS
    inside = tuple(
        (True, *(not bits >> 15 - 4 * row - column & 1 for column in range(4)), True)
        for row in range(4)
    )
    return (border, *inside, border)


LETTER, BOLD_LETTER = 0.55, 0.61
"""Width of a usual letter in parts of the height; browsers have different fonts."""


def mm(value: float) -> str:
    """A length as it stands in a drawing: to a hundredth of a millimetre."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def label_text(deck: str, number: int) -> str:
    """What a scanner reads from a card; always three digits, so that a part of it says nothing."""
    return f"RD-{deck}-{number:03}-{check_sign(f'{deck}{number:03}')}"


def draw_marker(parent: Element, number: int, x: float, y: float, side: float = MARKER_MM) -> None:
    """A marker with its top left corner at this place, without the white rim."""
    _draw_cells(parent, marker(number), x, y, side / CELLS)


def draw_code(parent: Element, text: str, x: float, y: float) -> None:
    """A QR code with its top left corner at this place, without the white rim.

    Not a Micro QR code: not every scanner reads those.
    """
    _draw_cells(parent, _code(text), x, y, MODULE_MM)


@lru_cache(maxsize=4)  # both corners of a card have the same code, and it takes a moment
def _code(text: str) -> Sequence[Sequence[bool]]:
    code = segno.make(text, version=1, error="q", micro=False)
    return [[bool(cell) for cell in row] for row in code.matrix]


def _draw_cells(
    parent: Element, cells: Sequence[Sequence[bool]], x: float, y: float, side: float
) -> None:
    # An outline as thin as a hair closes the seams that a printer would leave between two rows. A
    # cell has to be a whole number of hundredths of a millimetre, else the rows drift apart.
    path = "".join(
        f"M{mm(x + first * side)} {mm(y + row * side)}h{mm(length * side)}v{mm(side)}"
        f"h{mm(-length * side)}z"
        for row, line in enumerate(cells)
        for first, length in _runs(line)
    )
    look = {"fill": INK, "stroke": INK, "stroke-width": ".02"}
    SubElement(parent, "path", {"d": path, **look})


def _runs(line: Sequence[bool]) -> Iterable[tuple[int, int]]:
    """First place and length of each run of black cells."""
    first = 0
    while first < len(line):
        if not line[first]:
            first += 1
            continue
        end = first
        while end < len(line) and line[end]:
            end += 1
        yield first, end - first
        first = end


def draw_text(
    parent: Element,
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "start",
    fill: str = INK,
    max_width_mm: float | None = None,
) -> None:
    """A line of text whose base line begins here.

    It is made smaller if it is wider than ``max_width_mm``.
    """
    letter = BOLD_LETTER if bold else LETTER
    if max_width_mm is not None and text:
        size = min(size, max_width_mm / (letter * len(text)))
    look = {"x": mm(x), "y": mm(y), "font-size": mm(size), "fill": fill}
    if bold:
        look["font-weight"] = "bold"
    if anchor != "start":
        look["text-anchor"] = anchor
    SubElement(parent, "text", look).text = text


def draw_paragraph(
    parent: Element, text: str, x: float, y: float, size: float, wide: float, *, bold: bool = False
) -> float:
    """Lines of text with the first base line here. Returns where the next paragraph may begin."""
    letter = BOLD_LETTER if bold else LETTER
    for line in wrap(text, int(wide / (letter * size))):
        draw_text(parent, line, x, y, size, bold=bold)
        y += 1.35 * size
    return y + 0.5 * size


def in_two_lines(text: str, chars: int) -> list[str]:
    """At most two lines of about this many characters, broken between words."""
    while len(lines := wrap(text, chars, break_long_words=False)) > 2:
        chars += 1
    return lines


def draw_line(
    parent: Element, x: float, y: float, across: float, down: float, *, dashed: bool = False
) -> None:
    """A thin line for scissors, or to be folded or cut off if it is dashed."""
    look = {"d": f"M{mm(x)} {mm(y)}l{mm(across)} {mm(down)}", "stroke": CUT, "stroke-width": ".15"}
    if dashed:
        look["stroke-dasharray"] = "1 1"
    SubElement(parent, "path", look | {"fill": "none"})


def place(parent: Element, x: float, y: float, turned: bool = False) -> Element:
    """A part of a drawing with its own origin here, upside down if ``turned``."""
    moved = f"translate({mm(x)} {mm(y)})" + (" rotate(180)" if turned else "")
    return SubElement(parent, "g", {"transform": moved})


def draw_heading(
    parent: Element,
    deck: Deck,
    words: Catalogue,
    key: str,
    sheet: tuple[int, int],
    place: tuple[float, float, float],
) -> None:
    """``sheet``: which one of how many. ``place``: its left end, its base line and its width."""
    left_mm, base_mm, wide_mm = place
    values = {"deck": deck.id, "edition": deck.edition, "sheet": sheet[0], "sheets": sheet[1]}
    draw_text(
        parent,
        words.say(key, values),
        left_mm,
        base_mm,
        SIZE_MM,
        bold=True,
        max_width_mm=wide_mm * 0.6,
    )
    again = f"rollerdeck {again_with(deck)}"
    draw_text(
        parent,
        again,
        left_mm + wide_mm,
        base_mm,
        SIZE_MM * 0.8,
        anchor="end",
        max_width_mm=wide_mm * 0.39,
    )


def again_with(deck: Deck) -> str:
    """The command that numbers a box so again, if the file of the decks is lost."""
    return f"deck new -e {deck.edition} --id {deck.id} --first {deck.first}"
