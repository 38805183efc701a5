"""A catalogue of a language: what is wrong with it is said, and English stands in for it."""

from __future__ import annotations

import json
import re
import warnings
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.plurals import get_plural

from catalogues import (
    NOT_COMPILED,
    Fault,
    Unusable,
    _wrong_plural_rule,
    compile_words,
    faults,
    read_catalogue,
    untranslated,
)
from release.pack import refuse_untranslated

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "controller" / "words"
TRANSLATED = sorted(file.stem for file in WORDS.glob("*.po") if file.stem != "en")

ENGLISH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "plays"
msgstr "{player} plays {card:card}."

msgid "came"
msgid_plural "came"
msgstr[0] "{n} card came for {player}."
msgstr[1] "{n} cards came for {player}."

msgid "forgot"
msgid_plural "forgot"
msgstr[0] "{player} forgot once."
msgstr[1] "{player} forgot {n} times."

msgid "ui.close"
msgstr "Close"
"""
ITALIAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "plays"
msgstr "{player} gioca {card:card}."

msgid "came"
msgid_plural "came"
msgstr[0] "È uscita una carta per {player}."
msgstr[1] "Sono uscite {n} carte per {player}."

msgid "forgot"
msgid_plural "forgot"
msgstr[0] "{player} si è scordato una volta."
msgstr[1] "{player} si è scordato {n} volte."

msgid "ui.close"
msgstr "Chiudi"
"""


def tree(folder: Path, **languages: str) -> Path:
    """A tree with these catalogues."""
    (folder / "controller" / "words").mkdir(parents=True)
    (folder / "controller" / "web" / "page").mkdir(parents=True)
    for language, text in {"en": ENGLISH, **languages}.items():
        file = folder / "controller" / "words" / f"{language}.po"
        file.write_text(text.strip() + "\n", encoding="utf-8")
    return folder


def told(folder: Path, name: str) -> dict[str, object]:
    """What the page gets of a language."""
    file = folder / "controller" / "web" / "page" / "words" / f"{name}.json"
    found: dict[str, object] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_shipped_catalogue_has_no_fault(language: str) -> None:
    english = read_catalogue(WORDS / "en.po")
    every = list(faults(read_catalogue(WORDS / f"{language}.po"), english))
    assert [fault.sentence for fault in every if not fault.untranslated] == []
    for fault in every:
        warnings.warn(f"untranslated: {language}.po: {fault.sentence}", stacklevel=1)


def test_what_is_untranslated_is_no_fault_of_a_change_and_stops_a_release(tmp_path: Path) -> None:
    folder = tree(tmp_path, it=ITALIAN.replace('msgid "ui.close"\nmsgstr "Chiudi"\n', ""))
    assert untranslated(folder) == {
        "it.po": [
            Fault(
                "ui.close", "the entry ui.close is missing: translate “Close”.", untranslated=True
            )
        ]
    }
    with pytest.raises(SystemExit, match=r"No release was made: it\.po lacks 1 text"):
        refuse_untranslated(folder)


def test_a_release_of_whole_catalogues_is_made(tmp_path: Path) -> None:
    refuse_untranslated(tree(tmp_path, it=ITALIAN))


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_card_s_short_name_is_a_part_of_its_name(language: str) -> None:
    """The one stands on its key, and the other is what the key is called."""
    texts = {str(entry.id): str(entry.string) for entry in read_catalogue(WORDS / f"{language}.po")}
    short = {key: text for key, text in texts.items() if key.startswith("ui.short.")}
    assert short
    for key, text in short.items():
        name = texts[key.replace("ui.short.", "kind.")]
        assert text.replace("\N{SOFT HYPHEN}", "").lower() in name.lower(), key


def test_german_spanish_and_french_are_there() -> None:
    assert {"de", "es", "fr"} <= set(TRANSLATED)


def test_a_whole_catalogue_has_no_fault(tmp_path: Path) -> None:
    assert compile_words(tree(tmp_path, it=ITALIAN)) == []
    assert told(tmp_path, "it")["messages"] == {
        "came": {
            "one": "È uscita una carta per {player}.",
            "other": "Sono uscite {n} carte per {player}.",
        },
        "forgot": {
            "one": "{player} si è scordato una volta.",
            "other": "{player} si è scordato {n} volte.",
        },
        "plays": "{player} gioca {card:card}.",
        "ui.close": "Chiudi",
    }


