"""Pairing codes: four characters by which a phone gets a player's seat, once and soon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from unicodedata import normalize

from controller.base.errors import Refused
from controller.seats.tries import Tries
from rules.names import same

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0 and O, no 1 and I: people take one for the other."""
LENGTH = 4
VALID_S = 120

MOST_TRIES = 5
"""Wrong codes from one address in two minutes."""
MOST_TOGETHER = 50
"""Wrong codes from all addresses in two minutes. After them all codes are void: with ten codes out,
a guess has hit one of them in one case of 2000."""
MOST_KEPT = 1000
"""Wrong codes that are remembered, until when nobody can enter another one."""

MOST_CODES = 64
_LOOK_ALIKES = str.maketrans({"0": "Q", "O": "Q", "1": "L", "I": "L", "|": "L"})
"""What people read or type instead of a sign that there is."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a code is worth: the seat of a player, or the role of a reader."""

    player: str | None
    """None: a reader's."""
    own_only: bool
    until_s: float


class Codes:
    """The codes that are out. They live in memory: a restart of the referee voids them."""

    def __init__(self, clock: Callable[[], float], lots: Random) -> None:
        """``clock``: seconds, monotonic. ``lots``: nobody can predict what it gives."""
        self._clock = clock
        self._lots = lots
        self._out: dict[str, Pairing] = {}
        self._tries = Tries(clock, MOST_TRIES, MOST_KEPT, VALID_S)
        self._of_all = self._no_tries()

    def give(self, player: str | None, *, own_only: bool = False) -> str:
        """A new code for a player's seat, or for a reader. The one before is void."""
        self._forget()
        self._out = {c: one for c, one in self._out.items() if not _alike(one.player, player)}
        while len(self._out) >= MOST_CODES:
            del self._out[next(iter(self._out))]
        code = self._any()
        while code in self._out:
            code = self._any()
        self._out[code] = Pairing(player, own_only, self._clock() + VALID_S)
        return code

    def take(self, said: str, address: str | None) -> Pairing:
        """What a code is worth; it is used up now. Raises ``Refused``."""
        self._tries.refuse(address)
        self._forget()
        pairing = self._out.pop(read_code(said), None)
        if pairing is None:
            self._count_wrong(address)
            raise Refused("no_such_code", "refusal.no_such_code")
        return pairing

    def give_back(self, said: str, pairing: Pairing) -> None:
        """The seat could not be given: the code is worth as much as before."""
        self._out[read_code(said)] = pairing

    def _count_wrong(self, address: str | None) -> None:
        self._tries.wrong(address)
        self._of_all.wrong(None)
        if self._of_all.together >= MOST_TOGETHER:
            self._out.clear()
            self._of_all = self._no_tries()

    def _no_tries(self) -> Tries:
        return Tries(self._clock, MOST_TOGETHER, MOST_TOGETHER, VALID_S)

    def _any(self) -> str:
        return "".join(self._lots.choices(SIGNS, k=LENGTH))

    def _forget(self) -> None:
        now_s = self._clock()
        self._out = {code: one for code, one in self._out.items() if one.until_s > now_s}


def _alike(one: str | None, other: str | None) -> bool:
    """Whether two codes are for the same."""
    return one is other if one is None or other is None else same(one) == same(other)


def read_code(said: str) -> str:
    """The code that somebody means: capitals, without blanks and dashes."""
    plain = "".join(
        sign for sign in normalize("NFKC", said).upper() if sign.isalnum() or sign == "|"
    )
    return plain.translate(_LOOK_ALIKES)
