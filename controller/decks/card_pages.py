"""A whole deck of our own drawing, with a marker and a code in two corners of each card.

The pictures on the cards lie within 20 units around (0, 0); the page draws the same ones.
"""

from __future__ import annotations

from math import floor
from xml.etree.ElementTree import Element, SubElement

from controller.decks.deck import Deck
from controller.decks.drawing import (
    CODE_MM,
    CODE_RIM_MM,
    EDGE_MM,
    LABEL_MM,
    RIM_MM,
    draw_code,
    draw_heading,
    draw_line,
    draw_marker,
    draw_text,
    label_text,
    mm,
    place,
)
from controller.decks.paper import Paper, page, sheets_of
from controller.words.catalogue import Catalogue
from rules.edition import Card, Kind

COLORS = {
    "red": "#c5352d",
    "yellow": "#e8ae14",
    "green": "#28793f",
    "blue": "#2b62b5",
    None: "#23272c",
}
"""The field of a card; the last is that of a wild."""
PAPER, DARK = "#fff", "#23272c"

MARKS = {
    "red": "M0-7 5.6 0 0 7-5.6 0Z",
    "yellow": "M-5.4 0A5.4 5.4 0 1 1 5.4 0A5.4 5.4 0 1 1-5.4 0Z",
    "green": "M0-6 6.2 5H-6.2Z",
    "blue": "M-4.9-4.9H4.9V4.9H-4.9Z",
}
"""A shape for each colour, so that nobody needs to see colours."""

BURST = (
    "M0-23 5-14.5 14-18.5 12.8-8.6 22.4-6 15.6 1 21 9.6 11 10.6 9.6 20.6 1.4 15-6.6 21.6-8.6 "
    "11.8-18.6 13-14.6 4-22.6-1.4-13.8-6.4-16.8-16-6.8-13.8Z"
)

LINE, SOLID, INNER, CARD = "line", "solid", "inner", "card"

GLYPHS: dict[str, tuple[tuple[str, str], ...]] = {
    "skip": ((LINE, "M-15.5 0A15.5 15.5 0 1 1 15.5 0A15.5 15.5 0 1 1-15.5 0ZM-11 11 11-11"),),
    "reverse": (
        (LINE, "M-12 5V-2A10 10 0 0 1-2-12H9M12-5V2A10 10 0 0 1 2 12H-9"),
        (SOLID, "M8-20 18-12 8-4ZM-8 4-18 12-8 20Z"),
    ),
    "discard-all": (
        (CARD, "M-19.8-8.2-2.5-13.2 4.7 11.8-12.6 16.8Z"),
        (CARD, "M-8-15H10V11H-8Z"),
        (CARD, "M3.5-13.5 20.8-8.5 13.6 16.5-3.7 11.5Z"),
    ),
    "trade-hands": ((LINE, "M-17-7H9M17 7H-9"), (SOLID, "M8-15 18-7 8 1ZM-8-1-18 7-8 15Z")),
    "wild-hit-fire": (
        (
            SOLID,
            "M1-21C6-13 15-9 14 4 13.5 13 7 19 0 19S-14 13-14 5C-14-1-11-5-8-9-7-5-6-3-3-2"
            "-4-9-3-15 1-21Z",
        ),
        (INNER, "M1 2C5 6 6 9 5 12 4 15 2 16 0 16S-6 14-6 11C-6 7-1 6 1 2Z"),
    ),
    "wild-all-hit": (
        (
            SOLID,
            "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1-6 0Z"
            + "".join(
                f"M{x - 4.5} {y}A4.5 4.5 0 1 1 {x + 4.5} {y}A4.5 4.5 0 1 1 {x - 4.5} {y}Z"
                for x, y in ((0, -15), (15, 0), (0, 15), (-15, 0))
            ),
        ),
    ),
    "wild-attack-attack": (
        (
            LINE,
            "M-12.5 0A12.5 12.5 0 1 1 12.5 0A12.5 12.5 0 1 1-12.5 0Z"
            "M0-20V-8M0 8V20M-20 0H-8M8 0H20",
        ),
    ),
    "wild-customizable": (
        (SOLID, "M9-18 18-9-7 16-18 18-16 7Z"),
        (INNER, "M-13 8-8 13-14 14.5Z"),
    ),
    "tower": ((SOLID, "M-13-18H-7V-12H-3V-18H3V-12H7V-18H13V-6H10V18H-10V-6H-13Z"),),
}
"""Parts from back to front: how each is drawn, and its path."""

