"""A bench may take the launcher from a referee that does not need it, and from no other."""

from __future__ import annotations

from tests.firmware_bridge.bench import Bench, Caller, Message


def instead(bench: Bench) -> Message:
    return Caller(bench).hello("bench", instead=True)


def test_an_idle_launcher_goes_to_the_bench_and_its_holder_is_told() -> None:
    bench = Bench()
    table = bench.caller("referee")
    assert "error" not in instead(bench)
    table.listen()
    assert table.over == ["taken by bench"]


def test_a_game_that_is_on_keeps_it() -> None:
    bench = Bench()
    table = bench.caller("referee")
    table.ask("keep", on=True)
    assert instead(bench) == {
        "error": "busy",
        "sentence": "Another caller holds the launcher, and its game is on: stop that first.",
        "caller": "referee",
        "kept": True,
    }
    table.ask("keep", on=False)
    assert "error" not in instead(bench)


def test_an_armed_hit_keeps_it_and_so_do_cards_that_come() -> None:
    bench = Bench()
    table = bench.caller("referee")
    table.ask("arm", hit=1, count=2)
    assert instead(bench)["error"] == "busy"
    bench.press()
    bench.run(0.1, table)
    assert instead(bench)["error"] == "busy"
    bench.run(3, table)
    assert "error" not in instead(bench)


def test_who_does_not_ask_for_it_is_refused() -> None:
    bench = Bench()
    bench.caller("referee")
    assert Caller(bench).hello("bench")["error"] == "busy"
    assert Caller(bench).hello("bench", instead=1)["error"] == "busy"


def test_the_next_holder_has_to_say_it_anew() -> None:
    bench = Bench()
    table = bench.caller("referee")
    table.ask("keep", on=True)
    table.end.lost()
    bench.caller("another")
    assert "error" not in instead(bench)
