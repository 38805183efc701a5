"""Who holds a launcher, for how long, and what the next one finds."""

from __future__ import annotations

from firmware_bridge.wire.frames import encode
from tests.firmware_bridge.bench import Bench, Caller


def test_a_second_caller_hears_who_has_the_launcher(bench: Bench) -> None:
    bench.caller("table in the kitchen")
    answer = Caller(bench).hello("bench")
    assert (answer["error"], answer["caller"]) == ("busy", "table in the kitchen")


def test_the_longest_name_still_fits_into_a_frame(bench: Bench) -> None:
    name = "\U0001f0cf" * 64
    bench.caller(name)
    assert name in Caller(bench).hello("bench")["caller"]
    bench.now_s += 3
    assert "error" not in Caller(bench).hello(name[1:] + "x")


def test_three_silent_seconds_cost_the_launcher_and_not_a_moment_less(bench: Bench) -> None:
    holder, other = bench.caller("one"), Caller(bench)
    bench.now_s += 2.999
    assert other.hello("two")["error"] == "busy"
    bench.now_s += 0.001
    assert "error" not in other.hello("two")
    holder.listen()
    assert holder.end.over
    assert holder.over == ["taken by two"]
    assert holder.ask("beat")["error"] == "no_hello"


def test_garbage_and_refused_requests_are_no_sign_of_life(bench: Bench) -> None:
    holder, other = bench.caller("one"), Caller(bench)
    for _ in range(60):
        bench.now_s += 0.05
        holder.send(b":{}*00000000\nnoise\n")
        holder.ask("explode")
        holder.ask("arm", hit=0, count=1)
    assert "error" not in other.hello("two")


def test_what_happens_while_nobody_is_there_is_told_later_but_its_trace_is_not(
    bench: Bench,
) -> None:
    holder = bench.caller()
    holder.ask("trace", on=True)
    bench.press()
    bench.run(1.0, holder)
    assert holder.told("trace")
    heard = holder.events[-1]["event"]
    holder.end.lost()
    for _ in range(3):
        bench.press()
        bench.run(1.0)
    again = Caller(bench)
    again.hello(boot="boot1", heard=heard)
    assert [event["presses"] for event in again.told("press")] == [2, 3, 4]
    assert again.told("trace") == []
    bench.press()
    bench.run(1.0, again)
    assert again.told("trace") == []


def test_safe_off_is_heard_from_anybody(bench: Bench) -> None:
    holder = bench.caller()
    holder.ask("eject", count=5)
    bench.run(0.2, holder)
    assert bench.motor_on()
    assert Caller(bench).ask("safe_off") == {}
    assert not bench.motor_on()
    bench.run(1.0, holder)
    (ended,) = holder.told("ended")
    result = ended["result"]
    assert not result["complete"]
    assert result["delivered"] - result["sticking"] == bench.rig.cards_left
    assert holder.over == []


def test_who_had_a_hit_armed_is_sent_back_to_look_after_a_strangers_safe_off(
    bench: Bench,
) -> None:
    holder = bench.caller()
    holder.ask("arm", hit=1, count=2)
    assert Caller(bench).ask("safe_off") == {}
    assert bench.armed_hit() == 0
    holder.listen()
    assert holder.over == ["safe_off"]
    again = bench.caller()
    assert again.ask("arm", hit=1, count=2) == {"hit": 1, "result": None}


def test_an_own_safe_off_sends_nobody_away(bench: Bench) -> None:
    holder = bench.caller()
    holder.ask("arm", hit=1, count=2)
    assert holder.ask("safe_off") == {}
    holder.listen()
    assert holder.over == []


def test_a_strangers_safe_off_does_not_keep_the_holders_lease(bench: Bench) -> None:
    holder, stranger = bench.caller(), Caller(bench)
    holder.ask("arm", hit=1, count=1)
    for _ in range(6):
        bench.now_s += 0.05
        stranger.ask("safe_off")
    assert bench.armed_hit() == 0


def test_a_caller_who_falls_silent_while_armed_is_hung_up_on(bench: Bench) -> None:
    caller = bench.caller()
    caller.ask("arm", hit=1, count=2)
    bench.now_s += 0.249
    bench.device.pump()
    assert bench.armed_hit() == 1
    bench.now_s += 0.001
    bench.device.pump()
    caller.listen()
    assert bench.armed_hit() == 0
    assert caller.over == ["lease"]
    assert caller.end.over
    bench.press()
    bench.run(0.5)
    assert bench.rig.dings == 0


def test_a_caller_who_is_gone_while_cards_come_stops_the_motor_within_the_bound(
    bench: Bench,
) -> None:
    caller = bench.caller()
    caller.ask("arm", hit=1, count=12)
    bench.press()
    bench.run(0.3, caller)
    assert bench.motor_on()
    caller.end.lost()
    bench.run(0.4)
    assert not bench.motor_on()
    bench.run(1.0)
    back = bench.caller()
    assert back.welcome["faults"] == ["LINK_LOST"]
    result = back.ask("result", hit=1)["result"]
    assert result["delivered"] == bench.rig.cards_left < 12
    assert (result["complete"], result["fault"]) == (False, "LINK_LOST")


def test_what_was_not_acknowledged_is_told_again_after_a_reconnect(bench: Bench) -> None:
    caller = bench.caller()
    caller.ask("arm", hit=1, count=2)
    bench.press()
    bench.run(1.0, caller)
    caller.ask("ack", event=2)
    caller.end.lost()
    bench.press()
    bench.run(0.2)
    back = Caller(bench)
    assert back.hello(boot="boot1", heard=3)["first"] == 4
    assert [event["event"] for event in back.events] == [4, 5]
    assert back.events[-1]["is"] == "press"


def test_who_starts_anew_hears_from_now_on(bench: Bench) -> None:
    caller = bench.caller()
    bench.press()
    bench.run(0.2, caller)
    caller.end.lost()
    back = Caller(bench)
    assert back.hello(boot="another boot", heard=0)["first"] == 2
    assert back.events == []


def test_another_caller_makes_the_launcher_forget_every_number(bench: Bench) -> None:
    caller = bench.caller("one")
    caller.ask("arm", hit=1, count=1)
    bench.press()
    bench.run(1.0, caller)
    caller.ask("bye")
    same = Caller(bench)
    same.hello("one")
    assert same.ask("result", hit=1)["result"]["delivered"] == 1
    same.ask("bye")
    other = Caller(bench)
    assert other.hello("two", boot="boot1", heard=0)["first"] == 4
    assert other.ask("result", hit=1) == {"result": None}


def test_bye_disarms_stops_the_motor_and_frees_the_launcher(bench: Bench) -> None:
    caller = bench.caller("one")
    caller.ask("eject", count=4)
    bench.run(0.2, caller)
    assert bench.motor_on()
    assert caller.ask("bye") == {}
    assert not bench.motor_on()
    assert "error" not in Caller(bench).hello("two")


def test_a_second_hello_on_one_line_begins_anew(bench: Bench) -> None:
    caller = bench.caller()
    caller.ask("arm", hit=1, count=1)
    hello = {"id": 9_000, "do": "hello", "protocol": 1, "caller": "table"}
    assert "error" not in caller.send(encode(hello))[0]
    assert bench.armed_hit() == 0
    arm = {"id": 9_001, "do": "arm", "hit": 1, "count": 1, "boot": "boot1"}
    assert caller.send(encode(arm))[0]["result"] is None
