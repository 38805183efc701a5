"""What befalls a referee takes no seat away, and no seat changes a game."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from pytest_mock import MockerFixture

from controller.games.exported import scenario
from controller.games.journal_replay import replay, steps
from controller.games.start_up import open_journal
from controller.journal.entry import Entry
from controller.journal.reading import read_entries
from controller.table.hit import HitStage
from tests.controller.games.test_salvage import lose
from tests.processes import PATIENCE_S, Running
from tests.worlds.client import refused
from tests.worlds.evening import GAME, PLAY, Evening
from tests.worlds.house import House
from tests.worlds.phones import Phones, host_link, me

MIB = 1 << 20
MOST_MIB = 45
DEVICES = ("admitted", "signed_out", "avatar")


async def test_a_clock_that_jumps_takes_no_seat_away(phones: Phones, mocker: MockerFixture) -> None:
    kept = dict((await phones.seat("Bo")).cookies)
    now_s = 0.0
    phones.evening.clock = lambda: now_s
    for jump_s in (-3e8, 3e8):  # the machine's clocks, by nine years
        mocker.patch("time.time", return_value=1.8e9 + jump_s)
        now_s = jump_s
        bo = phones.phone(**kept)  # anew: the clock of a phone does not jump with the machine's
        assert (await me(bo))["role"] == "seat"
        command = {"do": "set", "hands": {"Bo": 5}}
        assert (await bo.post("/api/commands", json=command)).status_code == 200
        await phones.restart()
        assert (await me(phones.phone(**kept)))["player"] == "Bo"


async def test_a_seat_that_is_given_during_a_hit_leaves_the_hit_as_it_is(phones: Phones) -> None:
    evening = phones.evening
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    await phones.seat("Bo")
    evening.launcher.finish()
    await evening.launcher.heard()
    assert evening.hits() == [(1, 3)] and evening.balanced()


async def test_a_hit_that_was_pressed_while_the_referee_was_away_is_found_after_a_seat(
    phones: Phones,
) -> None:
    evening = phones.evening
    await phones.seat("Bo")  # the last entry is no intent any more
    evening.launcher.press_until(1)
    await evening.die()
    await evening.open()
    await evening.launcher.heard()
    found = evening.table.hit
    # the launcher has come to the end of its patience meanwhile, and people count
    assert found is not None
    assert (found.number, found.stage, found.cards_out) == (1, HitStage.CONFIRM, 1)


async def test_the_game_is_the_same_with_seats_and_without(phones: Phones) -> None:
    await phones.table.post("/api/commands", PLAY)
    await phones.seat("Cy")
    await phones.table.post("/api/seats/avatar", {"player": "Cy", "colour": "red", "emoji": "🦊"})
    await phones.evening.press()
    await phones.table.post("/api/seats/sign_out", {"device": 2})
    entries = read_entries(phones.evening.path).entries
    plain = [one for one in entries if one.kind not in DEVICES]
    assert len(plain) < len(entries)
    renumbered = [
        Entry(nth, one.game, one.kind, one.body, one.key, one.wall_s, one.print)
        for nth, one in enumerate(plain, 1)
    ]
    path = Path("journal")
    with_, without = (list(steps(some, path))[-1][1] for some in (entries, renumbered))
    assert (with_.state, with_.finished, with_.intent, with_.doubts) == (
        without.state,
        without.finished,
        without.intent,
        without.doubts,
    )
    assert scenario(entries, path, superseded=True) == scenario(renumbered, path, superseded=True)
    course = await phones.table.http.get("/api/games/1")
    assert course.status_code == 200


async def test_a_salvaged_journal_has_no_seats_and_keeps_the_colours(phones: Phones) -> None:
    evening = phones.evening
    bo = await phones.seat("Bo")
    await phones.table.post("/api/seats/avatar", {"player": "Bo", "colour": "red", "emoji": None})
    await phones.table.post("/api/commands", PLAY)
    last = evening.journal.last_seq
    await evening.die()
    lose(evening.path, f"seq = {last - 1}")
    open_journal(evening.path, lambda said: None)[0].close()
    await evening.open()
    await phones.rebuild()
    del bo
    assert (await me(phones.all[0]))["role"] == "spectator"
    table = (await phones.all[0].get("/api/table")).json()
    assert table["devices"] == []
    assert [one["colour"] for one in table["seats"]] == [None, "red", None]


async def test_entries_of_devices_that_no_referee_writes_are_refused(evening: Evening) -> None:
    await evening.begin()
    entries = read_entries(evening.path).entries
    admitted = {
        "device": 1,
        "role": "seat",
        "player": "Bo",
        "own_only": False,
        "hash": "0" * 64,
        "journal": "x",
    }
    avatar = {"player": "Bo", "colour": "red", "emoji": "🦊"}
    last = entries[-1].seq + 1
    good: list[tuple[str, Mapping[str, Any]]] = [
        ("admitted", admitted),
        ("avatar", avatar),
        ("signed_out", {"device": 7}),
    ]
    for kind, body in good:
        replay([*entries, Entry(last, 1, kind, body)], evening.path)  # type: ignore[arg-type]
    bad: list[tuple[str, Mapping[str, Any]]] = [
        ("admitted", {**admitted, "device": 0}),
        ("admitted", {**admitted, "hash": "0"}),
        ("admitted", {**admitted, "role": "spectator"}),
        ("avatar", {**avatar, "colour": "<b>"}),
        ("avatar", {**avatar, "emoji": "🦊" * 40}),
        ("avatar", {**avatar, "player": "B" * 500}),
        ("signed_out", {}),
    ]
    for kind, body in bad:
        with pytest.raises(Exception, match="does not hold"):
            replay([*entries, Entry(last, 1, kind, body)], evening.path)  # type: ignore[arg-type]


class SeatedHouse:
    """A referee as a process of its own, at which each seat acts for itself."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house = house
        self.config = folder / "seats.toml"
        self.config.write_text('[referee]\naccess = "seats"\nbreath_ms = 0\n')
        self.referee = self._play()

    def _play(self) -> Running:
        return self.house.play("--simulate", "--config", str(self.config))

    def client(self, address: str = "127.0.0.1", **cookies: str) -> httpx.Client:
        """A browser at an address of its own."""
        transport = httpx.HTTPTransport(local_address=address)
        return httpx.Client(transport=transport, base_url=self.house.address, cookies=cookies)

    def kill_and_start(self) -> None:
        self.referee.kill()
        self.referee = self._play()


