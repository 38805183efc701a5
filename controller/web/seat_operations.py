"""The requests by which devices get seats: their bodies, their answers, the possible refusals."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from controller.seats.join_requests import RequestKind
from controller.seats.roster import COLOURS, Access, Role
from controller.web.operation import AWAY, WRITES, Operation
from controller.web.requests import Figure, Name


class SeatCode(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whose seat a phone may get."""

    player: Name | UnsetType = UNSET
    """Whose seat it is; left out: with the code any phone takes a seat that no phone has."""
    own_only: bool = False
    """Whether the page of that phone acts for nobody else."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat is given for: either of the two."""

    code: Name | UnsetType = UNSET
    """As somebody typed or scanned it: spaces, dashes and case do not matter."""
    ticket: Name | UnsetType = UNSET
    """The ticket of a request to join, after the table has said yes."""
    player: Name | UnsetType = UNSET
    """Whose seat it takes, where the code is the table's."""


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks the table for."""

    do: RequestKind
    """To join the game, or to leave it."""
    player: Name
    """Who wants that."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the table says to a request."""

    yes: bool
    """Whether the table agrees."""
    score: Figure = 0
    """With how many points somebody joins."""


class ByPinOrLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a device may become a table screen: either of the two."""

    pin: Name | UnsetType = UNSET
    """The host's PIN."""
    link: Name | UnsetType = UNSET
    """What follows ``#`` in the link of ``rollerdeck host link``."""


class OneDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device, by its number."""

    device: Annotated[int, Meta(ge=1)]
    """Its number, as ``devices`` of the table lists it."""


class Avatar(Struct, frozen=True, forbid_unknown_fields=True):
    """How a player is shown."""

    player: Name
    """Who is shown like this."""
    colour: Literal[COLOURS] | None  # type: ignore[valid-type]  # the names, in one place
    """Null: no colour."""
    emoji: Name | None
    """One emoji; null: none."""


class Me(msgspec.Struct, frozen=True):
    """What the referee knows of the device that asks."""

    role: Role
    """What it may do with ``access`` ``seats``.

    - ``table``: a table screen, acts for everybody. It can also be a player's phone. With
      ``access`` ``open``, every device without a seat is one.
    - ``seat``: the phone of one player.
    - ``reader``: a reader of cards.
    - ``spectator``: looks on.
    """
    access: Access
    """Whether any device may act (``open``), or only those that were admitted (``seats``)."""
    device: int | None
    """Its number; null: it was not admitted."""
    player: str | None
    """Whose phone it is; null: nobody's."""
    own_only: bool
    """Whether its page acts for nobody else."""
    pin: bool
    """Whether there is a host's PIN."""


class NewCode(msgspec.Struct, frozen=True):
    """A code by which a phone gets a seat."""

    code: str
    """For ``POST /api/seats/claim``."""
    seconds: int
    """How long it is valid, in seconds."""
    address: str | None
    """The page's address with the code; null: this machine is on no network."""
    qr: list[str] | None
    """The address as a QR code: rows of 0 and 1, without a border; null: there is none."""


class Claimed(msgspec.Struct, frozen=True):
    """The device that sent the request has this player's seat now."""

    device: int
    """Its number."""
    player: str | None
    """Whose seat it has; null: it is a reader."""


class Asked(msgspec.Struct, frozen=True):
    """The request waits for the table's answer."""

    request: int
    """Its number."""
    ticket: str
    """Keep it: after a yes to ``join`` it is worth the seat."""


class Hosting(msgspec.Struct, frozen=True):
    """The device that sent the request is a table screen now."""

    device: int
    """Its number."""


class Nothing(msgspec.Struct, frozen=True):
    """It was done."""


SEATS = (
    Operation("GET", "/api/me", "me", "Say who the device that asks is", gives=Me),
    Operation(
        "POST",
        "/api/seats/codes",
        "seat_code",
        "Make a code with which a phone gets a seat",
        SeatCode,
        NewCode,
        refusals=("unknown_player",),
        about="A player's works once, and voids the one before. The table's works for 20 phones "
        "until it is too old.",
    ),
    Operation(
        "POST",
        "/api/seats/claim",
        "claim",
        "Give the sender the seat that a code is for",
        Claim,
        Claimed,
        refusals=(
            *("no_such_code", "no_name", "seat_taken", "unknown_player", "too_many_devices"),
            *WRITES,
        ),
        about="It sets the cookie. `no_name`: it is the table's code, so send `player`. After five "
        "wrong codes from an address in two minutes it is refused with 429 `too_soon`; after 50 "
        "from all, all codes are void.",
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
            *WRITES,
        ),
        about="It sets the cookie ([how a device becomes a table "
        "screen](access.md#how-a-device-becomes-a-table-screen)). After five wrong PINs from an "
        "address in half an hour, or 50 from all, it is refused with 429 `too_soon`; a table "
        "screen is not.",
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
        about="It waits in `requests` of the table until a restart.",
    ),
    Operation(
        "POST",
        "/api/seats/requests/{request}",
        "answer",
        "Answer a request; after a yes, the player joins or leaves",
        Answer,
        Nothing,
        refusals=("no_such_request", "rules", *AWAY, *WRITES),
        about="If the rules refuse it, the request still waits.",
    ),
)
"""What ``SeatsSite`` answers."""
