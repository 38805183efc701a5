"""A group is deleted together with the names in its games: everywhere on the disk, nothing else."""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from pytest_mock import MockerFixture

import rules
from controller.base.errors import NOT_SO, WRONG_USAGE, Refused, Trouble
from controller.base.paths import backups_of, groups_of, settings_of
from controller.evenings import forgetting
from controller.evenings.forgetting import (
    _copies,
    _draft,
    draft_journal,
    draft_of,
    finish,
    journal_draft,
    rewrite_copies,
)
from controller.evenings.groups import (
    Group,
    Person,
    id_of,
    marked_as_going,
    read_groups,
    write_groups,
)
from controller.evenings.neutral import look, without_names
from controller.evenings.reckoning import reckon
from controller.evenings.settings import GroupValues, PageValues, StoredSettings
from controller.evenings.settings_store import read_settings, write_settings
from controller.games.backups import back_up
from controller.games.journal_replay import replay, steps
from controller.journal.entry import Entry
from controller.journal.journal import Journal
from controller.journal.reading import read_entries
from controller.seats.roster import Admitted, hash_of
from controller.table.context import StartOptions
from controller.web.evenings.name_removal import Part, forget_apart
from tests.controller.games.test_past_games import OTHER, SMALL, play_to_the_end
from tests.processes import run
from tests.worlds.bot_journal import BotJournal
from tests.worlds.client import Client, refused
from tests.worlds.evening import Evening, make_old

