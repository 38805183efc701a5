"""The parts of the configuration about an MQTT broker: of a table's publisher, and of a hub."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
"""What every broker takes for one level of a topic, and for a part of a client's ID."""


class BrokerAccess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to reach a broker."""

    section: ClassVar[str]
    """Its name in the configuration, which is also that of the command."""
    alone: ClassVar[str]
    """What to do if two programs have the same client ID."""

    host: str = ""
    """Name or address of the broker; empty: there is none. After a change: ``service install``."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Port of the broker; 0: 8883 with TLS, 1883 without."""
    user: str = ""
    """Name to log in with, whose password ``--password`` asks for; empty: none."""
    tls: bool = False
    """Whether the broker is reached over TLS."""
    authority: str = ""
    """File with the certificate of the authority that signed the broker's, or the broker's own;
    empty: the authorities that this machine trusts; needs ``tls``."""
    certificate: str = ""
    """File of a certificate by which the broker knows this machine; needs ``key`` and ``tls``."""
    key: str = ""
    """File of the certificate's key."""

    @property
    def client(self) -> str:
        """The client ID. It is always the same, so that a broker knows the program again."""
        return f"rollerdeck-{self.section}"

    @property
    def with_status(self) -> str:
        """The table whose status the broker's will tells; empty: none."""
        return ""

    def complaint(self) -> str | None:
        """What is wrong with these values; empty: nothing."""
        name = self.section
        if bool(self.certificate) != bool(self.key):
            return f"{name}.certificate and {name}.key need each other; write both or neither"
        if (self.certificate or self.authority) and not self.tls:
            return f"{name}.authority and {name}.certificate need TLS; write {name}.tls = true"
        return None


class Mqtt(BrokerAccess, frozen=True, forbid_unknown_fields=True):
    """``[mqtt]``: what [publishes this table](club.md) at a broker.

    Restart ``rollerdeck-mqtt`` after a change.
    """

    section: ClassVar[str] = "mqtt"
    alone: ClassVar[str] = "give each table a name of its own with mqtt.table"

    table: str = ""
    """Name of this table at the broker, which no other table has: up to 32 letters, digits, ``-``
    and ``_``; empty: ``user``, or else ``table``."""
    names: bool = False
    """Whether the players' names are published; else they are numbered."""
    commands: tuple[Literal["safe_off"], ...] = ()
    """What the broker may ask of this table: ``safe_off`` [switches the motor
    off](club.md#commands). After a change: ``service install``."""
    home_assistant: bool = True
    """Whether [Home Assistant](club.md#home-assistant) is told of this table."""
    url: str = ""
    """Address of the referee; empty: the one on this machine."""

    @property
    def table_name(self) -> str:
        """What this table is called."""
        return self.table or self.user or "table"

    @property
    def client(self) -> str:
        """See ``BrokerAccess``."""
        return f"rollerdeck-{self.table_name}"

    @property
    def with_status(self) -> str:
        """See ``BrokerAccess``."""
        return self.table_name

    def complaint(self) -> str | None:
        """What is wrong with these values; empty: nothing."""
        if not TABLE_NAME.fullmatch(self.table_name):
            key = "table" if self.table else "user"
            return (
                f"mqtt.{key}: {self.table_name!r} cannot be a table's name; write up to 32 "
                "letters, digits, - and _ as mqtt.table"
            )
        return super().complaint()


class Hub(BrokerAccess, frozen=True, forbid_unknown_fields=True):
    """``[hub]``: what [shows the tables of a hall](club.md#the-hub).

    Restart ``rollerdeck-hub`` after a change.
    """

    section: ClassVar[str] = "hub"
    alone: ClassVar[str] = "give each hub a name of its own with hub.name"

    name: str = "hub"
    """Name of this hub at the broker, which no other hub has."""
    file: str = ""
    """File of results and events; empty: the usual one on this machine."""
    page_host: str = "0.0.0.0"  # noqa: S104 - the screens of the hall are who it is for
    """Address at which the scoreboard is served, as ``referee.host``."""
    page_port: Annotated[int, Meta(ge=0, le=65535)] = 8090
    """Port of the scoreboard; 0 takes any free one."""
    names: tuple[str, ...] = ()
    """Further host names of the scoreboard, as ``referee.names``."""
    only: bool = False
    """Whether this machine has no table: neither a referee nor a driver is installed. After a
    change: ``service install``."""
    events_days: Annotated[int, Meta(ge=1, le=3650)] = 30
    """For how long events are kept; results are kept for ever."""

    @property
    def client(self) -> str:
        """See ``BrokerAccess``."""
        return f"rollerdeck-hub-{self.name}"

    def complaint(self) -> str | None:
        """What is wrong with these values; empty: nothing."""
        if self.only and not self.host:
            return "hub.only needs a broker; write its name as hub.host"
        if not TABLE_NAME.fullmatch(self.name):
            return (
                f"hub.name: {self.name!r} cannot be a hub's name; write up to 32 letters, digits, "
                "- and _"
            )
        return super().complaint()
