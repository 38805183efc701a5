"""Decks with numbers: their file beside the journal, and the commands that write it."""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import stat
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.base.errors import Refused, Trouble
from controller.base.paths import decks_of
from controller.cli.deck import command
from controller.decks.deck import (
    NUMBERS,
    Deck,
    check,
    free_first,
    free_id,
    new_deck,
    shared_numbers,
)
from controller.decks.deck_store import DeckStore, change_decks, read_decks, write_decks
from controller.games.backups import back_up, restore
from controller.seats.codes import SIGNS
from controller.words import say
from rules import EDITIONS
from tests.worlds.evening import Evening


def run(journal: Path, *said: str) -> Result:
    return CliRunner().invoke(command, [*said, "--journal", str(journal)])


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "there" / "journal.sqlite3"


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_card_of_a_box_has_a_number_of_its_own(edition: str) -> None:
    deck = new_deck(edition, "K3F9", 100)
    assert {card: deck.cards.count(card) for card in deck.cards} == EDITIONS[edition].deck
    assert [deck.card_of(number) for number in deck.numbers] == list(deck.cards)
    assert deck.card_of(99) is None
    assert deck.card_of(100 + len(deck.cards)) is None


@settings(max_examples=25)
@given(st.lists(st.sampled_from(sorted(EDITIONS)), max_size=9), st.randoms(use_true_random=False))
def test_new_decks_never_contradict_those_before(editions: list[str], lots: Random) -> None:
    decks: tuple[Deck, ...] = ()
    for edition in editions:
        first = free_first(decks, EDITIONS[edition])
        if first is None:  # two boxes of one edition have numbers, and a third has none
            size = sum(EDITIONS[edition].deck.values())
            assert sum(deck.edition == edition for deck in decks) == NUMBERS // size
            continue
        decks += (new_deck(edition, free_id(decks, lots), first),)
        check(decks)
        assert not [*shared_numbers(decks)]


def test_boxes_of_two_editions_share_numbers_only_if_they_must() -> None:
    attack, extreme = new_deck("attack", "AAAA", 0), new_deck("extreme", "BBBB", 112)
    assert free_first([attack], EDITIONS["extreme"]) == 112
    assert free_first([attack, extreme], EDITIONS["extreme"]) == 0
    assert free_first([attack, extreme], EDITIONS["power-grab"]) == 0
    assert free_first([attack, new_deck("attack", "CCCC", 112)], EDITIONS["attack"]) is None


def test_a_first_box_leaves_room_for_a_second() -> None:
    classic = new_deck("classic", "AAAA", 0)
    attack = new_deck("attack", "BBBB", 112)
    assert free_first([classic], EDITIONS["attack"]) == attack.first
    assert free_first([classic, attack], EDITIONS["attack"]) == 0


@pytest.mark.parametrize(
    ("edition", "digest"),
    [
        ("attack", "42d120cf0e86"),
        ("attack-attack", "1d8339e0900f"),
        ("extreme", "0272a4ffea9a"),
        ("power-grab", "60936cca6e94"),
        ("classic", "711f96a6e78e"),
        ("classic-attack", "711f96a6e78e"),
    ],
)
def test_a_box_gets_the_numbers_that_its_printed_labels_have(edition: str, digest: str) -> None:
    """`deck new --id --first` makes a lost deck again."""
    cards = " ".join(new_deck(edition, "K3F9", 0).cards)
    assert hashlib.sha256(cards.encode()).hexdigest()[:12] == digest


def test_a_free_id_is_of_signs_that_people_tell_apart() -> None:
    lots = Random(4)
    deck = new_deck("attack", free_id((), lots), 0)
    assert set(deck.id) <= set(SIGNS)
    assert free_id([deck], Random(4)) != deck.id


def test_new_and_list(journal: Path) -> None:
    assert run(journal, "list").output == (
        "There are no decks: make one with `rollerdeck deck new --edition attack`.\n"
    )
    assert run(journal, "new", "-e", "attack").exit_code == 0
    made = run(journal, "new", "-e", "attack", "--id", "k3f9")
    assert made.output == "Made the deck K3F9: attack, 112 cards, numbers 112 to 223.\n"
    assert run(journal, "list").output.endswith("K3F9: attack, 112 cards, numbers 112 to 223\n")
    assert [deck.first for deck in read_decks(decks_of(journal))] == [0, 112]
    assert stat.S_IMODE(decks_of(journal).stat().st_mode) == 0o600


