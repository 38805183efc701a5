"""The live table with a jam, a link that is cut, a disk that is full: all goes on afterwards."""

from __future__ import annotations

from controller.journal.reading import read_entries
from controller.table.hit import HitStage
from hardware.launcher import Fault
from tests.worlds.evening import PLAY, Evening, fill_up, make_room, refusal, until, wrong


async def test_a_hit_is_armed_ahead_and_its_intent_was_on_disk_before(evening: Evening) -> None:
    seen: list[tuple[str, int]] = []

    def look() -> None:
        last = read_entries(evening.path).entries[-1]
        seen.append((last.kind, last.body["hit"]))

    evening.launcher.before_arm = look
    table = await evening.begin()
    assert seen == [("intent", 1)]
    assert evening.launcher.armings == [(1, 3)]
    assert table.hit is not None
    assert (table.hit.stage, table.hit.intent.by, table.hit.intent.owner) == ("armed", "Bo", "Bo")


async def jammed_after_one(evening: Evening) -> None:
    evening.launcher.press_until(1)
    evening.launcher.rig.set_fault("jam", True)
    evening.launcher.finish()
    await evening.launcher.heard()


async def test_a_fault_breaks_off_and_the_rest_comes_after_it_is_cleared(evening: Evening) -> None:
    table = await evening.begin()
    await jammed_after_one(evening)
    assert table.hit is not None
    assert (table.hit.stage, table.hit.cards_out) == (HitStage.BROKEN, 1)
    assert Fault.JAM in table.launcher.faults
    code, sentence = await refusal(table.command(PLAY))
    assert (code, sentence) == (
        "launcher_busy",
        "Hit 1 stopped before its end: clear the fault, or count the cards that came out.",
    )
    assert (await refusal(table.clear_faults()))[0] == "still_there"
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    assert table.hit.stage is HitStage.ARMED and table.hit.number == 1
    # cards are out, so the hit is to be finished: nothing else, and not by hand from far away
    assert (await refusal(table.command(PLAY)))[0] == "launcher_busy"
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert evening.balanced()


async def test_a_broken_hit_can_be_counted_by_the_table(evening: Evening) -> None:
    table = await evening.begin()
    await jammed_after_one(evening)
    assert (await refusal(table.confirm(2, 1)))[0] == "nothing_to_confirm"
    assert (await refusal(table.confirm(1, 1000)))[0] == "bad_count"
    await table.confirm(1, 1)
    assert evening.hits() == [(1, 1)]
    assert evening.entries("command")[-1].body["measured"]["confirmed"] is True
    assert evening.launcher.rig.core.armed_hit == 0
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.number == 2
    assert evening.launcher.rig.core.armed_hit == 2


async def test_the_rest_of_a_hit_can_be_forgone(evening: Evening) -> None:
    table = await evening.begin()
    await jammed_after_one(evening)
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    await table.confirm(1, 1)
    assert evening.hits() == [(1, 1)]
    assert evening.launcher.rig.core.armed_hit == 2


async def test_what_the_launcher_counts_itself_is_not_for_the_table(evening: Evening) -> None:
    table = await evening.begin()
    nobody = "Nobody has to count the cards of hit 1 now: do what the page asks for."
    assert await refusal(table.confirm(1, 3)) == ("nothing_to_confirm", nobody)
    evening.launcher.press_until(1)
    await evening.launcher.heard()
    assert await refusal(table.confirm(1, 3)) == ("nothing_to_confirm", nobody)
    assert (await refusal(table.command({"do": "hit", "by": "Bo", "cards": 3})))[0] == (
        "measured_only"
    )


async def test_a_launcher_that_had_dropped_the_hit_is_armed_again(evening: Evening) -> None:
    table = await evening.begin()
    evening.launcher.lapse()  # as when the whole machine stood still for a moment
    await evening.press()
    assert evening.launcher.rig.cards_left == 0
    assert table.hit is not None and table.hit.stage is HitStage.ARMED
    await evening.press()
    assert evening.hits() == [(1, 3)]


async def test_with_the_link_lost_an_armed_hit_is_neither_played_over_nor_lost(
    evening: Evening,
) -> None:
    table = await evening.begin()
    evening.launcher.cut()
    await evening.launcher.heard()
    assert wrong(table).startswith("The launcher closed the connection: ")
    assert await refusal(table.command(PLAY)) == (
        "no_launcher",
        "The launcher does not answer, and somebody may have pressed its button: wait until the "
        "launcher answers, or enter how many cards came out for hit 1.",
    )
    evening.launcher.mend()
    await evening.launcher.heard()
    assert wrong(table) == ""
    assert table.hit is not None and table.hit.stage is HitStage.ARMED
    await evening.press()
    assert evening.hits() == [(1, 3)]


async def test_with_the_link_lost_hits_are_counted_by_hand_and_plays_go_on(
    evening: Evening,
) -> None:
    table = await evening.begin()
    evening.launcher.cut()
    await evening.launcher.heard()
    await table.confirm(1, 2)
    await table.confirm(2, 0)
    await table.command({"do": "play", "by": "Ann", "card": "red-3"})
    assert evening.hits() == [(1, 2), (2, 0)]
    evening.launcher.mend()
    await evening.launcher.heard()
    assert evening.launcher.rig.core.armed_hit == 3


async def test_a_link_lost_while_cards_come_breaks_the_hit_off(evening: Evening) -> None:
    table = await evening.begin()
    evening.launcher.press_until(1)
    evening.launcher.cut()
    await evening.launcher.heard()
    assert await refusal(table.command(PLAY)) == (
        "launcher_busy",
        "The launcher is not connected: wait until it is connected again, or enter how many "
        "cards came out for hit 1.",
    )
    evening.launcher.finish()
    evening.launcher.mend()
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.stage is HitStage.BROKEN
    assert table.launcher.faults == (Fault.LINK_LOST,)
    await table.clear_faults()
    await evening.launcher.heard()
    await evening.press()
    assert evening.hits() == [(1, 3)]
    assert evening.balanced()


async def test_a_full_disk_refuses_the_command_and_disarms(evening: Evening) -> None:
    table = await evening.begin()
    before = table.record
    fill_up(evening)
    code, sentence = await refusal(table.command(PLAY))
    assert code == "not_saved"
    assert sentence.startswith("The journal could not be written (")
    assert table.record.state is before.state
    assert wrong(table) == sentence
    assert evening.launcher.rig.core.armed_hit == 0
    make_room(evening)
    await until(lambda: evening.launcher.rig.core.armed_hit == 1)
    assert wrong(table) == ""
    assert evening.rolled == [1]
    await table.command(PLAY)


async def test_a_count_that_the_disk_refuses_is_kept_until_it_takes_it(evening: Evening) -> None:
    table = await evening.begin()
    fill_up(evening)
    await evening.press()
    assert evening.hits() == []
    assert table.hit is not None and table.hit.cards_out == 3
    assert (await refusal(table.command(PLAY)))[0] == "launcher_busy"
    make_room(evening)
    await until(lambda: evening.hits() == [(1, 3)])
    assert evening.balanced()


async def test_a_count_that_the_disk_refused_outlasts_the_launcher(evening: Evening) -> None:
    await evening.begin()
    fill_up(evening)
    await evening.press()
    evening.launcher.cut()
    await evening.launcher.heard()
    make_room(evening)
    await until(lambda: evening.hits() == [(1, 3)])
