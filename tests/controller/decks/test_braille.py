"""The Braille of a deck's cards: one label for each face, short enough for the end of a card."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from controller.base.errors import Trouble
from controller.cli.deck import command
from controller.decks.braille import cells, color_labels, face_labels
from controller.decks.deck import Deck, new_deck
from controller.decks.deck_store import write_decks
from controller.words.catalogue import catalogue, languages
from rules import EDITIONS
from rules.editions.house import new_house, read_house
from tests.rules.house_box import BOX, ID
from tests.rules.random_boxes import random_box

MOST_CELLS = 9
"""A card is 56 mm wide, a cell takes 6 mm."""
FEW = Deck("K3F9", "attack", 3, ("red-6", "red-6", "yellow-9", "wild", "wild-hit-fire"))


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "journal.sqlite3"
    write_decks(path, (FEW,))
    return path


def run(journal: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, ["print", *arguments, "--journal", str(journal)])


def test_the_texts_are_a_file_without_a_size_of_paper(journal: Path) -> None:
    done = run(journal, "--braille")
    assert done.exit_code == 0, done.exception
    assert done.output.startswith("Wrote braille-K3F9.txt, the Braille of deck K3F9: attack")
    title, _, blank, *lines = Path("braille-K3F9.txt").read_text(encoding="utf-8").splitlines()
    assert (title, blank) == ("Braille for the cards of deck K3F9, UNO Attack!", "")
    assert lines == [
        "⠗⠼⠋ (r6): red 6, 2 cards",
        "⠽⠼⠊ (y9): yellow 9, 1 card",
        "⠺ (w): Wild, 1 card",
        "⠺⠓⠋ (whf): Wild Hit-Fire, 1 card",
    ]


def test_letters_and_digits_are_those_of_the_language(journal: Path) -> None:
    run(journal, "--braille", "--language", "de", "-o", "de.txt")
    run(journal, "--braille", "--language", "fr", "-o", "fr.txt")
    assert "⠛⠑⠼⠊ (ge9): Gelb 9" in Path("de.txt").read_text(encoding="utf-8")
    assert "⠚⠠⠪ (j9) : 9 jaune" in Path("fr.txt").read_text(encoding="utf-8").replace("\xa0", " ")


def test_sheets_without_a_size_are_one_sentence(journal: Path) -> None:
    done = run(journal)
    assert isinstance(done.exception, Trouble) and done.exception.exit_code == 2
    assert str(done.exception).startswith("The size of the paper is missing: add --sheet a4")


def test_a_file_that_cannot_be_written_is_one_sentence(journal: Path) -> None:
    done = run(journal, "--braille", "-o", "no/such/folder.txt")
    assert isinstance(done.exception, Trouble)
    assert "cannot be written" in str(done.exception)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_face_has_a_short_label_of_its_own(edition: str, language: str) -> None:
    labels = face_labels(EDITIONS[edition], catalogue(language))
    assert len(set(labels.values())) == len(labels)
    for label in labels.values():
        patterns = cells(label, language)
        assert all("\u2800" <= cell <= "\u28ff" for cell in patterns), label
        assert len(patterns) <= MOST_CELLS, label


@pytest.mark.parametrize("language", languages())
def test_no_colour_begins_as_another_does(language: str) -> None:
    labels = color_labels(catalogue(language), ("red", "yellow", "green", "blue"))
    for label in labels.values():
        assert [other for other in labels.values() if other.startswith(label)] == [label]


def test_the_icon_of_a_tower_follows_the_number() -> None:
    labels = face_labels(EDITIONS["power-grab"], catalogue())
    assert (labels["red-1"], labels["red-2"], labels["red-7"]) == ("r1 u", "r2", "r7 !")
    assert cells(labels["red-7"]) == "⠗⠼⠛⠀⠖"


def test_a_digit_never_comes_before_a_letter() -> None:
    """After a number sign the letters from a to j are digits."""
    assert face_labels(EDITIONS["attack"], catalogue("de"))["red-hit-2"] == "rdm2"


def test_a_house_s_own_cards_are_called_as_the_house_calls_them() -> None:
    edition = read_house(ID, BOX)
    labels = face_labels(edition, catalogue().with_names(edition.names))
    assert labels["wild-thunder"] == "t"
    assert len(set(labels.values())) == len(labels)


def test_cards_of_any_house_are_told_apart() -> None:
    for seed in range(40):
        edition = new_house("any", random_box(Random(seed)))
        labels = face_labels(edition, catalogue().with_names(edition.names))
        assert len(set(labels.values())) == len(labels), seed


def test_names_without_latin_letters_and_equal_in_letters_have_labels() -> None:
    box = {
        "name": "Any",
        "kinds": [
            {"id": "storm", "name": "Шторм", "copies": 1, "points": 20},
            {"id": "wave", "name": "Wave!", "copies": 1, "points": 20},
            {"id": "wave-too", "name": "Wave?", "copies": 1, "points": 20},
        ],
    }
    edition = new_house("any", box)
    labels = face_labels(edition, catalogue().with_names(edition.names))
    assert labels["red-storm"] == "rs"
    assert labels["red-wave"] != labels["red-wave-too"]
    assert new_deck(edition, "K3F9", 0).cards