def test_a_removed_deck_can_be_had_back_with_its_numbers(journal: Path) -> None:
    for _ in range(2):
        run(journal, "new", "-e", "attack")
    kept = read_decks(decks_of(journal))
    said = run(journal, "remove", kept[1].id.lower()).output
    assert read_decks(decks_of(journal)) == kept[:1]
    again = said.splitlines()[-1].split()
    assert again[:2] == ["rollerdeck", "deck"]
    assert run(journal, *again[2:]).exit_code == 0
    assert read_decks(decks_of(journal)) == kept


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (["new", "-e", "attack", "--id", "10O"], "The ID of a deck has 4 letters or digits"),
        (["new", "-e", "attack", "--id", "AAAA"], "Two decks have the ID AAAA: remove one of them"),
        (["new", "-e", "attack", "--first", "139"], "numbers 139 to 250, but there are only"),
        (["new", "-e", "attack", "--first", "111"], "have the same number 111"),
        (["remove", "BBBB"], "There is no deck BBBB: name one of AAAA."),
    ],
)
def test_what_cannot_be_is_one_sentence(journal: Path, said: list[str], sentence: str) -> None:
    assert run(journal, "new", "-e", "attack", "--id", "AAAA").exit_code == 0
    before = decks_of(journal).read_bytes()
    ended = run(journal, *said)
    assert isinstance(ended.exception, Trouble)
    assert sentence in str(ended.exception)
    assert decks_of(journal).read_bytes() == before


DOCUMENTS = Path(__file__).parents[3] / "docs"
SAID = re.findall(
    r"rollerdeck (deck new\b[^`#\n]*)", "".join(one.read_text() for one in DOCUMENTS.glob("*.md"))
)


@pytest.mark.parametrize("said", sorted({one.strip() for one in SAID}))
def test_each_command_of_the_documents_makes_a_deck(journal: Path, said: str) -> None:
    done = run(journal, *said.split()[1:])
    assert done.exit_code == 0, done.output


def test_a_first_number_that_no_card_has_is_wrong_usage(journal: Path) -> None:
    for first in ("-1", "250"):
        ended = run(journal, "new", "-e", "attack", "--first", first)
        assert ended.exit_code == 2
        assert "0<=x<=249" in ended.output


def test_the_last_possible_first_number(journal: Path) -> None:
    assert run(journal, "new", "-e", "attack", "--first", "138").exit_code == 0
    assert read_decks(decks_of(journal))[0].numbers == range(138, 250)


def test_no_numbers_left_for_a_third_box(journal: Path) -> None:
    for _ in range(2):
        run(journal, "new", "-e", "attack")
    third = run(journal, "new", "-e", "attack")
    assert "There are not 112 free numbers for another deck" in str(third.exception)


def text_of(*decks: dict[str, Any], version: object = 1) -> bytes:
    return json.dumps({"rollerdeck_decks": version, "decks": decks}).encode()


