"""What a word of the scale means for counts: it adds evidence, and never takes a card away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.games.doubts import Doubt
from controller.games.entries import WeighedDetails
from controller.table.weight_estimate import CardRange
from controller.table.weight_judging import (
    LEANING_MS,
    UNSEEN,
    AskTable,
    Correction,
    NoChange,
    RecentWeighing,
    TooFew,
    consider_leaning_card,
    judge,
    judge_single_card,
    merged,
    recent_weighing_of,
)
from hardware.launcher import Weighed

OWNERS = ("Ann", "Bo", "Cy")


def hit(number: int, cards: int, uncertain: int = 0, owner: str = "Ann") -> Doubt:
    return Doubt(number, owner, owner, cards, uncertain)


def word(first: int | None, last: int | None, left: int, low: int = 0, high: int = 0) -> Weighed:
    return Weighed(first, last, left, left + low, left + high, 60, 60, 60, 0)


def found(owner: str, more: int, first: int, last: int, counted: int) -> Correction:
    return Correction({owner: more}, WeighedDetails(first, last, counted, counted + more))


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Weighed, list[Doubt], set[int], int]:
    """Any word about any hits, of which some were counted by hand."""
    numbers = draw(st.lists(st.integers(1, 9), unique=True).map(sorted))
    hits = [
        hit(
            nr,
            draw(st.integers(0, 12)),
            draw(st.integers(0, 2)),
            draw(st.sampled_from(OWNERS)),
        )
        for nr in numbers
    ]
    by_hand = draw(st.sets(st.integers(1, 9)))
    number = st.none() | st.integers(-2, 10)
    left = draw(st.integers(-20, 40))
    said = word(draw(number), draw(number), left, draw(st.integers(-2, 0)), draw(st.integers(0, 2)))
    measured = [one for one in hits if one.hit not in by_hand]
    return said, measured, set(numbers), draw(st.integers(0, 9))


@given(evenings())
def test_the_promises_hold_for_any_word_about_any_hits(
    case: tuple[Weighed, list[Doubt], set[int], int],
) -> None:
    said, measured, finished, judged = case
    verdict = judge(said, measured, finished, judged)
    if isinstance(verdict, NoChange | TooFew):
        return
    assert said.sure or isinstance(verdict, AskTable)
    first, last = said.first_hit, said.last_hit
    assert first is not None and last is not None
    assert judged < first <= last
    between = {nr for nr in finished if first <= nr <= last}
    assert between <= {one.hit for one in measured}, "one of them was counted by hand"
    assert judge(said, measured, finished, last) == NoChange(), "not twice"
    if isinstance(verdict, AskTable):
        assert verdict.more > 0
        return
    assert all(more >= 0 for more in verdict.more.values()), "a count was lowered"
    assert sum(verdict.more.values()) == verdict.details.weighed - verdict.details.counted
    assert verdict.details.weighed == said.left
    assert len(verdict.more) == 1 or set(verdict.more.values()) == {0}, "whose card is it?"


def test_a_doubt_is_settled_both_ways() -> None:
    hits = [hit(7, 4, uncertain=1)]
    assert judge(word(7, 7, 4), hits, {7}, 0) == found("Ann", 0, 7, 7, 4)
    assert judge(word(7, 7, 5), hits, {7}, 0) == found("Ann", 1, 7, 7, 4)


def test_a_silent_difference_of_one_card_is_found_and_a_larger_one_is_asked_about() -> None:
    hits = [hit(7, 4)]
    assert judge(word(7, 7, 4), hits, {7}, 0) == NoChange()
    assert judge(word(7, 7, 4 + UNSEEN), hits, {7}, 0) == found("Ann", 1, 7, 7, 4)
    assert judge(word(7, 7, 4 + UNSEEN + 1), hits, {7}, 0) == AskTable((7,), UNSEEN + 1)
    assert judge(word(7, 7, 3), hits, {7}, 0) == TooFew(1)


def test_no_card_lies_unseen_on_none() -> None:
    assert judge(word(7, 7, 1), [hit(7, 0)], {7}, 0) == AskTable((7,), 1)
    assert judge(word(7, 7, 1), [hit(7, 0, uncertain=1)], {7}, 0) == found("Ann", 1, 7, 7, 0)


def test_a_series_of_one_owner_is_put_right_together_and_of_several_asked_about() -> None:
    hits = [hit(7, 4), hit(8, 2), hit(9, 3, owner="Bo")]
    assert judge(word(7, 8, 7), hits, {7, 8, 9}, 0) == found("Ann", 1, 7, 8, 6)
    assert judge(word(7, 9, 10), hits, {7, 8, 9}, 0) == AskTable((7, 8, 9), 1)


def test_where_exactly_the_counted_cards_left_every_doubt_of_a_series_is_settled() -> None:
    hits = [hit(7, 4, uncertain=1), hit(8, 3, uncertain=1, owner="Bo"), hit(9, 1, owner="Cy")]
    verdict = judge(word(7, 9, 8), hits, {7, 8, 9}, 0)
    assert verdict == Correction({"Ann": 0, "Bo": 0}, WeighedDetails(7, 9, 8, 8))


def test_an_unsure_word_says_nothing() -> None:
    hits = [hit(7, 4, uncertain=1)]
    for low, high in ((-1, 0), (0, 1)):
        assert judge(word(7, 7, 5, low, high), hits, {7}, 0) == NoChange()


def test_an_unsure_word_that_allows_only_for_more_cards_asks() -> None:
    hits = [hit(7, 4, uncertain=1), hit(8, 2)]
    assert judge(word(7, 8, 9, -1, 1), hits, {7, 8}, 0) == AskTable((7, 8), 2)
    assert judge(word(7, 8, 9, -2, 1), hits, {7, 8}, 0) == AskTable((7, 8), 1), (
        "in which of both hits?"
    )
    assert judge(word(7, 8, 9, -3, 1), hits, {7, 8}, 0) == NoChange()
    assert judge(word(7, 8, 9, -1, 1), hits, {7, 8}, 7) == NoChange()
    assert judge(word(7, 7, 5, 0, 1), hits, {7}, 0) == NoChange(), "the doubt is checked anyway"
    assert judge(word(7, 7, 6, 0, 1), hits, {7}, 0) == AskTable((7,), 2)


@given(
    st.integers(0, 120), st.integers(0, 3), st.integers(0, 3), st.integers(0, 12), st.integers(0, 2)
)
def test_counted_cards_leave_the_interval_and_a_doubt_widens_it(
    cards: int, below: int, above: int, out: int, uncertain: int
) -> None:
    before = CardRange(cards, max(0, cards - below), cards + above)
    after = before.without(out, uncertain)
    assert 0 <= after.low <= after.cards <= after.high <= before.high
    assert after.low <= max(0, before.low - out)


def test_a_hit_is_judged_once() -> None:
    hits = [hit(7, 4), hit(8, 2)]
    assert judge(word(7, 8, 7), hits, {7, 8}, 6) == found("Ann", 1, 7, 8, 6)
    assert judge(word(7, 8, 7), hits, {7, 8}, 7) == NoChange()


def test_a_series_with_a_hit_that_people_have_counted_says_nothing() -> None:
    for by_hand in (7, 8, 9):
        hits = [hit(nr, 2) for nr in (7, 8, 9) if nr != by_hand]
        assert judge(word(7, 9, 5), hits, {7, 8, 9}, 0) == NoChange()


def lone(left: int, at_ms: int, low: int = 0, high: int = 0) -> Weighed:
    return Weighed(None, None, left, left + low, left + high, 60, 60, 60, at_ms)


def test_a_card_that_leaves_soon_after_hits_were_weighed_is_asked_about() -> None:
    hits = [hit(nr, 4) for nr in (5, 6, 7, 8)]
    recent = [RecentWeighing(5, 5, 1_000, 4, False), RecentWeighing(6, 7, 4_000, 8, False)]
    recent.append(RecentWeighing(8, 8, 5_000, 4, True))
    assert judge_single_card(lone(1, 1_000 + LEANING_MS), recent, hits) == AskTable((5, 6, 7, 8), 1)
    assert judge_single_card(lone(1, 1_001 + LEANING_MS), recent, hits) == AskTable((6, 7, 8), 1)
    assert judge_single_card(lone(1, 1_001 + LEANING_MS), recent, hits[:2]) == AskTable((6,), 1)
    assert judge_single_card(lone(1, 6_000 + LEANING_MS), recent, hits) == NoChange()
    assert judge_single_card(lone(1, 6_000), recent, []) == NoChange(), (
        "people have counted them by hand"
    )


def test_a_lone_weight_that_is_not_sure_or_not_one_card_says_nothing_about_hits() -> None:
    hits, recent = [hit(7, 4)], [RecentWeighing(7, 7, 1_000, 4, False)]
    assert judge_single_card(lone(1, 2_000), recent, hits) == AskTable((7,), 1)
    for said in (lone(1, 2_000, -1), lone(1, 2_000, 0, 1), lone(2, 2_000), lone(-1, 2_000)):
        assert judge_single_card(said, recent, hits) == NoChange()
    assert judge_single_card(word(7, 7, 1), recent, hits) == NoChange()


def test_a_card_that_may_have_leaned_after_a_doubt_of_somebody_else_is_asked_about() -> None:
    hits = [hit(7, 4, uncertain=2), hit(8, 3, owner="Bo")]
    more = word(8, 8, 4)
    correction = found("Bo", 1, 8, 8, 3)
    assert judge(more, hits, {7, 8}, 7) == correction

    def again(
        settled_with: int, at_ms: int = -1_000, of: list[Doubt] = hits
    ) -> Correction | AskTable:
        before = Weighed(7, 7, settled_with, settled_with, settled_with, 60, 60, 60, at_ms)
        return consider_leaning_card(correction, more, [recent_weighing_of(before, hits)], of)

    assert again(4) == again(5) == AskTable((7, 8), 1)
    assert again(6) == correction, "the doubt allowed for no more"
    assert again(5, at_ms=-LEANING_MS - 1) == correction
    assert again(5, of=hits[1:]) == correction, "people have counted it by hand"
    one_hand = [hit(7, 4, owner="Bo"), hits[1]]
    assert again(5, of=one_hand) == found("Bo", 1, 7, 8, 8), "one hand has them both"
    settled = found("Bo", 0, 8, 8, 4)
    assert (
        consider_leaning_card(settled, more, [recent_weighing_of(word(7, 7, 5), hits)], hits)
        == settled
    )


def test_one_card_that_may_be_more_is_asked_about_in_the_doubted_hits_before_too() -> None:
    hits = [hit(7, 4, uncertain=2), hit(8, 3, owner="Bo")]
    recent = [RecentWeighing(7, 7, 0, 4, True)]
    unsure = word(8, 8, 4, 0, 1)
    assert judge(unsure, hits, {7, 8}, 7) == AskTable((8,), 1)
    assert consider_leaning_card(AskTable((8,), 1), unsure, recent, hits) == AskTable((7, 8), 1)
    assert consider_leaning_card(AskTable((8,), 2), unsure, recent, hits) == AskTable((8,), 2)
    assert consider_leaning_card(AskTable((8,), 1), unsure, [], hits) == AskTable((8,), 1)


def test_a_card_that_may_have_leaned_is_given_to_the_hits_of_one_hand_together() -> None:
    hits = [hit(nr, 3, owner="Bo") for nr in (6, 7, 8, 9)]
    more, correction = word(9, 9, 4), found("Bo", 1, 9, 9, 3)
    weighed = [RecentWeighing(6, 7, 0, 7, False), RecentWeighing(8, 8, 0, 3, False)]

    def again(recent: list[RecentWeighing], of: list[Doubt] = hits) -> Correction | AskTable:
        return consider_leaning_card(correction, more, recent, of)

    assert again(weighed) == found("Bo", 1, 6, 9, 13)
    assert again(weighed[:1]) == correction, "hit 8 has no sure weight"
    old = [RecentWeighing(6, 7, -LEANING_MS - 1, 7, False), weighed[1]]
    assert again(old) == found("Bo", 1, 8, 9, 6)
    assert again(weighed, [*hits[:2], hit(8, 3), hits[3]]) == correction, "hit 8 has another owner"
    assert again(weighed, [*hits[1:]]) == found("Bo", 1, 8, 9, 6), "hit 6 was counted by hand"
    doubted = [*hits[:3], hit(9, 3, uncertain=1, owner="Bo")]
    assert again(weighed, doubted) == correction, "the doubt explains it"
    possible = [weighed[0], RecentWeighing(8, 8, 0, 3, True)]
    assert again(possible, doubted) == found("Bo", 1, 6, 9, 13)


def test_a_hit_that_was_weighed_in_parts_is_weighed_as_one() -> None:
    both = merged(word(6, 7, 3), word(7, 8, 2, -1, 1))
    assert both is not None
    assert (both.first_hit, both.last_hit) == (6, 8)
    assert (both.left, both.left_low, both.left_high) == (5, 4, 6)


def test_a_word_that_was_not_sure_gives_way_to_the_next_about_its_hits() -> None:
    later = word(7, 8, 6)
    assert merged(word(7, 7, 3, 0, 1), later) == later


def test_words_about_other_hits_or_about_none_stay_apart() -> None:
    for before, after in (((6, 7), (8, 8)), ((None, None), (7, 7)), ((7, 7), (None, None))):
        earlier, later = (word(first, last, 3) for first, last in (before, after))
        assert merged(earlier, later) is None
