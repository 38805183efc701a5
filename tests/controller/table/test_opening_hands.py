"""The launcher deals the opening hands: in turn, counted, with its faults."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import rules
from controller.games.exported import read_exported, scenario
from controller.games.journal_replay import course, fairness_of, replay
from controller.journal.reading import read_game
from controller.table.context import INTERNAL_REQUEST, StartOptions
from controller.table.cues import facing_seat
from controller.table.hit import HitStage
from controller.table.table import Table
from controller.web import table_views
from hardware.launcher import HitEnded
from rules.scenario import replay as run_scenario
from tests.worlds.evening import GAME, Evening, refusal

DEALT = StartOptions(deal="launcher")
RED_5 = {"do": "turn_up", "card": "red-5"}


async def begin(evening: Evening, game: dict[str, Any] = GAME) -> Table:
    table = await evening.open()
    await table.new_game(game, INTERNAL_REQUEST, DEALT)
    await evening.launcher.heard()
    return table


def due(evening: Evening) -> tuple[str, int] | None:
    """Who presses next, and for how many cards; None: the button is dead."""
    hit = evening.table.hit
    return None if hit is None else (hit.intent.by, hit.intent.requested)


@pytest.mark.parametrize(
    ("edition", "options", "all_of_them"),
    [
        ("attack", {}, 112),
        ("attack-attack", {}, 112),
        ("extreme", {}, 112),
        ("power-grab", {}, 112),
        ("power-grab", {"draw_from": "launcher"}, 112),
        ("classic", {}, 108),
        ("classic-attack", {}, 108),
    ],
)
async def test_each_gets_a_hand_in_turn_from_the_dealers_left(
    evening: Evening, edition: str, options: dict[str, Any], all_of_them: int
) -> None:
    table = await begin(evening, GAME | {"edition": edition, "options": options})
    assert evening.filled == [all_of_them]  # the whole deck goes in before
    left = ["Bo", "Cy", "Ann"]
    for name in (*left,):
        assert due(evening) == (name, 7)
        assert evening.launcher.armings[-1][1] == 7
        assert [*table_views.table(table, "").undealt] == left
        await evening.press()
        left.remove(name)
    assert table_views.table(table, "").undealt == ()
    assert due(evening) is None and evening.launcher.rig.core.armed_hit == 0
    assert [(line.key, line.values) for line in table.record.log[1:]] == [
        ("log.dealt", {"player": name, "n": 7}) for name in ("Bo", "Cy", "Ann")
    ]
    assert evening.launcher.rig.cards_left == 21
    assert evening.state["hands"] == {"Ann": 7, "Bo": 7, "Cy": 7}
    await table.command(RED_5 | {"card": "red-7"})
    assert evening.filled[-1] == all_of_them - 21 - 1
    assert table.record.past.presses == 0 and table.record.finished == ()
    assert evening.rolled in ([], [1])  # no draw was made for a hand


async def test_with_the_usual_deal_nothing_is_armed_before_the_first_card(
    evening: Evening,
) -> None:
    table = await evening.open()
    await table.new_game(GAME)
    assert due(evening) is None and evening.launcher.armings == [] and evening.filled == []


async def test_what_was_measured_is_the_hand(evening: Evening) -> None:
    """One too many, and one card that may be two: the count is doubted, and settled."""
    table = await begin(evening)
    evening.launcher.press_until(1)
    evening.launcher.finish()
    while not evening.launcher._happened.empty():
        event = evening.launcher._happened.get_nowait()
        if isinstance(event, HitEnded):
            more = event.result.delivered + 1
            evening.launcher.repeat(HitEnded(replace(event.result, delivered=more, uncertain=1)))
            break
    await evening.launcher.heard()
    assert evening.state["hands"]["Bo"] == 8 and evening.state["launcher"] == 112 - 22
    (doubt,) = table.record.doubts
    assert (doubt.owner, doubt.cards, doubt.uncertain) == ("Bo", 8, 1)
    await table.command({"do": "set", "hands": {"Bo": 9}})
    assert table.record.doubts == () and due(evening) == ("Cy", 7)


async def test_a_hand_that_breaks_off_is_counted_by_the_table(evening: Evening) -> None:
    table = await begin(evening)
    evening.launcher.press_until(3)
    await evening.launcher.heard()
    evening.launcher.cut()
    await evening.launcher.heard()
    hit = table.hit
    assert hit is not None and hit.stage is not HitStage.ARMED
    await table.confirm(hit.number, 7)
    evening.launcher.mend()
    await evening.launcher.heard()
    assert due(evening) == ("Cy", 7)
    assert evening.state["hands"]["Bo"] == 7


async def test_a_jam_in_a_hand_is_cleared_and_the_rest_comes(evening: Evening) -> None:
    table = await begin(evening)
    evening.launcher.rig.set_fault("jam", True)
    await evening.press()
    assert table.hit is not None and table.hit.stage is HitStage.BROKEN
    code, _ = await refusal(table.command(RED_5))
    assert code == "launcher_busy"
    evening.launcher.unjam()
    await table.clear_faults()
    await evening.launcher.heard()
    await evening.press()
    assert due(evening) == ("Cy", 7) and evening.launcher.rig.cards_left == 7


async def test_a_referee_that_was_away_goes_on_with_the_next_hand(evening: Evening) -> None:
    await begin(evening)
    await evening.press()
    await evening.restart()
    assert due(evening) == ("Cy", 7)
    evening.launcher.press()  # while it is away again
    await evening.launcher.heard()
    await evening.restart()
    assert due(evening) == ("Ann", 7)
    assert evening.launcher.rig.cards_left == 14


async def test_people_may_deal_the_rest_and_the_first_hit_has_its_own_draw(
    evening: Evening,
) -> None:
    evening.fair = True
    table = await begin(evening)
    await evening.press()
    await table.command(RED_5)
    assert table.hit is not None and not table.hit.intent.hand
    await evening.press()
    await table.command({"do": "undo"})
    await table.command({"do": "undo"})
    assert due(evening) == ("Cy", 7)  # back before the first card, the deal goes on
    await evening.press()
    await table.command(RED_5)
    await evening.press()
    record = replay(read_game(evening.path, 1), evening.path)
    found = fairness_of(record, superseded=True)
    assert found is not None and found.report is not None and found.report.in_order
    assert [(hit.nth, hit.undone) for hit in found.report.hits] == [(1, True), (2, False)]


async def test_a_hand_that_is_undone_is_not_dealt_twice(evening: Evening) -> None:
    table = await begin(evening)
    await evening.press()
    await table.command({"do": "undo"})
    assert due(evening) == ("Cy", 7)


async def test_who_leaves_gets_no_hand(evening: Evening) -> None:
    table = await begin(evening)
    await table.command({"do": "leave", "player": "Bo"})
    assert due(evening) == ("Cy", 7)


async def test_the_dealer_who_is_drawn_for_deals_by_launcher_in_each_round(
    evening: Evening,
) -> None:
    game = {"edition": "attack", "players": ["Ann", "Bo"], "hands": {"Ann": 2, "Bo": 3}}
    table = await begin(evening, game)
    assert due(evening) is None
    for name, card in (("Ann", "red-9"), ("Bo", "red-1")):
        await table.command({"do": "dealer_draw", "player": name, "card": card})
    assert evening.filled[-1] == 112
    for dealt in (("Bo", 3), ("Ann", 2)):
        assert due(evening) == dealt
        await evening.press()
    await table.command(RED_5)
    await table.command({"do": "set", "turn": "Ann"})
    await table.command({"do": "uno", "by": "Ann"})
    await table.command({"do": "play", "by": "Ann", "card": "red-3"})
    await table.command({"do": "set", "turn": "Ann"})
    await table.command({"do": "play", "by": "Ann", "card": "red-4"})
    await table.command({"do": "count", "player": "Bo", "points": 5})
    await table.command({"do": "next_round"})
    assert due(evening) == ("Ann", 7) and evening.filled[-1] == 112  # Bo deals now


@pytest.mark.parametrize(("hand", "dealt"), [(12, True), (13, False)])
async def test_a_hand_that_one_press_cannot_give_is_left_to_people(
    evening: Evening, hand: int, dealt: bool
) -> None:
    await begin(evening, GAME | {"hands": {"Bo": hand}})
    assert due(evening) == (("Bo", 12) if dealt else ("Cy", 7))


async def test_the_launcher_faces_who_is_dealt_to(evening: Evening) -> None:
    table = await begin(evening)
    assert facing_seat(table.record) == 1
    await evening.press()
    assert facing_seat(table.record) == 2


async def test_an_exported_deal_replays_and_can_be_verified(
    evening: Evening, tmp_path: Any
) -> None:
    evening.fair = True
    table = await begin(evening)
    for _ in range(3):
        await evening.press()
    await table.command(RED_5)
    await evening.press()
    entries = read_game(evening.path, 1)
    text = scenario(entries, evening.path, superseded=True)
    assert text is not None and text.count('{"do":"set","hands"') == 3
    outcome = run_scenario(text.split("\n"))
    assert outcome.failure is None and outcome.state is not None
    assert rules.view(outcome.state) == evening.state
    file = tmp_path / "game.jsonl"
    file.write_text(text)
    found = fairness_of(replay(read_exported(file), file), superseded=True)
    assert found is not None and found.report is not None
    assert found.report.in_order and len(found.report.hits) == 1
    seen = course(entries, evening.path, superseded=True)
    assert seen is not None and len(seen.hits) == 1 == seen.short.hits
