"""A table at a real Mosquitto, as examples/mosquitto sets it up."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiomqtt
import msgspec
import pytest

from controller.base.errors import Trouble
from controller.base.mqtt import Mqtt
from controller.club.broker import MOST_BYTES, Broker, BrokerGone
from controller.club.discovery import BIRTH, forget
from controller.club.messages import Message
from controller.club.publisher import Publisher
from controller.club.publisher_store import PublisherStore
from tests.certificates import Pair, expired
from tests.controller.club.broker import USERS, Mosquitto, certificate
from tests.controller.club.table import PretendedTable
from tests.processes import PATIENCE_S

ROOT = "rollerdeck/table-1"


def quiet(event: str, sentence: str, level: int = logging.INFO, **fields: object) -> None:
    assert sentence.endswith(".")


@asynccontextmanager
async def published(
    table: PretendedTable, config: Mqtt, folder: Path, version: str | None = None
) -> AsyncIterator[None]:
    """A publisher that runs."""
    broker = Broker(config, USERS["table-1"])
    kept = PublisherStore(folder / "published.json")
    name, language = config.table_name, "en"
    connect, url = broker.connected, "http://table"
    publisher = Publisher(table, url, connect, kept, name, language, quiet, version=version)
    running = asyncio.create_task(publisher.run())
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@pytest.mark.parametrize("turns", range(6))
@pytest.mark.parametrize("answer", ["on_connect", "on_publish", "on_subscribe", "on_disconnect"])
async def test_a_cancellation_that_comes_together_with_the_brokers_answer_is_not_lost(
    mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch, answer: str, turns: int
) -> None:
    """A hub that had just acknowledged a result did not stop, before Python 3.12."""
    loop = asyncio.get_running_loop()

    async def talk() -> None:
        async with Broker(mosquitto.config(), USERS["table-1"]).connected() as line:
            await line.subscribe(f"{ROOT}/hub")
            await line.publish(Message(f"{ROOT}/event", b"{}"))
        for _ in range(20):  # turns of the loop: by then, the cancellation has come or is lost
            await asyncio.sleep(0)

    talking = asyncio.create_task(talk())

    def cancel_in(turns: int) -> None:
        if turns:
            loop.call_soon(cancel_in, turns - 1)
        else:
            talking.cancel()

    def hear(client: aiomqtt.Client, *said: Any) -> None:
        heard(client, *said)
        cancel_in(turns)

    heard = getattr(aiomqtt.Client, f"_{answer}")
    monkeypatch.setattr(aiomqtt.Client, f"_{answer}", hear)
    await asyncio.wait((talking,))
    assert talking.cancelled()


async def why_not(config: Mqtt, password: str = USERS["table-1"]) -> str:
    gc.freeze()  # the collector below looks only at what is made from here on
    with pytest.raises(BrokerGone) as gone:
        async with Broker(config, password).connected():
            pass
    said = str(gone.value)
    del gone
    gc.collect()  # paho leaves a socket to the collector on which TLS failed
    return said


async def test_a_table_is_published_over_tls_and_says_goodbye(tmp_path: Path) -> None:
    table = PretendedTable()
    pair = certificate(tmp_path)
    with Mosquitto(tmp_path, pair) as mosquitto:
        await publish_and_forget(mosquitto, table, tmp_path)


async def publish_and_forget(mosquitto: Mosquitto, table: PretendedTable, tmp_path: Path) -> None:
    async with mosquitto.home() as home:
        async with published(table, mosquitto.config(), tmp_path):
            await home.until(f"{ROOT}/state", b'"inside":90')
            table.say("ruling.calls_uno", clause="COM-11", player="Bo")
            event = msgspec.json.decode(await home.until(f"{ROOT}/event"))
            said = ("calls_uno", 1, "COM-11", {"player": "Player 2"}, "Player 2 calls UNO.")
            assert tuple(event[key] for key in ("event_type", "number", "clause")) == said[:3]
            assert (event["values"], event["sentence"]) == said[3:]
            assert event["late"] is False
            table.jam()
            assert b"open the cover" in await home.until(f"{ROOT}/launcher", b"JAM")
            table.phase = "game_over"
            table.say("ruling.game_won", names=["Cy"], n=1)
            result = msgspec.json.decode(await home.until(f"{ROOT}/result/1"))
            assert (result["winners"], result["scores"]["Player 3"]) == (["Player 3"], 55)
            table.phase = "play"
            table.say("log.undoes", what={"key": "ruling.game_won", "values": {"names": ["Cy"]}})
            assert b'"taken_back":true' in await home.until(f"{ROOT}/result/1")
        await home.until(f"{ROOT}/status", b"offline")
        told = b" ".join(payload for _, payload, _ in home.heard)
        assert not any(name in told for name in (b"Ann", b"Bo", b"Cy"))
    async with mosquitto.home() as late:  # what is retained, and nothing else
        await late.until(f"{ROOT}/state")
        assert {topic for topic, _, _ in late.heard} <= {
            f"{ROOT}/{one}" for one in ("status", "source", "launcher", "state")
        }
        assert all(retained for _, _, retained in late.heard)
    async with Broker(mosquitto.config(), USERS["table-1"]).connected(with_will=False) as line:
        await forget(line, "table-1")
    async with mosquitto.home() as later:
        await later.client.publish("rollerdeck/end", b"")  # which home may not
        async with Broker(mosquitto.config("table-2"), USERS["table-2"]).connected():
            pass
        assert len(later.client.messages) == 0


async def test_what_a_killed_broker_forgot_is_published_again(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = PretendedTable()
    async with published(table, mosquitto.config(), tmp_path):
        async with mosquitto.home() as home:
            await home.until(f"{ROOT}/state")
        mosquitto.kill()
        (tmp_path / "mosquitto.db").unlink(missing_ok=True)
        table.say("ruling.calls_uno", player="Bo")
        mosquitto.start()
        async with mosquitto.home() as home:
            await home.until(f"{ROOT}/state", b'"seq":3')
            event = msgspec.json.decode(await home.until(f"{ROOT}/event"))
            assert (event["number"], event["late"]) == (1, True)
            told = {topic for topic, _, _ in home.heard}
            assert {f"{ROOT}/status", f"{ROOT}/launcher"} <= told  # which have not changed
            table.leave()
            await home.until(f"{ROOT}/status", b"offline")


async def test_what_came_of_a_command_is_published(mosquitto: Mosquitto, tmp_path: Path) -> None:
    async def off() -> str:
        return "The motor is off."

    broker = Broker(mosquitto.config(), USERS["table-1"])
    kept, table = PublisherStore(tmp_path / "published.json"), PretendedTable()
    publisher = Publisher(
        *(table, "http://table", broker.connected, kept, "table-1", "en", quiet),
        commands={"safe_off": off},
    )
    running = asyncio.create_task(publisher.run())
    async with (
        mosquitto.home() as home,
        Broker(mosquitto.config(), USERS["table-1"]).connected(with_will=False) as other,
    ):
        await home.until(f"{ROOT}/state")
        await home.client.publish(f"{ROOT}/command/safe_off", b"", qos=1)  # home may only read
        await other.publish(Message(f"{ROOT}/command/reboot", b""))
        await other.publish(Message(f"{ROOT}/command/safe_off", b""))
        assert b"The motor is off." in await home.until(f"{ROOT}/answer/safe_off")
        running.cancel()
        await home.until(f"{ROOT}/status", b"offline")
    answers = [where for where, _, _ in home.heard if "/answer/" in where]
    assert answers == [f"{ROOT}/answer/safe_off"]


async def test_a_table_reaches_no_topic_of_another_table(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    table = PretendedTable()
    async with mosquitto.home() as home, published(table, mosquitto.config(), tmp_path):
        await home.until(f"{ROOT}/status", b"online")
        async with aiomqtt.Client(
            "localhost", mosquitto.port, username="table-2", password=USERS["table-2"]
        ) as other:
            await other.subscribe("rollerdeck/#", qos=1)
            await other.publish(f"{ROOT}/state", b"forged", qos=1, retain=True)
            await other.publish("homeassistant/device/rollerdeck/table-1/config", b"forged", qos=1)
            await other.publish("rollerdeck/table-2/state", b"own", qos=1)
        await home.until("rollerdeck/table-2/state", b"own")
        assert b"forged" not in {payload for _, payload, _ in home.heard}
        assert len(other.messages) <= 1


async def test_a_message_that_is_far_too_long_does_not_arrive(mosquitto: Mosquitto) -> None:
    async with (
        mosquitto.home() as home,
        Broker(mosquitto.config(), USERS["table-1"]).connected() as line,
    ):
        await line.subscribe(BIRTH)
        for length in (MOST_BYTES, MOST_BYTES - 100):
            await home.client.publish(BIRTH, b"x" * length, qos=1)
        async with asyncio.timeout(PATIENCE_S):
            heard = await anext(line.heard())
        assert len(heard.payload) == MOST_BYTES - 100


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
async def test_what_is_wrong_is_said_in_a_sentence(mosquitto: Mosquitto) -> None:
    free = mosquitto.config(table="free")
    assert "does not accept user and password" in await why_not(free, "wrong")
    nobody = msgspec.structs.replace(free, port=1)
    assert "No broker answers at localhost:1" in await why_not(nobody)
    nowhere = msgspec.structs.replace(free, host="nowhere.invalid")
    assert "correct mqtt.host" in await why_not(nowhere)
    plain = msgspec.structs.replace(free, tls=True)
    assert "speaks no TLS there" in await why_not(plain)


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
async def test_who_resets_a_connection_without_tls_is_not_told_to_want_tls() -> None:
    def reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at_once = struct.pack("ii", 1, 0)  # closing then resets the connection
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        writer.transport.abort()

    async with await asyncio.start_server(reset, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        said = await why_not(Mqtt(host="127.0.0.1", port=port))
    assert "127.0.0.1" in said and "TLS" not in said


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
async def test_certificates_that_do_not_do_are_said_in_a_sentence(tmp_path: Path) -> None:
    pair = certificate(tmp_path)
    old = expired(pair, "DNS:localhost")
    with Mosquitto(tmp_path, old) as mosquitto:
        await refuse(mosquitto, pair, old, tmp_path)


async def refuse(mosquitto: Mosquitto, pair: Pair, old: Pair, tmp_path: Path) -> None:
    trusting = mosquitto.config(authority=str(old.certificate))
    assert "has run out" in await why_not(trusting)
    other_name = msgspec.structs.replace(trusting, host="127.0.0.1")
    assert "nobody here trusts" in await why_not(other_name)
    with pytest.raises(Trouble, match=r"there\.pem cannot be read"):
        Broker(mosquitto.config(authority=str(tmp_path / "there.pem")), None)
    other = tmp_path / "other"
    other.mkdir()
    key = certificate(other).key
    with pytest.raises(Trouble, match="belong together"):
        Broker(mosquitto.config(certificate=str(pair.certificate), key=str(key)), None)


async def test_a_broker_of_mqtt_3_is_spoken_to_in_mqtt_3(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    versions: list[int] = []
    passing: list[asyncio.Task[None]] = []

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Refuses MQTT 5 as a broker does that does not know it."""
        first = await reader.read(4096)
        version = first[first.index(b"MQTT") + 4]
        versions.append(version)
        if version == 5:
            writer.write(b"\x20\x02\x00\x01")
            await _close(writer)
            return
        there, back = await asyncio.open_connection("localhost", mosquitto.port)
        back.write(first)
        pumps = [asyncio.create_task(_pump(*ends)) for ends in ((reader, back), (there, writer))]
        passing.extend(pumps)
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        await _close(back)
        await _close(writer)

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    config = msgspec.structs.replace(mosquitto.config(), host="127.0.0.1", port=port)
    table = PretendedTable()
    async with mosquitto.home() as home, published(table, config, tmp_path):
        await home.until(f"{ROOT}/state")
        table.say("ruling.calls_uno", player="Bo")
        await home.until(f"{ROOT}/event")
    assert versions == [5, 4]
    server.close()
    await server.wait_closed()
    await asyncio.gather(*passing)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while chunk := await reader.read(65536):
            writer.write(chunk)


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
