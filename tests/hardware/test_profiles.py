from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.draws import HitDraws
from hardware.profiles import PROFILES, Past


class Scattered:
    """Draws without the cost of an HMAC: profiles are only asked for their shares here."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


def play(name: str, presses: int, seed: int = 1) -> list[int]:
    draws, past, counts = Scattered(seed), Past(), []
    for _ in range(presses):
        cards = PROFILES[name].cards(past, draws)
        past = past.after(cards)
        counts.append(cards)
    return counts


@pytest.mark.clause("LCH-1")
@given(
    st.sampled_from(sorted(PROFILES)),
    st.builds(Past, st.integers(0, 500), st.integers(0, 500)),
    st.integers(0, 2**64 - 1),
)
def test_a_press_is_meant_to_give_0_to_12(name: str, past: Past, hit: int) -> None:
    assert 0 <= PROFILES[name].cards(past, HitDraws(b"seed", hit)) <= 12


@pytest.mark.parametrize(
    ("dry", "chance", "mean"),
    [(0, 0.18, 4.66), (1, 0.50, 5.39), (2, 0.59, 4.72), (3, 0.55, 5.07), (4, 1.00, 7.20)],
)
def test_measured_by_presses_since_the_last_cards(dry: int, chance: float, mean: float) -> None:
    draws, past = Scattered(dry), Past(dry, dry)
    counts = [PROFILES["measured"].cards(past, draws) for _ in range(20_000)]
    wet = [count for count in counts if count]
    assert len(wet) / len(counts) == pytest.approx(chance, abs=0.012)
    assert sum(wet) / len(wet) == pytest.approx(mean, abs=0.1)


@pytest.mark.parametrize("name", ["measured", "even"])
def test_the_dry_share_and_the_mean_in_the_long_run(name: str) -> None:
    counts = play(name, 40_000)
    wet = [count for count in counts if count]
    assert 1 - len(wet) / len(counts) == pytest.approx(0.597, abs=0.01)
    assert sum(wet) / len(wet) == pytest.approx(5.21, abs=0.06)


def test_the_sequence_repeats_whatever_is_drawn() -> None:
    counts = play("sequence", 200)
    gives = [press for press, cards in enumerate(counts, 1) if cards]
    assert gives[:6] == [2, 6, 9, 13, 17, 21]
    assert [press - 96 for press in gives if 96 < press <= 192] == [p for p in gives if p <= 96]
    assert len([p for p in gives if p <= 96]) == 34
    assert {count for count in counts if count} == {3, 4, 5, 6, 7, 8}


def test_suspense_lasts_0_to_4_presses_all_alike() -> None:
    runs, dry = [0] * 5, 0
    for cards in play("suspense", 30_000):
        if cards:
            runs[dry] += 1
        dry = 0 if cards else dry + 1
    for share in runs:
        assert share / sum(runs) == pytest.approx(0.2, abs=0.02)


def test_even_looks_at_no_past() -> None:
    even = PROFILES["even"]
    for hit in range(50):
        counts = {even.cards(Past(dry, dry), HitDraws(b"seed", hit)) for dry in range(6)}
        assert len(counts) == 1


def test_the_past_is_what_the_presses_gave() -> None:
    assert Past.of([]) == Past(0, 0)
    assert Past.of([0, 0]) == Past(2, 2)
    assert Past.of([0, 5, 0]) == Past(3, 1)
