"""The requests by which devices get seats: their bodies, their answers, the possible refusals."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from controller.seats.avatars import COLOURS
from controller.seats.join_requests import RequestKind
from controller.seats.roster import Access, Role
from controller.web.operation import AWAY, WRITES, Operation
from controller.web.requests import Figure, Name


class SeatCode(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whose seat a phone may get."""

    player: Name
    own_only: bool = False
    """The page of that phone acts for nobody else."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat is given for: one of the two."""

    code: Name | UnsetType = UNSET
    """As somebody typed or scanned it."""
    ticket: Name | UnsetType = UNSET
    """Of the request to join, after the table has said yes."""


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to the table: this player wants to join the game, or to leave it."""

    do: RequestKind
    player: Name


class Answer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the table says to a request."""

    yes: bool
    score: Figure = 0
    """With how many points somebody joins."""


class ByPinOrLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a device may become a table screen: one of the two."""

    pin: Name | UnsetType = UNSET
    link: Name | UnsetType = UNSET


class OneDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device, by its number."""

    device: Annotated[int, Meta(ge=1)]


class Avatar(Struct, frozen=True, forbid_unknown_fields=True):
    """How a player is shown."""

    player: Name
    colour: Literal[COLOURS] | None  # type: ignore[valid-type]  # the names, in one place
    emoji: Name | None


class Me(msgspec.Struct, frozen=True):
    """What the referee knows of the device that asks."""

    role: Role
    access: Access
    device: int | None
    """Its number; null: it was not admitted."""
    player: str | None
    """Whose phone it is; null: nobody's."""
    own_only: bool
    """Its page acts for nobody else."""
    pin: bool
    """Whether there is a host's PIN."""


class NewCode(msgspec.Struct, frozen=True):
    """A code by which one phone gets a player's seat."""

    code: str
    seconds: int
    """How long it is valid."""
    address: str | None
    """The address that gives the seat to who opens it; null: this machine is on no network."""
    qr: list[str] | None
    """The address as a QR code: rows of 0 and 1, without a border."""


class Claimed(msgspec.Struct, frozen=True):
    """The device that sent the request has this player's seat now."""

    device: int
    player: str | None


class Asked(msgspec.Struct, frozen=True):
    """The request waits for the table's answer."""

    request: int
    ticket: str
    """Keep it: after a yes to ``join``, it is worth the seat."""


class Hosting(msgspec.Struct, frozen=True):
    """The device that sent the request is a table screen now."""

    device: int


class Nothing(msgspec.Struct, frozen=True):
    """It was done."""


SEATS = (
    Operation("GET", "/api/me", "me", "Say who the device that asks is", gives=Me),
    Operation(
        "POST",
        "/api/seats/codes",
        "seat_code",
        "Make a code with which one phone gets a player's seat",
        SeatCode,
        NewCode,
        refusals=("unknown_player",),
    ),
    Operation(
        "POST",
        "/api/seats/claim",
        "claim",
        "Give the sender the seat that a code is for",
        Claim,
        Claimed,
        refusals=("no_such_code", "too_many_devices", "not_saved", "stopping", "too_soon"),
    ),
    Operation(
        "POST",
        "/api/seats/sign_out",
        "sign_out",
        "Take a device's seat, or its role as a table screen, away",
        OneDevice,
        Nothing,
        refusals=("no_such_device", *WRITES),
    ),
    Operation(
        "POST",
        "/api/seats/avatar",
        "avatar",
        "Choose a colour and an emoji for a player",
        Avatar,
        Nothing,
        refusals=("bad_avatar", "unknown_player", *WRITES),
    ),
    Operation(
        "POST",
        "/api/host",
        "host",
        "Make the sender a table screen, by the host's PIN or by a link",
        ByPinOrLink,
        Hosting,
        refusals=(
            *("wrong_pin", "no_pin", "no_such_code", "too_many_devices"),
            *("not_saved", "stopping", "too_soon"),
        ),
    ),
    Operation(
        "POST",
        "/api/seats/requests",
        "ask",
        "Ask the table to let a player join or leave the game",
        Ask,
        Asked,
        refusals=(
            *("rules", "unknown_player", "asked_already", "too_many_requests"),
            *("key_reused", "too_soon"),
        ),
    ),
    Operation(
        "POST",
        "/api/seats/requests/{request}",
        "answer",
        "Answer a request; after a yes, the player joins or leaves",
        Answer,
        Nothing,
        refusals=("no_such_request", "rules", *AWAY, *WRITES),
    ),
)
"""What ``SeatsSite`` answers."""
