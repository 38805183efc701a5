"""What the room hears of each change of a table, as sentences in their order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from controller.base.config import VoiceLevel
from controller.games.record import LogLine
from controller.table.context import INTERNAL_REQUEST, StartOptions
from controller.table.hit import HitStage
from controller.table.table import Table
from controller.voice.narration import TURN, Level, Snapshot, Utterance, snapshot_of
from controller.voice.narrator import FACTS, SILENT, narrate, repeat
from controller.words import say
from hardware.launcher import Fault, Reason
from tests.rules.worded import entries
from tests.worlds.evening import GAME, PLAY, Evening


class Heard(Evening):
    """A table whose every change is narrated."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.level = Level.PLAYS
        self.scene: Snapshot | None = None
        self.heard_last: list[str] = []
        self.told_last: tuple[Utterance, ...] = ()
        self.changed = lambda _: self.narrate()

    async def open(self) -> Table:
        table = await super().open()
        self.narrate()
        return table

    def narrate(self) -> None:
        now = snapshot_of(self.table)
        narration = narrate(self.scene, now)
        self.scene = now
        self.told_last = narration.utterances
        self.heard_last += [
            say(one.key, one.values) for one in narration.utterances if one.level <= self.level
        ]

    def news(self) -> list[str]:
        news, self.heard_last = self.heard_last, []
        return news


