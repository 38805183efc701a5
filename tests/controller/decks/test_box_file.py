"""The file of a house's box: what is wrong is said, with its line; nothing else happens."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from pathlib import Path
from time import process_time

import msgspec
import pytest
from click.testing import CliRunner

from controller.base.errors import Trouble
from controller.cli.edition import command
from controller.decks.box_file import (
    MAX_ALL_DOTS,
    MAX_BYTES,
    BoxProblem,
    WrongBox,
    parse_box,
    read_box,
)
from controller.decks.box_folder import MAX_FILES, Boxes, BoxFolder
from rules.edition import Edition
from tests.controller.decks.mangled_box import check_mangled
from tests.rules.house_box import ID, example_text

TEXT = example_text()


def problem(text: str | bytes, file: str = "family.toml") -> BoxProblem:
    with pytest.raises(WrongBox) as wrong:
        parse_box(file, text.encode() if isinstance(text, str) else text)
    return wrong.value.problem


def test_the_file_of_the_page_is_right(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    file.write_text("\ufeff" + TEXT, encoding="utf-8")
    assert read_box(file).id == ID
    result = CliRunner().invoke(command, ["check", str(file)])
    assert (result.exit_code, result.output) == (
        0,
        f"The box can be played. Cards: 107. Kinds: 17. Edition: {ID}.\n",
    )


@pytest.mark.parametrize(
    ("right", "wrong", "at"),
    [
        ("zeros = 1", "zeros = -1", "zeros"),
        ("zeros = 1", "zeros = 1979-05-27", "zeros"),
        ("zeros = 1", "zero = 1", "zero"),
        ("about =", "abuot =", "abuot"),
        ('standard = "wild"', 'standard = "wyld"', "wyld"),
        ('id = "hug"', 'id = "red-hug"', "red-hug"),
        ('picture = "burst:3"', 'picture = "dragon"', "dragon"),
        ("copies = 3", "copies = 3000", "3000"),
        ("copies = 3", "copies = 3\ncopies = 4", "copies = 4"),
        ("goes_back = true", "goes_back = 1", "goes_back"),
        ('last = "carried_out"', "last = carried_out", "carried_out"),
        ("last =", "[kinds.last]\nx =", "[kinds.last]"),
        ("last =", "[[kinds.play.effects]]\nx =", "[[kinds.play"),
        ("[numbers]", "# \u2028 and \x85 end no line\n[numbres]", "[numbres]"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(right: str, wrong: str, at: str) -> None:
    assert right in TEXT
    text = TEXT.replace(right, wrong, 1)
    (line,) = [n for n, content in enumerate(text.split("\n"), 1) if at in content][:1]
    assert problem(text).line == line


@pytest.mark.parametrize(
    ("right", "wrong", "at", "key"),
    [
        ('id = "hug"', "id = “hug”", "“hug”", "curly_quotes"),
        ('[[kinds]]\nid = "hug"', ' [kinds]\nid = "hug"', " [kinds]", "kinds_written"),
        ('[[kinds]]\nid = "hug"', ' [[kinds]\nid = "hug"', " [[kinds]", "kinds_written"),
        ('[[kinds]]\nid = "robin', 'id = "robin', 'id = "robin', "field_twice"),
        ("copies = 3", "copies = 3\ncopies = 4", "copies = 4", "field_twice"),
        ("effects = [{", "effects = [{ hits = 1 who = 2 },", "hits = 1 who", "no_toml"),
    ],
)
def test_what_is_no_toml_is_said_in_words_of_ours(
    right: str, wrong: str, at: str, key: str
) -> None:
    assert right in TEXT
    text = TEXT.replace(right, wrong, 1)
    said = problem(text)
    (line,) = [n for n, content in enumerate(text.split("\n"), 1) if at in content][:1]
    assert (said.line, said.key) == (line, f"refusal.box_{key}")


def test_an_unfinished_file_is_wrong_at_its_end() -> None:
    text = TEXT + 'about = "'
    assert problem(text).line == text.count("\n") + 1


def test_a_card_that_lacks_a_field_is_named_by_the_line_where_it_begins() -> None:
    text = TEXT.replace("copies = 3\n", "")
    assert problem(text).line == text[: text.rindex("[[kinds]]")].count("\n") + 1
    assert problem(text).values == {"member": "copies"}


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("x = " + "[" * 10_000, "no_json"),
        ("x" + ".a" * 2_000 + " = 1", "no_json"),
        ("x = " + "9" * 10_000, "no_json"),
        ("[a.b.c.d]", "header_dots"),
        ('[["#".b.c.d]]', "header_dots"),
        ("#" * (MAX_BYTES + 1), "file_large"),
        ("# . . . .\n" * 1000, "many_dots"),
        (b"about = \xff", "no_text"),
    ],
)
def test_what_no_box_can_say_is_refused(content: str | bytes, key: str) -> None:
    assert problem(content).key == f"refusal.box_{key}"


ABOUT = re.compile("^about = .*", re.MULTILINE)

TEXTS = [
    '"""{}"""',
    '"""said: ""{}"" and more"""',
    '""""{}"""""',
    r'"""a quote \""" and \\{}"""',
    '"""no comment # {}"""',
    "'''{}'''",
    "''''{}'''''",
    "'''a\\{}'''",
    "'''three others: \"\"\"{}'''",
    '"""\\\n {}"""',
    '[""""a"""", """{}"""]',
    "[''''a'''', '''{}''']",
    '"short" # a comment says """',
    r'"a \" and \\" # it\'s',
    '\'a\\\' # """',
]


