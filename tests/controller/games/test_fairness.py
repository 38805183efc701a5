"""Draws that players can check: what changes one is found, what must not change one does not."""

from __future__ import annotations

import hmac
from dataclasses import replace
from typing import Any

import pytest
from pytest_mock import MockerFixture

from controller.games import fairness
from controller.games.fairness import DrawsReport, Fairness
from controller.games.journal_replay import course, fairness_of, replay
from controller.games.record import Record
from controller.journal.reading import read_game
from controller.table.context import INTERNAL_REQUEST, StartOptions
from controller.table.table import Table
from controller.words import say
from hardware.profile_table import Row
from tests.worlds.evening import GAME, Evening, refusal

WORDS = StartOptions("purple walrus")
RED_5 = {"do": "turn_up", "card": "red-5"}


async def begin(
    evening: Evening, game: dict[str, Any] = GAME, wishes: StartOptions = WORDS
) -> Table:
    """Begin a game whose draws are the referee's own; the first card is up."""
    evening.fair = True
    await evening.table.new_game(game, INTERNAL_REQUEST, wishes)
    await evening.table.command(RED_5)
    return evening.table


def left(evening: Evening, number: int = 1) -> Fairness:
    """What may be known of a game once another has begun."""
    record = replay(read_game(evening.path, number), evening.path)
    found = fairness_of(record, superseded=True)
    assert found is not None and found.seed is not None and found.report is not None
    return found


def said(report: DrawsReport) -> str:
    return " ".join(say(one.key, one.values) for one in report.remarks)


def sentence(evening: Evening, number: int = 1) -> str:
    found = left(evening, number).report
    assert found is not None
    return said(found)


@pytest.fixture
async def open_evening(evening: Evening) -> Evening:
    await evening.open()
    return evening


@pytest.mark.parametrize("profile", ["measured", "sequence", "suspense", "even", "custom"])
async def test_every_draw_of_a_game_comes_out_again(open_evening: Evening, profile: Any) -> None:
    open_evening.drawn = type(open_evening.drawn)(profile=profile, custom=(Row(50, (1, 2)),))
    await open_evening.restart()
    await begin(open_evening)
    for _ in range(12):
        await open_evening.press()
    report = left(open_evening).report
    assert report is not None and report.in_order, report
    assert said(report).startswith(
        "The draws are correct: all 12 draws follow from the sealed seed, the players' "
        "words and the profile."
    )
    assert [hit.nth for hit in report.hits] == list(range(1, 13))
    hits = [cards for _, cards in open_evening.hits()]
    assert [hit.delivered for hit in report.hits] == hits and sum(hits) > 0


@pytest.mark.parametrize("profile", ["measured", "sequence", "suspense", "even", "custom"])
async def test_the_report_of_a_long_game_does_not_keep_the_launcher_waiting(
    open_evening: Evening, profile: Any, mocker: MockerFixture
) -> None:
    """All draws at once would take a Pi longer than a launcher waits: they are made one by one."""
    open_evening.drawn = type(open_evening.drawn)(profile=profile, custom=(Row(50, (1, 2)),))
    await open_evening.restart()
    await begin(open_evening)
    for _ in range(12):
        await open_evening.press()
    drawn = mocker.spy(fairness, "HitDraws")
    assert left(open_evening).report is not None
    assert drawn.call_count == 0
    fairness.draw.cache_clear()
    await open_evening.restart()  # now they are made anew, before the launcher is asked
    assert drawn.call_count >= 12
    drawn.reset_mock()
    assert left(open_evening).report is not None
    assert drawn.call_count == 0


async def test_nothing_that_a_table_may_do_draws_anew(open_evening: Evening) -> None:
    """Undone plays and hits, a count by hand, cut links, restarts: each hit's number, one draw."""
    table = await begin(open_evening)
    await open_evening.press()
    await table.command({"do": "undo"})
    await open_evening.press()
    await table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await table.command({"do": "undo"})
    table = await open_evening.restart()
    await open_evening.press()
    open_evening.launcher.cut()
    await open_evening.launcher.heard()
    hit = table.hit
    assert hit is not None
    await table.confirm(hit.number, 4)
    open_evening.launcher.mend()
    await open_evening.launcher.heard()
    await open_evening.open_cover()
    await open_evening.press()
    report = left(open_evening).report
    assert report is not None and report.in_order, report
    assert [hit.undone for hit in report.hits] == [True, False, False, False, False]
    assert "1 hit was taken back" in said(report)
    assert open_evening.rolled[:4] == [1, 2, 3, 4]  # each once, and the one that is due now
    assert len(open_evening.rolled) == len(set(open_evening.rolled))


