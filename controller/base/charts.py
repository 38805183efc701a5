"""Bar charts and point charts as SVG, and pages with them, for reports of the command line.

A picture scales to any width, and its letters are large enough for a phone. The same values give
the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

WIDTH = 480
MARGIN = 20
INK, QUIET, FILL = "#1b1f24", "#57606a", "#b3261e"
TEXT_PX, SMALL_PX, TITLE_PX = 15, 13, 20
LINE_PX = 20
GAP_PX = 36


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name below it, its value in words above it, and a note below the name.

    ``between``: the lowest and highest true value that is likely, drawn as a line.
    """

    name: str
    value: float
    says: str
    note: str = ""
    between: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart. ``top`` is the value of a bar of full height (default: the highest value)."""

    title: str
    below: str
    """What the names below the bars are."""
    bars: Sequence[Bar]
    top: float = 0.0
    height_px: int = 130

    @property
    def total_px(self) -> int:
        """The height, including all lines of text."""
        return self.height_px + (4 + any(bar.note for bar in self.bars)) * LINE_PX


@dataclass(frozen=True, slots=True)
class Points:
    """Points on two axes, each from its lowest to its highest value, and a line if there is one."""

    title: str
    across: str
    """What the horizontal axis shows."""
    up: str
    """What the vertical axis shows."""
    points: Sequence[tuple[float, float]]
    line: Sequence[tuple[float, float]] = ()
    height_px: int = 200

    @property
    def total_px(self) -> int:
        """The height, including all lines of text."""
        return self.height_px + 5 * LINE_PX


Chart = Bars | Points


def picture(title: str, says: Sequence[str], charts: Sequence[Chart]) -> str:
    """Put charts under a title and some lines of text. Returns an SVG document."""
    text_px = MARGIN + TITLE_PX + (len(says) + 1) * LINE_PX
    height = text_px + sum(chart.total_px + GAP_PX for chart in charts)
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height}",
            "role": "img",
            "font-family": "sans-serif",
        },
    )
    SubElement(root, "title").text = f"{title}: {' '.join(says)}"
    SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "#fff"})
    y = MARGIN + TITLE_PX
    _text(root, title, MARGIN, y, TITLE_PX, weight="bold")
    for line in says:
        y += LINE_PX
        _text(root, line, MARGIN, y)
    y += 2 * LINE_PX
    for chart in charts:
        if isinstance(chart, Bars):
            _bars(root, chart, y)
        else:
            _points(root, chart, y)
        y += chart.total_px + GAP_PX
    indent(root, "")
    return tostring(root, encoding="unicode") + "\n"


def percent(share: float) -> str:
    """A share as text: empty for none, and never 0% for a small share."""
    if not share:
        return ""
    return f"{share:.0%}" if share >= 0.005 else "<1%"


def _bars(root: Element, chart: Bars, top_px: float) -> None:
    _text(root, chart.title, MARGIN, top_px, weight="bold")
    floor = top_px + 2 * LINE_PX + chart.height_px
    step = (WIDTH - 2 * MARGIN) / max(1, len(chart.bars))
    highest = (max((bar.value, *(bar.between or ()))) for bar in chart.bars)
    full = chart.top or max(highest, default=0.0) or 1.0
    for index, bar in enumerate(chart.bars):
        middle = MARGIN + (index + 0.5) * step
        height = chart.height_px * min(1.0, bar.value / full)
        SubElement(
            root,
            "rect",
            {
                "x": _px(middle - 0.36 * step),
                "y": _px(floor - height),
                "width": _px(0.72 * step),
                "height": _px(height),
                "fill": FILL,
            },
        )
        if bar.between is not None:
            low, high = (chart.height_px * min(1.0, end / full) for end in bar.between)
            ends = {"y1": _px(floor - low), "y2": _px(floor - high), "stroke-width": "3"}
            at = {"x1": _px(middle), "x2": _px(middle)}
            SubElement(root, "line", at | ends | {"stroke": INK})
            height = high
        _text(root, bar.says, middle, floor - height - 5, SMALL_PX, "middle")
        _text(root, bar.name, middle, floor + LINE_PX - 3, TEXT_PX, "middle")
        if bar.note:
            _text(root, bar.note, middle, floor + 2 * LINE_PX - 5, SMALL_PX, "middle", QUIET)
    line = {"x1": _px(MARGIN), "x2": _px(WIDTH - MARGIN), "y1": _px(floor), "y2": _px(floor)}
    SubElement(root, "line", line | {"stroke": INK})
    y = top_px + chart.total_px - 3
    _text(root, chart.below, WIDTH / 2, y, SMALL_PX, "middle", QUIET)


def _points(root: Element, chart: Points, top_px: float) -> None:
    _text(root, chart.title, MARGIN, top_px, weight="bold")
    _text(root, chart.up, MARGIN, top_px + LINE_PX, SMALL_PX, colour=QUIET)
    ceiling, left = top_px + 2 * LINE_PX, MARGIN + 40
    floor, right = ceiling + chart.height_px, WIDTH - MARGIN
    every = (*chart.points, *chart.line)
    (low_x, high_x), (low_y, high_y) = (_ends(point[axis] for point in every) for axis in (0, 1))

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            left + (right - left) * (x - low_x) / (high_x - low_x),
            floor - chart.height_px * (y - low_y) / (high_y - low_y),
        )

    for x, y in chart.points:
        cx, cy = at(x, y)
        dot = {"cx": _px(cx), "cy": _px(cy), "r": "2.5", "fill": FILL, "fill-opacity": "0.45"}
        SubElement(root, "circle", dot)
    if chart.line:
        path = " ".join(f"{_px(px)},{_px(py)}" for px, py in (at(*point) for point in chart.line))
        SubElement(root, "polyline", {"points": path, "fill": "none", "stroke": INK})
    for x1, y1, x2, y2 in ((left, floor, right, floor), (left, ceiling, left, floor)):
        ends = {"x1": _px(x1), "y1": _px(y1), "x2": _px(x2), "y2": _px(y2)}
        SubElement(root, "line", ends | {"stroke": INK})
    for y in (low_y, high_y):
        _text(root, f"{y:.4g}", left - 5, at(low_x, y)[1] + 5, SMALL_PX, "end")
    for x, anchor in ((low_x, "start"), (high_x, "end")):
        _text(root, f"{x:.4g}", at(x, low_y)[0], floor + LINE_PX - 3, SMALL_PX, anchor)
    _text(root, chart.across, WIDTH / 2, floor + 2 * LINE_PX - 3, SMALL_PX, "middle", QUIET)


def _ends(values: Iterable[float]) -> tuple[float, float]:
    """The lowest and the highest value of an axis, which always differ."""
    numbers = list(values)
    low, high = min(numbers, default=0.0), max(numbers, default=0.0)
    return (low, high) if high > low else (low - 1.0, low + 1.0)


def _text(
    root: Element,
    text: str,
    x: float,
    y: float,
    size: int = TEXT_PX,
    anchor: str = "start",
    colour: str = INK,
    weight: str = "normal",
) -> None:
    at = {"x": _px(x), "y": _px(y), "font-size": str(size), "fill": colour}
    look = {"text-anchor": anchor, "font-weight": weight}
    default = {"text-anchor": "start", "font-weight": "normal"}
    SubElement(
        root, "text", at | {key: look[key] for key in look if look[key] != default[key]}
    ).text = text


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.7rem; margin-bottom: 0 }
h2 { font-size: 1.25rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #d0d7de }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem }
.warning { border-left: 4px solid #b3261e; padding-left: .8rem }
svg { width: 100%; height: auto }
"""


def page(title: str, parts: Iterable[str]) -> str:
    """Figures and pictures, each part as HTML, as one web page without scripts."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        + "\n".join(["<body>", *parts])
        + "\n</body></html>\n"
    )
