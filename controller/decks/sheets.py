"""The two files that people print: labels for a box, and a whole deck."""

from __future__ import annotations

from controller.decks.card_pages import card_pages
from controller.decks.deck import Deck
from controller.decks.labels import SHORT_MM, label_pages
from controller.decks.paper import Paper, document
from controller.decks.scale_page import scale_page
from controller.words.catalogue import ENGLISH, catalogue

LABELS_HOW = ("sheet.how_matt", "sheet.how_cut", "sheet.how_stick", "sheet.how_scanner")
PAPER = {"a4": "sheet.a4", "letter": "sheet.letter"}
CARDS_HOW = ("sheet.how_thick", "sheet.how_cut", "sheet.how_alike")


def labels_document(deck: Deck, paper: Paper, language: str = ENGLISH) -> bytes:
    """The test page, and two labels for each card of a deck."""
    words = catalogue(language)
    test_page = scale_page(deck, paper, words, LABELS_HOW, SHORT_MM)
    title = words.say("sheet.labels_title", {"deck": deck.id})
    hint = words.say("sheet.print", {"paper": words.say(PAPER[paper.name])})
    pages = [test_page, *label_pages(deck, paper, words)]
    return document(title, hint, language, paper, pages)


def deck_document(deck: Deck, paper: Paper, language: str = ENGLISH) -> bytes:
    """The test page, and all cards of a deck in our own drawing."""
    words = catalogue(language)
    test_page = scale_page(deck, paper, words, CARDS_HOW, 0)
    title = words.say("sheet.deck_title", {"deck": deck.id})
    hint = words.say("sheet.print", {"paper": words.say(PAPER[paper.name])})
    pages = [test_page, *card_pages(deck, paper, words)]
    return document(title, hint, language, paper, pages)
