"""``rollerdeck replay``: exit codes, and one sentence for everything that can be wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller import cli

EXAMPLE = Path(__file__).parents[3] / "examples" / "first-round.jsonl"


class Ran:
    """How a command ended: its exit code and what it printed."""

    def __init__(self, code: object, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Run = Callable[..., Ran]
Change = Callable[[str, str], Path]


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Ran:
        monkeypatch.setattr("sys.argv", ["rollerdeck", "replay", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capfd.readouterr()
        return Ran(ended.value.code, out, err)

    return run


@pytest.fixture
def changed(tmp_path: Path) -> Change:
    def write(old: str, new: str) -> Path:
        text = EXAMPLE.read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "changed.jsonl"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return path

    return write


def test_holds(replay: Run) -> None:
    ran = replay(EXAMPLE, EXAMPLE)
    assert (ran.code, ran.out, ran.err) == (0, f"{EXAMPLE}: holds, 8 lines\n" * 2, "")


def test_json_prints_the_last_state_of_each_file(replay: Run) -> None:
    ran = replay("--json", EXAMPLE, EXAMPLE)
    assert ran.code == 0
    first, second = map(json.loads, ran.out.splitlines())
    assert first == second
    assert first["hands"] == {"Ann": 11, "Bo": 6, "Cy": 6} and first["turn"] == "Ann"


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('{"Ann": 11}', '{"Ann": 12}', 9, "“hands.Ann” should be 12, but is 11."),
        ('"expect"', '"ecpect"', 9, "“ecpect” is not a kind of line. Did you mean expect?"),
        (
            '"players"',
            '"plyers"',
            2,
            "“game” was refused with bad_setup (COM-1). “plyers” is not a field of a game. "
            "Did you mean players?",
        ),
        (
            "red-3",
            "red-33",
            4,
            "“play” was refused with unknown_card (DECK-5). There is no card “red-33”. "
            "Did you mean red-3?",
        ),
        (
            '"hits_owed"',
            '"no_match"',
            7,
            "“play” was refused with hits_owed (LCH-8), not with no_match. "
            "First Bo has to hit once.",
        ),
    ],
)
def test_one_sentence(
    replay: Run, changed: Change, old: str, new: str, line: int, sentence: str
) -> None:
    path = changed(old, new)
    ran = replay(path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"rollerdeck: {path}, line {line}: {sentence}\n"


def test_every_file_is_run(replay: Run, changed: Change) -> None:
    path = changed('{"Ann": 11}', '{"Ann": 12}')
    ran = replay(path, EXAMPLE)
    assert ran.code == 1
    assert ran.out == f"{EXAMPLE}: holds, 8 lines\n"
    assert ran.err.count("\n") == 1


def test_a_missing_file_is_wrong_usage(replay: Run, tmp_path: Path) -> None:
    ran = replay(tmp_path / "none.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == f"rollerdeck: {tmp_path}/none.jsonl cannot be opened: no such file or directory.\n"
    )


def test_a_folder_is_wrong_usage(replay: Run, tmp_path: Path) -> None:
    ran = replay(tmp_path)
    assert (ran.code, ran.err) == (2, f"rollerdeck: {tmp_path} cannot be opened: is a directory.\n")


def test_a_file_without_an_end_is_wrong_usage(replay: Run) -> None:
    ran = replay(Path("/dev/zero"))
    assert (ran.code, ran.err) == (
        2,
        "rollerdeck: /dev/zero is no game: it has more than 64 MiB.\n",
    )


def test_no_file_is_wrong_usage(replay: Run) -> None:
    assert replay().code == 2


def test_what_is_not_text_cannot_be_read(replay: Run, tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(EXAMPLE.read_bytes() + b"# caf\xe9\n")
    ran = replay(path)
    assert (ran.code, ran.err) == (1, f"rollerdeck: {path}, line 10: This is not UTF-8 text.\n")


def test_what_is_not_text_keeps_no_other_file_from_being_run(replay: Run, tmp_path: Path) -> None:
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(b"\xff\xfe")
    ran = replay(path, EXAMPLE)
    assert (ran.code, ran.out) == (1, f"{EXAMPLE}: holds, 8 lines\n")
    assert ran.err == f"rollerdeck: {path}, line 1: This is not UTF-8 text.\n"


def test_windows_lines_and_a_byte_order_mark_are_read(replay: Run, tmp_path: Path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.read_bytes().replace(b"\n", b"\r\n"))
    assert replay(path).out == f"{path}: holds, 8 lines\n"
