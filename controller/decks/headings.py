"""What stands at the edge of each sheet: which deck it is of, and how to number it so again."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from controller.decks.deck import Deck
from controller.decks.drawing import draw_text
from controller.words.catalogue import Catalogue

SIZE_MM = 2.8


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
