"""The two files that people print: labels for a box, and a whole deck.

Each card of a box gets two labels with a marker and a code for a scanner. The first sheet shows
whether the printer kept the scale, and where the labels go.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from controller.decks.card_pages import card_pages
from controller.decks.deck import Deck
from controller.decks.drawing import (
    CODE_MM,
    CODE_RIM_MM,
    CUT,
    EDGE_MM,
    INK,
    LABEL_MM,
    MARKER_MM,
    RIM_MM,
    draw_code,
    draw_heading,
    draw_line,
    draw_marker,
    draw_paragraph,
    draw_text,
    in_two_lines,
    label_text,
    mm,
    place,
)
from controller.decks.paper import (
    INSET_MM,
    SIDE_MM,
    Paper,
    document,
    page,
    places,
    scale_markers,
    sheets_of,
)
from controller.words.catalogue import ENGLISH, Catalogue, catalogue

WORDS_MM = 6.6
"""Height of the strip that says which card it is."""
SHORT_MM = LABEL_MM + WORDS_MM
"""Height of a label whose code for a scanner is cut off."""
HIGH_MM = SHORT_MM + CODE_MM
COLUMNS, ROWS = 12, 7
TOP_MM = 13.0
"""Seven rows just fit on the paper ``letter``."""
CHARS = 13

CARD_MM = (56.0, 87.0)

RULER_MM = 100

TEXT_MM = 4.0

LABELS_HOW = ("sheet.how_matt", "sheet.how_cut", "sheet.how_stick", "sheet.how_scanner")

PAPER = {"a4": "sheet.a4", "letter": "sheet.letter"}

CARDS_HOW = ("sheet.how_thick", "sheet.how_cut", "sheet.how_alike")


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
    for index, number in enumerate(numbers):
        x = left_mm + index % COLUMNS * LABEL_MM
        y = TOP_MM + index // COLUMNS * HIGH_MM
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


def scale_page(
    deck: Deck, paper: Paper, words: Catalogue, how: tuple[str, ...], label_mm: float
) -> Element:
    """``how``: keys of what to do with the sheets. ``label_mm``: height of a label, or 0."""
    sheet = page(paper)
    for number, (x, y) in zip(scale_markers(paper), places(paper), strict=True):
        draw_marker(sheet, number, x, y, SIDE_MM)
    left_mm = INSET_MM + SIDE_MM + 8
    wide_mm = paper.wide_mm - 2 * left_mm
    draw_heading(sheet, deck, words, "sheet.test", (1, 1), (left_mm, INSET_MM + 4, wide_mm))
    y = INSET_MM + 14
    y = draw_paragraph(sheet, words.say("sheet.scale"), left_mm, y, 6.5, wide_mm, bold=True)
    y = draw_paragraph(sheet, words.say("sheet.ruler"), left_mm, y, TEXT_MM, wide_mm)
    y = draw_paragraph(sheet, words.say("sheet.not_so"), left_mm, y, TEXT_MM, wide_mm)
    _ruler(sheet, left_mm + (wide_mm - RULER_MM) / 2, y + 6)
    top = y + 18
    upright = place(sheet, left_mm + 2, top)
    upright.set("transform", upright.attrib["transform"] + " rotate(90)")
    _ruler(upright, 0, 0)
    x = left_mm + 18
    _card(sheet, x, top, label_mm)
    x += CARD_MM[0] + 6
    y = top + 4
    for key in how:
        y = draw_paragraph(sheet, words.say(key), x, y, 3.6, paper.wide_mm - INSET_MM - x)
    return sheet


def _ruler(parent: Element, x: float, y: float) -> None:
    """A ruler whose marks stand above its line; the outer edges of the first and last are meant."""
    draw = {"stroke": INK, "stroke-width": ".2", "fill": "none"}
    marks = "".join(
        f"M{mm(x + at)} {mm(y)}v{-5 if at % 10 == 0 else -3.5 if at % 5 == 0 else -2}"
        for at in range(RULER_MM + 1)
    )
    SubElement(parent, "path", {"d": f"M{mm(x)} {mm(y)}h{RULER_MM}" + marks, **draw})
    for at in range(0, RULER_MM + 1, 10):
        draw_text(parent, str(at), x + at, y + 3.6, 3, anchor="middle")
    draw_text(parent, "mm", x + RULER_MM + 4, y + 3.6, 3)


def _card(parent: Element, x: float, y: float, label_mm: float) -> None:
    """The outline of a card, with its two corners for labels, seen from its front."""
    wide, high = CARD_MM
    look = {"fill": "none", "stroke": CUT, "stroke-width": ".3"}
    outline = {"x": mm(x), "y": mm(y), "width": mm(wide), "height": mm(high), "rx": "3"}
    SubElement(parent, "rect", outline | look)
    if not label_mm:
        return
    corners = (
        place(parent, x + wide - EDGE_MM, y + EDGE_MM),
        place(parent, x + EDGE_MM, y + high - EDGE_MM, turned=True),
    )
    for at in corners:
        _label(at, label_mm)


def _label(parent: Element, high_mm: float) -> None:
    """Where a label goes, with its top right corner here."""
    size = {"x": mm(-LABEL_MM), "y": "0", "width": mm(LABEL_MM), "height": mm(high_mm)}
    look = {"fill": "#fff", "stroke": INK, "stroke-width": ".3"}
    SubElement(parent, "rect", size | look)
    rim = mm(RIM_MM - LABEL_MM)
    marker = {"x": rim, "y": mm(RIM_MM), "width": mm(MARKER_MM), "height": mm(MARKER_MM)}
    SubElement(parent, "rect", marker | {"fill": "#777"})


def labels_document(deck: Deck, paper: Paper, language: str = ENGLISH) -> bytes:
    """The test page, and two labels for each card of a deck."""
    words = catalogue(language).with_names(deck.made_for.names)
    test_page = scale_page(deck, paper, words, LABELS_HOW, SHORT_MM)
    title = words.say("sheet.labels_title", {"deck": deck.id})
    hint = words.say("sheet.print", {"paper": words.say(PAPER[paper.name])})
    pages = [test_page, *label_pages(deck, paper, words)]
    return document(title, hint, language, paper, pages)


def deck_document(deck: Deck, paper: Paper, language: str = ENGLISH) -> bytes:
    """The test page, and all cards of a deck in our own drawing."""
    words = catalogue(language).with_names(deck.made_for.names)
    test_page = scale_page(deck, paper, words, CARDS_HOW, 0)
    title = words.say("sheet.deck_title", {"deck": deck.id})
    hint = words.say("sheet.print", {"paper": words.say(PAPER[paper.name])})
    pages = [test_page, *card_pages(deck, paper, words)]
    return document(title, hint, language, paper, pages)