@pytest.fixture
async def heard_evening(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("controller.table.table.RETRY_S", 0.0)
    evening = Heard(tmp_path)
    yield evening
    await evening.close()


async def test_a_game_begins(heard_evening: Heard) -> None:
    await heard_evening.begin()
    assert heard_evening.news() == [
        "A new game begins with Ann, Bo and Cy.",
        "Ann: turn up the first card.",
        "The first card is red 5.",
        "Bo: match 5 or red.",
    ]


async def test_a_play_what_it_does_and_who_presses_how_often(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    heard_evening.news()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    assert heard_evening.news() == ["Bo plays red Hit 2.", "Cy: press 2 times."]
    await heard_evening.press()
    assert heard_evening.news() == ["Cy pressed: 3 cards.", "Cy: press once."]
    await heard_evening.press()
    assert heard_evening.news() == ["Cy pressed: 3 cards.", "Ann: match Hit 2 or red."]


async def test_a_skip_a_reverse_and_a_called_colour(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    heard_evening.news()
    await table.command({"do": "play", "by": "Bo", "card": "red-skip"})
    assert heard_evening.news() == [
        "Bo plays red Skip.",
        "Cy is skipped.",
        "Ann: match Skip or red.",
    ]
    await table.command({"do": "play", "by": "Ann", "card": "red-reverse"})
    assert heard_evening.news() == [
        *("Ann plays red Reverse.", "Play goes to the right now.", "Cy: match Reverse or red."),
    ]
    await table.command({"do": "play", "by": "Cy", "card": "wild", "color": "green"})
    assert heard_evening.news() == ["Cy plays Wild. The colour is green.", "Bo: match green."]


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (0, "Bo pressed: no card."),
        (1, "Bo pressed: one card."),
        (2, "Bo pressed: 2 cards."),
    ],
)
async def test_how_many_cards_came(heard_evening: Heard, cards: int, sentence: str) -> None:
    heard_evening.draws = {1: cards}
    await heard_evening.begin()
    heard_evening.news()
    await heard_evening.press()
    assert heard_evening.news()[0] == sentence


async def test_uno_and_a_catch(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    await table.command({"do": "set", "hands": {"Bo": 2, "Ann": 2}})
    heard_evening.news()
    await table.command(PLAY)
    assert heard_evening.news() == ["Bo plays red 3.", "Cy: match 3 or red."]
    await table.command({"do": "uno", "by": "Bo"})
    assert heard_evening.news() == ["Bo calls UNO."]  # the turn was told, and is what it was
    await table.command({"do": "play", "by": "Cy", "card": "red-4"})
    await table.command({"do": "play", "by": "Ann", "card": "red-6"})
    heard_evening.news()
    await table.command({"do": "catch", "by": "Cy", "player": "Ann"})
    assert heard_evening.news() == ["Cy catches Ann, who did not call UNO.", "Ann: press 2 times."]


async def test_an_undo_says_what_is_taken_back(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    await table.command(PLAY)
    heard_evening.news()
    await table.command({"do": "undo"})
    assert heard_evening.news() == ["Taken back: Bo plays red 3.", "Bo: match 5 or red."]


async def test_an_empty_launcher_is_said_once(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    heard_evening.news()
    await table.command({"do": "set", "launcher": 0})
    assert heard_evening.news() == [say("refusal.launcher_empty")]


def test_a_tower_is_a_word_that_can_be_heard() -> None:
    said = FACTS["ruling.grabs"].key
    assert say(said, {"player": "Bo", "tower": "!"}) == "Bo now holds the tower exclamation mark."
    assert say(said, {"player": "Bo", "tower": "U"}) == "Bo now holds the tower U."


async def test_a_correction_is_for_who_hears_everything(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    heard_evening.news()
    await table.command({"do": "set", "hands": {"Cy": 1}})
    assert heard_evening.news() == []
    heard_evening.level = Level.EVERYTHING
    await table.command({"do": "set", "hands": {"Cy": 2}})
    assert heard_evening.news() == ["The players have corrected the count of Cy's hand to 2 cards."]


async def test_who_hears_turns_alone_hears_no_play(heard_evening: Heard) -> None:
    heard_evening.level = Level.TURNS
    table = await heard_evening.begin()
    heard_evening.news()
    await table.command(PLAY)
    assert heard_evening.news() == ["Cy: match 3 or red."]


async def test_a_fault_with_its_advice_and_its_end(heard_evening: Heard) -> None:
    table = await heard_evening.begin()
    await table.command({"do": "play", "by": "Bo", "card": "red-hit-2"})
    heard_evening.news()
    heard_evening.launcher.set_cover(True)
    await heard_evening.launcher.heard()
    assert heard_evening.news() == ["The cover is open: close it, then clear the fault."]
    heard_evening.launcher.set_cover(False)
    await table.clear_faults()
    await heard_evening.launcher.heard()
    assert heard_evening.news() == ["The launcher is ready again.", "Cy: press 2 times."]


async def test_a_launcher_that_does_not_answer(heard_evening: Heard) -> None:
    await heard_evening.begin()
    heard_evening.news()
    heard_evening.launcher.cut()
    await heard_evening.launcher.heard()
    assert heard_evening.news()[0] == "The launcher does not answer."
    heard_evening.launcher.mend()
    await heard_evening.launcher.heard()
    assert "The launcher is ready again." in heard_evening.news()


async def test_the_disk_is_full(heard_evening: Heard) -> None:
    await heard_evening.begin()
    scene = heard_evening.scene
    assert scene is not None
    full = replace(scene, problem=Reason("disk.full", {"error": "No space left on device"}))
    (told,) = narrate(scene, full).utterances
    assert (told.key, told.level) == ("disk.full", Level.TURNS)
    assert narrate(full, full).utterances == ()
    assert "disk.full" in narrate(full, scene).ended


async def test_a_count_that_is_not_certain(heard_evening: Heard) -> None:
    await heard_evening.begin()
    scene = heard_evening.scene
    assert scene is not None
    record = scene.record
    line = LogLine(record.seq + 1, "log.uncertain", "LCH-1", {"n": 2})
    now = replace(scene, record=replace(record, seq=record.seq + 1, log=(*record.log, line)))
    assert [say(one.key, one.values) for one in narrate(scene, now).utterances] == [
        "The count is not certain: up to 2 cards more may have come out. "
        "Count all cards that came out."
    ]


async def test_while_cards_come_nobody_is_told_to_press(heard_evening: Heard) -> None:
    await heard_evening.begin()
    scene = heard_evening.scene
    assert scene is not None and scene.hit is not None
    running = replace(scene, hit=replace(scene.hit, stage=HitStage.RUNNING, pressed=True))
    narration = narrate(scene, running)
    assert narration.utterances == () and TURN in narration.ended
    broken = replace(
        running, hit=replace(scene.hit, stage=HitStage.ARMED, pressed=True, cards_out=1)
    )
    (rest,) = narrate(running, broken).utterances
    assert say(rest.key, rest.values) == "Bo: press for 2 more cards."
    unknown = replace(running, hit=replace(scene.hit, stage=HitStage.CONFIRM, pressed=True))
    (count,) = narrate(running, unknown).utterances
    assert say(count.key, count.values).startswith("Count the cards that came out for Bo")


async def test_who_comes_late_hears_how_it_stands_and_again_says_it_again(
    heard_evening: Heard,
) -> None:
    table = await heard_evening.begin()
    await table.command(PLAY)
    told = heard_evening.told_last
    now = snapshot_of(table)
    assert [one.key for one in narrate(None, now).utterances] == ["spoken.turn_match"]
    jammed = replace(now, faults=(Fault.JAM,))
    assert [one.key for one in repeat(told, jammed)] == [
        *("spoken.play", "advice.JAM", "spoken.turn_match"),
    ]


async def test_a_hand_from_the_launcher(heard_evening: Heard) -> None:
    table = await heard_evening.open()
    await table.new_game(GAME, INTERNAL_REQUEST, StartOptions(deal="launcher"))
    assert heard_evening.news()[-1] == "Bo: press for your hand of 7 cards."


def test_each_ruling_and_each_line_of_the_log_has_its_place() -> None:
    known = {key for key in entries() if key.startswith(("ruling.", "log."))}
    assert FACTS.keys() & SILENT == set()
    # an undo is told as the log words it, with what was taken back
    inside = {"ruling.undoes", "ruling.undoes_hit"}
    assert known == FACTS.keys() | SILENT | inside


def test_the_levels_are_those_of_the_configuration() -> None:
    assert [level.name.lower() for level in Level] == list(get_args(VoiceLevel))
