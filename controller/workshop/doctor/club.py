"""Checks of what a table and a hub need of their MQTT broker.

A message goes to the broker and comes back; the hub has its file, and its broker keeps the tables
apart.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from controller.base.config import Config
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok, warn
from controller.base.paths import HUB_FILE, HUB_PASSWORD, MQTT_PASSWORD
from controller.base.services import MQTT_UNIT, REFEREE_STATE, hub_folder, mqtt_folder
from controller.club.broker import Broker, BrokerGone, Line, without_library
from controller.club.hub.hub import PROBED
from controller.club.hub.hub_file import in_words, open_to_read
from controller.club.messages import Message, topic
from controller.club.password import read_password
from controller.workshop.doctor.machine import Machine

BROKER = "broker"
BACK_S = 5.0
"""A message has to come back within this time."""

HUB = "hub"


class Meeting(Protocol):
    """A broker, as ``controller.club.broker.Broker`` is one."""

    def connected(self, *, with_will: bool = True) -> AbstractAsyncContextManager[Line]:
        """Connect. Raises ``BrokerGone``."""


def check_broker(
    machine: Machine, config: Config, broker: Meeting | None = None, back_s: float = BACK_S
) -> Iterator[Finding]:
    """Check what a publisher needs, if the configuration names a broker.

    ``broker``: None: the one of the configuration.
    """
    if not config.mqtt.host:
        return
    if not machine.has_module("aiomqtt"):
        says, _, fix = without_library().partition(": ")
        yield fail(BROKER, says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])
        return
    if machine.exists(REFEREE_STATE) and not machine.exists(MQTT_UNIT):
        fix = "Run sudo rollerdeck service install."
        yield warn(BROKER, "the publisher is not installed as a service", fix)
    file = mqtt_folder(machine.exists) / MQTT_PASSWORD
    if machine.exists(file) and not machine.may_read(file):
        yield warn(BROKER, "this user may not read the password", "Run it with sudo.")
        return
    try:
        meeting = broker or Broker(config.mqtt, read_password(file))
        came_back = asyncio.run(_round_trip(meeting, config.mqtt.table_name, back_s))
    except (BrokerGone, Trouble) as trouble:
        says, _, fix = str(trouble).partition(": ")
        yield fail(BROKER, says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])
        return
    if came_back:
        yield ok(BROKER, "it passes on what this table publishes")
    else:
        yield fail(
            BROKER,
            "it accepts what this table publishes, and passes nothing on",
            "Compare mqtt.table and mqtt.user with the broker's list of who may do what (ACL).",
        )


async def _round_trip(broker: Meeting, table: str, back_s: float) -> bool:
    """Whether a message comes back. MQTT 3.1.1 acknowledges also what a broker then drops."""
    where, payload = topic(table, "check"), secrets.token_hex(8).encode()
    async with broker.connected(with_will=False) as line:
        await line.subscribe(where)
        await line.publish(Message(where, payload))
        try:
            async with asyncio.timeout(back_s):
                async for heard in line.heard():
                    if heard.payload == payload:
                        return True
        except TimeoutError:
            pass
    return False


def check_hub(
    machine: Machine, config: Config, broker: Meeting | None = None, back_s: float = BACK_S
) -> Iterator[Finding]:
    """Check what a hub needs, if the configuration makes this machine one.

    ``broker``: None: the one of the configuration.
    """
    if not config.hub.host:
        return
    if not machine.has_module("aiomqtt"):
        yield _failed(without_library())
        return
    folder = hub_folder(machine.exists)
    file = Path(config.hub.file) if config.hub.file else folder / HUB_FILE
    password = folder / HUB_PASSWORD
    if any(machine.exists(path) and not machine.may_read(path) for path in (file, password)):
        yield warn(HUB, "this user may not read its files", "Run it with sudo.")
        return
    try:
        if machine.exists(file):
            _look_into(file)
        meeting = broker or Broker(config.hub, read_password(password, "hub"))
        own, others = asyncio.run(_heard(meeting, back_s))
    except (BrokerGone, Trouble) as trouble:
        yield _failed(str(trouble))
    else:
        yield _check_rights(own, others)


def _check_rights(own: bool, others: bool) -> Finding:
    """Check whether the hub may write its ``own`` messages, and those of ``others``."""
    if not own:
        return fail(
            HUB,
            "the broker does not let it answer the tables",
            "Let its user write rollerdeck/+/hub and rollerdeck/+/ack/+ in the broker's list of "
            "who may do what (ACL), as in examples/mosquitto.",
        )
    if others:
        return warn(
            HUB,
            "the broker lets every program write for every table, so no game counts as proved",
            "Give the broker a list of who may do what (ACL), as in examples/mosquitto.",
        )
    return ok(HUB, "it can answer the tables, and only a table can write for itself")


def _failed(sentence: str) -> Finding:
    says, _, fix = sentence.partition(": ")
    return fail(HUB, says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])


def _look_into(file: Path) -> None:
    """Raises ``Trouble`` if it is no file of a hub, or one of a newer version."""
    with in_words(file):
        open_to_read(file).close()


async def _heard(broker: Meeting, back_s: float) -> tuple[bool, bool]:
    """Whether what the hub may write comes back, and whether what it must not write does, too."""
    allowed = topic("nobodys-table", "hub")
    payload = secrets.token_hex(8).encode()
    returned = set()
    async with broker.connected(with_will=False) as line:
        for where in (PROBED, allowed):
            await line.subscribe(where)
        for where in (PROBED, allowed):
            await line.publish(Message(where, payload))
        try:
            async with asyncio.timeout(back_s):
                async for heard in line.heard():
                    if heard.payload == payload:
                        returned.add(heard.topic)
                    if allowed in returned:
                        break
        except TimeoutError:
            pass
    return allowed in returned, PROBED in returned
