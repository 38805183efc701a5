"""The devices that were admitted to the table of a journal, folded from its entries.

A seat belongs to a player's name and lasts until somebody gives it up: nothing here knows a time.
A player may be shown with one of eight colours and one emoji.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from operator import attrgetter
from typing import Annotated, Literal
from unicodedata import category, combining

import msgspec
from msgspec import Meta

from controller.base.errors import Refused
from rules.names import same

COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")

MOST_BYTES = 16
MOST_JOINED_BYTES = 32
"""Of an emoji in UTF-8; the second if it joins several, such as a family."""

_JOINER = "\u200d"
_KEYCAP = "\u20e3"
_VARIATIONS = "\ufe0e\ufe0f"
_TAGS = range(0xE0020, 0xE0080)
_SKINS = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)

MOST_DEVICES = 64
"""So many devices can be admitted at the same time: every page is told all of them."""

MOST_AVATARS = 200
"""So many names keep their colour and emoji, those of the newest choices."""

MOST_CHARS = 200
"""Of a name in an entry. Requests have at most 40, but a game can be older than this limit."""

Access = Literal["open", "seats"]
"""Who may act: any device, or only those that were admitted."""

AdmittedRole = Literal["table", "seat", "reader"]

Role = Literal["table", "seat", "reader", "spectator"]
"""``table`` acts for everybody, ``seat`` for one player. ``reader`` is a program that says which
cards it sees. ``spectator`` looks on."""

Number = Annotated[int, Meta(ge=1)]
"""Of a device, in the order in which a journal admitted them."""


def refuse_avatar(colour: str | None, emoji: str | None) -> None:
    """Return if a player may be shown like this. Raises ``Refused``."""
    if colour is not None and colour not in COLOURS:
        raise Refused("bad_avatar", "refusal.no_such_colour", {"names": list(COLOURS)})
    if emoji is not None and not is_emoji(emoji):
        raise Refused("bad_avatar", "refusal.no_emoji")


def is_emoji(text: str) -> bool:
    """Whether a text is a single sign without letters: one picture, or several joined to one."""
    max_bytes = MOST_JOINED_BYTES if _JOINER in text or _has_tags(text) else MOST_BYTES
    try:
        if not 1 <= len(text.encode()) <= max_bytes:
            return False
    except UnicodeEncodeError:
        return False
    if len(text) == 2 and all(ord(sign) in _FLAGS for sign in text):
        return True
    if text[0] in "0123456789#*":
        return text[1:] in (_KEYCAP, f"\ufe0f{_KEYCAP}")
    return all(map(_is_picture, text.split(_JOINER)))


def _is_picture(part: str) -> bool:
    """One picture with what changes its looks."""
    if not part or not _is_base(part[0]):
        return False
    return all(
        sign in _VARIATIONS or ord(sign) in _SKINS or ord(sign) in _TAGS for sign in part[1:]
    )


def _is_base(sign: str) -> bool:
    """A symbol that stands for itself: no letter, no digit, nothing that does not show."""
    shows = category(sign) in ("So", "Sm", "Po") and ord(sign) > 0xFF
    unknown_yet = category(sign) == "Cn" and 0x1F300 <= ord(sign) < 0x1FC00
    return (shows or unknown_yet) and not combining(sign) and ord(sign) not in _FLAGS


def _has_tags(text: str) -> bool:
    return any(ord(sign) in _TAGS for sign in text)


class Admitted(msgspec.Struct, frozen=True):
    """Body of an ``admitted`` entry: a device got a role, a seat, or another seat."""

    device: Number
    role: AdmittedRole
    player: str | None
    """Whose phone it is; None: nobody's, because it is a table screen or a reader."""
    own_only: bool
    """Its page acts for nobody else, even where everybody may do anything."""
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    """SHA-256 of the secret that the device sends with each request."""
    journal: str
    """The identity of the journal that admitted it; in any other journal it means nothing."""


class SignedOut(msgspec.Struct, frozen=True):
    """Body of a ``signed_out`` entry: this device has no role any more."""

    device: Number


class AvatarChosen(msgspec.Struct, frozen=True):
    """Body of an ``avatar`` entry: how a player is shown from now on."""

    player: Annotated[str, Meta(max_length=MOST_CHARS)]
    colour: Literal[COLOURS] | None  # type: ignore[valid-type]  # the names, in one place
    emoji: Annotated[str, Meta(max_length=MOST_JOINED_BYTES)] | None


@dataclass(frozen=True, slots=True)
class Device:
    """A device that was admitted."""

    admitted: Admitted
    since_s: int
    """Seconds since 1970 by the referee's clock when it was first admitted; for people only."""

    @property
    def number(self) -> int:
        """The number of the device, from 1."""
        return self.admitted.device

    @property
    def player(self) -> str | None:
        """Whose phone it is; None: nobody's."""
        return self.admitted.player


@dataclass(frozen=True, slots=True)
class Sender:
    """The device that sends a request."""

    role: Role
    device: int | None = None
    """None: the device was not admitted."""
    player: str | None = None
    """Whose phone it is; None: nobody's."""
    own_only: bool = False
    """Its page acts for nobody else."""
    signed_out: bool = False
    """It sent a secret that is not known here: it was signed out, or belongs to another journal."""
    former: int | None = None
    """The number that it had until it was signed out: what it sent by then, it may repeat."""

    @property
    def number(self) -> int | None:
        """The device to which its idempotency keys belong; None: to none."""
        return self.former if self.device is None else self.device


