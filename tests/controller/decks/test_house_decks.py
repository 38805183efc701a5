"""Decks of a house's own box: they need its file only once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from controller.base.errors import Refused, Trouble
from controller.base.paths import boxes_of, decks_of
from controller.cli.deck import command
from controller.decks import deck_store
from controller.decks.box_folder import MAX_FILES
from controller.decks.deck import check, decks_for, new_deck
from controller.decks.deck_store import DeckStore, IconStore, read_decks, write_decks
from controller.decks.paper import PAPERS
from controller.decks.sheets import deck_document, labels_document
from controller.sightings.simulated import with_boxes
from rules.editions.house import new_house, read_house
from rules.editions.house_card import SHAPES, SHAPES_WITH_TEXT
from tests.rules.house_box import BOX, ID, example_text
from tests.rules.random_boxes import random_box


def test_a_deck_is_made_of_the_file_and_read_without_it(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    boxes_of(journal).mkdir()
    file = boxes_of(journal) / "family.toml"
    file.write_text(example_text(), encoding="utf-8")
    done = CliRunner().invoke(command, ["new", "-e", "family", "--journal", str(journal)])
    assert done.output.endswith(f": {ID}, 107 cards, numbers 0 to 106.\n"), done.output
    file.unlink()
    (deck,) = read_decks(decks_of(journal))
    assert deck.box == BOX and deck.made_for.deck["wild-thunder"] == 3
    gone = CliRunner().invoke(command, ["new", "-e", "family", "--journal", str(journal)])
    assert isinstance(gone.exception, Trouble) and gone.exception.exit_code == 2


def test_one_deck_of_a_large_box_has_numbers_and_no_second(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    boxes_of(journal).mkdir()
    (boxes_of(journal) / "large.toml").write_text("[numbers]\ncopies = 4", encoding="utf-8")
    new = ["new", "-e", "large", "--journal", str(journal)]
    done = CliRunner().invoke(command, new)
    assert done.output.endswith(" 144 cards, numbers 0 to 143.\n"), done.exception
    second = CliRunner().invoke(command, new)
    assert "There are not 144 free numbers for another deck" in str(second.exception)


def test_what_is_wrong_with_the_file_is_said_where_a_deck_is_made(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    boxes_of(journal).touch()  # root reads every folder, but no file as one

    def said(box: str) -> str:
        done = CliRunner().invoke(command, ["new", "-e", box, "--journal", str(journal)])
        assert isinstance(done.exception, Trouble) and done.exception.exit_code == 2
        return str(done.exception)

    assert said("family").startswith("editions: The file cannot be read")
    boxes_of(journal).unlink()
    boxes_of(journal).mkdir()
    (boxes_of(journal) / "family.toml").write_text("\nlauncher = 1", encoding="utf-8")
    assert said("family") == "family.toml, line 2: “launcher” must be true or false, not 1."
    assert said("other").startswith("There is no edition 'other': name one of attack,")
    for number in range(MAX_FILES):
        (boxes_of(journal) / f"box-{number:02}.toml").touch()
    assert said("other").startswith("family.toml: At most 20 boxes are read")


def test_a_deck_of_another_box_is_refused() -> None:
    deck = new_deck(read_house(ID, BOX), "K3F9", 0)
    check([deck])
    for changes in ({"box": None}, {"box": {**BOX, "about": "changed"}}, {"edition": "attack"}):
        with pytest.raises(Refused, match="bad_deck"):
            check([msgspec.structs.replace(deck, **changes)])


def test_a_deck_stays_when_its_box_is_corrected_but_for_its_cards() -> None:
    old = new_deck(read_house(ID, BOX), "K3F9", 0)
    attack = new_deck("attack", "ZZZZ", 0)
    worth_more = [{**kind, "points": 40} if "points" in kind else kind for kind in BOX["kinds"]]
    corrected = new_house("family", {**BOX, "about": "Corrected", "kinds": worth_more})
    assert decks_for(corrected, [attack, old]) == [old]
    new = new_deck(corrected, "A2A2", 107)
    for edition in (corrected, read_house(ID, BOX)):
        assert decks_for(edition, [old, attack, new]) == [old, new]
    fewer = new_house("family", {**BOX, "kinds": BOX["kinds"][1:]})
    more = new_house("family", {**BOX, "numbers": {"zeros": 2}})
    named = new_house("friends", BOX)
    assert [decks_for(other, [attack, old]) for other in (fewer, more, named)] == [[], [], []]


def test_a_corrected_box_is_numbered_as_a_second_one(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    boxes_of(journal).mkdir()

    def new(copies: int, about: str, *more: str) -> str:
        text = f"about = '{about}'\n[numbers]\ncopies = {copies}"
        (boxes_of(journal) / "own.toml").write_text(text, encoding="utf-8")
        said = ["new", "-e", "own", "--journal", str(journal), *more]
        done = CliRunner().invoke(command, said)
        return done.output if done.exception is None else str(done.exception)

    assert new(3, "As it was").endswith(" 108 cards, numbers 0 to 107.\n")
    made = CliRunner().invoke(command, ["new", "-e", "attack", "--journal", str(journal)])
    assert made.output.endswith(" 112 cards, numbers 112 to 223.\n")
    assert "have the same number 107" in new(3, "Corrected", "--first", "107")
    assert new(3, "Corrected").endswith(" 108 cards, numbers 108 to 215.\n")
    assert new(1, "Other cards").endswith(" 36 cards, numbers 0 to 35.\n")
    assert "There are not 108 free numbers" in new(3, "Corrected again")


def test_decks_that_share_numbers_since_their_box_was_corrected_lose_no_other(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.sqlite3"
    old = new_deck(read_house(ID, BOX), "K3F9", 0)
    new = new_deck(new_house("family", {**BOX, "about": "Corrected"}), "A2A2", 100)
    attack = new_deck("attack", "ZZZZ", 112)
    write_decks(journal, (old, new, attack))
    assert read_decks(decks_of(journal)) == (old, new, attack)

    def deck(*words: str) -> str:
        done = CliRunner().invoke(command, [*words, "--journal", str(journal)])
        return done.output if done.exception is None else str(done.exception)

    both = "A card of deck K3F9 and a card of deck A2A2 have the same number 100: "
    assert deck("list").splitlines()[-1].startswith(both)
    made = deck("new", "-e", "extreme", "--id", "BBBB")
    assert made.startswith("Made the deck BBBB"), made
    again = "A card of deck ZZZZ and a card of deck CCCC have the same number 112: "
    assert deck("new", "-e", "attack", "--id", "CCCC", "--first", "112").startswith(again)
    assert deck("remove", "A2A2").startswith("Removed the deck A2A2")
    assert "same number" not in deck("list")


def test_a_simulated_reader_lays_the_cards_that_a_corrected_box_has() -> None:
    old = new_deck(read_house(ID, BOX), "K3F9", 100)
    corrected = new_house("family", {**BOX, "about": "Corrected"})
    assert decks_for(corrected, with_boxes((old,), corrected)) == [old]


async def test_icons_stay_with_the_cards_of_a_corrected_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_store, "check", lambda decks: None)  # no box has towers so far
    journal = tmp_path / "journal.sqlite3"
    corrected = new_house("family", {**BOX, "about": "Corrected"})
    old, attack = new_deck(read_house(ID, BOX), "K3F9", 0), new_deck("attack", "A2A2", 0)
    write_decks(journal, (old, attack))
    icons = IconStore(journal, DeckStore(journal).all)
    icons.learn(corrected, 7, "U")
    await icons.save()
    assert [deck.icons for deck in read_decks(decks_of(journal))] == [{7: "U"}, {}]
    assert [icons.of(edition, 7) for edition in (corrected, old.made_for)] == ["U", "U"]
    assert icons.of(attack.made_for, 7) is None
    icons.forget(corrected, 7)
    assert icons.of(old.made_for, 7) is None
    await icons.save()
    assert read_decks(decks_of(journal)) == (old, attack)


def test_sheets_have_the_names_of_the_house() -> None:
    deck = new_deck(read_house(ID, BOX), "K3F9", 0)
    for document in (labels_document, deck_document):
        assert "Gruppenumarmung" in document(deck, PAPERS["a4"], "de").decode()
        assert "Familienschachtel" in document(deck, PAPERS["a4"], "de").decode()


def test_every_picture_that_a_box_can_name_is_drawn() -> None:
    pictures = [*SHAPES, *(f"{shape}:ab" for shape in SHAPES_WITH_TEXT)]
    kinds = [
        {"id": f"k{at}{wild}", "copies": 1, "points": 1, "wild": wild == "w", "picture": picture}
        for at, picture in enumerate(pictures)
        for wild in "cw"
    ]
    kinds.append({"id": "colours", "copies": 1, "points": 1, "wild": True, "picture": "wild"})
    box = {"numbers": {"copies": 1}, "kinds": kinds}
    assert deck_document(new_deck(new_house("all", box), "K3F9", 0), PAPERS["a4"])


@pytest.mark.parametrize("seed", range(3))
def test_any_box_can_be_printed_and_laid_before_a_simulated_reader(seed: int) -> None:
    edition = new_house("box", random_box(Random(seed)))
    (deck,) = (deck for deck in with_boxes((), edition) if deck.edition == edition.id)
    assert len(deck.cards) == sum(edition.deck.values())
    assert deck_document(deck, PAPERS["a4"])
