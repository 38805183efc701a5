"""A whole deck of our own drawing, with a marker and a code in two corners of each card."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from controller.decks.deck import Deck
from controller.decks.drawing import (
    CODE_MM,
    CODE_RIM_MM,
    EDGE_MM,
    LABEL_MM,
    RIM_MM,
    draw_code,
    draw_line,
    draw_marker,
    draw_text,
    label_text,
    mm,
    place,
)
from controller.decks.glyphs import COLORS, DARK, PAPER, draw_colors, draw_glyph, draw_mark
from controller.decks.headings import draw_heading
from controller.decks.paper import Paper, page, sheets_of
from controller.words.catalogue import Catalogue
from rules import EDITIONS
from rules.edition import Card

WIDE_MM, HIGH_MM = 56.0, 87.0
COLUMNS, ROWS = 3, 3
FIELD_MM = (28.0, 41.0, 21.0)
"""Centre and radius of the coloured field between the strips with the markers.

It is round: a reader takes dark shapes with four corners for markers, and tries to read them.
"""
INDEX_MM = (10.0, 10.0, 7.5)
"""The same of the index, by which people fan their cards."""
MARK_MM = (21.5, 10.0)
WORDS_MM = 66.5
"""Base line of the card's name."""


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
    card = EDITIONS[deck.edition].cards[name]
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
    draw_text(parent, note, code, EDGE_MM + RIM_MM + 12, 1.9, fill="#555")


def _draw_cuts(sheet: Element, left_mm: float, top_mm: float, rows: int) -> None:
    beyond = 3.0
    for column in range(COLUMNS + 1):
        x = left_mm + column * WIDE_MM
        draw_line(sheet, x, top_mm - beyond, 0, rows * HIGH_MM + 2 * beyond)
    for row in range(rows + 1):
        draw_line(
            sheet, left_mm - beyond, top_mm + row * HIGH_MM, COLUMNS * WIDE_MM + 2 * beyond, 0
        )
