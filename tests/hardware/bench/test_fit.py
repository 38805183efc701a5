"""Edges read as cards, and figures out of them: on made-up edges whose truth is known exactly."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import pytest

from hardware.bench.derived import doubts, settings_from
from hardware.bench.fit import Fit, FitTrouble, fit, student_t
from hardware.bench.passages import BOUNCE_US, debounced, drives, see
from hardware.calibration import MEASURED
from hardware.launcher import Seen
from hardware.portable.settings import Settings

CARD_US, TAU_US, NIP_US, COAST_US, GAP_US = 90_000.0, 30_000.0, 25_000.0, 11_000.0, 6_000.0


def when(travel_us: float) -> float:
    """When the roller has got that far, from standstill."""
    low, high = 0.0, travel_us + 10 * TAU_US
    for _ in range(60):
        middle = (low + high) / 2
        if middle - TAU_US * (1 - math.exp(-middle / TAU_US)) < travel_us:
            low = middle
        else:
            high = middle
    return low


def tail(travel_us: float) -> float:
    """When the tail leaves the beam of a card that is let go after so much travel."""
    let_go = when(travel_us)
    return let_go + NIP_US / (1 - math.exp(-let_go / TAU_US))


def made_up(ejections: int = 60, spread: float = 0.01, seed: int = 1) -> tuple[Seen, ...]:
    """Ejections of three cards, every second stopped under the third; the rest of it follows."""
    random, seen, now = Random(seed), list[Seen](), 0.0

    def put(what: str, at: float, value: int) -> None:
        seen.append(Seen(what, round(now + at), value))

    for nth in range(ejections):
        put("motor", 0.0, -100)
        put("motor", 100_000.0, 0)
        now += 300_000.0
        put("motor", 0.0, 100)
        travel = 0.0
        for card in range(3):
            length = CARD_US * random.uniform(1 - spread, 1 + spread)
            lead = when(travel + NIP_US)
            put("sensor", lead, 1)
            if card == 2 and nth % 2:
                off = lead + 20_000.0
                put("motor", off, 0)
                left = length - 20_000.0 - COAST_US - NIP_US
                now += off + 400_000.0
                put("motor", 0.0, 100)
                put("sensor", tail(left), 0)
                put("motor", tail(left), 0)
                now += 1_000_000.0
                break
            put("sensor", tail(travel + length), 0)
            if card == 2:
                put("motor", tail(travel + length), 0)
                now += 1_000_000.0
            travel += length + GAP_US
    return tuple(seen)


@pytest.fixture(scope="module")
def found() -> Fit:
    return fit(see(made_up()))


@pytest.mark.parametrize(
    ("name", "truth"),
    [("card", CARD_US), ("spin_up", 2 * TAU_US), ("lead", NIP_US), ("coast", COAST_US)],
)
def test_each_figure_is_found_within_its_interval(found: Fit, name: str, truth: float) -> None:
    one = getattr(found, name)
    assert one.low_us <= truth <= one.high_us
    assert one.us == pytest.approx(truth, rel=0.05)


def test_the_other_figures(found: Fit) -> None:
    assert found.period.us == pytest.approx(CARD_US + GAP_US, rel=0.01)
    assert found.spread_pct == pytest.approx(100 * 0.01 / math.sqrt(3), rel=0.15)
    assert found.longest_gap.us == pytest.approx(GAP_US, rel=0.1)
    assert found.latest_lead.us == pytest.approx(NIP_US, rel=0.02)
    assert found.beam_bounce.us == 0


def test_more_cards_make_it_surer() -> None:
    few, many = fit(see(made_up(30))), fit(see(made_up(240)))
    for name in ("card", "spin_up", "coast"):
        wide, narrow = getattr(few, name), getattr(many, name)
        assert narrow.high_us - narrow.low_us < 0.6 * (wide.high_us - wide.low_us)


def test_two_cards_as_one_and_specks_change_nothing(found: Fit) -> None:
    seen = list(made_up())
    ends = [n for n, one in enumerate(seen) if one.what == "sensor" and not one.value]
    # in three ejections the gap between the second and third card is not seen
    for nth in sorted((ends[1], ends[7], ends[13]), reverse=True):
        del seen[nth : nth + 2]
    again = fit(see(tuple(seen)))
    assert again.card.us == pytest.approx(found.card.us, rel=0.001)
    assert again.spin_up.us == pytest.approx(found.spin_up.us, rel=0.02)


@pytest.mark.parametrize(
    ("ejections", "why"), [(0, "came first"), (10, "came first"), (15, "came first")]
)
def test_too_few_cards_are_said(ejections: int, why: str) -> None:
    with pytest.raises(FitTrouble, match=why):
        fit(see(made_up(ejections)))


def test_a_motor_that_was_never_stopped_is_said() -> None:
    seen = tuple(one for one in made_up() if one.what == "sensor")
    with pytest.raises(FitTrouble):
        fit(see((Seen("motor", 0, 100), *seen)))


def test_a_bounce_is_one_change_and_its_length_is_known() -> None:
    times = [0, BOUNCE_US, 2 * BOUNCE_US, 3 * BOUNCE_US + 1, 9 * BOUNCE_US]
    seen = [Seen("sensor", at_us, (nth + 1) % 2) for nth, at_us in enumerate(times)]
    changes = debounced(seen, "sensor")
    assert [(c.at_us, c.level, c.bounced_us) for c in changes] == [
        (0, True, 2 * BOUNCE_US),
        (3 * BOUNCE_US + 1, False, 0),
        (9 * BOUNCE_US, True, 0),
    ]


def test_runs_of_the_motor() -> None:
    seen = [Seen("motor", at, pct) for at, pct in ((0, 100), (5, 0), (9, -100), (12, 0), (20, 60))]
    assert [(run.on_us, run.off_us, run.forward) for run in drives(seen)] == [
        (0, 5, True),
        (9, 12, False),
        (20, math.inf, True),
    ]


def test_a_card_that_is_pulled_back_is_no_passage() -> None:
    seen = (
        Seen("motor", 0, 100),
        Seen("sensor", 50, 1),
        Seen("motor", 60, 0),
        Seen("motor", 70, -100),
        Seen("sensor", 90_000, 0),
        Seen("motor", 100_000, 0),
    )
    assert not see(seen).passages
    assert not see(seen).cuts


def test_the_settings_follow_from_the_figures(found: Fit) -> None:
    settings = settings_from(found, longest_bounce_us=9_000)
    assert set(settings) == set(MEASURED)
    assert settings["card_us"] == round(found.card.us)
    slower = found.card.us / Settings.card_us
    assert settings["jam_us"] == round(Settings.jam_us * slower)
    assert settings["release_us"] == Settings.release_us
    assert settings_from(found, longest_bounce_us=12_000)["release_us"] == 24_000
    assert settings["late_first_us"] > found.latest_lead.us
    assert doubts(found) == ()


def test_students_t() -> None:
    for freedom, value in ((10, 2.228), (20, 2.086), (60, 2.000), (1000, 1.962)):
        assert student_t(0.975, freedom) == pytest.approx(value, abs=0.002)
    assert all(student_t(0.975, a) > student_t(0.975, b) for a, b in pairwise(range(5, 50)))
