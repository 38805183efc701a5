"""The files with labels and cards: what the commands write, and what is on the sheets."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from controller.base.errors import Trouble
from controller.cli.deck import command
from controller.decks.card_pages import GLYPHS, SOLID, card_pages, draw_glyph
from controller.decks.deck import NUMBERS, Deck
from controller.decks.deck_store import write_decks
from controller.decks.drawing import label_text
from controller.decks.paper import PAPERS, Paper
from controller.decks.sheets import COLUMNS, ROWS, label_pages
from controller.readers.label_parser import Label, LabelParser
from controller.words.catalogue import catalogue, languages
from rules import EDITIONS

PAGE_CARDS = Path(__file__).parents[3] / "controller" / "web" / "page" / "views" / "cards.js"
FEW = Deck("K3F9", "attack", 3, ("red-6", "yellow-9", "wild", "wild-hit-fire"))


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "journal.sqlite3"


def run(journal: Path, *said: str) -> Result:
    return CliRunner().invoke(command, [*said, "--journal", str(journal)])


def words_on(sheet: Element) -> list[str]:
    return [text.text or "" for text in sheet.iter("text")]


def test_labels_are_one_file_that_needs_no_other(journal: Path) -> None:
    write_decks(journal, (FEW,))
    said = run(journal, "labels", "--sheet", "letter")
    assert said.exit_code == 0
    assert said.output.startswith("Wrote labels-K3F9-letter.html, the labels of deck K3F9: attack,")
    written = Path("labels-K3F9-letter.html").read_text(encoding="utf-8")
    assert "@page { size: 215.9mm 279.4mm; margin: 0 }" in written
    assert written.count("<svg ") == 2
    assert not re.search(r"src=|href=|url\(|@import|<script", written)
    assert "rollerdeck deck new -e attack --id K3F9 --first 3" in written


def test_a_deck_is_named_if_there_are_several(journal: Path) -> None:
    few = (replace(FEW, id="AAAA"), replace(FEW, id="BBBB", first=90))
    write_decks(journal, few)
    several = run(journal, "print", "--sheet", "a4")
    assert str(several.exception) == "There are several decks: name one of AAAA, BBBB."
    named = run(journal, "print", "bbbb", "--sheet", "a4", "-o", "there.html", "--language", "de")
    assert named.output.startswith("Wrote there.html, the cards of deck BBBB")
    written = Path("there.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in written
    assert "Stimmt der Maßstab?" in written
    assert "BBBB-93" in written


def test_the_sheets_speak_the_language_of_the_room(journal: Path, tmp_path: Path) -> None:
    write_decks(journal, (FEW,))
    config = tmp_path / "there.toml"
    config.write_text('[referee]\nlanguage = "fr"\n')
    run(journal, "labels", "--sheet", "a4", "-o", "fr.html", "--config", str(config))
    assert "rouge" in Path("fr.html").read_text(encoding="utf-8").lower()


def test_what_cannot_be_written_is_one_sentence(journal: Path, tmp_path: Path) -> None:
    nothing = run(journal, "labels", "--sheet", "a4").exception
    assert isinstance(nothing, Trouble)
    assert str(nothing).startswith("There are no decks: make one with")
    write_decks(journal, (FEW,))
    for place in (tmp_path, tmp_path / "no" / "folder"):
        trouble = run(journal, "labels", "--sheet", "a4", "-o", str(place)).exception
        assert isinstance(trouble, Trouble)
        assert str(trouble).endswith("name another file with --output.")
    assert run(journal, "labels").exit_code == 2


@pytest.mark.parametrize("language", languages())
def test_each_label_says_number_deck_and_card(language: str) -> None:
    words = catalogue(language)
    (sheet,) = label_pages(FEW, PAPERS["a4"], words)
    said = words_on(sheet)
    for number in FEW.numbers:
        assert said.count(f"{number} · K3F9") == 2
    assert words.word("red-6", "card") in said
    fits = [float(text.attrib["font-size"]) for text in sheet.iter("text")]
    assert min(fits) >= 1.4  # a label with smaller words could not be read


@pytest.mark.thorough
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", languages())
def test_words_are_never_too_long_for_a_label(edition: str, language: str) -> None:
    kinds = {card.kind.id: name for name, card in EDITIONS[edition].cards.items()}
    deck = Deck("K3F9", edition, 0, tuple(kinds.values()))
    (sheet,) = label_pages(deck, PAPERS["a4"], catalogue(language))
    assert min(float(text.attrib["font-size"]) for text in sheet.iter("text")) >= 1.3


def test_a_full_sheet_is_followed_by_another() -> None:
    each = COLUMNS * ROWS // 2
    for cards, sheets in ((each, 1), (each + 1, 2)):
        deck = Deck("K3F9", "attack", 0, ("red-1",) * cards)
        assert len(label_pages(deck, PAPERS["a4"], catalogue())) == sheets
    for cards, sheets in ((9, 1), (10, 2)):
        deck = Deck("K3F9", "attack", 0, ("red-1",) * cards)
        assert len(card_pages(deck, PAPERS["a4"], catalogue())) == sheets


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_everything_is_where_printers_print(paper: Paper) -> None:
    """Few printers print the outermost 5 mm."""
    deck = Deck("K3F9", "attack", 0, ("red-1",) * (COLUMNS * ROWS // 2))
    move = re.compile(r"M(-?[\d.]+) (-?[\d.]+)(?:l(-?[\d.]+) (-?[\d.]+))?")
    for sheet in label_pages(deck, paper, catalogue()):
        for path in sheet.findall("path"):
            for found in move.finditer(path.attrib["d"]):
                x, y, across, down = (float(value or 0) for value in found.groups())
                assert 5 <= min(x, x + across) <= max(x, x + across) <= paper.wide_mm - 5
                assert 5 <= min(y, y + down) <= max(y, y + down) <= paper.high_mm - 5


def test_every_kind_of_card_has_a_picture() -> None:
    for edition in EDITIONS.values():
        for kind in edition.kinds:
            if kind.picture != "wild":  # a wild has the four colours
                parent = fromstring("<g/>")
                draw_glyph(parent, kind, "#fff", "#000")
                assert len(parent) > 0


def test_six_and_nine_are_told_apart_upside_down() -> None:
    for kind in EDITIONS["attack"].kinds:
        parent = fromstring("<g/>")
        if kind.number is not None:
            draw_glyph(parent, kind, "#fff", "#000")
            assert (parent.find("path") is not None) == (kind.id in ("6", "9"))


def test_pictures_that_the_page_draws_as_paths_are_the_same_here() -> None:
    page = "".join(PAGE_CARDS.read_text().split())
    for name in ("reverse", "trade-hands", "tower", "wild-hit-fire", "wild-customizable"):
        solid = [path for look, path in GLYPHS[name] if look == SOLID]
        assert solid
        assert [path for path in solid if "".join(path.split()) not in page] == []


def test_the_reader_of_a_scanner_understands_every_code() -> None:
    lines = LabelParser()
    for number in range(NUMBERS):
        found = lines.feed(label_text("K3F9", number).encode() + b"\r", now_s=0.0)
        assert found.labels == (Label("K3F9", number),)
