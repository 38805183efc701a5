"""What a device makes of each request."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages import FAULTS, MAX_NUMBER, REQUESTS
from firmware_bridge.wire.frames import encode
from hardware.launcher import Fault
from tests.firmware_bridge.bench import Bench, Caller


def test_faults_have_the_names_that_callers_know() -> None:
    assert tuple(Fault) == FAULTS


def test_a_hello_is_welcomed_with_what_the_launcher_is(bench: Bench) -> None:
    assert bench.caller().welcome == {
        "protocol": 1,
        "boot": "boot1",
        "first": 1,
        "faults": [],
        "capabilities": {
            "name": "simulator",
            "simulated": True,
            "lamp": True,
            "hopper_switch": True,
            "cover_switch": True,
        },
        "lease_ms": 250,
    }


def test_a_press_of_an_armed_hit_is_told_from_ding_to_end(bench: Bench) -> None:
    caller = bench.caller()
    assert caller.ask("arm", hit=7, count=2) == {"hit": 7, "result": None}
    bench.press()
    bench.run(1.0, caller)
    kinds = [event["is"] for event in caller.events]
    assert kinds == ["press", "card", "card", "ended"]
    assert [event["event"] for event in caller.events] == [1, 2, 3, 4]
    result = caller.events[-1]["result"]
    assert (result["hit"], result["delivered"], result["complete"]) == (7, 2, True)
    assert len(result["card_times_ms"]) == 2
    assert caller.ask("result", hit=7) == {"result": result}
    assert caller.ask("arm", hit=7, count=2) == {"hit": 7, "result": result}
    assert bench.rig.cards_left == 2


def test_event_times_survive_the_wrap_of_the_ticks() -> None:
    start_ms = (MAX_NUMBER - 300_000) // 1000
    bench = Bench(ticks_at_start=MAX_NUMBER - 300_000)
    caller = bench.caller()
    caller.ask("arm", hit=1, count=3)
    bench.press()
    bench.run(1.0, caller)
    times = [event["at_ms"] for event in caller.events if "at_ms" in event]
    assert times == sorted(times)
    assert times[0] == start_ms
    assert 310 < times[-1] - start_ms < 500


def test_an_unarmed_press_is_told_without_a_hit(bench: Bench) -> None:
    caller = bench.caller()
    bench.press()
    bench.run(0.2, caller)
    assert [(event["hit"], event["presses"]) for event in caller.told("press")] == [(None, 1)]
    assert bench.rig.dings == 0


def test_ejections_are_numbered_downwards_and_never_twice(bench: Bench) -> None:
    caller = bench.caller()
    for hit in (-1, -2):
        assert caller.ask("eject", count=1) == {"hit": hit, "result": None}
        bench.run(1.0, caller)
    again = Caller(bench)
    caller.end.lost()
    again.hello("somebody else")
    assert again.ask("eject", count=1)["hit"] == -3


def test_another_hit_has_to_wait_while_cards_come(bench: Bench) -> None:
    caller = bench.caller()
    caller.ask("eject", count=3)
    bench.run(0.1, caller)
    assert caller.ask("arm", hit=1, count=1)["error"] == "running"
    assert caller.ask("disarm") == {"disarmed": False}
    assert caller.ask("arm", hit=1, count=1)["error"] == "running"


def test_a_fault_keeps_a_hit_back_and_says_which(bench: Bench) -> None:
    bench = Bench(cards=0)
    caller = bench.caller()
    caller.ask("arm", hit=1, count=2)
    bench.press()
    bench.run(2.0, caller)
    assert [event["faults"] for event in caller.told("faults")] == [["EMPTY"]]
    kept = caller.ask("arm", hit=2, count=5)["result"]
    assert (kept["hit"], kept["requested"], kept["delivered"]) == (2, 5, 0)
    assert (kept["complete"], kept["fault"]) == (False, "EMPTY")
    assert caller.ask("clear") == {"faults": ["EMPTY"]}
    bench.rig.load(10)
    assert caller.ask("clear") == {"faults": []}
    assert caller.ask("arm", hit=1, count=2) == {"hit": 1, "result": None}
    assert Caller(bench).hello()["error"] == "busy"


def test_a_hit_forgotten_long_ago_is_not_made_up(bench: Bench) -> None:
    caller = bench.caller()
    for hit in range(1, 19):
        caller.ask("arm", hit=hit, count=0)
        bench.press()
        bench.run(0.5, caller)
    assert caller.ask("arm", hit=1, count=0)["error"] == "forgotten"
    assert caller.ask("result", hit=1) == {"result": None}


def test_lamp_ding_and_face_reach_the_launcher(bench: Bench) -> None:
    caller = bench.caller()
    assert caller.ask("lamp", on=True) == {}
    assert bench.lamp_on()
    assert caller.ask("lamp", on=False) == {}
    assert not bench.lamp_on()
    assert caller.ask("ding") == {}
    assert bench.rig.dings == 1
    assert caller.ask("face", seat=3) == {"faced": False}


@pytest.mark.parametrize(
    ("do", "members", "sentence"),
    [
        ("arm", {"hit": 1}, "arm needs count: a whole number from 0 to 12."),
        ("arm", {"hit": 0, "count": 1}, "arm needs hit: a whole number from 1 to 1073741823."),
        ("arm", {"hit": 1 << 30, "count": 1}, "arm needs hit: a whole number from 1 to"),
        ("arm", {"hit": 1, "count": 13}, "arm needs count: a whole number from 0 to 12."),
        ("arm", {"hit": 1, "count": -1}, "arm needs count"),
        ("arm", {"hit": True, "count": 1}, "arm needs hit"),
        ("arm", {"hit": 1, "count": 1.0}, "arm needs count"),
        ("eject", {"count": 0}, "eject needs count: a whole number from 1 to 12."),
        ("eject", {"count": 13}, "eject needs count"),
        ("arm", {"hit": 1, "count": 1, "boot": None}, "arm needs boot: the word that the answer"),
        ("eject", {"count": 1, "boot": 1}, "eject needs boot: the word that the answer to hello"),
        ("ack", {"event": 0, "boot": True}, "ack needs boot"),
        ("lamp", {"on": 1}, "lamp needs on: true or false."),
        ("face", {"seat": 10}, "face needs seat: a whole number from 0 to 9."),
        ("face", {"seat": -1}, "face needs seat"),
        ("suspense", {"level": 5}, "suspense needs level: a whole number from 0 to 4."),
        ("suspense", {"level": -1}, "suspense needs level"),
        ("result", {"hit": 1 << 30}, "result needs hit"),
        ("result", {"hit": -(1 << 30)}, "result needs hit"),
        ("ack", {"event": -1}, "ack needs event"),
        ("ack", {"event": 1 << 30}, "ack needs event"),
        ("hello", {"caller": "x"}, "hello needs protocol"),
        ("hello", {"protocol": 1}, "hello needs caller: 1 to 64 characters."),
        ("hello", {"protocol": 1, "caller": ""}, "hello needs caller"),
        ("hello", {"protocol": 1, "caller": "x" * 65}, "hello needs caller"),
        ("hello", {"protocol": 1, "caller": "a\x1b[2J"}, "hello needs caller"),
    ],
)
def test_a_senseless_member_is_refused_with_a_sentence(
    bench: Bench, do: str, members: dict[str, object], sentence: str
) -> None:
    answer = bench.caller().ask(do, **members)
    assert answer["error"] == "bad_member"
    assert answer["sentence"].startswith(sentence)


def test_the_ends_of_every_range_are_taken(bench: Bench) -> None:
    caller = bench.caller("x" * 64)
    assert caller.ask("arm", hit=1, count=0)["result"] is None
    assert caller.ask("arm", hit=MAX_NUMBER, count=12)["result"] is None
    assert caller.ask("face", seat=9) == {"faced": False}
    assert caller.ask("face", seat=0) == {"faced": False}
    for count in (1, 12):
        assert caller.ask("eject", count=count)["result"] is None
        assert caller.ask("safe_off") == {}
        bench.run(3.0, caller)
    for level in (0, 4):
        assert caller.ask("suspense", level=level) == {}
        assert bench.board.core.suspense_level == level
    for hit in (-MAX_NUMBER, MAX_NUMBER):
        assert "error" not in caller.ask("result", hit=hit)
    for event in (0, MAX_NUMBER):
        assert caller.ask("ack", event=event) == {}


@pytest.mark.parametrize("do", ["explode", None, 3, ["arm"], {}])
def test_an_unknown_request_hears_which_there_are(bench: Bench, do: object) -> None:
    answer = bench.caller().ask(do)
    assert answer["error"] == "unknown"
    assert "arm, disarm, eject" in answer["sentence"]


@pytest.mark.parametrize("number", [None, 0, -1, "1", True, 1.5, 1 << 30])
def test_a_request_without_a_number_gets_one_answer(bench: Bench, number: object) -> None:
    answers = bench.caller().send(encode({"id": number, "do": "beat"}))
    assert [answer["error"] for answer in answers] == ["bad_request"]
    assert answers[0]["to"] is None


def test_another_protocol_is_refused(bench: Bench) -> None:
    answer = Caller(bench).ask("hello", protocol=2, caller="table")
    assert answer["error"] == "protocol"
    assert answer["sentence"] == (
        "This launcher speaks protocol 1, the caller 2: update the older of the two, "
        "a Pico with `rollerdeck firmware install`."
    )


@pytest.mark.parametrize("do", [do for do in REQUESTS if do not in ("hello", "safe_off")])
def test_nothing_but_safe_off_is_done_before_a_hello(bench: Bench, do: str) -> None:
    stranger = Caller(bench)
    members = {"hit": 1, "count": 1, "on": True, "seat": 1, "event": 1, "level": 1}
    assert stranger.ask(do, **members)["error"] == "no_hello"
    bench.run(0.5)
    assert bench.rig.core.presses == bench.rig.dings == bench.rig.cards_left == 0


def test_a_repeated_request_is_done_once(bench: Bench) -> None:
    caller = bench.caller()
    eject = encode({"id": 2, "do": "eject", "count": 1, "boot": "boot1"})
    first = caller.ask("eject", count=1)
    assert first == {"hit": -1, "result": None}
    assert caller.send(eject) == [first | {"to": 2}]
    bench.run(0.7, caller)
    assert caller.send(eject) == [first | {"to": 2}]
    bench.run(0.7, caller)
    assert bench.rig.cards_left == 1


def test_a_request_too_old_to_be_told_from_a_repeated_one_is_not_done(bench: Bench) -> None:
    caller = bench.caller()
    for number in range(2, 40):
        caller.send(encode({"id": number, "do": "beat"}))
    (answer,) = caller.send(encode({"id": 5, "do": "eject", "count": 1, "boot": "boot1"}))
    assert answer["error"] == "stale"
    bench.run(0.5, caller)
    assert not bench.rig.core.ejecting


def test_a_hello_that_comes_again_late_lets_no_ejection_be_done_twice(bench: Bench) -> None:
    """It began the numbers anew, so an ejection whose answer was lost came once more."""
    caller = bench.caller()
    hello = encode({"id": 1, "do": "hello", "protocol": 1, "caller": "table"})
    eject = encode({"id": 2, "do": "eject", "count": 1, "boot": "boot1"})
    assert caller.ask("eject", count=1)["hit"] == -1
    bench.run(0.7, caller)
    caller.send(hello)
    assert caller.over == ["stale"]
    assert caller.send(eject) == [{"to": 2, "hit": -1, "result": None}]
    bench.run(0.7)
    assert bench.rig.cards_left == 1
    (welcome,) = caller.send(hello)
    assert "error" not in welcome


def test_an_ejection_held_up_since_another_conversation_is_not_done(bench: Bench) -> None:
    """A copy of it came three seconds late, after another hello: cards came that nobody ordered."""
    caller = bench.caller()
    late = {"id": 219_577_467, "do": "eject", "count": 1, "boot": "boot1"}
    (answer,) = caller.send(encode(late))
    assert answer["error"] == "stale"
    bench.run(0.5, caller)
    assert not bench.rig.core.ejecting


def test_a_refused_request_of_another_conversation_lets_no_later_one_of_it_in(bench: Bench) -> None:
    """The ejection behind it was done, and the requests of this conversation were refused."""
    caller = bench.caller()
    for request in ({"id": 219_577_466, "do": "beat"}, {"id": 219_577_467, "do": "eject"}):
        (answer,) = caller.send(encode({**request, "count": 1, "boot": "boot1"}))
        assert answer["error"] == "stale"
    assert caller.ask("beat") == {}
    bench.run(0.5, caller)
    assert not bench.rig.core.ejecting


@given(
    st.lists(
        st.binary(max_size=40)
        | st.fixed_dictionaries(
            {"id": st.integers(0, 5) | st.none(), "do": st.sampled_from([*REQUESTS, "x", 1])},
            optional={
                name: st.sampled_from([0, 1, 12, 13, -1, True, None, "x", [], 1 << 40])
                for name in ("hit", "count", "protocol", "caller", "seat", "event", "on", "heard")
            }
            | {"boot": st.sampled_from(["boot1", "boot0", 1])},
        ).map(encode),
        max_size=30,
    )
)
def test_no_bytes_at_all_raise_and_no_motor_turns_without_a_whole_hello(
    pieces: list[bytes],
) -> None:
    bench = Bench()
    caller = Caller(bench)
    for piece in pieces:
        caller.send(piece)
        bench.now_s += 0.01
        bench.press()
    # A hello needs protocol 1 and a caller's name.
    hello = any(b'"do":"hello"' in piece and b'"caller":"x"' in piece for piece in pieces)
    assert hello or not bench.rig.core.ejecting
