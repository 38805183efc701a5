import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.draws import HitDraws


def test_the_first_numbers_are_those_of_the_hmac() -> None:
    """Anybody can recompute them: seed, words, hit, profile and block say all."""
    words = []
    for block in range(2):
        message = b"walrus" + (17).to_bytes(8, "big") + b"profile" + block.to_bytes(8, "big")
        digest = hmac.new(b"seed", message, hashlib.sha256).digest()
        words += [int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8)]
    draws = HitDraws(b"seed", 17, b"walrus", b"profile")
    assert [draws.below(1 << 64) for _ in range(8)] == words


def test_other_words_and_profiles_roll_otherwise() -> None:
    bound_to = [(b"", b"p"), (b"a", b"p"), (b"a\0", b"p"), (b"a", b"q")]
    assert len({HitDraws(b"seed", 1, *both).below(1 << 64) for both in bound_to}) == 4


@given(st.binary(min_size=1), st.integers(0, 2**64 - 1), st.lists(st.integers(1, 2**64)))
def test_the_same_hit_never_rolls_twice(seed: bytes, hit: int, bounds: list[int]) -> None:
    first, again = HitDraws(seed, hit), HitDraws(seed, hit)
    drawn = [first.below(bound) for bound in bounds]
    assert drawn == [again.below(bound) for bound in bounds]
    assert all(0 <= value < bound for value, bound in zip(drawn, bounds, strict=True))


def test_other_hits_and_seeds_roll_otherwise() -> None:
    rolls = {HitDraws(seed, hit).below(1 << 64) for seed in (b"a", b"b") for hit in range(50)}
    assert len(rolls) == 100


def test_no_number_is_favoured() -> None:
    """A bound of two thirds of the range: a plain modulus would give the lower half twice."""
    bound = (1 << 65) // 3
    low = sum(HitDraws(b"seed", hit).below(bound) < bound // 2 for hit in range(4_000))
    assert 1_850 < low < 2_150
    faces = Counter(HitDraws(b"seed", hit).below(6) for hit in range(6_000))
    assert all(850 < faces[face] < 1_150 for face in range(6))


BINS = 16
CHI_SQUARE = 56.5
"""Of 15 degrees of freedom: an honest source passes it once in a million times."""


def chi_square(counts: list[int]) -> float:
    """How far counts are from being all alike."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


@pytest.mark.thorough
def test_a_million_draws_are_unbiased() -> None:
    """Below two thirds of the range, in 16 bins: a plain modulus would give half of them twice."""
    bound = (1 << 65) // 3
    counts = [0] * BINS
    for hit in range(25_000):
        draws = HitDraws(b"seed", hit, b"walrus", b"profile")
        for _ in range(40):
            counts[draws.below(bound) * BINS // bound] += 1
    assert sum(counts) == 1_000_000
    assert chi_square(counts) < CHI_SQUARE, counts


@pytest.mark.parametrize("bound", [0, -1, (1 << 64) + 1])
def test_senseless_bounds_are_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="below"):
        HitDraws(b"seed", 1).below(bound)


@pytest.mark.parametrize(("seed", "hit"), [(b"", 1), (b"seed", -1), (b"seed", 1 << 64)])
def test_senseless_draws_are_refused(seed: bytes, hit: int) -> None:
    with pytest.raises(ValueError, match=r"seed|number"):
        HitDraws(seed, hit)
