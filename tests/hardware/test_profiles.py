from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.draws import HitDraws
from hardware.profile_figures import expected
from hardware.profile_table import Row, complaint
from hardware.profiles import Custom, Past, Profile, profile_of

TABLE = Custom((Row(25, (1, 2, 2, 3)), Row(0), Row(50, (12,))))
PROFILES: dict[str, Profile] = {
    "measured": profile_of("measured"),
    "sequence": profile_of("sequence"),
    "suspense": profile_of("suspense"),
    "even": profile_of("even"),
    "custom": TABLE,
}


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


@pytest.mark.parametrize("name", list(PROFILES))
@pytest.mark.parametrize("past", [Past(presses, dry) for presses, dry in enumerate((0, 1, 2, 9))])
def test_the_odds_are_those_of_the_draws(name: str, past: Past) -> None:
    profile, presses = PROFILES[name], 4_000
    draws = Scattered(past.presses)
    counts = [profile.cards(past, draws) for _ in range(presses)]
    odds = profile.odds(past)
    assert len(odds) == 13 and sum(odds) == pytest.approx(1)
    for cards, chance in enumerate(odds):
        sigma = (chance * (1 - chance) / presses) ** 0.5
        assert counts.count(cards) / presses == pytest.approx(chance, abs=5 * sigma)


@pytest.mark.parametrize("name", list(PROFILES))
def test_what_is_expected_is_what_comes(name: str) -> None:
    figures = expected(PROFILES[name])
    counts = play(name, 960 * 20)
    wet = [count for count in counts if count]
    assert figures.chance == pytest.approx(len(wet) / len(counts), abs=0.012)
    assert figures.mean == pytest.approx(sum(wet) / len(wet), abs=0.1)
    assert sum(figures.cards) == pytest.approx(1)
    assert sum(after.presses for after in figures.after) == pytest.approx(1)
    assert sum(after.wet for after in figures.after) == pytest.approx(figures.chance)


def test_even_is_measured_without_its_memory() -> None:
    even, measured = expected(PROFILES["even"]), expected(PROFILES["measured"])
    assert even.chance == pytest.approx(0.403)
    assert even.mean == pytest.approx(5.21)
    # the five measured chances and means are rounded
    assert measured.chance == pytest.approx(even.chance, abs=0.002)
    assert measured.mean == pytest.approx(even.mean, abs=0.02)


def test_custom_gives_what_its_table_says_and_holds_on_to_the_last_row() -> None:
    draws = Scattered(4)
    rows = [[TABLE.cards(Past(dry, dry), draws) for _ in range(8_000)] for dry in (0, 1, 2, 3, 52)]
    assert set(rows[0]) == {0, 1, 2, 3}
    assert rows[0].count(2) / rows[0].count(1) == pytest.approx(2, abs=0.35)
    assert set(rows[1]) == {0}
    for row in rows[2:]:
        assert set(row) == {0, 12}
        assert row.count(12) / len(row) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ((Row(100, (1,)),), None),
        ((Row(0), Row(1, (12,))), None),
        ((), None),
        ((Row(1),), "[0].cards is empty, but its chance is not 0; say how many come"),
        (
            (Row(100, (1,)), Row(0, (5,))),
            "[1].chance_pct is 0, so no card would come any more once 1 press was dry; "
            "give the last row a chance",
        ),
    ],
)
def test_a_table_that_cannot_be_played_is_complained_about(
    rows: tuple[Row, ...], wrong: str | None
) -> None:
    assert complaint(rows) == wrong


def test_custom_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="table"):
        profile_of("custom")


def test_the_past_is_what_the_presses_gave() -> None:
    assert Past.of([]) == Past(0, 0)
    assert Past.of([0, 0]) == Past(2, 2)
    assert Past.of([0, 5, 0]) == Past(3, 1)


@pytest.mark.parametrize("name", [name for name in PROFILES if name != "suspense"])
def test_in_no_other_profile_it_is_told_how_close_cards_are(name: str) -> None:
    assert PROFILES[name].suspense(Past(9, 4)) == 0


@pytest.mark.parametrize(("dry", "level"), [(0, 0), (4, 4), (5, 4)])
def test_the_highest_level_is_the_one_before_certain_cards(dry: int, level: int) -> None:
    assert PROFILES["suspense"].suspense(Past(9, dry)) == level


def test_only_the_fixed_sequence_begins_anew_with_the_cover() -> None:
    anew = [name for name, profile in PROFILES.items() if profile.restarts_with_cover]
    assert anew == ["sequence"]
