"""Edges read as cards, and figures out of them: on made-up edges whose truth is known exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product
from random import Random
from statistics import fmean

import pytest

from hardware.bench.estimates import student_t
from hardware.bench.fit import Fit, coasts, doubts, fit, settings_from
from hardware.bench.passages import BOUNCE_US, FitTrouble, Start, debounced, drives, see
from hardware.calibration import MEASURED
from hardware.launcher import TraceEntry
from hardware.portable.settings import Settings

CARD_US, TAU_US, NIP_US, COAST_US, GAP_US = 90_000.0, 30_000.0, 25_000.0, 11_000.0, 6_000.0


def speed(at_us: float) -> float:
    """Of the roller so long after the start, as a share of feed speed."""
    return 1 - math.exp(-at_us / TAU_US)


def when(travel_us: float) -> float:
    """When the roller has got that far, from standstill."""
    low, high = 0.0, travel_us + 10 * TAU_US
    for _ in range(60):
        middle = (low + high) / 2
        if middle - TAU_US * speed(middle) < travel_us:
            low = middle
        else:
            high = middle
    return low


def tail(travel_us: float, slow: float = 1.0) -> float:
    """When the tail leaves the beam of a card that is let go after so much travel."""
    let_go = when(travel_us)
    return let_go + slow * NIP_US / speed(let_go)


def made_up(
    ejections: int = 60,
    spread: float = 0.01,
    seed: int = 1,
    stop_every: int = 2,
    stop_under: int = 2,
    slow: Sequence[tuple[float, ...]] = ((1.0, 1.0, 1.0),),
    closely: int = 0,
) -> tuple[TraceEntry, ...]:
    """Ejections of three cards, some stopped under the third; the rest of it follows.

    ``stop_under``: under which one, from 0. ``slow``: in turn, how many times as long the cards of
    an ejection take as one of ``CARD_US``. ``closely``: of ten such rests the next card follows so
    many without a gap.
    """
    random, seen, now, stops = Random(seed), list[TraceEntry](), 0.0, 0

    def put(what: str, at: float, value: int) -> None:
        seen.append(TraceEntry(what, round(now + at), value))

    for nth in range(ejections):
        put("motor", 0.0, -100)
        put("motor", 100_000.0, 0)
        now += 300_000.0
        put("motor", 0.0, 100)
        travel = 0.0
        for card in range(3):
            times = slow[nth % len(slow)][card]
            length = times * CARD_US * random.uniform(1 - spread, 1 + spread)
            lead = when(travel + times * NIP_US)
            put("sensor", lead, 1)
            if card == stop_under and nth % stop_every == stop_every - 1:
                off = lead + 20_000.0
                put("motor", off, 0)
                got = off - TAU_US * speed(off) - travel + COAST_US * speed(off)
                left = length - got
                left += CARD_US if stops % 10 < closely else 0.0
                stops += 1
                now += off + 400_000.0
                put("motor", 0.0, 100)
                put("sensor", tail(left, times), 0)
                put("motor", tail(left, times), 0)
                now += 1_000_000.0
                break
            put("sensor", tail(travel + length, times), 0)
            if card == 2:
                put("motor", tail(travel + length, times), 0)
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


@pytest.mark.thorough
def test_more_cards_make_it_surer() -> None:
    few, many = fit(see(made_up(30))), fit(see(made_up(240)))
    for name in ("card", "spin_up", "coast"):
        wide, narrow = getattr(few, name), getattr(many, name)
        assert narrow.high_us - narrow.low_us < 0.6 * (wide.high_us - wide.low_us)


def test_two_cards_as_one_and_specks_change_nothing(found: Fit) -> None:
    seen = list(made_up())
    ends = [n for n, one in enumerate(seen) if one.kind == "sensor" and not one.value]
    # in three ejections the gap between the second and third card is not seen
    for nth in sorted((ends[1], ends[7], ends[13]), reverse=True):
        del seen[nth : nth + 2]
    again = fit(see(tuple(seen)))
    assert again.card.us == pytest.approx(found.card.us, rel=0.001)
    assert again.spin_up.us == pytest.approx(found.spin_up.us, rel=0.02)


def test_that_slow_cards_are_more_often_seen_as_one_with_the_next_biases_nothing() -> None:
    every = tuple(product((0.9, 1.1), repeat=3))
    seeing = see(made_up(10 * len(every), 0.0, stop_every=1, slow=every))
    alone = [p.lead_us for p in seeing.passages if p.first and p.trail_us < 1.5 * CARD_US]
    assert fmean(alone) < 0.985 * fmean(start.lead_us for start in seeing.starts)
    found = fit(seeing)
    assert found.card.us == pytest.approx(CARD_US, rel=0.001)
    assert found.spin_up.us == pytest.approx(2 * TAU_US, rel=0.005)
    assert found.lead.us == pytest.approx(NIP_US, rel=0.005)


@pytest.mark.parametrize("closely", [1, 7])
def test_a_rest_that_came_with_the_next_card_says_nothing_of_the_coast(closely: int) -> None:
    seeing = see(made_up(80, closely=closely))
    found = fit(seeing)
    assert found.coast.us == pytest.approx(COAST_US, rel=0.1)
    assert found.coast.of == 40 - 4 * closely
    assert len(coasts(seeing, found)) == found.coast.of


def test_a_coast_is_found_also_where_a_rest_slides_out_before_the_motor_is_at_speed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(f"{__name__}.NIP_US", 35_000.0)
    monkeypatch.setattr(f"{__name__}.TAU_US", 50_000.0)
    assert fit(see(made_up(spread=0.0))).coast.us == pytest.approx(COAST_US, rel=0.001)


def test_a_coast_is_that_at_feed_speed_also_where_the_motor_was_stopped_sooner() -> None:
    found = fit(see(made_up(spread=0.0, stop_under=0)))
    assert found.coast.us == pytest.approx(COAST_US, rel=0.001)


def test_too_few_rests_are_said() -> None:
    with pytest.raises(FitTrouble, match="4 cards were stopped under"):
        fit(see(made_up(80, closely=9)))


@pytest.mark.parametrize(
    ("ejections", "why"), [(0, "came first"), (10, "came first"), (15, "came first")]
)
def test_too_few_cards_are_said(ejections: int, why: str) -> None:
    with pytest.raises(FitTrouble, match=why):
        fit(see(made_up(ejections)))


def test_a_motor_that_was_never_stopped_is_said() -> None:
    seen = tuple(one for one in made_up() if one.kind == "sensor")
    with pytest.raises(FitTrouble):
        fit(see((TraceEntry("motor", 0, 100), *seen)))


def test_a_bounce_is_one_change_and_its_length_is_known() -> None:
    times = [0, BOUNCE_US, 2 * BOUNCE_US, 3 * BOUNCE_US + 1, 9 * BOUNCE_US]
    seen = [TraceEntry("sensor", at_us, (nth + 1) % 2) for nth, at_us in enumerate(times)]
    changes = debounced(seen, "sensor")
    assert [(c.at_us, c.level, c.bounced_us) for c in changes] == [
        (0, True, 2 * BOUNCE_US),
        (3 * BOUNCE_US + 1, False, 0),
        (9 * BOUNCE_US, True, 0),
    ]


def test_runs_of_the_motor() -> None:
    seen = [
        TraceEntry("motor", at, pct) for at, pct in ((0, 100), (5, 0), (9, -100), (12, 0), (20, 60))
    ]
    assert [(run.on_us, run.off_us, run.forward) for run in drives(seen)] == [
        (0, 5, True),
        (9, 12, False),
        (20, math.inf, True),
    ]


def test_a_card_that_is_pulled_back_is_no_passage() -> None:
    seen = (
        TraceEntry("motor", 0, 100),
        TraceEntry("sensor", 50, 1),
        TraceEntry("motor", 60, 0),
        TraceEntry("motor", 70, -100),
        TraceEntry("sensor", 90_000, 0),
        TraceEntry("motor", 100_000, 0),
    )
    assert not see(seen).passages
    assert not see(seen).cuts


def test_a_card_starts_from_rest_also_where_its_end_is_not_seen() -> None:
    pull_back = (TraceEntry("motor", 0, -100), TraceEntry("motor", 1_000, 0))
    run = (
        TraceEntry("motor", 2_000, 100),
        TraceEntry("sensor", 50_000, 1),
        TraceEntry("motor", 90_000, 0),
    )
    assert see((*pull_back, *run)).starts == (Start(1, 48_000),)
    assert not see((*pull_back, *run)).passages
    ahead = (TraceEntry("motor", 0, 100), TraceEntry("motor", 1_000, 0))
    assert not see((*ahead, *run)).starts  # where had it got to?
    back = (TraceEntry("motor", 2_000, -100), *run[1:])
    assert not see((*pull_back, *back)).starts
    in_the_beam = (TraceEntry("sensor", 500, 1), TraceEntry("sensor", 20_000, 0))
    seen = sorted((*pull_back, *in_the_beam, *run), key=lambda one: one.at_us)
    assert not see(tuple(seen)).starts
    after_it = (
        *pull_back,
        *run[::2],
        TraceEntry("motor", 91_000, 0),
        TraceEntry("sensor", 95_000, 1),
    )
    assert not see(after_it).starts


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
