"""Sheets of paper, and at which scale a sheet was printed.

A page for a browser prints the sheets at their true size. Where a sheet's markers and its edges are
in a picture tells the scale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist
from xml.etree.ElementTree import Element, SubElement, tostring

STYLE = """
@page {{ size: {wide}mm {high}mm; margin: 0 }}
html, body {{ margin: 0 }}
body {{ font-family: 'Liberation Sans', Arial, Helvetica, sans-serif; print-color-adjust: exact;
  -webkit-print-color-adjust: exact }}
svg {{ display: block; width: {wide}mm; height: {high}mm; break-after: page; overflow: hidden }}
svg:last-child {{ break-after: auto }}
@media print {{ .hint {{ display: none }} }}
@media screen {{
  body {{ background: #777 }}
  .hint {{ background: #fff; margin: 0; padding: 1rem 1.5rem; font-size: 1.1rem; max-width: none }}
  svg {{ background: #fff; margin: 5mm auto; box-shadow: 0 1mm 3mm #0006 }}
}}
"""

SIDE_MM = 18.0
"""A side of a marker on the test page."""

INSET_MM = 15.0
"""From the edges of the paper to these markers."""

MOST_OFF = 0.01
"""A sheet is right if its scale differs from 1 by no more than this."""

_FIRST = {"letter": 242, "a4": 246}
"""The four markers of each paper's test page: no deck that the program numbers has them."""

Point = tuple[float, float]

Corners = Sequence[Point]
"""Of a marker clockwise from its own top left corner, as readers report them."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper."""

    name: str
    wide_mm: float
    high_mm: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}


def page(paper: Paper) -> Element:
    """An empty sheet. One unit of its drawing is one millimetre."""
    return Element("svg", {"viewBox": f"0 0 {paper.wide_mm:g} {paper.high_mm:g}", "class": "sheet"})


def sheets_of(numbers: Sequence[int], each: int) -> list[tuple[list[int], tuple[int, int]]]:
    """The numbers of each sheet with so many places; which sheet it is, from 1, of how many."""
    sheets = [list(numbers[at : at + each]) for at in range(0, len(numbers), each)]
    return [(sheet, (at, len(sheets))) for at, sheet in enumerate(sheets, 1)]


def document(title: str, hint: str, language: str, paper: Paper, pages: Sequence[Element]) -> bytes:
    """One HTML file with all sheets. ``hint`` stands above them on a screen and is not printed."""
    html = Element("html", {"lang": language})
    head = SubElement(html, "head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width"})
    SubElement(head, "title").text = title
    SubElement(head, "style").text = STYLE.format(
        wide=f"{paper.wide_mm:g}", high=f"{paper.high_mm:g}"
    )
    body = SubElement(html, "body")
    SubElement(body, "p", {"class": "hint"}).text = hint
    body.extend(pages)
    return f"<!doctype html>\n{tostring(html, encoding='unicode', method='html')}\n".encode()


@dataclass(frozen=True, slots=True)
class PrintScale:
    """The scale of a printed sheet: 1.0 is right."""

    paper: Paper
    across: float
    down: float

    @property
    def right(self) -> bool:
        """Whether labels of this print fit."""
        return max(abs(self.across - 1), abs(self.down - 1)) <= MOST_OFF


def scale_markers(paper: Paper) -> tuple[int, int, int, int]:
    """The numbers of the markers: top left, top right, bottom right, bottom left."""
    first = _FIRST[paper.name]
    return (first, first + 1, first + 2, first + 3)


def places(paper: Paper) -> tuple[Point, Point, Point, Point]:
    """Where the top left corners of these markers are, in mm, in the same order."""
    left = top = INSET_MM
    right, bottom = paper.wide_mm - INSET_MM - SIDE_MM, paper.high_mm - INSET_MM - SIDE_MM
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def scale_of(markers: Mapping[int, Corners], edges: Corners) -> PrintScale | None:
    """The scale of the test page in a picture. None: it is not seen whole.

    ``markers``: each marker's corners in pixels, by its number. ``edges``: the four corners of the
    paper in pixels, in any order.
    """
    for paper in PAPERS.values():
        if len(edges) == 4 and all(number in markers for number in scale_markers(paper)):
            in_paper_order = [markers[number] for number in scale_markers(paper)]
            onto = _onto_paper(_in_order(edges, in_paper_order), paper)
            if onto is None:
                return None
            return _measured(paper, [[onto(c) for c in marker] for marker in in_paper_order])
    return None


def _in_order(edges: Corners, in_paper_order: Sequence[Corners]) -> list[Point]:
    """The paper's corners from the one at the first marker on, however the paper lies."""
    unmatched = list(edges)
    ordered = []
    for marker in in_paper_order:
        nearest = min(unmatched, key=lambda corner: dist(corner, marker[0]))
        unmatched.remove(nearest)
        ordered.append(nearest)
    return ordered


@dataclass(frozen=True, slots=True)
class _Onto:
    """The projection of a flat thing in a picture onto the thing itself."""

    factors: tuple[float, ...]

    def __call__(self, point: Point) -> Point:
        a, b, c, d, e, f, g, h = self.factors
        x, y = point
        depth = g * x + h * y + 1
        return ((a * x + b * y + c) / depth, (d * x + e * y + f) / depth)


def _onto_paper(corners: Sequence[Point], paper: Paper) -> _Onto | None:
    """The projection that takes the paper's corners to where they are, in mm."""
    wide, high = paper.wide_mm, paper.high_mm
    rows = []
    for (x, y), (u, v) in zip(
        corners, ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)), strict=True
    ):
        rows.append([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u])
        rows.append([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v])
    factors = _solved(rows)
    return None if factors is None else _Onto(factors)


def _solved(rows: list[list[float]]) -> tuple[float, ...] | None:
    """Solve linear equations by elimination; None: they have no single solution."""
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        if abs(rows[at][at]) < 1e-9:
            return None
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other, row in enumerate(rows):
            if other != at:
                factor = row[at]
                rows[other] = [a - factor * b for a, b in zip(row, rows[at], strict=True)]
    return tuple(row[-1] for row in rows)


def _measured(paper: Paper, corners: Sequence[Sequence[Point]]) -> PrintScale:
    top_left, top_right, bottom_right, bottom_left = corners
    across = [
        right[0] - left[0]
        for pair in ((top_left, top_right), (bottom_left, bottom_right))
        for left, right in zip(*pair, strict=True)
    ]
    down = [
        low[1] - high[1]
        for pair in ((top_left, bottom_left), (top_right, bottom_right))
        for high, low in zip(*pair, strict=True)
    ]
    between = 2 * INSET_MM + SIDE_MM
    return PrintScale(
        paper,
        sum(across) / len(across) / (paper.wide_mm - between),
        sum(down) / len(down) / (paper.high_mm - between),
    )