@pytest.fixture
def seated(house: House, tmp_path: Path) -> Iterator[SeatedHouse]:
    found = SeatedHouse(house, tmp_path)
    yield found
    found.referee.end()


@pytest.mark.thorough
def test_a_killed_referee_knows_every_phone_again_at_any_address(seated: SeatedHouse) -> None:
    with ExitStack() as stack:
        tablet = stack.enter_context(seated.client())
        made = tablet.post("/api/host", json={"link": host_link(seated.house.journal)})
        assert made.json() == {"device": 1}
        tablet.post("/api/games", json=GAME).raise_for_status()
        tablet.post("/api/commands", json={"do": "turn_up", "card": "red-5"}).raise_for_status()
        phone = stack.enter_context(seated.client("127.0.0.2"))
        code = tablet.post("/api/seats/codes", json={"player": "Bo"}).json()["code"]
        phone.post("/api/seats/claim", json={"code": code}).raise_for_status()
        stream = socket.create_connection(("127.0.0.1", seated.house.port), timeout=PATIENCE_S)
        stream.close()  # a stream that is cut is nobody's end
        before = phone.get("/api/me").json()
        assert (before["role"], before["player"]) == ("seat", "Bo")
        seated.kill_and_start()
        again = stack.enter_context(seated.client("127.0.0.3", **dict(phone.cookies)))
        assert again.get("/api/me").json() == before
        play = {"do": "play", "by": "Bo", "card": "red-3"}
        assert again.post("/api/commands", json=play).status_code == 200
        refused(again.post("/api/commands", json={**play, "by": "Ann"}), 403, "not_yours")
        stranger = stack.enter_context(seated.client("127.0.0.2"))  # the phone's old address
        refused(stranger.post("/api/commands", json=play), 403, "not_yours")


def resident_mib(seated: SeatedHouse) -> float:
    """How much memory a referee takes after thirty plays with eleven seats and a table screen."""
    players = [f"Player {nth}" for nth in range(1, 11)]
    with ExitStack() as stack:
        tablet = stack.enter_context(seated.client())
        tablet.post("/api/host", json={"link": host_link(seated.house.journal)}).raise_for_status()
        game = {**GAME, "players": players, "dealer": players[0]}
        tablet.post("/api/games", json=game).raise_for_status()
        tablet.post("/api/commands", json={"do": "turn_up", "card": "red-5"}).raise_for_status()
        for player in (*players, players[0]):
            phone = stack.enter_context(seated.client())
            code = tablet.post("/api/seats/codes", json={"player": player}).json()["code"]
            phone.post("/api/seats/claim", json={"code": code}).raise_for_status()
        streams = [stack.enter_context(seated.house.page()) for _ in range(12)]
        for stream in streams:
            stream.setblocking(False)
        for nth in range(30):
            turn = tablet.get("/api/table").json()["state"]["turn"]
            card = f"red-{1 + nth % 9}"
            play = {"do": "play", "by": turn, "card": card}
            tablet.post("/api/commands", json=play)
            for stream in streams:
                with suppress(BlockingIOError):
                    stream.recv(1 << 20)
        return float(psutil.Process(seated.referee.process.pid).memory_info().rss / MIB)


@pytest.mark.thorough
def test_a_referee_with_eleven_seats_and_a_tv_needs_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first referee compiles itself, which an installed one has not to. The second counts."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        seated = SeatedHouse(House(folder), folder)
        try:
            resident = resident_mib(seated)
        finally:
            seated.referee.end()
    print(f"\nresident with eleven seats, a table screen and twelve streams: {resident:.1f} MiB")
    assert resident <= MOST_MIB
