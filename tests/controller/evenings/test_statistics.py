"""Statistics over an evening, a season and for ever: what they count, and over which games."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import rules
from controller.base.errors import NOT_SO
from controller.base.paths import groups_of, index_of
from controller.evenings import reckoning
from controller.evenings.figures import GameFigures, PersonFigures, PlayedGame, played_games
from controller.evenings.groups import Group, Person, id_of, write_groups
from controller.evenings.reckoning import all_figures, reckon, update_index
from controller.evenings.totals import Season, Statistics, evenings, season_of, statistics, within
from controller.games.entries import Begun, GoesOn
from controller.games.index import read_past
from controller.games.record import Record
from controller.journal.entry import Entry
from controller.web.past import PastView, TooLong
from rules import Refusal, State, read_setup
from tests.seeds import soak_seed
from tests.worlds.bot_journal import BotJournal, commands
from tests.worlds.client import Client, refused
from tests.worlds.evening import GAME, Evening

HOUR_S = 3600
SOME, MANY = 4, int(os.environ.get("ADDED_GAMES", "1000"))


class Recomputed:
    """What games came to, from their commands and the states that everybody sees."""

    def __init__(self) -> None:
        self.people: Counter[tuple[str, str]] = Counter()
        self.all: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    def add(self, game: dict[str, Any], said: list[dict[str, Any]]) -> None:
        setup = read_setup(game)
        assert not isinstance(setup, Refusal)
        state = rules.start(setup)
        before = rules.view(state)
        fire, scores = 0, []
        for name in game["players"]:
            self.people[name, "games"] += 1
        for command in said:
            applied = rules.apply(State(state.position), command)
            assert not isinstance(applied, Refusal)
            state = applied.state
            now = rules.view(state)
            until_fire = bool(before["owed"]) and before["owed"][0]["reason"] == "ATK-10"
            if command["do"] == "hit":
                fire = fire + 1 if until_fire else 0
                self._press(command, before, now)
                if until_fire and command["cards"]:
                    self.most["hit-fire"] = max(self.most["hit-fire"], fire)
                    fire = 0
            if command["do"] == "catch":
                self.people[command["by"], "catches"] += 1
            open_before, open_now = before["uno"], now["uno"]
            if open_before and not open_before["called"]:
                same = open_now and open_now["player"] == open_before["player"]
                self.people[open_before["player"], "forgotten"] += not same
            for event in applied.events:
                self.people[event.player or "", "rounds_won"] += event.key == "ruling.round_won"
            if now["phase"] in ("round_over", "game_over") != before["phase"]:
                scores.append(now["scores"])
            before = now
        self.all["rounds"] += len(scores)
        winners = [before["winner"]] if isinstance(before["winner"], str) else before["winner"]
        for name in winners or ():
            self.people[name, "won"] += 1
            for one in scores[:-1]:
                best = max(one.values()) if game["scoring"] == "winner" else min(one.values())
                self.most["behind"] = max(self.most["behind"], abs(best - one[name]))

    def _press(self, command: dict[str, Any], before: Any, now: Any) -> None:
        self.all["cards"] += command["cards"]
        self.people[command["by"], "presses"] += 1
        self.people[command["by"], "dry"] += command["cards"] == 0
        owner = before["owed"][0]["player"] if before["owed"] else command["by"]
        self.people[owner, "from_presses"] += 1
        for name, hand in now["hands"].items():
            self.people[name, "taken"] += hand - before["hands"][name]


def told(found: Statistics) -> tuple[Counter[tuple[str, str]], Counter[str], Counter[str]]:
    names = [
        *("games", "won", "presses", "dry", "taken", "from_presses"),
        *("catches", "forgotten", "rounds_won"),
    ]
    people = Counter(
        {(one.name, name): getattr(one, name) for one in found.people for name in names}
    )
    fire = found.hit_fire.presses if found.hit_fire else 0
    behind = found.turn_round.points if found.turn_round else 0
    return (
        +people,
        Counter(cards=found.cards, rounds=found.rounds),
        +Counter({"hit-fire": fire, "behind": behind}),
    )


def compare(path: Path, played: BotJournal) -> None:
    recomputed = Recomputed()
    for game, said in commands(played.entries):
        recomputed.add(game, said)
    found = reckon(path, "ever", None)
    people, every, most = told(found)
    assert people == +recomputed.people
    assert (every, most) == (recomputed.all, +recomputed.most)
    assert found.presses == sum(n for (_, what), n in people.items() if what == "presses")
    assert found.games == played.games


def test_statistics_are_what_a_recomputation_from_the_journal_gives(tmp_path: Path) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(18), target=100)
    for _ in range(SOME):
        played.play()
        played.lay(path)
        reckon(path, "evening", None)  # what it kept is used from here on
    compare(path, played)
    assert len(all_figures(path)) == SOME


@pytest.mark.soak
def test_statistics_of_a_thousand_games_are_what_a_recomputation_gives(tmp_path: Path) -> None:
    seed = soak_seed()
    print(f"\n{MANY} games, seed {seed}")
    path, played = tmp_path / "journal", BotJournal(Random(seed), target=100)
    for number in range(MANY):
        played.play()
        if number % (MANY // 10) == 0:
            played.lay(path)
            reckon(path, "ever", None)
    played.lay(path)
    compare(path, played)


def test_figures_are_computed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(1), target=20)
    for _ in range(3):
        played.play()
    played.lay(path)
    before = reckon(path, "ever", None)
    read: list[int] = []

    def counted(entries: Iterable[Entry], path: Path, record: Record) -> Iterator[PlayedGame]:
        for game in played_games(entries, path, record):
            read.append(game.figures.number)
            yield game

    monkeypatch.setattr(reckoning, "played_games", counted)
    assert reckon(path, "ever", None) == before
    assert read == [3]  # the newest game can still change
    played.play()
    played.lay(path)
    reckon(path, "ever", None)
    assert read == [3, 3, 4]
    # what another release computed is computed anew, and a start needs no more than before
    past = read_past(path)
    monkeypatch.setattr(reckoning, "VERSION", reckoning.VERSION + 1)
    update_index(path)
    assert read == [3, 3, 4, 1, 2, 3, 4]
    assert read_past(path) == past


def take_up(played: BotJournal, left: Entry) -> None:
    """The game that began with this entry goes on as another one."""
    goes_on = GoesOn(left.game, 0, 0)
    begun = msgspec.structs.replace(msgspec.convert(left.body, Begun), goes_on=goes_on)
    played.games += 1
    played._add("game", msgspec.to_builtins(begun))


def test_figures_are_what_a_replay_gives_whichever_games_were_in_the_index(tmp_path: Path) -> None:
    for seed in range(6):
        path, played = tmp_path / f"journal-{seed}", BotJournal(Random(seed), target=1)
        for _ in range(6):
            begin = len(played.entries)
            played.play()
            if played.random.randrange(3):
                del played.entries[begin + 6 :]
                if played.random.randrange(2):
                    take_up(played, played.entries[begin])
            if played.random.randrange(2):
                played._add("deleted", {"game": 1 + played.random.randrange(played.games)})
            if played.random.randrange(2):
                played.lay(path)
                all_figures(path)
        played.lay(path)
        deleted = {entry.body["game"] for entry in played.entries if entry.kind == "deleted"}
        replayed = [game.figures for game in played_games(iter(played.entries), path)]
        expected = [game for game in replayed if game.number not in deleted]
        assert all_figures(path) == all_figures(path) == expected


def test_a_computation_that_was_cut_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(1), target=1)
    for _ in range(5):
        played.play(2)
    played.lay(path)
    expected = [game.figures for game in played_games(played.entries, path)]
    read: list[int] = []

    def cut_off(entries: Iterable[Entry], path: Path, record: Record) -> Iterator[PlayedGame]:
        for game in played_games(entries, path, record):
            read.append(game.figures.number)
            if read == [1, 2, 3, 4]:
                raise KeyboardInterrupt
            yield game

    monkeypatch.setattr(reckoning, "played_games", cut_off)
    monkeypatch.setattr(reckoning, "SAVED_EVERY", 2)
    with pytest.raises(KeyboardInterrupt):
        all_figures(path)
    assert all_figures(path) == expected
    assert read == [1, 2, 3, 4, 3, 4, 5]  # the first two were saved


def test_a_damaged_figure_is_computed_again(tmp_path: Path) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(1), target=1)
    for _ in range(3):
        played.play(2)
    played.lay(path)
    before = all_figures(path)
    for damaged in ("{}", "nonsense", '{"number":1'):
        with closing(sqlite3.connect(index_of(path))) as db, db:
            db.execute("UPDATE game SET figures = ? WHERE number = 1", (damaged,))
        assert all_figures(path) == before


@pytest.mark.parametrize("content", [b"", b"{}", b"SQLite format 3\0" + bytes(5000)])
def test_figures_that_cannot_be_read_are_computed_again(tmp_path: Path, content: bytes) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(1), target=20)
    for _ in range(2):
        played.play()
    played.lay(path)
    before = reckon(path, "ever", None)
    index_of(path).write_bytes(content)
    assert reckon(path, "ever", None) == before
    assert read_past(path) is not None


def test_the_games_of_a_group_are_its_own(tmp_path: Path) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(3), target=20)
    for _ in range(8):
        played.play(2)
    played.lay(path)
    ever = all_figures(path)
    names = ever[0].players
    write_groups(groups_of(path), (Group(id_of(names), "Us", tuple(map(Person, names)), {}),))
    found = reckon(path, "ever", id_of(names))
    theirs = [game for game in ever if set(game.players) == set(names)]
    assert found.games == len(theirs) < len(ever)
    assert {one.name for one in found.people} == set(names)
    nobodys = reckon(path, "ever", "00000000")
    assert (nobodys.games, nobodys.people, nobodys.season) == (0, (), None)


def game(number: int, begun_h: float, lasted_h: float = 1.0, **more: Any) -> GameFigures:
    start = datetime(2026, 9, 30, 18, tzinfo=UTC).timestamp()
    figures = GameFigures(
        number=number,
        edition="attack",
        players=("Ann", "Bo"),
        begun_s=int(start + begun_h * HOUR_S),
        ended_s=int(start + (begun_h + lasted_h) * HOUR_S),
        rounds=1,
        cards=3,
        over=True,
        winners=("Ann",),
        scores={},
        people=(PersonFigures("Ann", presses=2, dry=1), PersonFigures("Bo", taken=3, most=2)),
        hit_fire=None,
        turn_round=None,
        goes_on=None,
    )
    return msgspec.structs.replace(figures, **more)


def numbers(games: list[GameFigures]) -> list[list[int]]:
    return [[one.number for one in evening] for evening in evenings(games)]


def test_an_evening_ends_when_nobody_plays_for_hours() -> None:
    assert numbers([]) == []
    assert numbers([game(1, 0), game(2, 1.5), game(3, 4.9), game(4, 9.9)]) == [[1, 2, 3], [4]]
    assert numbers([game(1, 0), game(2, 5 - 1 / HOUR_S), game(3, 10)]) == [[1, 2], [3]]


def test_a_clock_that_jumps_loses_no_game() -> None:
    year = 24 * 365
    jumps = [game(1, 0), game(2, -year), game(3, -year + 1), game(4, 20), game(5, 21)]
    assert numbers(jumps) == [[1], [2, 3], [4, 5]]
    a_little = [game(1, 0), game(2, -1), game(3, 0.5)]  # as when the clock is set right
    assert numbers(a_little) == [[1, 2, 3]]


def test_without_a_clock_a_start_of_the_machine_begins_an_evening() -> None:
    stood_still = [game(1, 0, boot="a"), game(2, 1, boot="a"), game(3, 2.1, boot="b")]
    assert numbers(stood_still) == [[1, 2], [3]]
    # set by the network in the middle of an evening; only then the pauses are known
    assert numbers([game(1, 0, boot="a"), game(2, 1), game(3, 2)]) == [[1, 2, 3]]
    assert numbers([game(1, 0), game(2, 1, boot="b")]) == [[1], [2]]
    assert numbers([game(1, 0, boot="a"), game(2, 6, boot="a")]) == [[1], [2]]


async def test_a_game_says_by_which_start_it_was_begun(client: Client) -> None:
    for client.evening.boot in ("a1b2c3d4", ""):
        await client.start_game()
        await client.evening.press()
    path = client.evening.path
    assert [one.boot for one in all_figures(path)] == ["a1b2c3d4", ""]


def test_a_season_is_a_quarter_of_the_newest_evening() -> None:
    # the first begins in September and ends in October
    games = [game(1, -48), game(2, 4, 3), game(3, 30), game(4, 60)]
    assert [season_of(one, UTC) for one in evenings(games)] == [
        Season(2026, 3),
        *[Season(2026, 4)] * 3,
    ]
    found = statistics(games, "season", None, UTC)
    assert (found.games, found.season) == (3, Season(2026, 4))
    assert statistics(games, "ever", None, UTC).season == Season(2026, 4)
    assert [one.number for one in found.played] == [4]
    assert len(within(games, "evening")) == 1
    assert statistics(games, "evening", None, UTC).games == 1
    assert statistics(games, "ever", None, UTC).games == 4


def test_a_game_that_went_on_is_one_game_and_its_figures_add_up() -> None:
    games = [
        game(1, 0, over=False, winners=()),
        game(2, 1.5, people=(PersonFigures("Cy", catches=1),), winners=("Cy",)),
        game(3, 3, goes_on=1),
        game(4, 30, goes_on=3),
    ]
    found = statistics(games, "ever", None, UTC)
    assert (found.games, found.rounds, found.cards, found.presses, found.dry) == (2, 4, 12, 6, 3)
    people = {one.name: one for one in found.people}
    assert (people["Ann"].games, people["Ann"].won) == (1, 2)
    assert (people["Bo"].taken, people["Bo"].most, people["Cy"].catches) == (9, 2, 1)
    # the part of another evening is a game of that evening
    assert statistics(games, "evening", None, UTC).games == 1
    assert [one.games for one in found.evenings] == [2, 1]


async def test_a_game_that_went_on_counts_what_came_since(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    await table.new_game({"edition": "attack", "players": ["Dee", "Ed"], "dealer": "Dee"})
    await table.play_on(1)
    await evening.press()
    first, other, on = all_figures(evening.path)
    assert (first.cards, on.cards, on.goes_on) == (3, 3, 1)
    await table.play_on(2)  # and now only games in between are known
    *_, third = all_figures(evening.path)
    assert (third.number, third.goes_on, third.players) == (4, 2, other.players)
    await table.delete_game(1)
    assert [one.number for one in all_figures(evening.path)] == [2, 3, 4]


async def test_a_pause_in_a_game_counts_an_hour_at_most(tmp_path: Path) -> None:
    path, played = tmp_path / "journal", BotJournal(Random(1), target=20)
    played.play(2)
    begun_s, ended_s = played.entries[0].wall_s, played.entries[-1].wall_s
    played.lay(path)
    (usual,) = all_figures(path)
    assert (usual.begun_s, usual.ended_s) == (begun_s, ended_s)
    # the clock of a Pi without a battery is set while they play
    later = 30 * 24 * HOUR_S
    half = len(played.entries) // 2
    played.entries[half:] = [
        msgspec.structs.replace(one, wall_s=one.wall_s + later) for one in played.entries[half:]
    ]
    played.lay(path)
    (jumped,) = all_figures(path)
    assert jumped.ended_s == ended_s + later
    assert jumped.ended_s - jumped.begun_s == ended_s - begun_s - 5 + HOUR_S


async def test_statistics_that_take_too_long_are_begun_again_when_asked_for_again(
    client: Client,
) -> None:
    figures = client.site._evenings._figures
    read = figures._read
    readings = 0

    async def be_late_once(
        journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        nonlocal readings
        readings += 1
        if readings == 1:
            raise TooLong("The journal takes too long to read.", NOT_SO)
        return await read(journal, number, view, superseded, more)

    figures._read = be_late_once
    refused(await client.http.get("/api/statistics"), 503, "still_adding")
    assert (await client.http.get("/api/statistics")).json()["games"] == 0
    assert readings == 2


async def test_statistics_are_asked_for_over_http(client: Client) -> None:
    nothing = (await client.http.get("/api/statistics")).json()
    assert (nothing["games"], nothing["span"], nothing["people"]) == (0, "evening", [])
    await client.start_game()
    await client.evening.press()
    saved = (await client.post("/api/groups", {"name": "Us"})).json()["id"]
    for query in ("", "?span=ever", f"?span=season&group={saved}"):
        found = (await client.http.get(f"/api/statistics{query}")).json()
        assert (found["games"], found["cards"], found["presses"]) == (1, 3, 1)
        assert found["people"][1]["name"] == "Bo" or found["people"][0]["name"] == "Ann"
    other = {"edition": "attack", "players": ["Dee", "Ed"]}
    await client.post("/api/games", other)
    found = (await client.http.get(f"/api/statistics?group={saved}")).json()
    assert found["games"] == 1
    refused(await client.http.get("/api/statistics?span=week"), 400, "bad_request")
    refused(await client.http.get("/api/statistics?group=00000000"), 404, "no_such_group")
    assert GAME["players"][0] in {one["name"] for one in found["people"]}