FAMILY = ("Ann", "Bo", "Cy", "Dee", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
TAKE_OUT = {"games": True}


def family(*names: str) -> Group:
    return Group(id_of(names), "Family", tuple(map(Person, names)), {"edition": "attack"})


def names_in(folder: Path, *names: str) -> list[str]:
    """The files that hold one of these names."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [
        path.name
        for path in files
        if any(f'"{name}"'.encode() in path.read_bytes() for name in names)
    ]


def renamed(state: Any, names: dict[str, str]) -> Any:
    """A state as everybody sees it, with other names: no id in it is one of the names."""
    raw = msgspec.json.encode(state).decode()
    for name, called in names.items():
        raw = raw.replace(f'"{name}"', f'"{called}"')
    return msgspec.json.decode(raw)


@pytest.mark.parametrize("seed", range(6))
def test_every_state_is_the_same_but_for_the_names(seed: int, tmp_path: Path) -> None:
    played = BotJournal(Random(seed), target=40)
    for players in (3, 2):
        played.play(players)
    group = family(*FAMILY)
    found = look(played.entries, (group,), group)
    after = [without_names(entry, found) for entry in played.entries]
    path = tmp_path / "journal"
    for (entry, before), (other, now) in zip(
        steps(played.entries, path), steps(after, path), strict=True
    ):
        assert (entry.seq, entry.kind, entry.wall_s) == (other.seq, other.kind, other.wall_s)
        assert before.state is not None and now.state is not None
        seats = [one.name for one in before.state.position.seats]
        names = dict(zip(seats, found.games[entry.game].values(), strict=True))
        assert rules.view(now.state) == renamed(rules.view(before.state), names)
    assert not any(f'"{name}"'.encode() in msgspec.json.encode(after) for name in FAMILY)


def test_a_player_who_is_called_like_a_word_of_the_rules_changes_no_rule() -> None:
    rule = {"text": "red sings, and redo", "effects": []}
    game = {
        "edition": "extreme",
        "players": ["red", "play"],
        "dealer": "red",
        "hands": {"play": 3},
        "options": {"customizable": [rule]},
    }

    def said(seq: int, do: str, **members: Any) -> Entry:
        return Entry(seq, 1, "command", {"command": {"do": do, **members}}, "k", 5, "f")

    entries = [
        Entry(1, 1, "game", {"game": game}),
        said(2, "turn_up", card="red-7"),
        said(3, "play", by="play", card="wild", color="red"),
        said(4, "set", hands={"red": 2}, color="red", turn="play"),
        said(5, "join", player="left", score=0),
        said(6, "set", direction="left", towers={"U": "left", "N": None}),
        Entry(7, 1, "intent", {"hit": 1, "draw": 1, "requested": 1, "by": "left", "owner": "red"}),
        Entry(8, 1, "admitted", {"device": 1, "role": "seat", "player": "red"}),
        Entry(9, 1, "avatar", {"player": "Zed", "colour": "red", "emoji": None}),
    ]
    group = family("red", "play")
    found = look(entries, (group,), group)
    after = [without_names(entry, found) for entry in entries]
    assert [one.body for one in after[1:]] == [
        {"command": {"do": "turn_up", "card": "red-7"}},
        {"command": {"do": "play", "by": "Player 2", "card": "wild", "color": "red"}},
        {"command": {"do": "set", "hands": {"Player 1": 2}, "color": "red", "turn": "Player 2"}},
        {"command": {"do": "join", "player": "Player 3", "score": 0}},
        {"command": {"do": "set", "direction": "left", "towers": {"U": "Player 3", "N": None}}},
        {"hit": 1, "draw": 1, "requested": 1, "by": "Player 3", "owner": "Player 1"},
        {"device": 1, "role": "seat", "player": "Former player 1"},
        {"player": "Zed", "colour": "red", "emoji": None},
    ]
    game = after[0].body["game"]
    assert (game["players"], game["dealer"]) == (["Player 1", "Player 2"], "Player 1")
    assert game["hands"] == {"Player 2": 3}
    assert game["options"]["customizable"][0]["text"] == "Player 1 sings, and redo"
    assert (after[2].key, after[2].wall_s, after[2].print) == ("k", 5, None)


def test_a_name_goes_out_of_a_house_rule_whatever_signs_it_has() -> None:
    rule = {"text": "Tom B. sings, Tommy not, 🎲 dances (Tom, too)", "effects": []}
    game = {"players": ["Tom", "Tom B.", "🎲"], "options": {"customizable": [rule]}}
    group = family("Tom", "Tom B.", "🎲")
    entries = [Entry(1, 1, "game", {"game": game})]
    after = without_names(entries[0], look(entries, (group,), group))
    (told,) = after.body["game"]["options"]["customizable"]
    assert told["text"] == "Player 2 sings, Tommy not, Player 3 dances (Player 1, too)"


def test_games_of_others_keep_their_names() -> None:
    def game(number: int, *players: str, **more: Any) -> Entry:
        return Entry(number, number, "game", {"game": {"players": list(players)}, **more})

    couple = replace_name(family("Ann", "Bo"), "Couple")
    whole = family("Ann", "Bo", "Cy", "Dee")
    entries = [
        game(1, "Ann", "Bo"),
        game(2, "Cy", "Ann", "Dee"),
        game(3, "Ann", "Zed"),
        game(4, "Cy", "Ann", "Dee", goes_on={"game": 2}),
        Entry(5, 4, "admitted", {"player": "Cy"}),
        Entry(6, 4, "admitted", {"player": "Ann"}),
    ]
    found = look(entries, (couple, whole), whole)
    assert sorted(found.games) == [2, 4] and found.games[2] is found.games[4]
    after = [without_names(entry, found) for entry in entries]
    assert [one is entry for one, entry in zip(after, entries, strict=True)] == [
        *(True, False, True, False),
        *(False, True),  # Ann plays elsewhere, too
    ]


def replace_name(group: Group, name: str) -> Group:
    return msgspec.structs.replace(group, name=name)


async def play(client: Client) -> str:
    """The group's game is over; another one's was left before, and there are two backups."""
    await client.evening.close()
    client.evening.fair = True
    await play_to_the_end(client.evening)  # a game of Ann, Bo and Cy, with a hit
    path = client.evening.path
    await client.evening.table.new_game(OTHER)
    backups_of(path).mkdir()
    back_up(path, backups_of(path) / "games-000001.sqlite3")
    await client.evening.table.new_game(SMALL)
    for command in (
        {"do": "turn_up", "card": "red-5"},
        {"do": "set", "scores": {"Bo": 19}},
        {"do": "leave", "player": "Ann"},
        {"do": "leave", "player": "Cy"},
    ):
        await client.evening.table.command(command)
    back_up(path, backups_of(path) / "games-000002.sqlite3")
    client.__init__(client.evening, client.control)  # type: ignore[misc]
    answer = await client.post("/api/groups", {"name": "Family"})
    found: str = answer.json()["id"]
    assert found == id_of(["Ann", "Bo", "Cy"])
    return found


def test_the_process_apart_complains_where_its_referee_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill_the_disk(journal: Path, group: str, referee: int) -> None:
        raise Trouble("There is no room.", WRONG_USAGE)

    monkeypatch.setattr(forgetting, "draft_journal", fill_the_disk)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    assert forgetting.main("journal", "group", "journal", "1") == NOT_SO
    assert capsys.readouterr() == ("", "There is no room.\n")


async def test_the_names_go_and_everything_else_stays(client: Client) -> None:
    evening = client.evening
    group = await play(client)
    folder, journal = evening.path.parent, evening.journal
    reckon(evening.path, "ever", group)
    course = (await client.http.get("/api/games/1")).json()
    before = evening.table.record
    name, seed = journal.id, journal.seed(1)
    assert names_in(folder, "Ann", "Cy") != []
    hub = client.site.hub
    page = hub.listen()
    assert b'"Ann"' in await anext(page)
    answer = await client.post(f"/api/groups/{group}/delete", TAKE_OUT)
    assert (answer.status_code, answer.json()) == (200, {"left": []}), answer.text
    assert names_in(folder, "Ann", "Bo", "Cy") == []
    assert read_groups(groups_of(evening.path)) == ()
    after = evening.table.record
    assert (journal.id, journal.seed(1), journal.last_seq) == (name, seed, before.seq)
    assert [one.hit for one in after.finished] == [one.hit for one in before.finished]
    assert (after.last_hit, after.last_measured) == (before.last_hit, before.last_measured)
    assert [game.players for game in after.games] == [
        ("Player 1", "Player 2", "Player 3"),
        ("Dee", "Ed"),
        ("Player 1", "Player 2", "Player 3"),
    ]
    # what was read before is not told any more, and open pages are told the new names
    hub.close()
    *tables, _ = [chunk async for chunk in page]
    assert b'"Player 1"' in tables[-1]
    assert not any(b'"%s"' % name in table for table in tables for name in (b"Ann", b"Bo", b"Cy"))
    now = (await client.http.get("/api/games/1")).json()
    assert now["short"]["players"][1] == "Player 2" != course["short"]["players"][1]
    assert (await client.table())["state"]["scores"] == {"Player 2": 19}
    checked = await asyncio.to_thread(run, "verify", "1", "--journal", str(evening.path))
    assert checked.returncode == 0, checked.stderr
    table = await evening.restart()
    assert replace(table.record, log=()) == replace(after, log=())
    await table.new_game(OTHER)  # and it goes on
    assert len(read_entries(evening.path).entries) == before.seq + 1
    for copy in backups_of(evening.path).glob("*.sqlite3"):
        contents = read_entries(copy)
        assert contents.id != name
        assert replay(contents.entries, copy).games[0].players[0] == "Player 1"


async def test_devices_of_another_journal_stay_void(client: Client) -> None:
    group = await play(client)
    evening = client.evening
    foreign = Admitted(1, "table", None, False, hash_of("secret"), "another journal")
    await evening.journal.add(3, "admitted", msgspec.to_builtins(foreign))
    await evening.restart()  # as after a backup was restored
    client.__init__(evening, client.control)  # type: ignore[misc]
    assert evening.table.record.roster.devices == ()
    assert (await client.post(f"/api/groups/{group}/delete", TAKE_OUT)).status_code == 200
    assert evening.table.record.roster.devices == ()


async def test_a_key_of_another_request_is_refused_meanwhile(client: Client) -> None:
    group = await play(client)
    path = f"/api/groups/{group}/delete"
    long, other = await asyncio.gather(
        client.post(path, TAKE_OUT, Idempotency_Key="k"),
        client.post("/api/groups", {"name": "Others"}, Idempotency_Key="k"),
    )
    assert long.json() == {"left": []}
    refused(other, 422, "key_reused")


async def test_while_a_game_is_on_nothing_is_taken_out(client: Client) -> None:
    await client.start_game()
    group = (await client.post("/api/groups", {"name": "Us"})).json()["id"]
    before = client.evening.path.read_bytes()
    answer = await client.post(f"/api/groups/{group}/delete", TAKE_OUT)
    refused(answer, 409, "game_on")
    assert client.evening.path.read_bytes() == before
    assert not draft_of(client.evening.path).exists()
    kept = await client.post(f"/api/groups/{group}/delete", {"games": False})
    assert kept.status_code == 200


async def test_who_asks_again_meanwhile_gets_the_same_answer(client: Client) -> None:
    group = await play(client)
    both = await asyncio.gather(
        *(
            client.post(f"/api/groups/{group}/delete", TAKE_OUT, Idempotency_Key="k")
            for _ in range(2)
        )
    )
    assert [one.json() for one in both] == [{"left": []}] * 2


async def test_an_entry_that_comes_meanwhile_is_kept(client: Client) -> None:
    group = await play(client)
    table = client.evening.table
    forget = client.site._evenings._forget
    times = 0

    async def slow(journal: Path, group: str, part: Part) -> tuple[str, ...]:
        nonlocal times
        found = await forget(journal, group, part)
        if part == "journal" and (times := times + 1) == 1:
            await table.delete_game(2)
        return found

    client.site._evenings._forget = slow
    assert (await client.post(f"/api/groups/{group}/delete", TAKE_OUT)).status_code == 200
    assert (times, table.record.deleted) == (2, frozenset({2}))
    assert read_entries(client.evening.path).entries[-1].kind == "deleted"


async def test_a_copy_that_cannot_be_read_is_named(client: Client) -> None:
    group = await play(client)
    path = client.evening.path
    (backups_of(path) / "games-000003.sqlite3").write_bytes(b'"Ann" no journal' * 100)
    path.with_name(f"{path.name}.before-1").write_bytes(b"nothing")
    answer = await client.post(f"/api/groups/{group}/delete", TAKE_OUT)
    assert answer.json() == {"left": ["games-000003.sqlite3", f"{path.name}.before-1"]}
    assert names_in(path.parent, "Ann") == ["games-000003.sqlite3"]


async def test_a_journal_that_somebody_reads_stays_as_it_is(client: Client) -> None:
    group = await play(client)
    path = client.evening.path
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM entry").fetchone()
        answer = await client.post(f"/api/groups/{group}/delete", TAKE_OUT)
        refused(answer, 503, "not_saved")
    assert "Ann" in client.evening.table.record.games[0].players
    await client.post("/api/games", OTHER)  # the referee still writes it
    assert "Ann" in replay(read_entries(path).entries, path).games[0].players


def begun(path: Path) -> Group:
    """A referee was killed when it had marked the group and done nothing else."""
    played = BotJournal(Random(4), target=20)
    for _ in range(2):
        played.play(2)
    played.lay(path)
    with closing(sqlite3.connect(path)) as db:  # what was deleted is still on the disk
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("CREATE TABLE scrap (text)")
        db.executemany("INSERT INTO scrap VALUES (?)", [('"Ann"' * 100,)] * 100)
        db.commit()
        db.execute("DROP TABLE scrap")
        db.commit()
    assert "journal.sqlite3" in names_in(path.parent, "Ann")
    group = family(*FAMILY)
    write_groups(groups_of(path), marked_as_going((group,), group))
    backups_of(path).mkdir()
    back_up(path, backups_of(path) / "games-000001.sqlite3")
    (backups_of(path) / "games-000002.sqlite3.new").write_bytes(b'"Ann"')
    older = backups_of(path) / "schema-1.sqlite3"
    back_up(path, older)
    make_old(older)
    kept = path.with_name(f"{path.name}.before-1")
    back_up(path, kept)
    with closing(sqlite3.connect(kept)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    return group


def test_the_next_start_finishes_what_was_begun(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    group = begun(path)
    own = {group.id: GroupValues(breath_ms=500)}
    write_settings(settings_of(path), StoredSettings(PageValues(strict=True), own))
    before = read_entries(path)
    finish(path)
    assert read_settings(settings_of(path)) == StoredSettings(PageValues(strict=True))
    after = read_entries(path)
    assert (after.id, len(after.entries)) == (before.id, len(before.entries))
    assert names_in(tmp_path, *FAMILY) == []
    with closing(sqlite3.connect(backups_of(path) / "schema-1.sqlite3")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert read_groups(groups_of(path)) == ()
    finish(path)  # there is nothing more to do
    assert read_entries(path) == after
    Journal.open(path)[0].close()


def test_a_start_that_cannot_finish_says_so(tmp_path: Path, mocker: MockerFixture) -> None:
    path = tmp_path / "journal.sqlite3"
    begun(path)
    for full in ("forgetting.write_groups", "forgetting.rewrite_copies"):
        why = Refused("not_saved", "refusal.group_not_saved", {"error": "No space left"})
        refusing = mocker.patch(
            f"controller.evenings.{full}",
            side_effect=why if full.endswith("groups") else OSError(28, "No space left"),
        )
        with pytest.raises(Trouble, match="No space left"):
            finish(path)
        mocker.stop(refusing)
        assert read_groups(groups_of(path))[0].going
    finish(path)
    assert names_in(tmp_path, *FAMILY) == []


def test_only_one_process_writes_drafts(tmp_path: Path, mocker: MockerFixture) -> None:
    # a killed referee's process can still be at it when the next referee starts
    path = tmp_path / "journal.sqlite3"
    begun(path)
    other = os.open(tmp_path, os.O_RDONLY)
    drafts = []

    def drafted(copy: Path, *more: Any) -> int:
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        drafts.append(copy.name)
        return _draft(copy, *more)

    mocker.patch("controller.evenings.forgetting._draft", drafted)
    finish(path)
    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(other)
    assert drafts[:2] == ["journal.sqlite3", "games-000001.sqlite3"]


def test_a_process_of_a_referee_that_has_ended_touches_no_draft(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], mocker: MockerFixture
) -> None:
    mocker.patch("os.nice")
    path = tmp_path / "journal.sqlite3"
    group = begun(path)
    journal_draft(path).write_bytes(b"the draft of the next referee")
    ended = os.getppid() + 1
    assert forgetting.main(str(path), group.id, "journal", str(ended)) == NOT_SO
    assert b"has ended" in capsysbinary.readouterr().err
    assert journal_draft(path).read_bytes() == b"the draft of the next referee"
    assert forgetting.main(str(path), group.id, "journal", str(os.getppid())) == 0
    assert journal_draft(path).name not in names_in(tmp_path, *FAMILY)


async def test_cards_without_a_game_lose_the_names_that_are_nowhere_else(evening: Evening) -> None:
    table = await evening.open()
    await table.new_game({**OTHER, "players": ["Ann", "Cy"], "dealer": "Ann"})
    await table.new_game({**OTHER, "players": ["Bo", "Dee"], "dealer": "Dee"})
    await table.drawing.begin(StartOptions())
    for name in ("Ann", "Bo", "Guest"):
        await table.drawing.ask(name, 1)
        await evening.press()
    await table.drawing.end()
    await evening.die()
    entries = read_entries(evening.path).entries
    group = family("Ann", "Cy")
    found = look(entries, (group, family("Bo", "Dee")), group)
    after = replay([without_names(entry, found) for entry in entries], evening.path)
    assert after.draws is not None
    assert [one.player for one in after.draws.drawn] == ["Former player 1", "Bo", "Guest"]
    assert [hit.by for hit in after.finished] == ["Former player 1", "Bo", "Guest"]
    await evening.open()


def test_without_a_mark_the_start_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    group = begun(path)
    write_groups(groups_of(path), (group,))
    before = path.read_bytes()
    finish(path)
    assert path.read_bytes() == before
    groups_of(path).write_bytes(b"broken")
    finish(path)
    assert path.read_bytes() == before
    with pytest.raises(Trouble, match="no group"):
        write_groups(groups_of(path), ())
        draft_journal(path, group.id)
    assert rewrite_copies(path, group.id) == ()


async def test_deleting_again_finishes_what_could_not_be_finished(client: Client) -> None:
    group = await play(client)
    forget = client.site._evenings._forget

    async def half(journal: Path, group: str, part: Part) -> tuple[str, ...]:
        if part == "copies":
            raise Trouble("The disk is full.", 2)
        return await forget(journal, group, part)

    client.site._evenings._forget = half
    path = f"/api/groups/{group}/delete"
    assert "Ann" in (await client.http.get("/api/games/1")).text
    refused(await client.post(path, TAKE_OUT), 503, "not_rewritten")
    assert "Ann" not in (await client.http.get("/api/games/1")).text
    (kept,) = (await client.http.get("/api/groups")).json()
    assert kept["going"]
    client.site._evenings._forget = forget
    assert (await client.post(path, {"games": False})).json() == {"left": []}
    assert names_in(client.evening.path.parent, "Ann", "Bo", "Cy") == []


@pytest.mark.thorough
async def test_it_is_done_in_a_process_of_its_own(evening: Evening) -> None:
    path = evening.path
    group = begun(path)
    assert await forget_apart(path, group.id, "journal") == ()
    assert journal_draft(path).read_bytes()[:6] == b"SQLite"
    journal_draft(path).unlink()
    assert await forget_apart(path, group.id, "copies") == ()
    assert names_in(backups_of(path), *FAMILY) == []
    await evening.open()


def test_the_copies_of_a_journal_are_found_by_its_name_and_not_by_a_pattern(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "games [2026].sqlite3"
    own, other = (tmp_path / f"games {year}.sqlite3.before-1" for year in ("[2026]", "2"))
    for file in (journal, own, other):
        file.touch()
    assert list(_copies(journal)) == [own]
