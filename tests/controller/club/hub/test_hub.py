"""A hub at a real Mosquitto, as examples/mosquitto sets it up, and tables that publish there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from controller.club.broker import Broker
from controller.club.hub.table_messages import PROVED
from controller.club.messages import Message
from tests.controller.club.broker import USERS, Mosquitto, certificate
from tests.controller.club.hub.kit import begin_another, end, hub, play_on, publisher, sealed_table
from tests.controller.club.table import PretendedTable
from tests.processes import PATIENCE_S


async def test_a_game_is_shown_and_kept_and_proved_and_its_outbox_empties(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = sealed_table()
    async with hub(mosquitto, tmp_path / "hub.sqlite3") as there:
        async with publisher(mosquitto, table, tmp_path / "published.json") as kept:
            await there.until(lambda: (tile := there.tile()) and tile.turn == "Bo")
            await there.until(lambda: there.committed)
            play_on(table)
            table.jam()
            await there.until(lambda: (tile := there.tile()) and tile.faults == ("JAM",))
            end(table)
            await there.until(lambda: kept.read().acknowledged)
            assert there.proofs == [PROVED]
            summary = there.board.whole().summary
            assert summary is not None
            first = summary.standings[0]
            assert (first.name, first.points, first.wins, first.proved) == ("Cy", 2, 1, 1)
            assert there.said == []
        await there.until(lambda: (tile := there.tile()) and not tile.online)


async def test_hub_and_table_meet_over_tls_with_a_password_and_an_acl(tmp_path: Path) -> None:
    table = sealed_table()
    with Mosquitto(tmp_path, certificate(tmp_path)) as mosquitto:
        async with (
            hub(mosquitto, tmp_path / "hub.sqlite3") as there,
            publisher(mosquitto, table, tmp_path / "published.json"),
        ):
            await there.until(lambda: there.committed)
            play_on(table)
            end(table)
            await there.until(lambda: there.results)
            assert (there.proofs, there.said) == ([PROVED], [])


async def test_only_the_hub_empties_the_outbox(mosquitto: Mosquitto, tmp_path: Path) -> None:
    """It was there once, is away when games end, and gets all of them when it is back."""
    table, file = sealed_table(), tmp_path / "hub.sqlite3"
    async with publisher(mosquitto, table, tmp_path / "published.json") as kept:
        async with hub(mosquitto, file) as there:
            await there.until(lambda: kept.read().hub == there.store.hub)
        for _ in range(6):
            end(table)
            begin_another(table)
        async with mosquitto.home() as home, asyncio.timeout(PATIENCE_S):
            async for one in home.client.messages:
                if str(one.topic).endswith("/state") and b'"game":7' in bytes(one.payload):
                    break
        assert kept.read().acknowledged == {}
        async with hub(mosquitto, file) as there:
            await there.until(lambda: len(kept.read().acknowledged) == 6)
            assert [one.game for one in there.results] == [1, 2, 3, 4, 5, 6]


async def test_a_result_that_an_undo_corrected_replaces_the_one_before(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = sealed_table()
    async with (
        hub(mosquitto, tmp_path / "hub.sqlite3") as there,
        publisher(mosquitto, table, tmp_path / "published.json"),
    ):
        await there.until(lambda: there.committed)
        end(table)
        await there.until(lambda: there.results)
        table.phase = "play"
        table.say("log.undoes", what={"key": "ruling.game_won", "values": {"names": ["Cy"]}})
        await there.until(lambda: there.results == [])
        table.hits = 14
        end(table)
        await there.until(lambda: there.results)
        assert [(one.game, one.hits) for one in there.results] == [(1, 14)]


async def test_a_table_that_dies_in_mid_game_has_no_result_and_goes_on_as_it_was(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = sealed_table()
    async with hub(mosquitto, tmp_path / "hub.sqlite3") as there:
        async with publisher(mosquitto, table, tmp_path / "published.json"):
            await there.until(lambda: there.committed)
            play_on(table, 3)
        await there.until(lambda: (tile := there.tile()) and not tile.online)
        assert there.results == []
        async with publisher(mosquitto, table, tmp_path / "published.json"):
            play_on(table)
            end(table)
            await there.until(lambda: there.results)
            assert there.proofs == [PROVED]  # the commitment came before the first hit


async def test_two_tables_with_one_name_are_told_apart_and_that_is_said(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    one, other = sealed_table(), PretendedTable()
    other.begun_s = one.begun_s + 5
    async with hub(mosquitto, tmp_path / "hub.sqlite3") as there:
        async with publisher(mosquitto, one, tmp_path / "one.json") as kept:
            await there.until(lambda: kept.read().hub)
            end(one)
            await there.until(lambda: len(there.results) == 1)
        async with publisher(mosquitto, other, tmp_path / "other.json") as kept:
            await there.until(lambda: kept.read().hub)
            end(other)
            await there.until(lambda: len(there.results) == 2)
            assert there.said == []  # a machine was set up anew
            there.ahead_s += 2  # it counts seconds
        async with publisher(mosquitto, one, tmp_path / "one.json"):
            await there.until(lambda: "hall.twice" in there.said)
            begin_another(one)
            await there.until(lambda: len(there.board.whole().tables) == 1)
            end(one)
            await there.until(lambda: len(there.results) == 3)
        assert len({result.source for result in there.results}) == 2
        assert {tile.id[:8] for tile in there.board.whole().tables} == {"table-1 "}


async def test_what_is_too_long_or_of_another_version_is_said(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    async with (
        hub(mosquitto, tmp_path / "hub.sqlite3") as there,
        Broker(mosquitto.config(), USERS["table-1"]).connected() as line,
    ):
        await line.publish(Message("rollerdeck/table-1/status", b"online", retain=True))
        await there.until(lambda: there.tile())
        await line.publish(Message("rollerdeck/table-1/result/1", b'{"version": 2}'))
        await there.until(lambda: "hall.other_version" in there.said)
        await line.publish(Message("rollerdeck/table-1/result/1", b"{" * 300_000))
        await there.until(lambda: "hall.no_sense" in there.said)
        assert there.results == []


async def test_a_broker_without_acl_proves_nothing(tmp_path: Path) -> None:
    table = sealed_table()
    with Mosquitto(tmp_path, with_acl=False) as mosquitto:
        async with (
            hub(mosquitto, tmp_path / "hub.sqlite3") as there,
            publisher(mosquitto, table, tmp_path / "published.json"),
        ):
            await there.until(lambda: "hall.open_broker" in there.said and there.committed)
            play_on(table)
            end(table)
            await there.until(lambda: there.results)
            assert there.proofs == ["unguarded"]