async def test_a_cover_that_was_opened_begins_the_sequence_anew_in_the_check_too(
    open_evening: Evening,
) -> None:
    open_evening.drawn = type(open_evening.drawn)(profile="sequence")
    await open_evening.restart()
    await begin(open_evening)
    for presses in (1, 4):
        for _ in range(presses):
            await open_evening.press()
        await open_evening.open_cover()
        turn = "Bo" if open_evening.state["turn"] == "Cy" else "Cy"
        await open_evening.table.command({"do": "set", "turn": turn})  # another presses, same draw
    for _ in range(2):
        await open_evening.press()
    report = left(open_evening).report
    assert report is not None and report.in_order, report
    # the hit that was due when the cover was opened keeps its draw; the next is the second press
    assert [hit.nth for hit in report.hits if hit.draw] == [2, 3, 7]


async def test_the_code_is_known_before_the_words_and_stays_through_a_restart(
    open_evening: Evening,
) -> None:
    code = open_evening.table.commitment
    await open_evening.restart()
    assert open_evening.table.commitment == code
    await begin(open_evening)
    seal = left(open_evening).seal
    assert (seal.commitment, seal.words) == (code, "purple walrus")
    assert open_evening.table.commitment != code  # the next game's


async def test_a_game_does_not_begin_under_another_code_than_was_seen(
    open_evening: Evening,
) -> None:
    open_evening.fair = True
    other = "ab" * 32
    code, said = await refusal(
        open_evening.table.new_game(GAME, INTERNAL_REQUEST, StartOptions("", other))
    )
    assert code == "other_seal" and open_evening.table.commitment[:4] in said
    assert open_evening.table.record.number == 0
    seen = open_evening.table.commitment
    await open_evening.table.new_game(GAME, INTERNAL_REQUEST, StartOptions("", seen))
    assert left(open_evening).seal.commitment == seen


async def test_who_adds_no_words_is_told_what_that_leaves_open(open_evening: Evening) -> None:
    await begin(open_evening, wishes=StartOptions())
    await open_evening.press()
    assert "No player added words" in sentence(open_evening)
    await begin(open_evening)
    assert "Nobody" not in sentence(open_evening, 2)


async def test_two_games_with_the_same_words_have_draws_of_their_own(open_evening: Evening) -> None:
    for _ in range(2):
        await begin(open_evening)
        for _ in range(12):
            await open_evening.press()
    one, two = (left(open_evening, number) for number in (1, 2))
    assert one.seed != two.seed and one.seal.commitment != two.seal.commitment
    assert one.report and two.report
    assert [hit.draw for hit in one.report.hits] != [hit.draw for hit in two.report.hits]


async def test_where_the_rules_name_the_number_nothing_is_drawn(open_evening: Evening) -> None:
    open_evening.fair = True
    options = {"draw_from": "launcher"}
    await open_evening.table.new_game(GAME | {"edition": "power-grab", "options": options})
    await open_evening.table.command({"do": "turn_up", "card": "red-7"})
    await open_evening.press()
    report = left(open_evening).report
    assert report is not None and report.in_order
    assert "Nothing was drawn" in said(report)
    assert [(hit.recomputed, hit.draw, hit.requested) for hit in report.hits] == [(None, 1, 1)]


async def test_a_launcher_that_holds_less_is_asked_for_less_and_that_is_in_order(
    open_evening: Evening,
) -> None:
    table = await begin(open_evening)
    await table.command({"do": "set", "launcher": 1})
    for _ in range(8):
        await table.command({"do": "set", "launcher": 1})
        await open_evening.press()
    report = left(open_evening).report
    assert report is not None and report.in_order, report
    assert any(hit.draw > hit.requested == 1 for hit in report.hits)


# What is found: each alone, in a record of twelve hits.


async def played(evening: Evening) -> Record:
    await begin(evening)
    for _ in range(12):
        await evening.press()
    return replay(read_game(evening.path, 1), evening.path)


def judged(record: Record, **begun: Any) -> str:
    """What is said of a record in which something is another."""
    assert record.begun is not None
    values = {name: getattr(record.begun, name) for name in record.begun.__struct_fields__}
    changed = replace(record, begun=type(record.begun)(**values | begun))
    found = fairness_of(changed, superseded=True)
    assert found is not None and found.report is not None
    assert found.report.in_order == said(found.report).startswith("The draws are correct")
    return said(found.report)


async def test_verify_finds_a_single_changed_draw(open_evening: Evening) -> None:
    record = await played(open_evening)
    assert judged(record).startswith("The draws are correct")
    for at, hit in enumerate(record.finished):
        other = replace(hit, draw=hit.draw ^ 1, requested=hit.draw ^ 1)
        finished = (*record.finished[:at], other, *record.finished[at + 1 :])
        assert judged(replace(record, finished=finished)) == (
            f"The draws are not correct: the draw of hit {at + 1} should be {hit.draw}, "
            f"not {other.draw}."
        )


