"""The host of a table: a PIN that only its hash is kept of, and links that work once.

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
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class KeptPin(msgspec.Struct, frozen=True):
    """What is kept of a PIN."""

    salt: str
    hash: str


class KeptLink(msgspec.Struct, frozen=True):
    """What is kept of a link."""

    hash: str
    """SHA-256 of what stands in the link."""
    until_s: float
    """By this machine's monotonic clock."""
    boot: str
    """Which start of the machine that clock counts from; empty: nobody knows."""


def is_pin(said: str) -> bool:
    """Whether this can be a PIN at all."""
    return SHORTEST_PIN <= len(said) <= LONGEST_PIN and said.isascii() and said.isdigit()


def has_pin(journal: Path) -> bool:
    """Whether there is a PIN for the table of this journal."""
    return pin_of(journal).is_file()


def set_pin(journal: Path, pin: str) -> None:
    """Replace the PIN. Raises OSError; then the one before is still there."""
    salt = secrets.token_bytes(16)
    kept = KeptPin(salt.hex(), _hash(pin, salt).hex())
    write_beside(journal, pin_of(journal), msgspec.json.encode(kept))


def remove_pin(journal: Path) -> bool:
    """Remove the PIN. Returns whether there was one. Raises OSError."""
    return _remove(pin_of(journal))


def is_the_pin(journal: Path, said: str) -> bool:
    """Whether this is the PIN. It takes a moment and some memory. Raises OSError."""
    try:
        kept = msgspec.convert(decode(pin_of(journal).read_bytes()), KeptPin)
        salt, found = bytes.fromhex(kept.salt), bytes.fromhex(kept.hash)
    except (FileNotFoundError, msgspec.MsgspecError, ValueError):
        return False
    return is_pin(said) and hmac.compare_digest(_hash(said, salt), found)


def make_link(journal: Path, clock: Callable[[], float], lots: Random, boot: str) -> str:
    """What stands in a new link. The link before is void. Raises OSError."""
    said = f"{lots.getrandbits(128):032x}"
    kept = KeptLink(_plain(said), clock() + LINK_S, boot)
    write_beside(journal, link_of(journal), msgspec.json.encode(kept))
    return said


def use_link(journal: Path, said: str, clock: Callable[[], float], boot: str) -> KeptLink | None:
    """What was kept of this link, which is used up now; None: it is not valid. Raises OSError."""
    file = link_of(journal)
    try:
        kept = msgspec.convert(decode(file.read_bytes()), KeptLink)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
    left_s = kept.until_s - clock()
    if kept.boot != boot or not 0 < left_s <= LINK_S:
        return None
    return kept if hmac.compare_digest(kept.hash, _plain(said)) and _remove(file) else None


def give_link_back(journal: Path, kept: KeptLink) -> None:
    """Nobody could be admitted: the link is worth as much as before, unless there is a new one."""
    with suppress(OSError):  # the disk may be why nobody could be admitted
        if not link_of(journal).exists():
            write_beside(journal, link_of(journal), msgspec.json.encode(kept))


def this_boot() -> str:
    """Which start of the machine this is; empty: nobody knows."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, dklen=32)


def _plain(said: str) -> str:
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()


def _remove(file: Path) -> bool:
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    sync(file.parent)
    return True
