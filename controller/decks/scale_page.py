"""The first sheet: it shows whether the printer kept the scale, and where the labels go."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from controller.decks.deck import Deck
from controller.decks.drawing import (
    CUT,
    EDGE_MM,
    INK,
    LABEL_MM,
    MARKER_MM,
    RIM_MM,
    draw_marker,
    draw_paragraph,
    draw_text,
    mm,
    place,
)
from controller.decks.headings import draw_heading
from controller.decks.paper import Paper, page
from controller.decks.print_scale import INSET_MM, SIDE_MM, places, scale_markers
from controller.words.catalogue import Catalogue

CARD_MM = (56.0, 87.0)
RULER_MM = 100
TEXT_MM = 4.0


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
