"""Cards drawn for people without a game: asked for, armed, counted and proven."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from controller.base.errors import Trouble
from controller.daemon.table_notices import doing
from controller.evenings.reckoning import all_figures, update_index
from controller.games.backups import back_up, restore
from controller.games.draws import Draws
from controller.games.fairness import short
from controller.games.index import read_past
from controller.games.journal_replay import fairness_of, replay
from controller.journal.entry import Stamp
from controller.journal.reading import read_entries, read_game
from controller.table.context import RequestInfo, StartOptions
from controller.table.hit import DueHit, HitStage
from controller.table.table import Table
from rules.editions.house import MAX_CARDS
from tests.worlds.evening import GAME, Evening, Killed, LauncherThere, refusal

WORDS = StartOptions("purple walrus")


def hit_of(table: Table) -> DueHit | None:
    """The hit that is due now."""
    return table.hit


def session_of(table: Table) -> Draws | None:
    """The session that has the table now."""
    return table.record.draws


def drawn(table: Table) -> list[tuple[str, int]]:
    draws = table.record.draws
    assert draws is not None
    return [(cards.player, cards.cards) for cards in draws.drawn]


async def drawing(evening: Evening) -> Table:
    """A session of draws that has just begun."""
    table = await evening.open()
    await table.drawing.begin(WORDS)
    return table


async def test_somebody_gets_as_many_cards_as_were_named(evening: Evening) -> None:
    table = await drawing(evening)
    assert hit_of(table) is None
    await table.drawing.ask("Ann", 5)
    assert table.hit is not None and table.hit.intent.requested == 5
    assert (table.hit.intent.by, table.hit.intent.owner) == ("Ann", "Ann")
    await evening.press()
    assert drawn(table) == [("Ann", 5)]
    assert evening.launcher.rig.cards_left == 5
    assert hit_of(table) is None and evening.rolled == []


async def test_somebody_gets_what_the_profile_draws(evening: Evening) -> None:
    evening.draws = {1: 4}
    table = await drawing(evening)
    await table.drawing.ask("Ann", None)
    await evening.press()
    assert drawn(table) == [("Ann", 4)]


async def test_a_tally_counts_a_name_once_however_it_is_spelled_in_unicode(
    evening: Evening,
) -> None:
    table = await drawing(evening)
    for name, cards in (("Zo\u00eb", 2), ("Bo", 1), ("Zoe\u0308", 3)):
        await table.drawing.ask(name, cards)
        await evening.press()
    draws = table.record.draws
    assert draws is not None
    assert [(tally.player, tally.draws, tally.cards) for tally in draws.tally] == [
        ("Zo\u00eb", 2, 5),
        ("Bo", 1, 1),
    ]


async def test_only_one_draw_waits_for_a_press(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 1)
    assert await refusal(table.drawing.ask("Bo", 2)) == (
        "asked_already",
        "The next cards are for Ann: press, or take that back.",
    )


async def test_a_repeated_request_asks_once(evening: Evening) -> None:
    table = await drawing(evening)
    info = RequestInfo(Stamp("tap-1"))
    seq = await table.drawing.ask("Ann", 2, info)
    await evening.press()
    assert await table.drawing.ask("Ann", 2, info) == seq
    assert drawn(table) == [("Ann", 2)] and hit_of(table) is None


async def test_a_draw_can_be_taken_back_until_the_press_but_not_drawn_again(
    evening: Evening,
) -> None:
    evening.fair = True
    table = await drawing(evening)
    intended = []
    for name in ("Ann", "Bo"):
        await table.drawing.ask(name, None)
        assert table.hit is not None
        intended.append(table.hit.intent.draw)
        await table.drawing.cancel(table.hit.number)
        assert hit_of(table) is None and evening.launcher.rig.core.armed_hit == 0
    assert intended[0] == intended[1]
    assert (await refusal(table.drawing.cancel(9)))[0] == "nothing_to_confirm"
    evening.launcher.press()
    assert evening.launcher.rig.cards_left == 0


async def test_while_cards_come_nothing_is_taken_back_and_nothing_ends(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 3)
    assert table.hit is not None
    number = table.hit.number
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    for request in (table.drawing.cancel(number), table.drawing.end(), table.new_game(GAME)):
        assert (await refusal(request))[0] == "launcher_busy"
    evening.launcher.finish()
    await evening.launcher.heard()
    assert drawn(table) == [("Ann", 3)]


async def test_without_a_session_nobody_draws(evening: Evening) -> None:
    table = await evening.open()
    for request in (table.drawing.ask("Ann", 1), table.drawing.end(), table.drawing.cancel(1)):
        assert await refusal(request) == ("wrong_phase", "No draws have begun.")
    await table.drawing.begin(WORDS)
    await table.drawing.end()
    assert (await refusal(table.drawing.ask("Ann", 1)))[0] == "wrong_phase"


async def test_a_session_is_sealed_before_and_proven_after(evening: Evening) -> None:
    evening.fair = True
    table = await evening.open()
    code = table.drawing.commitment
    assert code != table.commitment
    await table.drawing.begin(StartOptions("purple walrus", code))
    for cards in (None, 4, None, None):
        await table.drawing.ask("Ann", cards)
        await evening.press()
    before = fairness_of(table.record, superseded=False)
    assert before is not None and before.seal.commitment == code
    assert (before.seed, before.report) == (None, None)
    await table.drawing.end()
    after = fairness_of(table.record, superseded=False)
    assert after is not None and after.report is not None and after.report.in_order
    assert [hit.recomputed is None for hit in after.report.hits] == [False, True, False, False]
    assert [hit.delivered for hit in after.report.hits] == [cards for _, cards in drawn(table)]
    assert table.drawing.commitment not in (code, table.commitment)


async def test_a_session_with_another_code_than_people_saw_does_not_begin(
    evening: Evening,
) -> None:
    table = await evening.open()
    other = RequestInfo()
    code, sentence = await refusal(table.drawing.begin(StartOptions("", "0" * 64), other))
    assert code == "other_seal" and short(table.drawing.commitment) in sentence
    assert session_of(table) is None


@pytest.mark.parametrize("moment", ["armed", "drawn", "cancelled", "ended"])
async def test_a_restart_finds_a_session_as_it_was(evening: Evening, moment: str) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Bo", 2)
    await evening.press()
    if moment != "drawn":
        await table.drawing.ask("Ann", 3)
    if moment == "cancelled":
        assert table.hit is not None
        await table.drawing.cancel(table.hit.number)
    if moment == "ended":
        await table.drawing.end()
    before = table.record
    table = await evening.restart()
    assert table.record == before
    if moment == "armed":
        await evening.press()
        assert drawn(table) == [("Bo", 2), ("Ann", 3)]
        assert evening.launcher.rig.cards_left == 5
    else:
        assert hit_of(table) is None


async def test_killed_between_the_request_and_arming_it_is_armed_once(evening: Evening) -> None:
    def die() -> None:
        raise Killed

    table = await drawing(evening)
    await table.drawing.ask("Bo", 1)
    await evening.press()
    evening.launcher.before_arm = die
    with pytest.raises(Killed):
        await table.drawing.ask("Ann", 3)
    table = await evening.restart()
    await evening.press()
    assert drawn(table) == [("Bo", 1), ("Ann", 3)]
    assert evening.launcher.rig.cards_left == 4


async def test_a_count_that_was_not_written_down_is_taken_once(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 3)
    evening.launcher.held_back(True)
    evening.launcher.press()
    await evening.die()
    evening.launcher.held_back(False)
    table = await evening.open()
    assert drawn(table) == [("Ann", 3)]
    assert evening.launcher.rig.cards_left == 3 and hit_of(table) is None


async def test_cards_cut_short_by_the_death_are_for_people_to_count(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 3)
    evening.launcher.press_until(1)
    table = await evening.restart()
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM
    out = evening.launcher.rig.cards_left
    await table.confirm(table.hit.number, out)
    assert drawn(table) == [("Ann", out)]
    draws = table.record.draws
    assert draws is not None and draws.drawn[0].confirmed


@pytest.mark.parametrize("cards", [MAX_CARDS + 1, 10**50])
async def test_people_count_no_more_cards_of_a_draw_than_the_largest_box_has(
    evening: Evening, cards: int
) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 3)
    evening.launcher.press_until(1)
    table = await evening.restart()
    assert table.hit is not None
    code, sentence = await refusal(table.confirm(table.hit.number, cards))
    assert code == "bad_count" and "from 0 to 200" in sentence
    await table.confirm(table.hit.number, MAX_CARDS)
    table = await evening.restart()
    assert drawn(table) == [("Ann", MAX_CARDS)]


async def test_a_launcher_that_forgot_leaves_it_to_people_who_did_not_press(
    evening: Evening,
) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 3)
    await evening.die()
    evening.launcher = LauncherThere()
    table = await evening.open()
    assert table.hit is not None and table.hit.stage is HitStage.CONFIRM
    await table.unpressed(table.hit.number)
    await evening.press()
    assert drawn(table) == [("Ann", 3)]


async def test_a_jam_is_cleared_and_the_rest_comes(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 3)
    evening.launcher.press_until(1)
    evening.launcher.rig.set_fault("jam", True)
    evening.launcher.finish()
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.stage is HitStage.BROKEN
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    await evening.press()
    assert drawn(table) == [("Ann", 3)]
    assert evening.launcher.rig.cards_left == 3


async def test_a_stop_in_the_usual_way_keeps_who_asked(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 2)
    await evening.close()
    table = await evening.open()
    await evening.press()
    assert drawn(table) == [("Ann", 2)]


async def test_a_game_that_a_session_took_the_table_from_can_go_on(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    state = evening.state
    await table.drawing.begin(WORDS)
    assert table.record.state is None
    await table.drawing.ask("Ann", 2)
    await evening.press()
    assert [game.number for game in table.record.games] == [1]
    table = await evening.restart()
    await table.play_on(1)
    assert evening.state == state
    assert session_of(table) is None and table.record.number == 2
    table = await evening.restart()
    assert evening.state == state


async def test_a_session_is_in_no_game_and_no_statistics(evening: Evening) -> None:
    table = await evening.begin()
    entries = read_game(evening.path, 1)
    await table.drawing.begin(WORDS)
    for _ in range(2):
        await table.drawing.ask("Ann", 2)
        await evening.press()
    await table.drawing.end()
    assert read_game(evening.path, 1) == entries
    (game,) = all_figures(evening.path)
    assert game.cards == 0
    assert table.record.played == 1


async def test_another_game_ends_a_session_and_sessions_are_numbered_through(
    evening: Evening,
) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 2)
    await table.new_game(GAME)
    assert session_of(table) is None and table.record.number == 1
    await table.drawing.begin(WORDS)
    draws = table.record.draws
    assert draws is not None and draws.begun.session == 2
    await table.new_game(GAME)
    update_index(evening.path)
    past = read_past(evening.path)
    assert past is not None and past.record().sessions == 2
    table = await evening.restart()
    assert table.record.sessions == 2
    assert [game.number for game in all_figures(evening.path)] == [1, 2]


async def test_a_backup_has_the_session_and_goes_on_with_it(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 2)
    await evening.press()
    copy = evening.path.with_name("copy.sqlite3")
    await asyncio.to_thread(back_up, evening.path, copy)
    await evening.close()
    await asyncio.to_thread(restore, copy, evening.path)
    table = await evening.open()
    assert drawn(table) == [("Ann", 2)]
    await table.drawing.ask("Bo", 1)
    await evening.press()
    assert drawn(table) == [("Ann", 2), ("Bo", 1)]


async def test_the_names_of_a_journal_are_not_rewritten_while_cards_are_drawn(
    evening: Evening,
) -> None:
    table = await drawing(evening)

    async def refuse() -> None:
        table.refuse_game_on()

    assert (await refusal(refuse()))[0] == "game_on"
    await table.drawing.end()
    table.refuse_game_on()


async def test_a_journal_whose_draws_do_not_hold_is_not_opened(evening: Evening) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 2)
    await evening.press()
    await evening.die()
    entries = read_entries(evening.path).entries
    with pytest.raises(Trouble, match="does not hold"):
        replay((*entries, entries[-1]), evening.path)
    await evening.open()


async def test_a_journal_with_more_cards_of_a_draw_than_any_box_has_is_not_opened(
    evening: Evening,
) -> None:
    table = await drawing(evening)
    await table.drawing.ask("Ann", 2)
    await evening.press()
    *before, counted = read_entries(evening.path).entries
    most = replace(counted, body=counted.body | {"cards": MAX_CARDS})
    assert replay((*before, most), evening.path).draws is not None
    too_many = replace(counted, body=counted.body | {"cards": MAX_CARDS + 1})
    with pytest.raises(Trouble, match="does not hold"):
        replay((*before, too_many), evening.path)


async def test_who_looks_after_the_machine_is_told_that_cards_are_drawn(evening: Evening) -> None:
    table = await drawing(evening)
    assert doing(table) == "Cards are drawn without a game."
    await table.drawing.end()
    assert doing(table) == "No game has begun."
