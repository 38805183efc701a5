"""``rollerdeck verify``, beside a running referee and on an exported file."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.base.errors import Trouble
from controller.cli import LazyGroup, group
from controller.table.context import INTERNAL_REQUEST, StartOptions
from tests.worlds.evening import GAME, Evening

OTHER = {"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"}


async def two_games(evening: Evening) -> Evening:
    """One game of twelve hits is over, a second one is played; the referee runs."""
    evening.fair = True
    table = await evening.open()
    await table.new_game(GAME, INTERNAL_REQUEST, StartOptions("purple \x1b[31mwalrus"))
    await table.command({"do": "turn_up", "card": "red-5"})
    for _ in range(12):
        await evening.press()
    await table.new_game(OTHER)
    return evening


@pytest.fixture
async def evening_of_two_games(evening: Evening) -> Evening:
    return await two_games(evening)


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The first of the two games, as it is exported."""

    async def export() -> str:
        evening = await two_games(Evening(tmp_path_factory.mktemp("games")))
        done = await rollerdeck("export", "--journal", evening.path, 1)
        await evening.close()
        return done.stdout

    return asyncio.run(export())


async def rollerdeck(*words: object) -> Result:
    assert isinstance(group, LazyGroup)
    return await asyncio.to_thread(CliRunner().invoke, group, [str(word) for word in words])


async def verify(evening: Evening, *words: object) -> Result:
    return await rollerdeck("verify", "--journal", evening.path, *words)


def trouble(result: Result, exit_code: int = 1) -> str:
    assert isinstance(result.exception, Trouble), result.output
    assert result.exception.exit_code == exit_code
    return str(result.exception)


async def exported(evening: Evening, folder: Path) -> Path:
    done = await rollerdeck("export", "--journal", evening.path, 1)
    assert done.exit_code == 0
    file = folder / "game.jsonl"
    file.write_text(done.stdout)
    return file


async def test_a_journal_and_an_exported_file_say_the_same(
    evening_of_two_games: Evening, tmp_path: Path
) -> None:
    done = await verify(evening_of_two_games)
    assert done.exit_code == 0
    *lines, said = done.stdout.splitlines()
    assert said.startswith("The draws are correct: all 12 draws follow")
    assert "\x1b" not in done.stdout
    hits = [re.split(r"\s{2,}", line.strip()) for line in lines if re.match(r"^ +\d", line)]
    assert len(hits) == 12 and all(fair == drawn for _, _, fair, drawn, *_ in hits)
    assert (await verify(evening_of_two_games, 1)).stdout == done.stdout
    file = await exported(evening_of_two_games, tmp_path)
    assert (await rollerdeck("verify", file)).stdout == done.stdout
    replayed = await rollerdeck("replay", file)
    assert replayed.exit_code == 0


async def test_the_code_that_was_noted_is_compared(evening_of_two_games: Evening) -> None:
    code = (await verify(evening_of_two_games)).stdout.split()[1]
    for noted in (code, f"{code[:4]} {code[4:8]}", code[:6].upper()):
        assert (await verify(evening_of_two_games, "--code", noted)).exit_code == 0
    wrong = "0" if code[0] != "0" else "1"
    said = trouble(await verify(evening_of_two_games, "--code", wrong + code[1:]))
    assert said.endswith("which is not the one that you noted.")
    for nonsense in ("", "walrus"):
        assert "check your note" in trouble(
            await verify(evening_of_two_games, "--code", nonsense), 2
        )


@pytest.mark.parametrize(
    ("what", "was", "put", "said"),
    [
        (
            "a draw",
            r'"draw":(\d+)',
            "other",
            r"^The draws are not correct: the draw of hit 1 should be \d",
        ),
        ("what was asked for", r'"requested":(\d+),"by"', "other", "should have been"),
        (
            "the profile",
            '"profile":"measured"',
            '"profile":"even"',
            "is not the one that was sealed",
        ),
        (
            "the profile's hash",
            '"profile_hash":"(..)',
            '"profile_hash":"00',
            "is not the one that was sealed",
        ),
        ("the seed", '"seed":"(........)', '"seed":"00112233', "the seed is not the one"),
        ("the words", "purple", "pink", "not the words"),
        ("the code", '"commitment":"(....)', '"commitment":"0011', "the seed is not the one"),
        ("the receipt", '"receipt":"(....)', '"receipt":"0011', "not the words"),
    ],
)
async def test_verify_finds_what_was_changed_in_a_file(
    text: str, tmp_path: Path, what: str, was: str, put: str, said: str
) -> None:
    file = tmp_path / "game.jsonl"
    if put == "other":
        found = re.search(was, text)
        assert found is not None
        changed = found[0].replace(found[1], str((int(found[1]) + 1) % 13))
        text = text.replace(found[0], changed, 1)
    else:
        text, times = re.subn(was, put, text, count=1)
        assert times == 1
    file.write_text(text)
    assert re.search(said, trouble(await rollerdeck("verify", file))), what


