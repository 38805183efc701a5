"""``make language``: the file of a language is made, brought up to date, and checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from release.language import main
from tests.test_catalogues import ENGLISH


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "en.po").write_text(ENGLISH.strip() + "\n", encoding="utf-8")
    return tmp_path


def translate(file: Path, **texts: str) -> None:
    """Give the entries, which have no text, these texts."""
    text = file.read_text(encoding="utf-8")
    for key, said in texts.items():
        before, found, after = text.partition(f'msgid "{key.replace("_", ".")}"\n')
        assert found
        empty, rest = after.split('""', 1)
        text = f'{before}{found}{empty}"{said}"{rest}'
    file.write_text(text, encoding="utf-8")


def whole(file: Path, forms: int = 2) -> None:
    """Translate everything."""
    translate(file, plays="{player}: {card:card}.", ui_close="Sluiten")
    for _ in range(forms):
        translate(file, came="{n} per {player}.", forgot="{player}: {n}.")


def test_a_new_language_is_one_file_with_every_entry(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(folder, "nl") == 1
    text = (folder / "nl.po").read_text(encoding="utf-8")
    assert '#. English: {player} plays {card:card}.\nmsgid "plays"\nmsgstr ""' in text
    assert r"Plural-Forms: nplurals=2; plural=(n != 1);" in text
    said = capsys.readouterr().out
    assert "nl.po: the entry ui.close has no text: translate “Close”.\n" in said
    assert said.endswith("nl.po: 4 of 4 entries are not right yet.\n")


def test_a_whole_language_is_said_to_be_whole(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(folder, "nl")
    whole(folder / "nl.po")
    capsys.readouterr()
    assert main(folder, "nl") == 0
    assert capsys.readouterr().out.endswith(
        "nl.po has all 4 entries. `make run` shows the language.\n"
    )


RULES = {
    2: "nplurals=2; plural=(n != 1);",
    3: "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);",
}
"""What Babel writes for Italian: two forms until 2.18; since 2.19, one for whole millions, too."""


@pytest.mark.parametrize("forms", RULES)
def test_a_language_keeps_the_forms_of_its_file_whichever_version_of_babel_is_there(
    folder: Path, capsys: pytest.CaptureFixture[str], forms: int
) -> None:
    file = folder / "it.po"
    header = ["Content-Type: text/plain; charset=UTF-8", f"Plural-Forms: {RULES[forms]}"]
    lines = "\n".join(f'"{line}\\n"' for line in header)
    file.write_text(f'msgid ""\nmsgstr ""\n{lines}\n', encoding="utf-8")
    assert main(folder, "it") == 1
    assert file.read_text(encoding="utf-8").count("msgstr[") == 2 * forms
    whole(file, forms)
    assert main(folder, "it") == 0
    assert RULES[forms] in file.read_text(encoding="utf-8")
    assert capsys.readouterr().out.endswith(
        "it.po has all 4 entries. `make run` shows the language.\n"
    )


def test_an_old_file_gets_what_is_new_and_loses_what_is_gone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(folder, "nl")
    whole(folder / "nl.po")
    english = (folder / "en.po").read_text(encoding="utf-8")
    english = english.replace("ui.close", "ui.shut").replace(
        "plays {card:card}", "lays {card:card}"
    )
    (folder / "en.po").write_text(english, encoding="utf-8")
    capsys.readouterr()
    assert main(folder, "nl") == 1
    said = capsys.readouterr().out
    assert "nl.po: the English text of plays has changed: check yours.\n" in said
    assert "nl.po: the entry ui.shut has no text: translate “Close”.\n" in said
    text = (folder / "nl.po").read_text(encoding="utf-8")
    assert "ui.close" not in text and "{player}: {card:card}." in text


@pytest.mark.parametrize("code", ["", "italiano", "qq", "../it"])
def test_what_is_no_language_is_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert main(folder, code) == 2
    assert "is no code of a language" in capsys.readouterr().out
    assert [file.name for file in folder.iterdir()] == ["en.po"]


def test_english_is_changed_by_hand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(folder, "en") == 2
    assert "change it by hand" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "it.po").write_text("msgid plays\n", encoding="utf-8")
    assert main(folder, "it") == 1
    assert "it.po: line 1 is not valid" in capsys.readouterr().out
    assert (folder / "it.po").read_text(encoding="utf-8") == "msgid plays\n"