@pytest.mark.parametrize("about", TEXTS)
def test_a_text_has_no_header_and_hides_none(about: str) -> None:
    said = about.format("\n[v1.2.3.4] ours")
    text = ABOUT.sub(lambda _: f"about = {said}", TEXT)
    try:
        parse_box("family.toml", text.encode())
    except WrongBox as wrong:  # it has two lines, or is a list
        assert "[v1.2.3.4] ours" in str(tomllib.loads(text)["about"])
        assert wrong.problem.key == "refusal.box_text"
    hidden = text + "\n[x.y.z.w]\n"
    assert problem(hidden).key == "refusal.box_header_dots"
    assert problem(hidden).line == hidden.count("\n")


def test_a_card_in_a_text_moves_no_line() -> None:
    text = ABOUT.sub('about = """\\\\\n[[kinds]]"""', TEXT).replace("copies = 3", "copies = -3")
    assert problem(text).line == text[: text.index("copies = -3")].count("\n") + 1


def test_effects_can_be_tables_of_their_own() -> None:
    play = 'play = { effects = [{ hits = 3, who = "turn" }] }\n'
    tables = '[[kinds.play.effects]]  # e.g. as here. Or there. Or.\nhits = 3\nwho = "turn"\n'
    assert TEXT.count(play) == 1
    text = TEXT.replace(play, "") + tables
    assert parse_box("family.toml", text.encode()).id == ID


def header(parts: int, keys: int) -> str:
    """As many keys of so many parts as there is room for, under a header."""
    rest = ".".join("a" * keys)
    lines = ["[" + ".".join("h" * parts) + "]\n", *(f"{at:x}.{rest} = 1\n" for at in range(8000))]
    text = "".join(lines)[: MAX_BYTES - 10]
    most = MAX_ALL_DOTS - 2
    if text.count(".") > most:
        text = ".".join(text.split(".")[: most + 1])
    return text[: text.rindex("\n")] + "\n[z]\n"


