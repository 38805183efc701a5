"""The part of the configuration that says where a table is published."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
"""What every broker takes for one level of a topic, and for a part of a client's ID."""


class Mqtt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[mqtt]``: the broker at which this table is published. docs/club.md says what for."""

    host: str = ""
    """Name or address of the broker; empty: the table is not published."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Its port; 0: the usual one, 8883 with TLS and 1883 without."""
    table: str = ""
    """What this table is called there; empty: as ``user``, or else ``table``."""
    user: str = ""
    """With which name to log in; empty: without one."""
    tls: bool = False
    """Whether the broker is met with TLS."""
    authority: str = ""
    """File with the certificate that vouches for the broker's; empty: those of this machine."""
    certificate: str = ""
    """File of a certificate by which the broker knows this table; empty: none."""
    key: str = ""
    """File of its key."""
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

    def complaint(self) -> str | None:
        """What is wrong with these values; empty: nothing."""
        if not TABLE_NAME.fullmatch(self.table_name):
            key = "table" if self.table else "user"
            return (
                f"mqtt.{key}: {self.table_name!r} cannot be a table's name; write up to 32 "
                "letters, digits, - and _ as mqtt.table"
            )
        if bool(self.certificate) != bool(self.key):
            return "mqtt.certificate and mqtt.key need each other; write both or neither"
        if (self.certificate or self.authority) and not self.tls:
            return "mqtt.authority and mqtt.certificate need TLS; write mqtt.tls = true"
        return None
