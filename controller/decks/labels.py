"""Labels for the cards of a box: two for each card, with a marker and a code for a scanner."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from controller.decks.deck import Deck
from controller.decks.drawing import (
    CODE_MM,
    CODE_RIM_MM,
    LABEL_MM,
    RIM_MM,
    draw_code,
    draw_line,
    draw_marker,
    draw_text,
    in_two_lines,
    label_text,
)
from controller.decks.headings import draw_heading
from controller.decks.paper import Paper, page, sheets_of
from controller.words.catalogue import Catalogue

WORDS_MM = 6.6
"""Height of the strip that says which card it is."""
SHORT_MM = LABEL_MM + WORDS_MM
"""Height of a label whose code for a scanner is cut off."""
HIGH_MM = SHORT_MM + CODE_MM
COLUMNS, ROWS = 12, 7
TOP_MM = 18.0
CHARS = 13


def label_pages(deck: Deck, paper: Paper, words: Catalogue) -> list[Element]:
    """All labels of a deck. The two of a card stand side by side."""
    numbers = [number for number in deck.numbers for _ in range(2)]
    return [
        _sheet(deck, paper, words, sheet, at) for sheet, at in sheets_of(numbers, COLUMNS * ROWS)
    ]


def _sheet(
    deck: Deck, paper: Paper, words: Catalogue, numbers: list[int], at: tuple[int, int]
) -> Element:
    sheet = page(paper)
    left_mm = (paper.wide_mm - COLUMNS * LABEL_MM) / 2
    draw_heading(sheet, deck, words, "sheet.labels", at, (left_mm, TOP_MM - 4, COLUMNS * LABEL_MM))
    for place, number in enumerate(numbers):
        x = left_mm + place % COLUMNS * LABEL_MM
        y = TOP_MM + place // COLUMNS * HIGH_MM
        _draw_label(sheet, deck, words, number, x, y)
    rows = -(-len(numbers) // COLUMNS)
    _draw_cuts(sheet, left_mm, min(COLUMNS, len(numbers)), rows)
    return sheet


def _draw_label(
    sheet: Element, deck: Deck, words: Catalogue, number: int, x: float, y: float
) -> None:
    draw_marker(sheet, number, x + RIM_MM, y + RIM_MM)
    middle, wide = x + LABEL_MM / 2, LABEL_MM - 1.2
    name = f"{number} · {deck.id}"
    draw_text(
        sheet, name, middle, y + LABEL_MM + 1.5, 2.1, bold=True, anchor="middle", max_width_mm=wide
    )
    card = words.word(deck.card_of(number), "card")
    for line, text in enumerate(in_two_lines(card, CHARS)):
        base = y + LABEL_MM + 3.5 + 1.9 * line
        draw_text(sheet, text, middle, base, 1.9, anchor="middle", max_width_mm=wide)
    aside = (LABEL_MM - CODE_MM) / 2 + CODE_RIM_MM
    draw_code(sheet, label_text(deck.id, number), x + aside, y + SHORT_MM + CODE_RIM_MM)


def _draw_cuts(sheet: Element, left_mm: float, columns: int, rows: int) -> None:
    beyond = 3.0  # the lines go on beyond the labels, so that they can be found again
    wide, high = columns * LABEL_MM, rows * HIGH_MM
    for column in range(columns + 1):
        x = left_mm + column * LABEL_MM
        draw_line(sheet, x, TOP_MM - beyond, 0, high + 2 * beyond)
    for row in range(rows + 1):
        draw_line(sheet, left_mm - beyond, TOP_MM + row * HIGH_MM, wide + 2 * beyond, 0)
    for row in range(rows):
        y = TOP_MM + row * HIGH_MM + SHORT_MM
        draw_line(sheet, left_mm - beyond, y, wide + 2 * beyond, 0, dashed=True)
