"""The simulator that ``play --simulate`` starts ends when nobody needs it any more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from controller.cli import play, simulator


@pytest.mark.looptime
async def test_a_simulator_whose_referee_was_killed_ends_by_itself(tmp_path: Path) -> None:
    began_s = asyncio.get_running_loop().time()
    await simulator._run(tmp_path / "s", None, 60, 1, None, 0, False, simulator.ALONE_S)
    assert asyncio.get_running_loop().time() - began_s == pytest.approx(simulator.ALONE_S, abs=1)


def test_a_referee_starts_a_simulator_of_this_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(
        "controller.cli.play.subprocess.Popen", lambda call, **_: started.append(call)
    )
    play._start_simulator(str(tmp_path / "s"))
    (call,) = started
    made: list[dict[str, Any]] = []
    monkeypatch.setattr(simulator, "_run", lambda *args: made.append({"alone_s": args[-1]}))
    monkeypatch.setattr("controller.cli.simulator.asyncio.run", lambda _: None)
    simulator.command.main(call[call.index("simulator") + 1 :], standalone_mode=False)
    assert made == [{"alone_s": simulator.ALONE_S}]
