"""Pairing codes: four characters by which a device gets a seat once, within two minutes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from unicodedata import normalize

from controller.base.errors import Refused
from controller.seats.guess_limit import GuessLimit
from rules.names import same

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0 and O, no 1 and I: people take one for the other."""
LENGTH = 4
VALID_S = 120
"""How long a code is valid."""

MOST_TRIES = 5
"""Wrong codes from one address in two minutes."""
MOST_TOGETHER = 50
"""Wrong codes from all addresses in two minutes. After them all codes are void: with ten codes out,
a guess has hit one of them in one case of 2000."""
MOST_REMEMBERED = 1000
"""Wrong codes that are remembered, until when nobody can enter another one."""

MOST_CODES = 64
_LOOK_ALIKES = str.maketrans({"0": "Q", "O": "Q", "1": "L", "I": "L", "|": "L"})
"""What people read or type instead of a sign that there is."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a code gives: the seat of a player, or the role of a reader."""

    player: str | None
    """None: a reader's."""
    own_only: bool
    """The device acts for nobody else."""
    until_s: float


class PairingCodes:
    """The codes that are valid. They are in memory only: a restart of the referee voids them."""

    def __init__(self, clock: Callable[[], float], rng: Random) -> None:
        """``clock``: seconds, monotonic. ``rng``: must be unpredictable."""
        self._clock = clock
        self._rng = rng
        self._issued: dict[str, Grant] = {}
        self._limit_per_address = GuessLimit(clock, MOST_TRIES, MOST_REMEMBERED, VALID_S)
        self._limit_of_all = self._new_limit_of_all()

    def issue(self, player: str | None, *, own_only: bool = False) -> str:
        """A new code for a player's seat; ``player`` None: for a reader.

        The one before is void; of more than ``MOST_CODES``, the oldest is.
        """
        self._forget_expired()
        issued = self._issued.items()
        self._issued = {
            code: grant for code, grant in issued if not _is_same_player(grant.player, player)
        }
        while len(self._issued) >= MOST_CODES:
            del self._issued[next(iter(self._issued))]
        code = self._random_code()
        while code in self._issued:
            code = self._random_code()
        self._issued[code] = Grant(player, own_only, self._clock() + VALID_S)
        return code

    def redeem(self, text: str, address: str | None) -> Grant:
        """What a code gives; it is used up now. ``text``: as somebody has typed it.

        Raises ``Refused`` if there is no such code, or after too many wrong ones from ``address``.
        """
        self._limit_per_address.refuse(address)
        self._forget_expired()
        grant = self._issued.pop(read_code(text), None)
        if grant is None:
            self._count_wrong(address)
            raise Refused("no_such_code", "refusal.no_such_code")
        return grant

    def restore(self, text: str, grant: Grant) -> None:
        """Make a redeemed code valid again, because the seat could not be given."""
        self._issued[read_code(text)] = grant

    def _count_wrong(self, address: str | None) -> None:
        self._limit_per_address.count_wrong(address)
        self._limit_of_all.count_wrong(None)
        if self._limit_of_all.total >= MOST_TOGETHER:
            self._issued.clear()
            self._limit_of_all = self._new_limit_of_all()

    def _new_limit_of_all(self) -> GuessLimit:
        return GuessLimit(self._clock, MOST_TOGETHER, MOST_TOGETHER, VALID_S)

    def _random_code(self) -> str:
        return "".join(self._rng.choices(SIGNS, k=LENGTH))

    def _forget_expired(self) -> None:
        now_s = self._clock()
        self._issued = {
            code: grant for code, grant in self._issued.items() if grant.until_s > now_s
        }


def _is_same_player(first: str | None, second: str | None) -> bool:
    """Whether two codes are for the same player, or both for a reader."""
    return first is second if first is None or second is None else same(first) == same(second)


def read_code(text: str) -> str:
    """The code that a typed text means, without blanks, dashes and signs that look alike."""
    plain = "".join(
        sign for sign in normalize("NFKC", text).upper() if sign.isalnum() or sign == "|"
    )
    return plain.translate(_LOOK_ALIKES)
