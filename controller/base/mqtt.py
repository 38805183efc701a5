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
    """Name or address of the broker; empty: there is none."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Its port; 0: the usual one, 8883 with TLS and 1883 without."""
    user: str = ""
    """With which name to log in; empty: without one."""
    tls: bool = False
    """Whether the broker is met with TLS."""
    authority: str = ""
    """File with the certificate that vouches for the broker's; empty: those of this machine."""
    certificate: str = ""
    """File of a certificate by which the broker knows this program; empty: none."""
    key: str = ""
    """File of its key."""

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
    """``[mqtt]``: the broker at which this table is published. docs/club.md says what for."""

    section: ClassVar[str] = "mqtt"
    alone: ClassVar[str] = "give each table a name of its own with mqtt.table"

    table: str = ""
    """What this table is called there; empty: as ``user``, or else ``table``."""
    names: bool = False
    """Whether the players' names are published."""
    commands: tuple[Literal["safe_off"], ...] = ()
    """What may be asked of the launcher over the broker."""
    home_assistant: bool = True
    """Whether Home Assistant is told of this table."""
    url: str = ""
    """Address of the referee; empty: it runs on this machine."""

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
    """``[hub]``: what shows the tables of a hall and keeps their results."""

    section: ClassVar[str] = "hub"
    alone: ClassVar[str] = "give each hub a name of its own with hub.name"

    name: str = "hub"
    """What this hub is called at the broker: each of several hubs needs a name of its own."""
    file: str = ""
    """File of results and events; empty: the usual place on this machine."""
    page_host: str = "0.0.0.0"  # noqa: S104 - the screens of the hall are who it is for
    """Address at which the scoreboard is served."""
    page_port: Annotated[int, Meta(ge=0, le=65535)] = 8090
    """Port of the scoreboard; 0 takes any free one."""
    names: tuple[str, ...] = ()
    """Names of this machine for browsers, besides those that nobody else can have."""
    only: bool = False
    """Whether this machine is only a hub: no referee and no driver are installed on it."""
    events_days: Annotated[int, Meta(ge=1, le=3650)] = 30
    """For how many days events are kept. Results are kept for ever."""

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
