"""Whom the launcher faces in a game, and what it says of how close cards are."""

from __future__ import annotations

import pytest

import rules
from controller.games.entries import Begun
from controller.games.fairness import FinishedHit
from controller.games.record import Record
from controller.table.cues import Cues
from hardware.launcher import LauncherGone
from hardware.profiles import ProfileName
from tests.hardware.mock import MockLauncher
from tests.worlds.evening import GAME, PLAY, Evening, LauncherThere


class Asked(MockLauncher):
    """A launcher on a turntable that writes down what it is asked to show."""

    def __init__(self, seats: int = 4) -> None:
        super().__init__(cards=60, seats=seats)
        self.shown: list[tuple[str, int]] = []
        self.away = False

    async def face(self, seat: int) -> bool:
        self._reached()
        self.shown.append(("face", seat))
        return await super().face(seat)

    async def suspense(self, level: int) -> None:
        self._reached()
        self.shown.append(("suspense", level))
        await super().suspense(level)

    def _reached(self) -> None:
        if self.away:
            raise LauncherGone("launcher.hung_up")


@pytest.mark.clause("LCH-4")
async def test_the_launcher_faces_whose_turn_it_is_or_who_is_being_hit(evening: Evening) -> None:
    launcher = evening.launcher = LauncherThere(seats=3)
    table = await evening.begin()
    assert launcher.turntable.seat == 1  # Bo is on the left of Ann, who deals
    await table.command(PLAY)
    assert launcher.turntable.seat == 2
    await table.command({"do": "undo"})
    assert launcher.turntable.seat == 1
    await table.command({"do": "play", "by": "Bo", "card": "wild-all-hit", "color": "blue"})
    faced = []
    while evening.state["owed"]:
        faced.append((evening.state["owed"][0]["player"], launcher.turntable.seat))
        assert not launcher.turntable.turning
        await evening.press()
    assert len(faced) > 1
    assert all(seat == GAME["players"].index(name) for name, seat in faced)


async def test_nothing_is_asked_twice_and_after_a_cut_everything_anew() -> None:
    launcher = Asked()
    cues = Cues(launcher)
    record = _record()
    await cues.send(record)
    await cues.send(record)
    assert launcher.shown == [("face", 1), ("suspense", 0)]
    cues.reset()
    await cues.send(record)
    assert launcher.shown == [("face", 1), ("suspense", 0)] * 2


async def test_a_launcher_that_is_gone_meanwhile_is_asked_again() -> None:
    launcher = Asked()
    cues = Cues(launcher)
    launcher.away = True
    record = _record()
    await cues.send(record)
    launcher.away = False
    await cues.send(record)
    assert launcher.shown == [("face", 1), ("suspense", 0)]


async def test_without_a_turntable_nothing_is_turned() -> None:
    launcher = Asked(seats=0)
    await Cues(launcher).send(_record())
    assert launcher.shown == [("suspense", 0)]


async def test_before_a_game_there_is_nothing_to_show() -> None:
    launcher = Asked()
    await Cues(launcher).send(Record())
    assert launcher.shown == []


async def test_in_the_profile_suspense_each_dry_press_brings_cards_closer() -> None:
    launcher = Asked(seats=0)
    cues = Cues(launcher)
    levels = []
    for draws in ((), (0,), (0, 0), (0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0, 5), (5, 0)):
        await cues.send(_record("suspense", draws))
        levels.append(launcher.rig.core.suspense_level)
    assert levels == [0, 1, 2, 3, 4, 0, 1]


def _record(profile: ProfileName = "measured", draws: tuple[int, ...] = ()) -> Record:
    setup = rules.read_setup(GAME)
    assert not isinstance(setup, rules.Refusal)
    turned_up = rules.apply(rules.start(setup), {"do": "turn_up", "card": "red-5"})
    assert isinstance(turned_up, rules.Applied)
    pressed = tuple(
        FinishedHit(nth, "Bo", draw, draw, draw, 90, 0, False, False, nth)
        for nth, draw in enumerate(draws, 1)
    )
    return Record(begun=Begun(GAME, "00", profile), state=turned_up.state, finished=pressed)


async def test_a_game_that_is_on_keeps_the_launcher_from_a_bench() -> None:
    kept: list[bool] = []

    class Kept(MockLauncher):
        async def keep(self, on: bool) -> None:
            kept.append(on)

    cues = Cues(Kept())
    await cues.send(Record())
    assert kept == []
    await cues.send(_record())
    await cues.send(_record())
    assert kept == [True]
    cues.reset()
    await cues.send(_record())
    assert kept == [True, True]
    await cues.send(Record())  # deleted
    assert kept == [True, True, False]
