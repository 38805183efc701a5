"""Checks of the MQTT broker: a message goes there and comes back."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from controller.base.config import Config
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok, warn
from controller.base.paths import MQTT_PASSWORD
from controller.base.services import MQTT_UNIT, REFEREE_STATE, mqtt_folder
from controller.club.broker import Broker, BrokerGone, Line, without_library
from controller.club.messages import Message, topic
from controller.club.password import read_password
from controller.doctor.machine import Machine

WHAT = "broker"
BACK_S = 5.0
"""A message has to come back within this time."""


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
        yield fail(WHAT, says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])
        return
    if machine.exists(REFEREE_STATE) and not machine.exists(MQTT_UNIT):
        fix = "Run sudo rollerdeck service install."
        yield warn(WHAT, "the publisher is not installed as a service", fix)
    file = mqtt_folder(machine.exists) / MQTT_PASSWORD
    if machine.exists(file) and not machine.may_read(file):
        yield warn(WHAT, "this user may not read the password", "Run it with sudo.")
        return
    try:
        meeting = broker or Broker(config.mqtt, read_password(file))
        came_back = asyncio.run(_round_trip(meeting, config.mqtt.table_name, back_s))
    except (BrokerGone, Trouble) as trouble:
        says, _, fix = str(trouble).partition(": ")
        yield fail(WHAT, says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])
        return
    if came_back:
        yield ok(WHAT, "it passes on what this table publishes")
    else:
        yield fail(
            WHAT,
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