LONG = {
    "header": header(101, 5),
    **{f"keys of {parts + keys}": header(parts, keys) for parts in (1, 3) for keys in (1, 5, 99)},
    "kinds": "[[kinds]]\n" * 3200,
    "headers": "".join(f"[[a{at}.b.c]]\nd.e = 1\n" for at in range(1300)),
    "tables": "kinds = [" + "{ a.b = 1 },\n" * 2400 + "]",
    "lines": "\n" * 32_000 + "[[kinds]]\nx = 1",
    "signs": 'about = """' + "\\\n" * 16_000 + '"""',
    "quotes": '"' * 32_000,
    "apostrophes": "x = '" + "'" * 32_000,
    "escaped quotes": 'x = """' + '\\"""' * 8_000,
    "unfinished texts": '"\n' * 16_000,
    "unfinished text": 'x = """' + '""\n' * 10_000,
    "short texts": "x = [" + "''," * 10_000,
    "header after a text": 'x = """\n"""""\n' + header(101, 5)[:-30],
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_no_file_takes_long(text: str) -> None:
    took_s = []
    for _ in range(3):
        begun_s = process_time()
        problem(text)
        took_s.append(process_time() - begun_s)
    quick = min(took_s) < 0.15
    assert quick  # pytest would take half a minute to show the text


@pytest.mark.parametrize(
    "name", ["Family.toml", "family", "f" * 25 + ".toml", ".toml", "a--b.toml"]
)
def test_a_box_is_called_as_its_file(name: str) -> None:
    assert problem(TEXT, name).key == "refusal.box_file_name"


def test_no_box_is_called_as_an_edition() -> None:
    assert problem(TEXT, "power-grab.toml").key == "refusal.box_known_name"


def test_mangled_files_are_wrong_in_a_sentence(tmp_path: Path) -> None:
    assert 30 < check_mangled(tmp_path, range(60)) < 60


@pytest.mark.thorough
def test_more_mangled_files_are_wrong_in_a_sentence(tmp_path: Path) -> None:
    assert check_mangled(tmp_path, range(60, 260)) > 100


def test_the_command_says_file_line_and_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "family.toml"
    file.write_text(TEXT.replace("copies = 3", "copies = -3"), encoding="utf-8")
    result = CliRunner().invoke(command, ["check", str(file)])
    assert isinstance(result.exception, Trouble) and result.exception.exit_code == 1
    line = TEXT[: TEXT.index("copies = 3")].count("\n") + 1
    assert str(result.exception) == (
        f"{file}, line {line}: “copies” must be a whole number from 1 to 100, not -3."
    )
    missing = CliRunner().invoke(command, ["check", str(tmp_path / "none.toml")])
    assert isinstance(missing.exception, Trouble) and missing.exception.exit_code == 2


@pytest.fixture
def folder(tmp_path: Path) -> BoxFolder:
    """The folder, with the box of the page."""
    folder = BoxFolder(tmp_path / "journal.sqlite3")
    assert folder.read() == Boxes()
    folder.path.mkdir()
    (folder.path / "family.toml").write_text(TEXT, encoding="utf-8")
    return folder


def problems(folder: BoxFolder) -> list[tuple[str, str]]:
    """What is wrong; no other box is lost."""
    boxes = folder.read()
    assert [edition.id for edition in boxes.editions] == [ID]
    return [(wrong.file, wrong.key.removeprefix("refusal.")) for wrong in boxes.problems]


def test_a_broken_file_loses_no_other(folder: BoxFolder) -> None:
    (folder.path / "broken.toml").write_text("kinds = 1", encoding="utf-8")
    (folder.path / ".broken.toml").write_text("an editor's", encoding="utf-8")
    (folder.path / "broken.toml~").write_text("an editor's", encoding="utf-8")
    assert problems(folder) == [("broken.toml", "box_kinds_written")]
    (folder.path / "broken.toml").write_text("about = 'Now it is right'", encoding="utf-8")
    assert len(folder.read().editions) == 2


@pytest.mark.parametrize("name", ["mine.toml.txt", "mine.txt", "mine.TOML"])
def test_a_box_under_a_wrong_name_is_no_box_and_that_is_said(folder: BoxFolder, name: str) -> None:
    (folder.path / name).write_text(TEXT, encoding="utf-8")
    assert problems(folder) == [(name, "box_file_name")]


@pytest.mark.parametrize(
    ("right", "wrong", "also"),
    [
        (
            "de =",
            "xx =",
            "Nobody reads or hears what the box says in xx: Rollerdeck has de",
        ),
        ("de =", "de-AT =", ""),
        ("Robin Hood", "Robin", ""),
    ],
)
def test_the_command_warns_of_languages_that_nobody_has(
    tmp_path: Path, right: str, wrong: str, also: str
) -> None:
    file = tmp_path / "family.toml"
    file.write_text(TEXT.replace(right, wrong), encoding="utf-8")
    result = CliRunner().invoke(command, ["check", str(file)])
    assert result.exit_code == 0
    lines = result.output.splitlines()[1:]
    assert lines == [f"{also}, en, es and fr."] if also else lines == []


def test_a_file_is_read_again_when_it_changed(
    folder: BoxFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(path: Path) -> Edition:
        read.append(path.name)
        return read_box(path)

    monkeypatch.setattr("controller.decks.box_folder.read_box", counted)
    (folder.path / "broken.toml").write_text("launcher = 1", encoding="utf-8")
    assert folder.read() == folder.read()
    assert read == ["broken.toml", "family.toml"]
    other = folder.path / "other"
    other.write_text("launcher = 2", encoding="utf-8")
    state = (folder.path / "broken.toml").stat()
    os.utime(other, ns=(state.st_atime_ns, state.st_mtime_ns))  # as an archive is unpacked
    other.replace(folder.path / "broken.toml")
    assert folder.read().problems[0].values["said"] == "2"
    (folder.path / "broken.toml").unlink()
    assert problems(folder) == []
    assert read[2:] == ["broken.toml"]


def test_a_link_is_read_again_when_its_file_changed(folder: BoxFolder, tmp_path: Path) -> None:
    (folder.path / "linked.toml").symlink_to(tmp_path / "kept")
    assert problems(folder) == [("linked.toml", "box_unreadable")]
    (tmp_path / "kept").write_text("kinds = 1", encoding="utf-8")
    assert problems(folder) == [("linked.toml", "box_kinds_written")]
    (tmp_path / "kept").write_text("kinds = []", encoding="utf-8")
    assert len(folder.read().editions) == 2


def test_what_cannot_be_read_is_tried_again(
    folder: BoxFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as context:

        def refuse(*_: object) -> int:
            raise OSError(errno.EIO, "Input/output error")

        context.setattr("controller.decks.box_file.os.open", refuse)
        assert [wrong.key for wrong in folder.read().problems] == ["refusal.box_unreadable"]
    assert problems(folder) == []


def test_what_is_no_regular_file_is_not_read(folder: BoxFolder, tmp_path: Path) -> None:
    os.mkfifo(folder.path / "pipe.toml")
    (folder.path / "folder.toml").mkdir()
    (folder.path / "null.toml").symlink_to("/dev/null")
    names = ("folder.toml", "null.toml", "pipe.toml")
    assert problems(folder) == [(name, "box_no_file") for name in names]
    with pytest.raises(Trouble, match=r"pipe\.toml: This is no file") as trouble:
        CliRunner().invoke(
            command, ["check", str(folder.path / "pipe.toml")], catch_exceptions=False
        )
    assert trouble.value.exit_code == 2


def test_a_name_that_is_no_text_is_shown(folder: BoxFolder) -> None:
    (folder.path / os.fsdecode(b"caf\xe9.toml")).write_text(TEXT, encoding="utf-8")
    assert problems(folder) == [("caf\ufffd.toml", "box_file_name")]
    assert msgspec.json.encode(folder.read().problems)


def test_a_file_that_vanishes_loses_no_other(
    folder: BoxFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [folder.path / "family.toml", folder.path / "gone.toml"]
    monkeypatch.setattr(Path, "iterdir", lambda _: iter(listed))
    assert problems(folder) == []


def test_no_more_files_are_read_than_a_small_machine_can(tmp_path: Path) -> None:
    folder = BoxFolder(tmp_path / "journal.sqlite3")
    folder.path.mkdir()
    for number in range(MAX_FILES + 1):
        (folder.path / f"box-{number:02}.toml").touch()
    boxes = folder.read()
    assert len(boxes.editions) == MAX_FILES
    assert [wrong.key for wrong in boxes.problems] == ["refusal.too_many_boxes"]


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    folder = BoxFolder(tmp_path / "journal.sqlite3")
    folder.path.touch()  # root reads every folder, but no file as one
    assert [wrong.key for wrong in folder.read().problems] == ["refusal.box_unreadable"]
