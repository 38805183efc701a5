"""Pairing codes: four characters by which a device gets a seat, within two minutes.

A player's and a reader's works once. With the table's, any phone takes a free seat by its name.

Wrong guesses of codes and PINs are limited, per address and in all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from random import Random
from unicodedata import normalize

from controller.base.errors import Refused
from rules.names import same

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0 and O, no 1 and I: people take one for the other."""

LENGTH = 4

VALID_S = 120
"""How long a code is valid."""

RENEWED_S = 75
"""The table's code is handed out with more than so long to go: who asks later gets a new one.
A page shows it for 15 s, so who scans it has a minute."""

MOST_PHONES = 20
"""So many devices get seats by one code of the table, then it is void: nobody fills the table."""

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


class GuessLimit:
    """The wrong guesses within a time. Who guesses too often has to wait.

    No guess is forgotten before its time: from ``max_total`` on, everybody has to wait.
    """

    def __init__(
        self, clock: Callable[[], float], max_per_address: int, max_total: int, within_s: float
    ) -> None:
        """Allow ``max_per_address`` wrong guesses of an address ``within_s``, ``max_total`` of all.

        ``clock``: seconds, monotonic.
        """
        self._clock = clock
        self._max_per_address = max_per_address
        self._max_total = max_total
        self._within_s = within_s
        self._guesses: deque[tuple[float, str | None]] = deque()

    def refuse(self, address: str | None, *, trusted: bool = False) -> None:
        """Raise ``Refused`` if whoever is at this address has to wait, even with a right guess.

        ``trusted``: wrong guesses of other addresses do not count.
        """
        self._forget_old()
        own = [at_s for at_s, source in self._guesses if source == address]
        if len(own) >= self._max_per_address:
            raise Refused("too_soon", "refusal.guessed_too_often", {"n": self._wait_s(own[0])})
        if len(self._guesses) >= self._max_total and not trusted:
            wait_s = self._wait_s(self._guesses[0][0])
            raise Refused("too_soon", "refusal.guessed_by_many", {"n": wait_s})

    def count_wrong(self, address: str | None) -> None:
        """Count a wrong guess. Call ``refuse`` before: so no address has more than its limit."""
        self._guesses.append((self._clock(), address))

    def discard_last(self, address: str | None) -> None:
        """Do not count the last guess of an address: it was right."""
        last = max(
            (at for at, guess in enumerate(self._guesses) if guess[1] == address), default=None
        )
        if last is not None:
            del self._guesses[last]

    @property
    def total(self) -> int:
        """How many wrong guesses of all addresses count now."""
        self._forget_old()
        return len(self._guesses)

    def _wait_s(self, at_s: float) -> int:
        """Whole seconds, at least 1, until a guess of that moment is forgotten."""
        return max(1, ceil(at_s + self._within_s - self._clock()))

    def _forget_old(self) -> None:
        before_s = self._clock() - self._within_s
        while self._guesses and self._guesses[0][0] <= before_s:
            self._guesses.popleft()


@dataclass(frozen=True, slots=True)
class Grant:
    """What a code gives: the seat of a player, or the role of a reader."""

    player: str | None
    """None: a reader's, or nobody's yet."""
    own_only: bool
    """The device acts for nobody else."""
    until_s: float
    is_tables: bool = False
    """Many devices may use it; each names its player."""
    uses: int = 0
    """How many devices got a seat by it."""


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
            code: grant
            for code, grant in issued
            if grant.is_tables or not _is_same_player(grant.player, player)
        }
        return self._add(Grant(player, own_only, self._clock() + VALID_S))

    def issue_tables(self) -> tuple[str, int]:
        """The table's code, and for how many whole seconds it is valid."""
        self._forget_expired()
        now_s = self._clock()
        for code, grant in self._issued.items():
            if grant.is_tables and grant.until_s - now_s > RENEWED_S:
                return code, int(grant.until_s - now_s)
        return self._add(Grant(None, False, now_s + VALID_S, is_tables=True)), VALID_S

    def redeem(self, text: str, address: str | None) -> Grant:
        """What a code gives; only the table's is not used up now. ``text``: as somebody typed it.

        Raises ``Refused`` if there is no such code, or after too many wrong ones from ``address``.
        """
        self._limit_per_address.refuse(address)
        self._forget_expired()
        code = read_code(text)
        grant = self._issued.get(code)
        if grant is None:
            self._count_wrong(address)
            raise Refused("no_such_code", "refusal.no_such_code")
        if not grant.is_tables:
            del self._issued[code]
        return grant

    def count_use(self, text: str) -> None:
        """Count a device that got its seat by the table's code."""
        code = read_code(text)
        grant = self._issued.get(code)
        if grant is not None:
            self._issued[code] = replace(grant, uses=grant.uses + 1)
            if grant.uses + 1 >= MOST_PHONES:
                del self._issued[code]

    def restore(self, text: str, grant: Grant) -> None:
        """Make a redeemed code valid again, because the seat could not be given."""
        self._issued[read_code(text)] = grant

    def _add(self, grant: Grant) -> str:
        """A new code for this; of more than ``MOST_CODES``, the oldest is void."""
        while len(self._issued) >= MOST_CODES:
            del self._issued[next(iter(self._issued))]
        code = self._random_code()
        while code in self._issued:
            code = self._random_code()
        self._issued[code] = grant
        return code

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
