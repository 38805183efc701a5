"""A microcontroller starts anew, and what was said before comes late: to it, and to its host."""

from __future__ import annotations

import asyncio

import pytest

from firmware_bridge.client import RemoteLauncher
from firmware_bridge.wire.frames import encode
from hardware.launcher import LauncherEvent, LinkChanged
from tests.firmware_bridge import hostile
from tests.firmware_bridge.bench import Bench


@pytest.mark.parametrize(
    "order",
    [{"do": "eject", "count": 1}, {"do": "arm", "hit": 7, "count": 1}],
    ids=["eject", "arm"],
)
def test_what_was_ordered_before_a_reboot_is_not_done_again_behind_a_late_copy_of_its_hello(
    bench: Bench, order: dict[str, object]
) -> None:
    """A new boot has no memory of it: cards came twice."""
    caller = bench.caller()
    hello = encode({"id": 1, "do": "hello", "protocol": 1, "caller": "table"})
    late = encode({"id": 2, **order, "boot": "boot1"})
    assert caller.send(late)[0]["result"] is None
    bench.press()
    bench.run(0.7, caller)
    assert bench.rig.cards_left == 1
    bench.reboot(caller)
    (welcome,) = caller.send(hello)
    assert welcome["boot"] == "boot2"
    (answer,) = caller.send(late)
    assert answer.get("error") == "stale"
    bench.press()
    bench.run(0.7)
    assert bench.rig.cards_left == 1


def test_who_does_not_know_of_a_reboot_is_hung_up_on_at_its_next_acknowledgement(
    bench: Bench,
) -> None:
    """A late copy of its hello was welcomed: it kept a lease on nothing, and heard no event."""
    caller = bench.caller()
    bench.reboot(caller)
    caller.send(encode({"id": 1, "do": "hello", "protocol": 1, "caller": "table"}))
    assert caller.ask("arm", hit=1, count=1, boot="boot2")["result"] is None
    assert caller.ask("ack", event=0)["error"] == "stale"
    assert caller.over == ["stale"]
    assert caller.end.over
    assert bench.armed_hit() == 0
    assert caller.hello()["boot"] == "boot2"


@pytest.mark.looptime(noop_cycles=0)
@pytest.mark.parametrize("wait_s", [hostile.START_S, 2.0], ids=["at once", "after a new hello"])
async def test_what_an_earlier_boot_told_is_not_believed_of_this_one(
    monkeypatch: pytest.MonkeyPatch, wait_s: float
) -> None:
    """Its events were numbered alike: cards were told twice, a hit's end was another hit's."""
    monkeypatch.setattr(hostile, "FAULTY_SHARE", 0)
    far = hostile.Microcontroller(1)
    launcher = await RemoteLauncher.take(far.dial, "a line", "table")
    told: list[LauncherEvent] = []

    async def listen() -> None:
        async for event in launcher.events():
            told.append(event)

    listening = asyncio.create_task(listen())
    assert (await launcher.eject(2)).delivered == 2
    await asyncio.sleep(0.5)
    told.clear()
    far.reboot()
    for direction in (far.inward, far.outward):
        direction.say_again(wait_s)
    await asyncio.sleep(5)
    assert all(isinstance(event, LinkChanged) for event in told), told
    assert sum(isinstance(event, LinkChanged) and event.restarted for event in told) == 1
    assert launcher.link_up
    assert (await launcher.eject(3)).delivered == 3
    assert far.rig.cards_left == 5
    await launcher.close()
    await listening
    far.close()