@dataclass(frozen=True, slots=True)
class Roster:
    """Every device that is admitted, and how players are shown."""

    devices: tuple[Device, ...] = ()
    """In the order of their numbers."""
    avatars: Mapping[str, AvatarChosen] = field(default_factory=dict)
    """By the name as ``rules.names.same`` spells it, the newest last."""
    last_number: int = 0
    """The highest number that a device has had; no number is given twice."""
    arrived: tuple[str, ...] = ()
    """Whose phones were given seats since the last game began, in the order in which they came."""
    signed_out: tuple[Device, ...] = ()
    """The devices that were signed out last, the newest last."""

    def admit(self, admitted: Admitted, since_s: int) -> Roster:
        """The roster with a new device, or with a device's new role. Those of other journals go."""
        before = self.device(admitted.device)
        device = Device(admitted, before.since_s if before else since_s)
        others = [
            other
            for other in self.devices
            if other.number != device.number and other.admitted.journal == admitted.journal
        ]
        devices = sorted([*others, device], key=attrgetter("number"))
        last_number = max(self.last_number, device.number)
        after = replace(self, devices=tuple(devices[-MOST_DEVICES:]), last_number=last_number)
        after = replace(after, signed_out=_of_journal(self.signed_out, admitted.journal))
        arrived = self.arrived
        # a phone that becomes a table screen as well sat here before
        sits = before is None or before.player != device.player or admitted.role == "seat"
        if sits and device.player is not None and same(device.player) not in map(same, arrived):
            arrived = (*arrived, device.player)
        return replace(after, arrived=after._with_phones(arrived))

    def sign_out(self, number: int) -> Roster:
        """The roster without this device."""
        devices = tuple(device for device in self.devices if device.number != number)
        gone = tuple(device for device in self.devices if device.number == number)
        signed_out = (*self.signed_out, *gone)[-MOST_DEVICES:]
        after = replace(self, devices=devices, signed_out=signed_out)
        return replace(after, arrived=after._with_phones(self.arrived))

    def game_begins(self) -> Roster:
        """The roster once a game has begun: nobody has come for the next one yet."""
        return replace(self, arrived=())

    def _with_phones(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(player for player in players if self.phones(player))

    def show_as(self, chosen: AvatarChosen) -> Roster:
        """The roster with a player's new colour and emoji."""
        name = same(chosen.player)
        avatars = {key: avatar for key, avatar in self.avatars.items() if key != name}
        avatars[name] = chosen
        newest = list(avatars.items())[-MOST_AVATARS:]
        return replace(self, avatars=dict(newest))

    def of_journal(self, journal: str) -> Roster:
        """The roster without the devices that another journal has admitted."""
        devices = _of_journal(self.devices, journal)
        after = replace(self, devices=devices, signed_out=_of_journal(self.signed_out, journal))
        return replace(after, arrived=after._with_phones(self.arrived))

    def device(self, number: int) -> Device | None:
        """The device with this number; None: it is not admitted."""
        return next((device for device in self.devices if device.number == number), None)

    def device_with(self, secret: str | None) -> Device | None:
        """The device that sends this secret; None: none that is admitted."""
        return None if secret is None else _with_secret(self.devices, secret)

    def avatar(self, player: str) -> AvatarChosen:
        """How a player is shown; without colour and emoji if none was chosen."""
        return self.avatars.get(same(player)) or AvatarChosen(player, None, None)

    def phones(self, player: str) -> tuple[Device, ...]:
        """The devices that have the seat of this player."""
        name = same(player)
        devices = self.devices
        return tuple(device for device in devices if device.player and same(device.player) == name)

    def sender_of(self, secret: str | None, access: Access) -> Sender:
        """The sender of a request with this secret; None: it has none."""
        sender = _sender(self.device_with(secret), access, signed_out=secret is not None)
        if secret is None or not sender.signed_out:
            return sender
        gone = _with_secret(self.signed_out, secret)
        return sender if gone is None else replace(sender, former=gone.number)

    def sender_now(self, number: int, access: Access) -> Sender:
        """The sender of a request, with the role that the device with this number has now."""
        return _sender(self.device(number), access, signed_out=True)


def _of_journal(devices: tuple[Device, ...], journal: str) -> tuple[Device, ...]:
    return tuple(device for device in devices if device.admitted.journal == journal)


def _with_secret(devices: tuple[Device, ...], secret: str) -> Device | None:
    sent = hash_of(secret)
    return next((device for device in devices if device.admitted.hash == sent), None)


def _sender(device: Device | None, access: Access, *, signed_out: bool) -> Sender:
    if device is None:
        role: Role = "table" if access == "open" else "spectator"
        return Sender(role, signed_out=signed_out)
    admitted = device.admitted
    return Sender(admitted.role, admitted.device, admitted.player, admitted.own_only)


def hash_of(secret: str) -> str:
    """What a journal keeps of a device's secret."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