FIELD_MM = (28.0, 41.0, 21.0)
"""Centre and radius of the coloured field between the strips with the markers.

It is round: a reader takes dark shapes with four corners for markers, and tries to read them.
"""

INDEX_MM = (10.0, 10.0, 7.5)
"""The same of the index, by which people fan their cards."""

MARK_MM = (21.5, 10.0)

NOTE_MM = 17.0
"""Base line of deck and number, below the white that the code for a scanner needs."""

WORDS_MM = 66.5
"""Base line of the card's name."""


def draw_glyph(parent: Element, kind: Kind, ink: str, ground: str) -> None:
    """The picture of a kind of card in this colour, on a field of that one."""
    shape, _, words = kind.picture.partition(":")
    if shape == "text":
        _numeral(parent, words, 46 if kind.number is not None else 38, ink)
        if kind.number is None:  # what is no number does not look like one
            SubElement(
                parent, "path", {"d": "M-12-23H12V-19.5H-12ZM-12 19.5H12V23H-12Z", "fill": ink}
            )
        elif words in ("6", "9"):  # upside down, each looks like the other
            SubElement(parent, "path", {"d": "M-11 21.5H11V25H-11Z", "fill": ink})
    elif shape == "burst":
        SubElement(parent, "path", {"d": BURST, "fill": ink})
        _numeral(parent, words, 24, ground, room=32)
    elif shape == "card":
        SubElement(parent, "rect", {**_box(32, 40), "rx": "4", "fill": PAPER})
        _numeral(parent, words, 17, DARK if ink == DARK else ground, room=28)
    else:
        for look, path in GLYPHS[kind.picture]:
            SubElement(parent, "path", {"d": path} | _look(look, ink, ground))


def draw_mark(parent: Element, color: str, ink: str) -> None:
    """The shape of a colour, about 12 units wide."""
    SubElement(parent, "path", {"d": MARKS[color], "fill": ink})


def draw_colors(parent: Element, out: float, radius: float) -> None:
    """The four colours of a wild, each as a disc with its shape, ``out`` to both sides.

    Discs, because a reader that looks for markers takes dark shapes with four corners for one.
    """
    corners = {"red": (-1, -1), "yellow": (1, -1), "green": (1, 1), "blue": (-1, 1)}
    for color, (x, y) in corners.items():
        disc = SubElement(parent, "g", {"transform": f"translate({x * out:g} {y * out:g})"})
        SubElement(disc, "circle", {"r": f"{radius:g}", "fill": COLORS[color]})
        mark = SubElement(disc, "g", {"transform": f"scale({radius / 10:g})"})
        draw_mark(mark, color, DARK if color == "yellow" else PAPER)


def _look(look: str, ink: str, ground: str) -> dict[str, str]:
    if look == LINE:
        return {"fill": "none", "stroke": ink, "stroke-width": "5"}
    if look == CARD:
        return {"fill": ink, "stroke": ground, "stroke-width": "2", "stroke-linejoin": "round"}
    return {"fill": ink if look == SOLID else ground}


def _numeral(parent: Element, words: str, size: float, fill: str, room: float = 46) -> None:
    """Words in the middle, no larger than ``size`` and no wider than ``room``."""
    size = min(size, floor(10 * room / sum(_width(sign) for sign in words)) / 10)
    look = {"font-size": str(size), "font-weight": "bold", "text-anchor": "middle", "fill": fill}
    SubElement(parent, "text", look | {"y": f"{size * 0.36:g}"}).text = words


def _width(sign: str) -> float:
    """At most how wide a sign is, in sizes of its text."""
    if sign in "0123456789+-!?" or (sign.isascii() and sign.islower() and sign not in "mw"):
        return 0.66
    if sign.isascii() and sign.isupper() and sign not in "MW":
        return 0.82
    return 1.1 if sign in "MWmw" else 1.4


def _box(wide: float, high: float) -> dict[str, str]:
    return {"x": f"{-wide / 2:g}", "y": f"{-high / 2:g}", "width": str(wide), "height": str(high)}


WIDE_MM, HIGH_MM = 56.0, 87.0


COLUMNS, ROWS = 3, 3


