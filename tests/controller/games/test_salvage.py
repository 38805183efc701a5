"""A journal with a gap: the game is kept up to it, the table is told, nothing is thrown away."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from controller.base.errors import Trouble
from controller.games.journal_replay import replay
from controller.games.start_up import open_journal
from controller.journal.journal import Journal
from controller.journal.reading import Gap, read_entries
from controller.table.hit import HitStage
from controller.words import say
from tests.worlds.evening import PLAY, Evening, LauncherThere, wrong
from tests.worlds.house import House


async def three_turns(evening: Evening) -> None:
    """Entry 1 is the game, 2 the first card, 3 a hit's intent; then each turn and its intent."""
    table = await evening.begin()
    await table.command(PLAY)
    await table.command({"do": "play", "by": "Cy", "card": "red-4"})
    await evening.die()


def lose(path: Path, where: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"DELETE FROM entry WHERE {where}")


async def reopened(evening: Evening) -> list[str]:
    """The journal is opened as `rollerdeck play` does; what was said about it."""
    said: list[str] = []
    journal, _ = open_journal(evening.path, said.append)
    journal.close()
    await evening.open()
    return said


async def test_the_game_is_kept_up_to_a_gap_and_the_table_is_told(evening: Evening) -> None:
    await three_turns(evening)
    before = read_entries(evening.path)
    command = next(e.seq for e in before.entries if e.body.get("command") == PLAY)
    up_to = replay(before.entries[:command], evening.path)
    lose(evening.path, f"seq = {command + 2}")
    (said,) = await reopened(evening)
    kept = evening.path.with_name(f"{evening.path.name}.before-1")
    assert said == (
        f"The journal {evening.path} is damaged after entry {command + 1}: the game goes on from "
        f"there, and what was found is kept as {kept}. There may be a newer state among the "
        "backups (`rollerdeck restore`)."
    )
    table = evening.table
    assert table.record.state == up_to.state
    assert wrong(table) == say("log.lost")
    assert [line.clause for line in table.record.log if line.key == "log.lost"] == ["TBL-2"]
    # nothing is lost that was found, and the launcher takes no hit of it for one of this journal
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (len(before.entries) - 1,)
    assert read_entries(evening.path).id != before.id


async def test_a_gap_is_told_of_until_somebody_says_something_and_once(evening: Evening) -> None:
    await three_turns(evening)
    lose(evening.path, "seq = 6")
    await reopened(evening)
    await evening.die()
    assert await reopened(evening) == []
    assert wrong(evening.table) == say("log.lost")
    await evening.table.command({"do": "set", "hands": {"Ann": 6}})
    assert wrong(evening.table) == ""
    await evening.restart()
    assert wrong(evening.table) == ""
    assert evening.table.record.log[-2].key == "log.lost"


async def test_a_hit_before_a_gap_may_have_been_pressed_and_is_asked_for(evening: Evening) -> None:
    await evening.begin()
    await evening.press()
    await evening.die()
    lose(evening.path, "seq = 4")
    evening.launcher = LauncherThere()  # to which a journal of another name is a new caller
    await reopened(evening)
    hit = evening.table.hit
    assert hit is not None and (hit.number, hit.stage) == (1, HitStage.CONFIRM)
    await evening.table.confirm(1, 3)
    assert evening.hits() == [(1, 3)]


async def test_what_stands_before_a_page_that_rotted_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal, _ = Journal.open(path)
    for number in range(40):
        await journal.add(1, "withdrawn", {"n": number, "text": "x" * 500})
    journal.close()
    content = path.read_bytes()
    at = content.index(b'"n":20,') // 4096 * 4096
    path.write_bytes(content[:at] + Random(1).randbytes(100) + content[at + 100 :])
    with pytest.raises(Gap) as gap:
        read_entries(path)
    assert 0 < gap.value.last_seq <= 20
    journal, record = open_journal(path, lambda _: None)
    journal.close()
    assert (record.seq, record.lost) == (gap.value.last_seq + 1, True)
    entries = read_entries(path).entries
    assert [entry.body["n"] for entry in entries[:-1]] == list(range(gap.value.last_seq))
    assert entries[-1].kind == "gap"


async def test_a_second_gap_keeps_the_first_find_too(evening: Evening) -> None:
    await three_turns(evening)
    for seq in (6, 4):
        lose(evening.path, f"seq = {seq}")
        journal, _ = open_journal(evening.path, lambda _: None)
        journal.close()
    await evening.open()
    folder = evening.path.parent
    assert sorted(one.name for one in folder.glob("*.before-?")) == [
        f"{evening.path.name}.before-1",
        f"{evening.path.name}.before-2",
    ]


async def test_a_journal_without_a_beginning_is_left_as_it_is(evening: Evening) -> None:
    await three_turns(evening)
    lose(evening.path, "seq = 1")
    before = evening.path.read_bytes()
    with pytest.raises(Trouble, match="put a backup in its place"):
        open_journal(evening.path, lambda _: None)
    assert evening.path.read_bytes() == before
    assert not list(evening.path.parent.glob("*.before-?"))
    evening.path.unlink()
    await evening.open()


async def test_a_gap_on_a_disk_that_takes_nothing_is_said(evening: Evening) -> None:
    await three_turns(evening)
    lose(evening.path, "seq = 6")
    draft = evening.path.with_name(evening.path.name + ".new")
    draft.mkdir()
    with pytest.raises(Trouble, match="is damaged, and nothing can be written beside it"):
        open_journal(evening.path, lambda _: None)
    draft.rmdir()
    await reopened(evening)


@pytest.mark.thorough
def test_a_referee_starts_with_a_gap_in_its_journal(house: House) -> None:
    with house.play("--simulate"):
        house.post("/api/games", {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"})
        house.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        house.post("/api/commands", {"do": "play", "by": "Bo", "card": "red-3"})
    lose(house.journal, "seq = 4")
    with house.play("--simulate") as referee:
        table = house.get("/api/table")
        assert table["launcher"]["why"] == {"key": "log.lost", "values": {}}
        assert "is damaged after entry 3: the game goes on from there" in referee.said
