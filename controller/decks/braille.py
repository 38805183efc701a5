"""The Braille of a deck's cards: a short label for each face, in letters and in cells. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from controller.decks.deck import Deck
from controller.words.catalogue import ENGLISH, Catalogue, catalogue
from rules.edition import Card, Edition

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True)) | {
    " ": "\N{BRAILLE PATTERN BLANK}",
    "!": "⠖",
}
DIGITS = "⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊"
"""0 to 9 after the number sign ``⠼``."""
DIGITS_OF = {"fr": "⠼⠡⠣⠩⠹⠱⠫⠻⠳⠪"}
"""By language: the digits of Antoine, which follow ``⠠`` in French."""
NUMBER_SIGN, NUMBER_SIGN_OF = "⠼", {"fr": "⠠"}


def cells(label: str, language: str = ENGLISH) -> str:
    """The Unicode Braille patterns of a label: letters from a to z, digits, blanks and ``!``."""
    sign = NUMBER_SIGN_OF.get(language, NUMBER_SIGN)
    digits = DIGITS_OF.get(language, DIGITS)
    numbers = re.sub("[0-9]+", lambda run: sign + run[0], label)
    return "".join(
        digits[int(sign)] if sign.isdecimal() else LETTERS.get(sign, sign) for sign in numbers
    )


def color_labels(words: Catalogue, colors: Iterable[str]) -> dict[str, str]:
    """For each colour the shortest beginning of its name that no other colour has."""
    names = {color: _plain(words.word(color, "color")) or color for color in colors}

    def beginning(color: str) -> str:
        others = [name for other, name in names.items() if other != color]
        lengths = range(1, len(names[color]))
        starts = (names[color][:length] for length in lengths)
        return next(
            (start for start in starts if not any(name.startswith(start) for name in others)),
            names[color],
        )

    return {color: beginning(color) for color in names}


def face_labels(edition: Edition, words: Catalogue) -> dict[str, str]:
    """The label of each face of an edition, by its notation; no two are equal.

    A label is the beginning of the colour, then a number, or the first letters of the words of the
    kind's name: as few as tell it from all others. The icon of a tower follows a blank.
    """
    colors = color_labels(words, dict.fromkeys(c.color for c in edition.cards.values() if c.color))
    letters = dict.fromkeys((card.kind.id for card in edition.cards.values()), 1)
    longest = max(len(words.word(kind, "kind")) for kind in letters)
    while True:
        labels = {
            face: _face_label(card, colors, words, letters[card.kind.id])
            for face, card in edition.cards.items()
        }
        counts = Counter(labels.values())
        alike = {edition.cards[face].kind.id for face, label in labels.items() if counts[label] > 1}
        growing = {kind for kind in alike if letters[kind] < longest}
        if not growing:
            return _numbered(labels, counts)
        letters |= {kind: letters[kind] + 1 for kind in growing}


def _numbered(labels: dict[str, str], counts: Counter[str]) -> dict[str, str]:
    """Tell faces apart by letters at the end whose names are the same in every letter."""
    alike: Counter[str] = Counter()
    distinct = dict(labels)
    for face, label in labels.items():
        if counts[label] > 1:
            alike[label] += 1
            distinct[face] = f"{label} {'abcdefghijklmnopqrstuvwxyz'[alike[label] % 26 - 1]}"
    return distinct


def _face_label(card: Card, colors: dict[str, str], words: Catalogue, letters: int) -> str:
    icon = f" {card.kind.icon.lower()}" if card.kind.icon else ""
    return f"{colors.get(card.color or '', '')}{_kind_label(card.kind.id, words, letters)}{icon}"


def _kind_label(kind: str, words: Catalogue, letters: int) -> str:
    """So many first letters of each word of a kind's name, then its digits.

    A letter that followed a digit could be read as one.
    """
    if kind.isdecimal():
        return kind
    name = _plain(words.word(kind, "kind"))
    if not re.search("[a-z]", name):
        name = _plain(kind)
    parts = re.findall("[a-z]+|[0-9]+", name)
    digits = "".join(part for part in parts if part.isdecimal())
    return "".join(part[:letters] for part in parts if not part.isdecimal()) + digits


def _plain(name: str) -> str:
    """Small letters without accents."""
    return "".join(
        sign
        for sign in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(sign)
    )


def braille_document(deck: Deck, language: str = ENGLISH) -> str:
    """What to write on the cards of a deck: a line for each face, as text."""
    edition = deck.made_for
    words = catalogue(language).with_names(edition.names)
    language = words.language
    labels = face_labels(edition, words)
    values = {"deck": deck.id, "edition": deck.edition}
    lines = [words.say("sheet.braille", values), words.say("sheet.braille_how"), ""]
    for face, n in Counter(deck.cards).items():
        label = labels[face]
        named = {"cells": cells(label, language), "letters": label, "card": face, "n": n}
        lines.append(words.say("sheet.braille_card", named))
    return "\n".join(lines) + "\n"