def card_pages(deck: Deck, paper: Paper, words: Catalogue) -> list[Element]:
    """All cards of a deck, nine on a sheet."""
    sheets = sheets_of(deck.numbers, COLUMNS * ROWS)
    return [_sheet(deck, paper, words, sheet, at) for sheet, at in sheets]


def _sheet(
    deck: Deck, paper: Paper, words: Catalogue, numbers: list[int], at: tuple[int, int]
) -> Element:
    sheet = page(paper)
    left_mm = (paper.wide_mm - COLUMNS * WIDE_MM) / 2
    top_mm = (paper.high_mm - ROWS * HIGH_MM) / 2
    aside = place(sheet, left_mm - 8, top_mm + ROWS * HIGH_MM)
    aside.set("transform", aside.attrib["transform"] + " rotate(-90)")
    draw_heading(aside, deck, words, "sheet.cards", at, (0, 0, ROWS * HIGH_MM))
    for index, number in enumerate(numbers):
        x, y = left_mm + index % COLUMNS * WIDE_MM, top_mm + index // COLUMNS * HIGH_MM
        _draw_card(place(sheet, x, y), deck, words, number)
    _draw_cuts(sheet, left_mm, top_mm, -(-len(numbers) // COLUMNS))
    return sheet


def _draw_card(parent: Element, deck: Deck, words: Catalogue, number: int) -> None:
    name = deck.cards[number - deck.first]
    card = deck.made_for.cards[name]
    ground = COLORS[card.color]
    ink = DARK if card.color == "yellow" else PAPER
    _draw_field(parent, FIELD_MM, card, ink, ground)
    says = words.word(name, "card")
    middle = WIDE_MM / 2
    draw_text(
        parent, says, middle, WORDS_MM, 4.2, bold=True, anchor="middle", max_width_mm=WIDE_MM - 8
    )
    for end in (place(parent, 0, 0), place(parent, WIDE_MM, HIGH_MM, turned=True)):
        _draw_end(end, deck, number, card)


def _draw_field(
    parent: Element, field: tuple[float, float, float], card: Card, ink: str, ground: str
) -> None:
    x, y, radius = field
    disc = place(parent, x, y)
    SubElement(disc, "circle", {"r": mm(radius), "fill": ground})
    inner = SubElement(disc, "g", {"transform": f"scale({radius / 34:.3f})"})
    if card.color is not None:
        draw_glyph(inner, card.kind, ink, ground)
    elif card.kind.picture == "wild":
        draw_colors(inner, 12.5, 11.5)
    else:
        draw_colors(inner, 18.5, 7)
        small = SubElement(inner, "g", {"transform": "scale(.75)"})
        draw_glyph(small, card.kind, ink, ground)


def _draw_end(parent: Element, deck: Deck, number: int, card: Card) -> None:
    """The strip at the top of a card: what people fan by, the scanner's code, the marker."""
    ground = COLORS[card.color]
    ink = DARK if card.color == "yellow" else PAPER
    _draw_field(parent, INDEX_MM, card, ink, ground)
    x, y = MARK_MM
    if card.color is not None:
        mark = place(parent, x, y if card.kind.icon is None else y - 3)
        mark.set("transform", mark.attrib["transform"] + " scale(.45)")
        draw_mark(mark, card.color, ground)
    if card.kind.icon is not None:
        draw_text(parent, card.kind.icon, x, y + 6, 5, bold=True, anchor="middle")
    code = WIDE_MM - EDGE_MM - LABEL_MM - CODE_MM + CODE_RIM_MM
    draw_code(parent, label_text(deck.id, number), code, EDGE_MM + RIM_MM)
    draw_marker(parent, number, WIDE_MM - EDGE_MM - LABEL_MM + RIM_MM, EDGE_MM + RIM_MM)
    note = f"{deck.id}-{number}"
    draw_text(parent, note, code, NOTE_MM, 1.9, fill="#555")


def _draw_cuts(sheet: Element, left_mm: float, top_mm: float, rows: int) -> None:
    beyond = 3.0
    for column in range(COLUMNS + 1):
        x = left_mm + column * WIDE_MM
        draw_line(sheet, x, top_mm - beyond, 0, rows * HIGH_MM + 2 * beyond)
    for row in range(rows + 1):
        draw_line(
            sheet, left_mm - beyond, top_mm + row * HIGH_MM, COLUMNS * WIDE_MM + 2 * beyond, 0
        )
