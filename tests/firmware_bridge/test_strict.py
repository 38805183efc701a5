"""Strict counting, which a caller asks for at its hello."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.caller_end import Message
from firmware_bridge.client import SessionOptions, connect
from firmware_bridge.device import Device
from firmware_bridge.simulator import start_simulator
from tests.firmware_bridge.bench import Bench


def settings_of(bench: Bench, asked: Message) -> Message:
    caller = bench.caller()
    welcome = caller.hello(**asked)
    settings = caller.ask("trace", on=False)["settings"]
    assert welcome.get("strict", False) == bool(settings.get("strict", 0))
    caller.ask("bye")
    return dict(settings)


def test_it_lasts_for_the_conversation_that_asked_for_it(bench: Bench) -> None:
    usual = settings_of(bench, {})
    assert "strict" not in usual
    assert settings_of(bench, {"strict": True}) == usual | {"strict": 1}
    assert settings_of(bench, {}) == usual | {"strict": 0}


@pytest.mark.parametrize("asked", [{}, {"strict": False}, {"strict": 1}, {"strict": "yes"}])
def test_nothing_else_switches_it_on(bench: Bench, asked: Message) -> None:
    assert "strict" not in bench.caller().hello(**asked)
    assert not bench.rig.core.settings.strict


@pytest.mark.looptime
@pytest.mark.parametrize("knows", [True, False], ids=["newer launcher", "older launcher"])
@pytest.mark.parametrize("wished", [True, False])
async def test_a_caller_learns_whether_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, knows: bool, wished: bool
) -> None:
    handle = Device.handle

    def older(device: Device, end: Any, message: Message) -> Message:
        return handle(device, end, {k: v for k, v in message.items() if k != "strict"})

    if not knows:
        monkeypatch.setattr(Device, "handle", older)
    path = tmp_path / "launcher.sock"
    simulator = await start_simulator(path, 60, seed=3)
    launcher = await connect(at_socket(path), "table", SessionOptions(strict=wished))
    assert launcher.capabilities.strict == (knows and wished)
    await launcher.close()
    await simulator.close()
