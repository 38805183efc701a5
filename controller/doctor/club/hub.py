"""Checks of the hub: its file, its broker, and whether the broker keeps the tables apart."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

from controller.base.config import Config
from controller.base.errors import Trouble
from controller.base.findings import Finding, fail, ok, warn
from controller.base.paths import HUB_FILE, HUB_PASSWORD
from controller.base.services import hub_folder
from controller.club.broker import Broker, BrokerGone, without_library
from controller.club.messages import Message, topic
from controller.club.password import read_password
from controller.doctor.club.broker import BACK_S, Meeting
from controller.doctor.machine import Machine
from controller.hub.hub import PROBED
from controller.hub.tables import in_words, open_to_read

WHAT = "hub"


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
        yield warn(WHAT, "this user may not read its files", "Run it with sudo.")
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
            WHAT,
            "the broker does not let it answer the tables",
            "Let its user write rollerdeck/+/hub and rollerdeck/+/ack/+ in the broker's list of "
            "who may do what (ACL), as in examples/mosquitto.",
        )
    if others:
        return warn(
            WHAT,
            "the broker lets every program write for every table, so no game counts as proved",
            "Give the broker a list of who may do what (ACL), as in examples/mosquitto.",
        )
    return ok(WHAT, "it can answer the tables, and only a table can write for itself")


def _failed(sentence: str) -> Finding:
    says, _, fix = sentence.partition(": ")
    return fail(WHAT, says[:1].lower() + says[1:], fix[:1].upper() + fix[1:])


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
