"""Randomness for hit profiles: seedable, without bias, and drawn only once for each hit.

docs/fairness.md says what that proves to players; tests/hardware/draws.json holds worked vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Protocol

_WORD_BYTES = 8
_WORDS = 1 << 8 * _WORD_BYTES


class Draws(Protocol):
    """A source of unbiased integers."""

    def below(self, bound: int) -> int:
        """Draw from 0 to ``bound`` - 1, all equally likely; ``bound`` is 1 to 2^64."""
        ...


class HitDraws:
    """The draws of one hit: HMAC-SHA256 keyed with the seed, over all that they are bound to.

    They depend only on seed, words, number and profile. So a hit that is asked for again gives the
    same draws, and whoever knows the seed can recompute every one. Block ``k`` (from 0) is the
    HMAC of the words, then the hit as 8 bytes, then the profile's hash, then k as 8 bytes, all
    big-endian; its 32 bytes are four numbers of 64 bits. A number that would make small results
    likelier is skipped.
    """

    def __init__(self, seed: bytes, hit: int, words: bytes = b"", profile: bytes = b"") -> None:
        """``words`` are what others added to the seed; ``profile`` is a hash of fixed length.

        Only the words vary in length, and they come first, so no two messages are the same. Raises
        ``ValueError`` for an empty seed or a hit outside 0 to 2^64 - 1.
        """
        if not seed:
            raise ValueError("Draws need a seed of at least one byte.")
        if not 0 <= hit < _WORDS:
            raise ValueError("A hit's number is 0 to 2^64 - 1.")
        self._seed = seed
        self._bound_to = words + hit.to_bytes(8, "big") + profile
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """Draw from 0 to ``bound`` - 1, all equally likely; ``bound`` is 1 to 2^64."""
        if not 1 <= bound <= _WORDS:
            raise ValueError("A draw is below 1 to 2^64.")
        fair = _WORDS - _WORDS % bound
        while True:
            word = self._word()
            if word < fair:
                return word % bound

    def _word(self) -> int:
        if not self._words:
            message = self._bound_to + self._block.to_bytes(8, "big")
            self._block += 1
            digest = hmac.digest(self._seed, message, hashlib.sha256)
            starts = range(0, len(digest), _WORD_BYTES)
            self._words = [int.from_bytes(digest[i : i + _WORD_BYTES], "big") for i in starts]
        return self._words.pop(0)