GOOD = {"id": "AAAA", "edition": "attack", "first": 0, "cards": ["red-7", "red-7"]}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (text_of(GOOD, GOOD | {"first": 9}), "Two decks have the ID AAAA"),
        (text_of(GOOD | {"first": 249}), "the numbers 249 to 250, but there are only"),
        (text_of(GOOD | {"first": -1}), "is wrong here"),
        (text_of(GOOD | {"first": 10**30}), "is wrong here"),
        (text_of(GOOD | {"cards": ["pink-7"]}), "card “pink-7”, which the edition UNO Attack!"),
        (text_of(GOOD | {"cards": []}), "The deck AAAA has no cards"),
        (text_of(GOOD | {"edition": "chess"}), "edition “chess”, which this Rollerdeck does not"),
        (text_of(GOOD | {"id": "A0AA"}), "is wrong here"),
        (text_of(GOOD | {"id": "AAAA\n"}), "is wrong here"),
        (text_of(GOOD | {"icons": {"0": "U\n"}}), "is wrong here"),
        (text_of(GOOD | {"color": "red"}), "is wrong here"),
        (text_of(GOOD, version=2), "has version 2, and this Rollerdeck knows version 1"),
        (text_of(GOOD, version="1"), "is damaged, or it is no file of decks"),
        (b"[" * 100_000, "is damaged, or it is no file of decks"),
        (b"\xff{", "is damaged, or it is no file of decks"),
        (b"", "is damaged, or it is no file of decks"),
        (text_of(*[GOOD | {"id": "AAAA"}] * 101), "more than 100 decks"),
        (b" " * (10 << 20), "larger than 4096 KiB"),
    ],
)
def test_a_wrong_file_is_one_sentence(journal: Path, body: bytes, sentence: str) -> None:
    journal.parent.mkdir()
    decks_of(journal).write_bytes(body)
    with pytest.raises(Refused) as refused:
        DeckStore(journal).all()
    said = say(refused.value.key, refused.value.values)
    assert sentence in said
    assert decks_of(journal).name in said
    ended = run(journal, "new", "-e", "attack")
    assert isinstance(ended.exception, Trouble)
    assert str(ended.exception) == said
    assert decks_of(journal).read_bytes() == body


def test_a_folder_in_place_of_the_file_is_one_sentence(journal: Path) -> None:
    decks_of(journal).mkdir(parents=True)
    with pytest.raises(Refused) as refused:
        DeckStore(journal).all()
    assert "cannot be read (Is a directory)" in say(refused.value.key, refused.value.values)


def test_a_referee_sees_what_the_command_line_has_written_meanwhile(journal: Path) -> None:
    kept = DeckStore(journal)
    assert kept.all() == ()
    run(journal, "new", "-e", "attack", "--id", "AAAA")
    run(journal, "new", "-e", "extreme", "--id", "BBBB")
    assert [deck.id for deck in kept.all()] == ["AAAA", "BBBB"]
    assert kept.all() is kept.all()  # read once
    run(journal, "remove", "AAAA")
    assert [deck.id for deck in kept.all()] == ["BBBB"]
    decks_of(journal).unlink()
    assert kept.all() == ()


@pytest.mark.parametrize("before", [(), ("AAAA", "BBBB")])
def test_of_two_who_change_the_decks_at_once_nobody_loses_a_deck(
    journal: Path, monkeypatch: pytest.MonkeyPatch, before: tuple[str, ...]
) -> None:
    """The referee learns an icon while somebody makes a deck, for example."""
    for deck in before:
        run(journal, "new", "--edition", "attack", "--id", deck)
    journal.parent.mkdir(exist_ok=True)
    asks, flock = Event(), fcntl.flock

    def locks(file: int, how: int) -> None:
        asks.set()
        flock(file, how)

    def also(decks: tuple[Deck, ...]) -> tuple[Deck, ...]:
        asks.clear()
        other.start()
        while other.is_alive() and not asks.wait(0.01):
            pass  # without a lock, it comes to its end
        return (*decks[1:], new_deck("extreme", "DDDD", 0))

    monkeypatch.setattr(fcntl, "flock", locks)
    made = ("new", "--edition", "power-grab", "--id", "CCCC")
    other = Thread(target=lambda: run(journal, *made))
    change_decks(journal, also)
    other.join()
    assert [deck.id for deck in read_decks(decks_of(journal))] == [*before[1:], "DDDD", "CCCC"]


def test_a_file_that_was_mended_is_read_again(journal: Path) -> None:
    journal.parent.mkdir()
    kept = DeckStore(journal)
    decks_of(journal).write_bytes(text_of(GOOD | {"first": 500}))
    for _ in range(2):
        with pytest.raises(Refused):
            kept.all()
    decks_of(journal).write_bytes(text_of(GOOD))
    assert [deck.id for deck in kept.all()] == ["AAAA"]


async def test_a_restored_backup_leaves_the_decks_as_they_are(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    copy = evening.path.with_name("copy")
    back_up(evening.path, copy)
    decks = (new_deck("attack", "AAAA", 0),)
    write_decks(evening.path, decks)
    await evening.close()
    restore(copy, evening.path)
    assert read_decks(decks_of(evening.path)) == decks
