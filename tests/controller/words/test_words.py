"""A key with its values becomes a sentence."""

import json
from gettext import GNUTranslations
from pathlib import Path

import pytest

from catalogues import compile_words
from controller.base.errors import WRONG_USAGE
from controller.cli import main
from controller.words import languages, say
from controller.words.catalogue import Catalogue, catalogue

PO = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "list.and"
msgstr "{first} and {last}"

msgid "list.or"
msgstr "{first} or {last}"

msgid "color.red"
msgstr "red"

msgid "kind.hit-2"
msgstr "Hit 2"

msgid "card.colored"
msgstr "{color:color} {kind:kind}"

msgid "plays"
msgstr "{player} plays: {card:card}."

msgid "lays"
msgstr "{cards:card} lie there."

msgid "came"
msgid_plural "came"
msgstr[0] "{n} card came."
msgstr[1] "{n} cards came."

msgid "object"
msgstr "Write {{}}."

msgid "ui.count.cards"
msgid_plural "ui.count.cards"
msgstr[0] "{n} card"
msgstr[1] "{n} cards"

msgid "whose"
msgstr "It is for {names:or}."
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("root")
    (root / "controller" / "words").mkdir(parents=True)
    (root / "controller" / "web" / "page").mkdir(parents=True)
    (root / "controller" / "words" / "en.po").write_text(PO)
    compile_words(root)
    return root


@pytest.mark.parametrize(
    ("key", "values", "sentence"),
    [
        ("plays", {"player": "Ann", "card": "red-hit-2"}, "Ann plays: red Hit 2."),
        ("plays", {"player": "Ann", "card": "hit-2"}, "Ann plays: Hit 2."),
        ("plays", {"player": "{n}", "card": "red-unheard-of"}, "{n} plays: red unheard-of."),
        ("lays", {"cards": ["red-hit-2"]}, "red Hit 2 lie there."),
        ("lays", {"cards": ["red-hit-2", "hit-2", "x"]}, "red Hit 2, Hit 2 and x lie there."),
        ("came", {"n": 0}, "0 cards came."),
        ("came", {"n": 1}, "1 card came."),
        ("came", {"n": 2}, "2 cards came."),
        ("whose", {"names": ["Ann", "Bo"]}, "It is for Ann or Bo."),
        ("whose", {"names": []}, "It is for ."),
        ("object", {}, "Write {}."),
        ("plays", {"player": "Ann", "card": "x", "n": 2}, "Ann plays: x."),
        ("plays", {"player": "Ann"}, "Ann plays: {card}."),
        ("unheard.of", {"n": 3}, "unheard.of"),
        ("a sentence with {braces", {}, "a sentence with {braces"),
    ],
)
def test_a_key_and_values_make_a_sentence(
    compiled: Path,
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    values: dict[str, object],
    sentence: str,
) -> None:
    monkeypatch.setattr(
        "controller.words.catalogue.__file__", str(compiled / "controller" / "words" / "x.py")
    )
    assert Catalogue("en").say(key, values) == sentence


def test_the_page_gets_the_same_entries_with_their_plural_categories(compiled: Path) -> None:
    told = json.loads((compiled / "controller" / "web" / "page" / "words" / "en.json").read_text())
    assert told["language"] == "en"
    assert told["messages"]["came"] == {"one": "{n} card came.", "other": "{n} cards came."}
    assert told["messages"]["plays"] == "{player} plays: {card:card}."
    assert told["messages"]["ui.count.cards"] == {"one": "{n} card", "other": "{n} cards"}


def test_python_does_not_get_what_the_page_alone_says(compiled: Path) -> None:
    with (compiled / "controller" / "words" / "en.mo").open("rb") as file:
        read = GNUTranslations(file)
    assert read.ngettext("came", "came", 2) == "{n} cards came."
    assert read.ngettext("ui.count.cards", "ui.count.cards", 2) == "ui.count.cards"


def test_spanish_joins_a_list_by_the_sound_of_its_last_word() -> None:
    spanish = catalogue("es")
    assert spanish.word("red-7", "card") == "7 rojo"
    for last, joined in {
        "Inés": "Ana e Inés",
        "Hilario": "Ana e Hilario",
        "Bo": "Ana y Bo",
        "Yago": "Ana y Yago",
    }.items():
        assert spanish.format_field(["Ana", last], "") == joined
    for last, joined in {"Óscar": "7 u Óscar", "8": "7 u 8", "9": "7 o 9"}.items():
        assert spanish.format_field(["7", last], "or") == joined


def test_a_compiled_catalogue_does_not_say_when_it_was_compiled(compiled: Path) -> None:
    # it is part of a release, and the same tree makes the same release tomorrow
    with (compiled / "controller" / "words" / "en.mo").open("rb") as file:
        assert GNUTranslations(file).info()["pot-creation-date"] == "1970-01-01 00:00+0000"


def test_a_language_that_is_not_there_is_english() -> None:
    assert "en" in languages() and "de" in languages()
    assert catalogue("de").word("red", "color") == "Rot"
    assert catalogue("tlh") is catalogue()


def test_the_english_catalogue_is_there() -> None:
    assert say("color.red") == "red"


def test_a_checkout_that_was_not_compiled_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("controller.words.catalogue.__file__", str(tmp_path / "catalogue.py"))
    catalogue.cache_clear()
    monkeypatch.setattr("sys.argv", ["rollerdeck", "rules", "attack", "skip"])
    with pytest.raises(SystemExit) as ended:
        main()
    catalogue.cache_clear()
    assert ended.value.code == WRONG_USAGE
    told = capsys.readouterr().err
    assert "run `make setup`" in told and "disk space" not in told


def test_a_house_names_its_cards_in_its_languages() -> None:
    names = {"kind.hug": {"de": "Umarmung", "en": "Group {Hug}"}, "kind.skip": {"": "Ours"}}
    german = catalogue("de").with_names(names)
    assert german.say("ruling.plays", {"player": "Ann", "card": "red-hug"}).count("Umarmung") == 1
    assert catalogue("fr").with_names(names).word("hug", "kind") == "Group {Hug}"
    assert catalogue().with_names(names).word("skip", "kind") == catalogue().word("skip", "kind")
    assert catalogue("de").word("hug", "kind") == "hug"


def test_a_house_s_box_is_called_by_its_name_where_nobody_has_it() -> None:
    assert catalogue().word("house:family-7afda7a4", "edition") == "Family"
    assert catalogue().word("house:family", "edition") == "house:family"
