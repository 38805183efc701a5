"""The seed of a game that is played, and of the next, is told to nobody; and older journals."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from controller.base.errors import Trouble
from controller.cli import main
from controller.games.backups import back_up, restore
from controller.games.journal_replay import fairness_of
from controller.journal.journal import Journal
from controller.journal.reading import read_entries
from controller.table.table import Table
from controller.web.operations import OPERATIONS
from tests.controller.cli.test_verify_command import trouble, verify
from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import GAME, Evening, make_old


def secrets_of(table: Table) -> list[str]:
    """Seed of this game and the next, as anybody might write them."""
    begun = table.record.begun
    assert begun is not None
    seeds = [bytes.fromhex(begun.seed), table._book.seed(table.record.number + 1)]
    return [form for seed in seeds for form in (seed.hex(), seed.hex().upper(), repr(seed))]


async def test_the_seed_never_leaves_before_the_end(
    evening: Evening, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    evening.fair = True
    table = await evening.open()
    client = Client(evening, LocalControl(evening))
    told: list[str] = []
    await client.post("/api/draws")
    await client.start_game()
    group = (await client.post("/api/groups", {"name": "Friday"})).json()["id"]
    for deed in ({"do": "undo"}, {"do": "turn_up", "card": "red-7"}, {"do": "walrus"}):
        told.append((await client.post("/api/commands", deed)).text)
        await evening.press()
        for one in OPERATIONS:
            if one.method == "GET" and one.name != "events":
                path = one.path.replace("{game}", "1").replace("{group}", group)
                answer = await client.http.get(path.replace("{session}", "1"))
                assert answer.status_code == 200, path
                told.append(answer.text + str(answer.headers))
        told.append((await anext(client.site.hub.listen())).decode())
    told.append((await client.post("/api/games", GAME | {"commitment": "00" * 32})).text)
    whole = "\n".join([*told, caplog.text, *capfd.readouterr(), repr(table), repr(client.site)])
    assert len(table.record.finished) >= 1 and table.commitment in whole
    for secret in secrets_of(table):
        assert secret not in whole

    seed = secrets_of(table)[0]
    await client.start_game()  # and once it was left, it is shown
    assert seed in (await client.http.get("/api/games/1")).text
    assert seed in (await client.http.get("/api/games/1/scenario")).text
    assert seed not in (await client.http.get("/api/table")).text


@pytest.mark.parametrize("words", [["verify", "1"], ["verify"], ["export"], ["export", "--list"]])
async def test_the_command_line_tells_no_seed_of_a_game_that_is_played(
    evening: Evening,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    evening.fair = True
    table = await evening.begin()
    await evening.press()
    monkeypatch.setattr("sys.argv", ["rollerdeck", *words, "--journal", str(evening.path)])
    monkeypatch.setattr("signal.signal", lambda *_: None)
    with suppress(SystemExit):
        await asyncio.to_thread(main)
    said = "".join(capfd.readouterr())
    assert said
    for secret in secrets_of(table):
        assert secret not in said


async def test_a_journal_from_before_draws_were_sealed_goes_on(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    before = table.record.state
    await evening.die()
    make_old(evening.path)
    contents = read_entries(evening.path)  # from outside it is read as it is
    assert contents.entries[0].body.get("seal") is None
    table = await evening.open()
    assert table.record.state == before
    assert fairness_of(table.record, superseded=True) is None
    await evening.press()
    code = table.commitment
    await evening.restart()
    assert evening.table.commitment == code  # it has got a secret, and keeps it
    await evening.table.new_game(GAME)
    assert fairness_of(evening.table.record, superseded=True) is not None


async def test_a_game_from_before_says_that_nobody_can_check_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.table.new_game(GAME)
    await evening.die()
    make_old(evening.path)
    said = trouble(await verify(evening, 1))
    assert (
        said == "Game 1 was begun by a version that did not seal draws, so they cannot be checked."
    )


async def test_a_backup_has_a_secret_of_its_own(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    table = await evening.begin()
    code = table.commitment
    await evening.die()
    copy = tmp_path / "copy"
    back_up(evening.path, copy)
    codes = {code}
    for _ in range(2):
        journal, _ = Journal.open(copy)
        codes.add(journal.seed(2).hex())
        journal.close()
        restore(copy, copy)
    original, _ = Journal.open(evening.path)
    codes.add(original.seed(2).hex())
    original.close()
    assert len(codes) == 4


async def test_a_hit_without_its_draw_is_damage(tmp_path: Path) -> None:
    """Else it would be a hit that nobody looks at."""
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.press()
    await evening.die()
    with closing(sqlite3.connect(evening.path)) as db, db:
        changed = "json_remove(body, '$.hit', '$.measured')"
        db.execute(f'UPDATE entry SET body = {changed} WHERE body LIKE \'%"do":"hit"%\'')
    said = trouble(await verify(evening, 1))
    assert "does not hold (a hit without its draw)" in said


async def test_a_journal_without_its_secret_is_damaged(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    await evening.begin()
    await evening.die()
    with closing(sqlite3.connect(evening.path)) as db, db:
        db.execute("UPDATE meta SET value = 'walrus' WHERE name = 'secret'")
    with pytest.raises(Trouble, match="has lost the secret of its games"):
        Journal.open(evening.path)
