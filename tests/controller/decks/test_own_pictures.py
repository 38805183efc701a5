"""What is printed on a house's own cards: signs that fit, and that no number has."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from msgspec.structs import replace

from controller.decks.card_pages import draw_glyph
from rules import EDITIONS
from rules.edition import Kind

SKIP, SEVEN = (
    next(kind for kind in EDITIONS["attack"].kinds if kind.id == id) for id in ("skip", "7")
)


def drawn(kind: Kind, picture: str) -> Element:
    parent = Element("g")
    draw_glyph(parent, replace(kind, picture=picture), "#000", "#fff")
    return parent


def size_of(picture: str) -> float:
    text = drawn(SKIP, picture).find("text")
    assert text is not None
    return float(text.attrib["font-size"])


def test_three_wide_signs_fit_as_one_does() -> None:
    assert size_of("text:W") == 38
    assert 3 * 1.1 * size_of("text:WWW") <= 46
    assert 3 * 1.1 * size_of("burst:WWW") <= 32
    assert 3 * 1.1 * size_of("card:WWW") <= 28
    assert (size_of("burst:2"), size_of("card:+4")) == (24, 17)


def test_what_is_no_number_does_not_look_like_one() -> None:
    own, number = drawn(SKIP, "text:7"), drawn(SEVEN, "text:7")
    assert own.find("path") is not None
    assert number.find("path") is None