@pytest.mark.parametrize(
    ("was", "put", "said"),
    [
        (r"# fairness .*\n", "", "does not say how its draws were sealed"),
        (r'"seed":"\w+"', '"seed":null', "was exported while the game was played"),
        (r'"seed":"\w+"', '"seed":"walrus"', "The draws cannot be read"),
        (r'"seed":"\w+"', '"seed":""', "The draws cannot be read"),
        (r"# measured .*\n", "", "line 6: A hit stands here without its draw"),
        (r"# intent .*\n", "", "another one's"),
        (r"# intent .*\n", "# intent {}\n", "line 5: The draws cannot be read"),
        (r'"profile":"measured"', '"profile":"walrus"', "The draws cannot be read"),
        (r'"profile":"measured"', '"profile":"custom"', "custom is empty"),
        (r'"cards":\d+}', '"cards":-1}', "not -1."),
        (r"\n\{\"do\"", "\n{walrus\n{\"do\"", "line 4: This is not JSON"),
        (r"(?s).*", "", "holds no game"),
    ],
)  # fmt: skip
async def test_a_file_that_cannot_be_checked_says_why(
    text: str, tmp_path: Path, was: str, put: str, said: str
) -> None:
    file = tmp_path / "game.jsonl"
    text, times = re.subn(was, lambda _: put, text, count=1)
    assert times == 1
    file.write_text(text)
    found = trouble(await rollerdeck("verify", file))
    assert said in found and str(file) in found


async def test_what_is_no_exported_game_is_said_so(
    evening_of_two_games: Evening, tmp_path: Path
) -> None:
    assert "cannot be read" in trouble(await rollerdeck("verify", tmp_path / "none"), 2)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    assert "not a text file" in trouble(await rollerdeck("verify", tmp_path / "picture"))
    twice = await exported(evening_of_two_games, tmp_path)
    twice.write_text(twice.read_text() * 2)
    assert "A second game begins" in trouble(await rollerdeck("verify", twice))


async def test_a_file_of_a_windows_editor_is_verified(
    evening_of_two_games: Evening, tmp_path: Path
) -> None:
    file = await exported(evening_of_two_games, tmp_path)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert (await rollerdeck("verify", file)).exit_code == 0


async def test_a_game_that_is_played_keeps_its_seed(
    evening_of_two_games: Evening, tmp_path: Path
) -> None:
    said = trouble(await verify(evening_of_two_games, 2))
    assert said.startswith("Game 2 is still being played, so its seed is secret")
    for number in (0, 3, 10**30):
        assert f"There is no game {number}" in trouble(await verify(evening_of_two_games, number))
    nobody = await rollerdeck("verify", "--journal", tmp_path / "none")
    assert "There is no journal" in trouble(nobody)


async def test_a_deleted_game_is_not_verified(evening_of_two_games: Evening) -> None:
    await evening_of_two_games.table.delete_game(1)
    assert "was deleted" in trouble(await verify(evening_of_two_games, 1))
    assert "no finished game" in trouble(await verify(evening_of_two_games))


async def test_an_export_of_a_game_under_way_has_no_seed_and_not_the_draw_that_is_due(
    evening_of_two_games: Evening,
) -> None:
    await evening_of_two_games.table.command({"do": "turn_up", "card": "red-5"})
    await evening_of_two_games.press()
    assert evening_of_two_games.hit_is_due()
    text = (await rollerdeck("export", "--journal", evening_of_two_games.path, 2)).stdout
    begun = evening_of_two_games.table.record.begun
    assert begun is not None and begun.seed not in text and '"seed":null' in text
    told = [json.loads(line[9:]) for line in text.splitlines() if line.startswith("# intent")]
    numbers: list[Any] = [one["hit"] for one in told]
    due = evening_of_two_games.table.record.intent
    assert due is not None and len(numbers) == 1 and due.hit not in numbers


async def test_draws_without_a_game_are_verified_once_they_are_over(evening: Evening) -> None:
    evening.fair = True
    table = await evening.open()
    code = table.drawing.commitment
    await table.drawing.begin(StartOptions("purple walrus"))
    for cards in (None, 4):
        await table.drawing.ask("Ann", cards)
        await evening.press()
    assert "Draws 1 go on" in trouble(await verify(evening, "--draws", 1))
    await table.drawing.end()
    done = await verify(evening, "--draws", 1, "--code", code[:16])
    assert done.exit_code == 0, done.output
    assert [line.split()[1:3] for line in done.stdout.splitlines() if line.startswith("  ")] == [
        ["Ann", done.stdout.split("came\n")[1].split()[2]],
        ["Ann", "dealt"],
    ]
    assert "it has 1" in trouble(await verify(evening, "--draws", 2))
    trouble(await verify(evening, "--draws", 1, "1"), exit_code=2)
    await table.drawing.begin(StartOptions())
    await table.new_game(GAME)
    assert (await verify(evening, "--draws", 2)).exit_code == 0


async def test_a_game_that_was_left_for_draws_is_verified_and_exported_with_its_seed(
    evening_of_two_games: Evening,
) -> None:
    table = evening_of_two_games.table
    await table.command({"do": "turn_up", "card": "red-5"})
    await evening_of_two_games.press()
    begun = table.record.begun
    assert begun is not None
    await table.drawing.begin(StartOptions())
    assert (await verify(evening_of_two_games, 2)).exit_code == 0
    newest = await verify(evening_of_two_games)
    assert f"seed     {begun.seed}" in newest.stdout.splitlines()
    text = (await rollerdeck("export", "--journal", evening_of_two_games.path, 2)).stdout
    assert begun.seed in text
