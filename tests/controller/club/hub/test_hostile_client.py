"""A hostile client with a valid password, at a broker with the ACL of the examples."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.club.broker import Broker
from controller.club.hub.table_messages import PROVED
from controller.club.messages import Message
from tests.controller.club.broker import USERS, Mosquitto
from tests.controller.club.hub.kit import end, hub, play_on, publisher, sealed_table


def hostile(mosquitto: Mosquitto) -> Any:
    """Logged in as table-2."""
    config = mosquitto.config("table-2", table="stranger")
    return Broker(config, USERS["table-2"]).connected(with_will=False)


def forged(game: int, **more: Any) -> bytes:
    body = {
        "version": 1,
        "source": "bad",
        "game": game,
        "mark": f"{game}",
        "taken_back": False,
        "edition": "attack",
        "begun_s": int(time.time()),
        "rounds": 1,
        "hits": 1,
        "winners": ["Eve"],
        "scores": {"Eve": 500, "Bo": 0},
        "named": True,
    }
    return msgspec.json.encode(body | more)


async def test_it_cannot_speak_for_another_table_nor_empty_its_outbox(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = sealed_table()
    async with (
        hub(mosquitto, tmp_path / "hub.sqlite3") as there,
        publisher(mosquitto, table, tmp_path / "published.json") as kept,
        hostile(mosquitto) as line,
    ):
        await there.until(lambda: there.committed)
        for topic, payload in (
            ("result/7", forged(7)),
            ("result/1", forged(1, taken_back=True, source=kept.read().source)),
            ("hub", b'{"version":1,"hub":"another"}'),
            ("ack/1", b'{"hub":"another","mark":"m"}'),
            ("status", b"offline"),
        ):
            await line.publish(Message(f"rollerdeck/table-1/{topic}", payload))
        await line.publish(Message("rollerdeck/table-2/result/1", forged(1)))
        await there.until(lambda: there.results)
        play_on(table)
        end(table)
        await there.until(lambda: kept.read().acknowledged)
        assert [(one.table, one.proof) for one in there.results] == [
            ("table-1", PROVED),
            ("table-2", "no_commitment"),
        ]
        assert kept.read().hub == there.store.hub


async def test_its_own_forged_results_are_kept_and_not_proved(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    """The scores of a table are what the table says: a proof is only about draws."""
    table = sealed_table()
    async with hub(mosquitto, tmp_path / "hub.sqlite3") as there:
        async with publisher(mosquitto, table, tmp_path / "published.json"):
            await there.until(lambda: there.committed)
            play_on(table)
            end(table)
            await there.until(lambda: there.results)
        (raw,) = there.store._db.execute("SELECT seal FROM commitment").fetchone()
        async with hostile(mosquitto) as line:
            seal = msgspec.json.decode(raw)
            stolen = {"profile": "measured", "custom": [], "seal": seal, "seed": "00" * 32}
            draws = {**stolen, "dry": 0, "hits": [[1, 1, 1, 90, 0, False, False]]}
            own = {"version": 1, "source": "bad", "game": 5, "begun_s": 9, "hits": 0, "seal": seal}
            commitment = msgspec.json.encode(own)
            await line.publish(Message("rollerdeck/table-2/commitment/5", commitment))
            result = forged(5, begun_s=9, draws=draws)
            await line.publish(Message("rollerdeck/table-2/result/5", result))
            await there.until(lambda: len(there.results) == 2)
        assert sorted(there.proofs) == [PROVED, "wrong_draws"]


@pytest.mark.thorough
async def test_a_flood_delays_nobody_for_long_and_makes_no_tables(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = sealed_table()
    async with (
        hub(mosquitto, tmp_path / "hub.sqlite3") as there,
        publisher(mosquitto, table, tmp_path / "published.json") as kept,
        hostile(mosquitto) as line,
    ):
        await there.until(lambda: there.committed)
        for number in range(300):
            event = {"number": number, "game": 1, "event_type": "x" * 50, "source": "bad"}
            body = msgspec.json.encode(event | {"values": {"player": "y" * 4000}})
            await line.publish(Message("rollerdeck/table-2/event", body))
            await line.publish(Message(f"rollerdeck/made-up-{number}/status", b"online"))
        play_on(table)
        end(table)
        await there.until(lambda: kept.read().acknowledged)
        assert there.proofs == [PROVED]
        assert {one.table for one in there.board.whole().tables} <= {"table-1", "table-2"}
