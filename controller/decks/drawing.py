"""What the sheets are drawn of, in millimetres: markers, codes for a scanner, text, cut lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement

import segno

from controller.base.check_sign import check_sign
from controller.decks.aruco import CELLS, marker

INK = "#000"
CUT = "#8a8a8a"

MARKER_MM = 12.0
"""A side, with the black border."""
RIM_MM = 1.6
"""White around a marker: without it, a reader does not see where the marker ends."""
LABEL_MM = MARKER_MM + 2 * RIM_MM
EDGE_MM = 1.0
"""From the rim to the edges of the card. Cameras know this place: it says which card is on top."""

MODULE_MM = 0.45
"""A dot of the code for a scanner. Scanners of this kind need about 0.25 mm."""
CODE_MODULES = 21
CODE_RIM_MM = 4 * MODULE_MM
"""A code needs four modules of white around it."""
CODE_MM = CODE_MODULES * MODULE_MM + 2 * CODE_RIM_MM

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