async def test_verify_finds_that_less_was_asked_for_than_was_drawn(open_evening: Evening) -> None:
    record = await played(open_evening)
    at = next(at for at, hit in enumerate(record.finished) if hit.draw)
    less = replace(record.finished[at], requested=0)
    finished = (*record.finished[:at], less, *record.finished[at + 1 :])
    assert judged(replace(record, finished=finished)) == (
        f"The draws are not correct: for hit {at + 1}, the number of cards requested from the "
        f"launcher should have been {less.draw}, not 0."
    )


async def test_verify_finds_a_hit_that_was_left_out_or_put_in(open_evening: Evening) -> None:
    record = await played(open_evening)
    first = next(at for at, hit in enumerate(record.finished) if hit.draw)
    without = (*record.finished[:first], *record.finished[first + 1 :])
    assert judged(replace(record, finished=without)).startswith("The draws are not correct: ")
    more = (*record.finished[:first], record.finished[first], *record.finished[first:])
    assert judged(replace(record, finished=more)).startswith("The draws are not correct: ")


async def test_verify_finds_a_changed_profile(open_evening: Evening) -> None:
    record = await played(open_evening)
    for other in ({"profile": "even"}, {"profile": "custom", "custom": (Row(50, (1,)),)}):
        assert judged(record, **other).startswith("The draws are not correct: the profile")


async def test_verify_finds_a_swapped_seed(open_evening: Evening) -> None:
    record = await played(open_evening)
    assert judged(record, seed="ab" * 32).startswith(
        "The draws are not correct: the seed is not the one"
    )


async def test_verify_finds_changed_words(open_evening: Evening) -> None:
    record = await played(open_evening)
    assert record.begun is not None and record.begun.seal is not None
    seal = record.begun.seal
    fields = {name: getattr(seal, name) for name in seal.__struct_fields__}
    other = type(seal)(**fields | {"words": "purple walru"})
    assert judged(record, seal=other).startswith(
        "The draws are not correct: these are not the words"
    )


# What is secret, and until when.


async def test_the_seed_is_shown_when_a_game_is_over_and_not_before(open_evening: Evening) -> None:
    table = await begin(open_evening, GAME | {"hands": {"Ann": 1, "Bo": 1, "Cy": 1}, "target": 1})
    await open_evening.press()
    record = table.record
    hidden = fairness_of(record, superseded=False)
    assert hidden is not None and hidden.seed is None and hidden.report is None
    await table.command({"do": "set", "turn": "Cy", "hands": {"Cy": 1}})
    await table.command({"do": "play", "by": "Cy", "card": "red-3"})
    for name in ("Ann", "Bo"):
        await table.command({"do": "count", "player": name, "points": 15})
    assert open_evening.state["phase"] == "game_over"
    over = fairness_of(table.record, superseded=False)
    assert over is not None and over.seed is not None
    assert over.report is not None and over.report.in_order


async def test_hits_after_the_seed_was_shown_are_said_to_be_foreseeable(
    open_evening: Evening,
) -> None:
    await test_the_seed_is_shown_when_a_game_is_over_and_not_before(open_evening)
    for _ in range(4):
        await open_evening.table.command({"do": "undo"})
    assert open_evening.state["phase"] == "play"
    await open_evening.press()
    found = fairness_of(open_evening.table.record, superseded=False)
    assert found is not None and found.report is not None and not found.report.in_order
    assert said(found.report) == (
        "The draws are not correct: no draw was changed, but the seed was shown before "
        "the last hit, so "
        "somebody could know in advance how many cards this hit would give."
    )


async def test_a_game_that_is_broken_off_shows_its_seed(open_evening: Evening) -> None:
    await begin(open_evening)
    await open_evening.press()
    before = course(read_game(open_evening.path, 1), open_evening.path, superseded=False)
    assert before is not None and before.fairness is not None and before.fairness.seed is None
    await begin(open_evening)
    assert left(open_evening).report is not None


async def test_a_dealer_can_be_drawn_from_seed_and_words(open_evening: Evening) -> None:
    nobody = {member: value for member, value in GAME.items() if member != "dealer"}
    dealers = []
    for number in range(1, 9):
        table = await begin(open_evening, nobody, StartOptions("purple walrus", dealer_by="draw"))
        begun = table.record.begun
        assert begun is not None and begun.seal is not None
        profile_hash = bytes.fromhex(begun.seal.profile_hash)
        message = b"purple walrus" + bytes(8) + profile_hash + bytes(8)  # hit 0, block 0
        block = hmac.digest(bytes.fromhex(begun.seed), message, "sha256")
        drawn = int.from_bytes(block[:8], "big") % len(GAME["players"])
        dealers.append(begun.game["dealer"])
        assert (dealers[-1], number) == (GAME["players"][drawn], table.record.number)
        assert open_evening.state["dealer"] == dealers[-1]
    assert len(set(dealers)) > 1


async def test_whoever_is_named_deals_and_nobody_is_drawn(open_evening: Evening) -> None:
    for player in GAME["players"]:
        await begin(open_evening, GAME | {"dealer": player}, StartOptions(dealer_by="draw"))
        assert open_evening.state["dealer"] == player
