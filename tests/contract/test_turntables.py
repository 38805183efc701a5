"""What a launcher on a turntable promises besides."""

from __future__ import annotations

from hardware.launcher import Fault
from tests.contract.stands import MakeTurning
from tests.contract.told import results


async def test_what_is_there_is_said(turning: MakeTurning) -> None:
    """The simulated twins have a switch at the cover, as one may wire it to pins."""
    async with turning(60, 4) as s:
        there = s.launcher.capabilities
        assert (there.lamp, there.hopper_switch, there.cover_switch) == (True, True, True)


async def test_on_a_turntable_it_faces_whom_it_is_told_to(turning: MakeTurning) -> None:
    async with turning(60, 4) as s:
        assert s.launcher.capabilities.turntable
        for seat in (2, 3, 3, 0, 1):
            assert await s.launcher.face(seat) is True
            assert await s.facing() == seat
        assert await s.launcher.face(4) is False
        assert await s.facing() == 1


async def test_a_press_before_it_has_turned_is_a_hit_like_any_other(turning: MakeTurning) -> None:
    async with turning(60, 4) as s:
        assert await s.launcher.arm(1, 3) is None
        assert await s.launcher.face(3) is True
        await s.press()
        (result,) = results(await s.events())
        assert (result.delivered, result.complete) == (3, True)
        assert await s.cards_left() == 3
        assert await s.facing() == 3


async def test_on_a_turntable_it_turns_nowhere_out_of_a_latched_fault(turning: MakeTurning) -> None:
    async with turning(60, 4) as s:
        assert await s.launcher.face(1) is True
        await s.jam(True)
        assert (await s.launcher.eject(2)).fault is Fault.JAM
        assert await s.launcher.face(3) is True
        assert await s.facing() != 3
        await s.jam(False)
        assert await s.launcher.clear_faults() == ()
        assert await s.facing() == 3


async def test_safe_off_stops_a_turntable_where_it_is(turning: MakeTurning) -> None:
    async with turning(60, 4) as s:
        await s.jam(True)
        await s.launcher.eject(2)
        assert await s.launcher.face(3) is True  # once the fault is cleared
        await s.launcher.safe_off()
        await s.jam(False)
        assert await s.launcher.clear_faults() == ()
        assert await s.facing() != 3
        assert await s.launcher.face(3) is True
        assert await s.facing() == 3