WRONG = {
    "missing": (
        'msgid "ui.close"\nmsgstr "Chiudi"\n',
        "",
        "the entry ui.close is missing: translate “Close”.",
    ),
    "unknown": (
        'msgid "ui.close"',
        'msgid "ui.shut"\nmsgstr "Chiudi"\n\nmsgid "ui.close"',
        "nothing uses the entry ui.shut: remove it.",
    ),
    "empty": ('"Chiudi"', '""', "the entry ui.close has no text: translate “Close”."),
    "blank": ('"Chiudi"', '" "', "the entry ui.close has no text: translate “Close”."),
    "fuzzy": (
        'msgid "ui.close"',
        '#, fuzzy\nmsgid "ui.close"',
        "the entry ui.close is marked as fuzzy: check it and remove the mark.",
    ),
    "another value": (
        "{player} gioca",
        "{giocatore} gioca",
        "the entry plays loses {player} in “{giocatore} gioca {card:card}.”: name the values as in "
        "“{player} plays {card:card}.”.",
    ),
    "a value too many": (
        "{player} gioca",
        "{player} {n} gioca",
        "the entry plays names {n} in “{player} {n} gioca {card:card}.”: name the values as in "
        "“{player} plays {card:card}.”.",
    ),
    "another kind": (
        "{card:card}",
        "{card}",
        "the entry plays loses {card:card} in “{player} gioca {card}.”: name the values as in "
        "“{player} plays {card:card}.”.",
    ),
    "a value lost in one form": (
        "Sono uscite {n} carte per {player}.",
        "Sono uscite {n} carte.",
        "the entry came loses {player} in “Sono uscite {n} carte.”: name the values as in "
        "“{n} cards came for {player}.”.",
    ),
    "the number lost": (
        "Sono uscite {n} carte",
        "Sono uscite carte",
        "the entry came loses {n} in “Sono uscite carte per {player}.”: name the values as in "
        "“{n} cards came for {player}.”.",
    ),
    "a lonely brace": (
        "{player} gioca",
        "{player gioca",
        "the entry plays has a brace that names no value in “{player gioca {card:card}.”: write {{ "
        "for a brace.",
    ),
    "a form too few": (
        'msgstr[1] "Sono uscite {n} carte per {player}."\n',
        "",
        "the entry came has 1 of 2 plural forms: write all of them.",
    ),
    "an empty form": (
        '"Sono uscite {n} carte per {player}."',
        '""',
        "the entry came has 1 of 2 plural forms: write all of them.",
    ),
    "no plural": (
        'msgid_plural "came"\nmsgstr[0] "È uscita una carta per {player}."\n'
        'msgstr[1] "Sono uscite {n} carte per {player}."',
        'msgstr "Carte: {n} per {player}."',
        "the entry came has plural forms in English: make it like the English one.",
    ),
    "a plural": (
        'msgid "ui.close"\nmsgstr "Chiudi"',
        'msgid "ui.close"\nmsgid_plural "ui.close"\nmsgstr[0] "Chiudi"\nmsgstr[1] "Chiudi"',
        "the entry ui.close has no plural forms in English: make it like the English one.",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_fault_is_a_sentence_and_the_entry_is_english(tmp_path: Path, what: str) -> None:
    before, after, sentence = WRONG[what]
    assert before in ITALIAN
    assert compile_words(tree(tmp_path, it=ITALIAN.replace(before, after))) == [
        f"it.po: {sentence}"
    ]
    english, italian = told(tmp_path, "en")["messages"], told(tmp_path, "it")["messages"]
    assert isinstance(english, dict) and isinstance(italian, dict)
    assert italian.keys() == english.keys()
    assert sum(italian[key] == english[key] for key in english) == (what != "unknown")
    with (tmp_path / "controller" / "words" / "it.mo").open("rb") as file:
        python = GNUTranslations(file)
    assert python.gettext("plays") == italian["plays"]
    assert python.ngettext("came", "came", 2) == italian["came"]["other"]


UNUSABLE = {
    "no locale": (
        "qq",
        ITALIAN,
        "qq.po: Babel knows no language qq: name the file after the code of its language, for "
        "example it.po.",
    ),
    "not a po file": (
        "it",
        ITALIAN.replace('"Chiudi"', "Chiudi"),
        "it.po: line 20 is not valid: write a keyword such as msgstr, and then the text in "
        "quotation marks, with \\ before a quotation mark in it.",
    ),
    "an entry twice": (
        "it",
        ITALIAN + '\nmsgid "plays"\nmsgstr "{player}: {card:card}"\n',
        "it.po has the entry plays twice: remove one of the two.",
    ),
    "no plural rule": (
        "it",
        ITALIAN.replace("plural=(n != 1)", "plural=import os"),
        "it.po: its header is not valid (invalid token in plural form: import): correct it.",
    ),
}


@pytest.mark.parametrize("what", UNUSABLE)
def test_a_file_that_cannot_be_read_leaves_its_language_out(tmp_path: Path, what: str) -> None:
    language, text, sentence = UNUSABLE[what]
    said = compile_words(tree(tmp_path, **{language: text}))
    assert said == [f"{sentence} {NOT_COMPILED}"]
    assert [one["language"] for one in languages(tmp_path)] == ["en"]


def test_another_plural_rule_than_the_languages_own_is_a_fault(tmp_path: Path) -> None:
    text = ITALIAN.replace("plural=(n != 1)", "plural=(n > 1)")
    (said, *_) = compile_words(tree(tmp_path, it=text))
    header = rf"Plural-Forms: {get_plural('it').plural_forms}\n"
    assert said == f'it.po: its header must contain "{header}": correct it.'
    assert [one["language"] for one in languages(tmp_path)] == ["en"]


BY_OTHER_VERSIONS = {
    "es": "nplurals=3; plural=(n == 1) ? 0 : (n != 0 && n % 1000000 == 0) ? 1 : 2",
    "fr": "nplurals=3; plural=(n == 0 || n == 1) ? 0 : (n != 0 && n % 1000000 == 0) ? 1 : 2",
}
"""Rules of Babel's versions since 2.19; before, these languages had two forms."""


@pytest.mark.parametrize("language", BY_OTHER_VERSIONS)
def test_a_rule_is_right_whichever_version_of_babel_wrote_it(language: str, tmp_path: Path) -> None:
    newer = tmp_path / f"{language}.po"
    newer.write_text(
        re.sub(
            r"nplurals=2; plural=[^;]*",
            BY_OTHER_VERSIONS[language],
            (WORDS / f"{language}.po").read_text(encoding="utf-8"),
        ),
        encoding="utf-8",
    )
    for file in (newer, WORDS / f"{language}.po"):
        assert list(_wrong_plural_rule(read_catalogue(file))) == [], file


@pytest.mark.parametrize(
    "text",
    [
        *(text for language, text, _ in UNUSABLE.values() if language == "it"),
        ITALIAN.replace("plural=(n != 1)", "plural=(n > 1)"),
    ],
)
def test_a_file_that_was_compiled_before_stays_so(tmp_path: Path, text: str) -> None:
    folder = tree(tmp_path, it=ITALIAN)
    compile_words(folder)
    before = told(folder, "it")
    (folder / "controller" / "words" / "it.po").write_text(text, encoding="utf-8")
    assert compile_words(folder) != []
    assert [entry["language"] for entry in languages(folder)] == ["en", "it"]
    assert told(folder, "it") == before
    assert (folder / "controller" / "words" / "it.mo").is_file()
    (folder / "controller" / "words" / "it.po").unlink()
    compile_words(folder)
    assert [entry["language"] for entry in languages(folder)] == ["en"]
    assert not (folder / "controller" / "words" / "it.mo").exists()


def test_a_file_in_another_encoding_is_said(tmp_path: Path) -> None:
    folder = tree(tmp_path)
    (folder / "controller" / "words" / "it.po").write_bytes(ITALIAN.encode("latin-1"))
    (said,) = compile_words(folder)
    assert said.startswith("it.po is not in UTF-8: save it in UTF-8.")


def test_a_file_of_a_windows_editor_is_read(tmp_path: Path) -> None:
    folder = tree(tmp_path)
    text = f"\ufeff{ITALIAN.strip()}".replace("\n", "\r\n")
    (folder / "controller" / "words" / "it.po").write_bytes(text.encode())
    assert compile_words(folder) == []


def test_without_english_nothing_is_compiled(tmp_path: Path) -> None:
    folder = tree(tmp_path, en=ENGLISH.replace("Close", "{Close"))
    with pytest.raises(Unusable, match=r"^en\.po: the entry ui\.close has a brace"):
        compile_words(folder)


def languages(folder: Path) -> list[dict[str, str]]:
    """The languages that the page offers."""
    file = folder / "controller" / "web" / "page" / "words" / "languages.json"
    found: list[dict[str, str]] = json.loads(file.read_text())
    return found


def test_each_language_is_called_what_its_people_call_it(tmp_path: Path) -> None:
    header = ITALIAN.partition('msgid "plays"')[0]
    hebrew, portuguese = (
        header.replace("nplurals=2; plural=(n != 1);", get_plural(language).plural_forms)
        for language in ("he", "pt_BR")
    )
    compile_words(tree(tmp_path, it=ITALIAN, pt_BR=portuguese, he=hebrew))
    assert languages(tmp_path) == [
        {"language": "en", "name": "English", "dir": "ltr"},
        {"language": "he", "name": "עברית", "dir": "rtl"},
        {"language": "it", "name": "Italiano", "dir": "ltr"},
        {"language": "pt-BR", "name": "Português (Brasil)", "dir": "ltr"},
    ]
    assert told(tmp_path, "he")["dir"] == "rtl"
    assert told(tmp_path, "pt-BR")["language"] == "pt-BR"


def test_a_language_that_was_removed_is_gone(tmp_path: Path) -> None:
    folder = tree(tmp_path, it=ITALIAN)
    compile_words(folder)
    (folder / "controller" / "words" / "it.po").unlink()
    compile_words(folder)
    assert {file.name for file in folder.rglob("*") if file.suffix in (".mo", ".json")} == {
        *("en.mo", "en.json", "languages.json"),
    }
