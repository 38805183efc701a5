"""A launcher, or whoever took its place, reports hits that nobody asked for."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from controller.table.arming import FOREIGN
from controller.table.hit import HitStage
from firmware_bridge.address import at_socket
from firmware_bridge.caller_end import CallerEnd
from firmware_bridge.client import connect
from firmware_bridge.simulator import start_simulator
from hardware.launcher import HitEnded, HitResult, LauncherGone, LinkChanged
from tests.worlds.evening import Evening

LIE = HitResult(99, 12, 12, complete=True)


def told(caplog: pytest.LogCaptureFixture) -> int:
    return [record.getMessage() for record in caplog.records].count(FOREIGN)


@pytest.fixture(autouse=True)
def heard_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("rollerdeck"), "propagate", True)
    caplog.set_level(logging.WARNING, "rollerdeck")


async def test_results_for_another_hit_are_told_and_not_booked(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    table = await evening.begin()
    before = (table.record, table.hit)
    evening.launcher.repeat(*[HitEnded(LIE)] * 700)
    await evening.launcher.heard()
    assert (table.record, table.hit) == before
    assert told(caplog) == 700
    await evening.press()
    assert evening.hits() == [(1, 3)]


async def test_a_result_that_comes_again_is_neither_told_nor_booked(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.begin()
    await evening.press()
    result = await evening.launcher.result(1)
    assert result is not None
    evening.launcher.repeat(HitEnded(result))
    await evening.launcher.heard()
    assert (evening.hits(), told(caplog)) == ([(1, 3)], 0)


@pytest.mark.parametrize("question", ["arm", "result"])
async def test_an_answer_for_another_hit_is_told_and_not_booked(
    evening: Evening,
    question: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await evening.begin()

    async def lie(*arguments: Any) -> HitResult:
        return LIE

    monkeypatch.setattr(evening.launcher, question, lie)
    evening.launcher.repeat(LinkChanged(False), LinkChanged(True))
    await evening.launcher.heard()
    assert table.hit is not None and table.hit.stage in (HitStage.ARMED, HitStage.CONFIRM)
    assert (evening.hits(), table.hit.number) == ([], 1)
    assert told(caplog) > 0


@pytest.mark.parametrize("question", ["arm", "result"])
async def test_a_launcher_that_answers_for_another_hit_is_let_go(
    tmp_path: Path, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulator = await start_simulator(tmp_path / "s", 60, 7)
    launcher = await connect(at_socket(tmp_path / "s"), "test")
    ask = CallerEnd.ask

    async def lie(end: CallerEnd, do: str, **members: object) -> dict[str, Any]:
        answer = await ask(end, do, **members)
        if do == question:
            result = {"hit": 2, "requested": 3, "delivered": 3, "complete": True}
            return {**answer, "result": result}
        return answer

    monkeypatch.setattr(CallerEnd, "ask", lie)
    try:
        with pytest.raises(LauncherGone) as gone:
            await (launcher.arm(1, 3) if question == "arm" else launcher.result(1))
        assert gone.value.reason.key == "launcher.foreign"
        heard = await anext(launcher.events())
        assert heard == LinkChanged(False, gone.value.reason)
    finally:
        await launcher.close()
        await simulator.close()
