"""The host of a table: a PIN, of which only a hash is stored, and links that work once.

Both are files beside the journal that only its owner can read. Neither is in a journal, a backup or
a support bundle.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec

from controller.base.outside import decode
from controller.base.paths import link_of, pin_of
from controller.journal.durable import sync, write_beside

SHORTEST_PIN, LONGEST_PIN = 4, 12
"""Digits of a PIN."""

LINK_S = 600
"""A link is valid so long."""

MOST_TRIES = 5
MOST_TOGETHER = 50
TRIES_S = 1800.0
"""Wrong PINs of one address in half an hour: 240 a day; of all addresses, 2,400 a day. There are
10,000 PINs of four digits."""

_COST, _BLOCK = 1 << 12, 8
"""Of scrypt: 4 MB for a moment, and about a tenth of a second on a slow Pi."""


class StoredPin(msgspec.Struct, frozen=True):
    """What is stored of a PIN."""

    salt: str
    hash: str


class StoredLink(msgspec.Struct, frozen=True):
    """What is stored of a link."""

    hash: str
    """SHA-256 of the token in the link."""
    until_s: float
    """By this machine's monotonic clock."""
    boot: str
    """Which start of the machine that clock counts from; empty: unknown."""


def is_pin(pin: str) -> bool:
    """Whether a text can be a PIN: 4 to 12 digits."""
    return SHORTEST_PIN <= len(pin) <= LONGEST_PIN and pin.isascii() and pin.isdigit()


def has_pin(journal: Path) -> bool:
    """Whether there is a PIN for the table of this journal."""
    return pin_of(journal).is_file()


def set_pin(journal: Path, pin: str) -> None:
    """Replace the PIN. Raises OSError; then the one before is still there."""
    salt = secrets.token_bytes(16)
    stored = StoredPin(salt.hex(), _hash(pin, salt).hex())
    write_beside(journal, pin_of(journal), msgspec.json.encode(stored))


def remove_pin(journal: Path) -> bool:
    """Remove the PIN. Returns whether there was one. Raises OSError."""
    return _unlink(pin_of(journal))


def matches_pin(journal: Path, pin: str) -> bool:
    """Whether this is the PIN of a journal's table. Raises OSError.

    It takes about a tenth of a second on a slow Pi, and 4 MB.
    """
    try:
        stored = msgspec.convert(decode(pin_of(journal).read_bytes()), StoredPin)
        salt, expected = bytes.fromhex(stored.salt), bytes.fromhex(stored.hash)
    except (FileNotFoundError, msgspec.MsgspecError, ValueError):
        return False
    return is_pin(pin) and hmac.compare_digest(_hash(pin, salt), expected)


def make_link(journal: Path, clock: Callable[[], float], rng: Random, boot: str) -> str:
    """The token of a new link. The link before is void. Raises OSError.

    ``clock``: seconds, monotonic, since the start of the machine that ``boot`` names.
    """
    token = f"{rng.getrandbits(128):032x}"
    stored = StoredLink(_sha256(token), clock() + LINK_S, boot)
    write_beside(journal, link_of(journal), msgspec.json.encode(stored))
    return token


def redeem_link(
    journal: Path, token: str, clock: Callable[[], float], boot: str
) -> StoredLink | None:
    """What was stored of a link, which is used up now; None: it is not valid. Raises OSError."""
    file = link_of(journal)
    try:
        stored = msgspec.convert(decode(file.read_bytes()), StoredLink)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
    remaining_s = stored.until_s - clock()
    if stored.boot != boot or not 0 < remaining_s <= LINK_S:
        return None
    return stored if hmac.compare_digest(stored.hash, _sha256(token)) and _unlink(file) else None


def restore_link(journal: Path, stored: StoredLink) -> None:
    """Make a redeemed link valid again, unless there is a new one: nobody could be admitted."""
    with suppress(OSError):  # the disk may be why nobody could be admitted
        if not link_of(journal).exists():
            write_beside(journal, link_of(journal), msgspec.json.encode(stored))


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, dklen=32)


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _unlink(file: Path) -> bool:
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    sync(file.parent)
    return True
