"""Each hit profile over 100,000 presses, drawn as games draw them, against its odds."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import click
import pytest

from hardware.draws import HitDraws
from hardware.profile_figures import expected
from hardware.profile_table import Row
from hardware.profiles import Past, ProfileName, fingerprint, profile_of
from tests.seeds import soak_seed

PRESSES = 100_000
GAMES_WORTH = 1_000_000
CHI_SQUARE = 62.0
"""Of 12 degrees of freedom: an honest source passes it once in a hundred million times."""
SIGMAS = 5
ENOUGH = 1_000
MOST_SPREAD = 2.0
"""Standard deviation of the cards that come at once: no profile here has a larger one."""
MEASURED = ((0.18, 4.66), (0.50, 5.39), (0.59, 4.72), (0.55, 5.07), (1.00, 7.20))
"""Chance that cards come, and their mean, after 0, 1, 2, 3, 4 dry presses: the source's own."""
TABLE = (Row(25, (1, 2, 2, 3)), Row(50, (2, 3, 4)), Row(100, (12,)))


@pytest.mark.soak
@pytest.mark.parametrize("name", get_args(ProfileName))
def test_a_profile_gives_what_its_odds_say(name: ProfileName) -> None:
    seed = soak_seed()
    profile, secret = profile_of(name, TABLE), str(seed).encode()
    past, cards, after = Past(), Counter[int](), Counter[tuple[int, int]]()
    for hit in range(1, PRESSES + 1):
        count = profile.cards(past, HitDraws(secret, hit))
        cards[count] += 1
        after[past.dry, count] += 1
        past = past.after(count)

    figures = expected(profile)
    wet = PRESSES - cards[0]
    mean = sum(count * times for count, times in cards.items()) / wet
    click.echo(f"\n{name}, seed {seed}: {cards[0] / PRESSES:.2%} dry, {mean:.3f} an ejection")
    for dry, told in enumerate(figures.after):
        counts = {count: after[dry, count] for count in range(13)}
        presses, gave = sum(counts.values()), sum(counts.values()) - counts[0]
        if gave < ENOUGH:
            break  # too rarely to tell
        chance, mean = told.wet / told.presses, told.cards / told.wet
        share, average = gave / presses, sum(n * times for n, times in counts.items()) / gave
        click.echo(
            f"  after {dry} dry: {presses:6} presses, chance {share:.3f} ({chance:.3f}), "
            f"mean {average:.2f} ({mean:.2f})"
        )
        # of the fixed sequence the last round is not whole
        sigma = (chance * (1 - chance) / presses) ** 0.5
        assert share == pytest.approx(chance, abs=SIGMAS * sigma + 100 / presses)
        assert average == pytest.approx(mean, abs=SIGMAS * MOST_SPREAD / gave**0.5)
    for count, chance in enumerate(figures.cards):
        sigma = (chance * (1 - chance) / PRESSES) ** 0.5
        assert cards[count] / PRESSES == pytest.approx(chance, abs=SIGMAS * sigma + 1e-3), count


@pytest.mark.soak
@pytest.mark.parametrize("name", ["measured", "even", "custom"])
def test_a_million_draws_of_a_profile_are_unbiased(name: ProfileName) -> None:
    """Whole draws, 0 to 12 cards of a first press: counts against odds, chi-square."""
    seed = soak_seed()
    profile, secret = profile_of(name, TABLE), str(seed).encode()
    bound_to = fingerprint(profile)
    cards = Counter(
        profile.cards(Past(), HitDraws(secret, hit, b"walrus", bound_to))
        for hit in range(1, GAMES_WORTH + 1)
    )
    wanted = [chance * GAMES_WORTH for chance in profile.odds(Past())]
    likely = [count for count, mean in enumerate(wanted) if mean >= 5]
    assert set(cards) <= {count for count, mean in enumerate(wanted) if mean}
    off = sum((cards[count] - wanted[count]) ** 2 / wanted[count] for count in likely)
    click.echo(f"\n{name}, seed {seed}: chi-square {off:.1f}, {len(likely) - 1} degrees of freedom")
    assert off < CHI_SQUARE


@pytest.mark.soak
def test_measured_gives_its_sources_five_chances_and_means() -> None:
    """Over 100,000 presses, against the published figures and not against our reading of them."""
    seed = soak_seed()
    profile, secret = profile_of("measured"), str(seed).encode()
    past, counts = Past(), [Counter[int]() for _ in MEASURED]
    for hit in range(1, PRESSES + 1):
        count = profile.cards(past, HitDraws(secret, hit))
        counts[past.dry][count] += 1
        past = past.after(count)
    click.echo(f"\nmeasured against its source, seed {seed}")
    for dry, (chance, mean) in enumerate(MEASURED):
        presses = counts[dry].total()
        gave = presses - counts[dry][0]
        average = sum(cards * times for cards, times in counts[dry].items()) / gave
        click.echo(
            f"  after {dry} dry: {presses:6} presses, chance {gave / presses:.3f} ({chance:.2f}), "
            f"mean {average:.2f} ({mean:.2f})"
        )
        sigma = (chance * (1 - chance) / presses) ** 0.5
        assert gave / presses == pytest.approx(chance, abs=SIGMAS * sigma)
        assert average == pytest.approx(mean, abs=SIGMAS * MOST_SPREAD / gave**0.5)
