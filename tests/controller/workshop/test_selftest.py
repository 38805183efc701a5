"""The self-test through jumpers: every fault is found and named, and a clean machine passes."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.base.findings import Finding, Level
from controller.workshop.selftest import interruptions
from controller.workshop.selftest.figures import Figures, Pulled, Surroundings, edge_run
from controller.workshop.selftest.interruptions import HOWS, configuration
from controller.workshop.selftest.load import CHUNK, under_load
from controller.workshop.selftest.record import digest_of, page, read_record, record_of
from controller.workshop.selftest.run import after_restart, read_surroundings
from controller.workshop.selftest.verdicts import LATE_US, judge
from hardware.gpio.chip import Chip
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import jumpers_for
from hardware.gpio.motor_pins import BOOT_ID, PinState
from hardware.gpio.pins import Pins, PinTrouble
from hardware.launcher import ChipLoad, LinkChanged
from tests.controller.workshop.jumpered import EFFORT, Jumpered, tried
from tests.processes import PATIENCE_S

PINS = Pins()
EXAMPLE = Path(__file__).parents[3] / "docs" / "selftest-example.json"


def wrong(findings: list[Finding]) -> str:
    return "\n".join(
        f"{one.level} {one.what}: {one.says}" for one in findings if one.level is not Level.OK
    )


def test_a_clean_machine_passes(tmp_path: Path) -> None:
    figures, findings = tried(Jumpered(PINS), tmp_path)
    assert wrong(findings) == ""
    assert figures.quiet is not None and figures.busy is not None
    assert set(figures.quiet.latencies_us) == {40}
    assert set(figures.busy.latencies_us) == {90}
    assert len(figures.quiet.latencies_us) == EFFORT.edges
    assert figures.written_mb == 512
    assert {one.what for one in findings} >= {"jumpers", "edges", "edges under load", "press"}
    assert sum("motor-off" in one.what for one in findings) == 2 * len(HOWS)


def set_attribute(name: str, value: object) -> Callable[[Jumpered], None]:
    return lambda pi: setattr(pi, name, value)


def throttled(bits: str) -> Callable[[Jumpered], None]:
    return lambda pi: pi.machine.says.__setitem__("vcgencmd get_throttled", f"throttled={bits}\n")


MISSING = "FAIL jumpers: GPIO 17 (pin 11) does not follow GPIO 23 (pin 16)"
FAULTS: dict[str, tuple[Callable[[Jumpered], None], str]] = {
    "a lost edge": (
        set_attribute("lost", lambda nth: nth == 60),
        "FAIL edges: 1 of 100 edges were lost",
    ),
    "an edge too many": (
        set_attribute("doubled", lambda nth: nth == 60),
        "FAIL edges: 1 edge came that nobody commanded",
    ),
    "late edges": (
        set_attribute("busy_late_us", LATE_US + 1),
        "WARN edges under load: none of 100 edges was lost, but they came late",
    ),
    "a pin that floats high": (
        set_attribute("floating", {24}),
        "FAIL levels: GPIO 24 (pin 18) is high although the chip pulls it down",
    ),
    "a missing jumper": (set_attribute("wires", {"motor": (), "press": ("button",)}), MISSING),
    "swapped jumpers": (
        set_attribute("wires", {"motor": ("button",), "press": ("card_sensor",)}),
        "FAIL jumpers: the two jumpers are swapped",
    ),
    "ends that touch": (
        set_attribute("wires", {"motor": ("card_sensor", "button"), "press": ()}),
        "FAIL jumpers: GPIO 23 (pin 16) moves both inputs",
    ),
    "a motor left connected": (
        set_attribute("held_low", {23, 24}),
        "FAIL motor: something holds GPIO 23 (pin 16), GPIO 24 (pin 18) low",
    ),
    "one resistor": (set_attribute("held_low", {24}), "FAIL motor: something holds GPIO 24"),
    "throttling now": (
        throttled("0x4"),
        "FAIL throttling: during the test: the processor is throttled",
    ),
    "throttling before": (
        throttled("0x10000"),
        "WARN throttling: since the Pi started: the voltage is too low",
    ),
    "no word of throttling": (
        lambda pi: pi.machine.says.__setitem__(
            "vcgencmd get_throttled", 'error=1 error_msg="Command 0x1 not registered"\n'
        ),
        "WARN throttling: unknown: vcgencmd gave no answer",
    ),
    "outputs that stay": (
        set_attribute("stays_high", {("killed", False), ("hung", False)}),
        "WARN driver killed, without motor-off: the motor pin stayed high for 1 s, 2 of 2 times",
    ),
    "no tool for motor-off": (
        set_attribute("stays_high", {("killed", True)}),
        "FAIL driver killed, with motor-off: the motor pin stayed high for 1 s, 2 of 2 times",
    ),
    "an orderly end that leaves it high": (
        set_attribute("stays_high", {("stopped", False)}),
        "FAIL driver stopped, without motor-off",
    ),
    "a driver that does not hear the button": (
        set_attribute("deaf", True),
        "FAIL press: 12 of 12 presses did not reach the motor pin",
    ),
    "a card that takes nothing": (
        set_attribute("written_mb", 0.0),
        "WARN memory card: nothing was written to the card",
    ),
    "a high output before": (
        lambda pi: pi.machine.pins.__setitem__(23, PinState(True, True, "")),
        "FAIL pins before the test: GPIO 23 (pin 16) was a high output",
    ),
    "an unknown level before": (
        lambda pi: pi.machine.pins.__setitem__(23, PinState(True)),
        "WARN pins before the test: the level of GPIO 23 (pin 16) was unknown",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_named(fault: str, tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    bring, named = FAULTS[fault]
    bring(pi)
    assert named in wrong(tried(pi, tmp_path)[1])


@pytest.mark.parametrize("fault", ["a motor left connected", "a pin that floats high"])
def test_no_output_is_driven_where_a_motor_may_be(fault: str, tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    FAULTS[fault][0](pi)
    before = pi.now_us
    figures, _ = tried(pi, tmp_path)
    assert figures.wiring is not None and figures.wiring.followed == ()
    assert (figures.quiet, figures.stops, pi.now_us) == (None, (), before)


@pytest.mark.parametrize("fault", ["a missing jumper", "swapped jumpers", "ends that touch"])
def test_nothing_is_measured_through_wrong_jumpers(fault: str, tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    FAULTS[fault][0](pi)
    figures, _ = tried(pi, tmp_path)
    assert (figures.quiet, figures.busy, figures.stops) == (None, None, ())


@pytest.mark.parametrize("gpio", jumpers_for(PINS).every)
def test_another_program_on_a_pin_is_named(gpio: int, tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    pi.machine.held[gpio] = "a-lamp"
    with pytest.raises(PinTrouble, match=rf"GPIO {gpio} \(pin \d+\) is in use by a-lamp: stop"):
        tried(pi, tmp_path)


def test_a_pin_that_is_taken_meanwhile_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi = Jumpered(PINS)

    def taken(chip: Chip, gpios: Sequence[int], up: bool) -> tuple[int, ...]:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    monkeypatch.setattr(pi, "high_while_pulled", taken)
    with pytest.raises(PinTrouble, match=r"cannot be used \(Device or resource busy\): check that"):
        tried(pi, tmp_path)


def test_the_pins_are_chosen_from_the_wiring() -> None:
    jumpers = jumpers_for(PINS)
    assert (jumpers.motor, jumpers.idle) == (23, (24,))
    assert len({*jumpers.every}) == len(jumpers.every) == 6
    assert jumpers_for(Pins(motor_driver="l298n")).motor == 25, "the input with the pulses"
    assert jumpers_for(Pins(hopper=26)).press == 16
    with pytest.raises(PinTrouble, match=r"set pins\.button"):
        jumpers_for(Pins(button=0))


def test_the_driver_under_test_has_its_card_sensor_away() -> None:
    said = configuration(PINS, jumpers_for(PINS))
    assert "card_sensor = 16\n" in said and 'inverted = ["card_sensor"]' in said
    assert "motor_in1 = 23\nmotor_in2 = 24\n" in said


@given(st.lists(st.tuples(st.integers(1, 9_000), st.booleans(), st.booleans())))
def test_edges_are_counted_once(each: list[tuple[int, bool, bool]]) -> None:
    """Of commands 10 ms apart, some edges are lost, and some are doubled."""
    commands = [(10_000 * nth, nth % 2 == 0) for nth in range(len(each))]
    edges = [
        Edge(at_us + late, "card_sensor", high)
        for (at_us, high), (late, comes, twice) in zip(commands, each, strict=True)
        for _ in range(comes + (comes and twice))
    ]
    run = edge_run(commands, edges, "card_sensor")
    assert run.lost == sum(not comes for _, comes, _ in each)
    assert run.extra == sum(comes and twice for _, comes, twice in each)
    assert run.latencies_us == tuple(late for late, comes, _ in each if comes)


def test_a_glitch_is_no_answer_to_a_command() -> None:
    """The first edge has the wrong level, and the second one the level that was commanded."""
    edges = [Edge(at_us, "card_sensor", at_us != 20) for at_us in (20, 40)]
    run = edge_run([(0, True)], edges, "card_sensor")
    assert (run.lost, run.extra, run.latencies_us) == (0, 1, (40,))


def test_edges_of_the_other_input_and_of_a_full_queue_are_counted() -> None:
    edges = [Edge(40, "card_sensor", True), Edge(50, "button", True), Edge(90, "button", False, 3)]
    run = edge_run([(0, True)], edges, "card_sensor")
    assert (run.lost, run.extra, run.overrun) == (0, 2, 3)


def test_the_limit_of_latency() -> None:
    pi = Jumpered(PINS)
    figures = Figures(read_surroundings(pi.machine))
    on_time = edge_run([(0, True)], [Edge(LATE_US, "card_sensor", True)], "card_sensor")
    late = edge_run([(0, True)], [Edge(LATE_US + 1, "card_sensor", True)], "card_sensor")
    assert wrong(judge(replace(figures, quiet=on_time))) == ""
    assert "came late" in wrong(judge(replace(figures, quiet=late)))


def restarted(pi: Jumpered, figures: Figures) -> str:
    return wrong(judge(after_restart(pi.machine, pi.pins, figures)))


def test_levels_are_compared_after_a_restart(tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    figures, _ = tried(pi, tmp_path)
    assert "the machine has not restarted since the test" in restarted(pi, figures)
    pi.machine.files[str(BOOT_ID)] = "another start\n"
    assert restarted(pi, figures) == ""
    pi.machine.pins[17] = PinState(False, True, "pu")
    assert "WARN pins after a restart: GPIO 17 (pin 11) differs" in restarted(pi, figures)
    pi.machine.pins[24] = PinState(True, True)
    assert "FAIL pins after a restart: GPIO 24 (pin 18) is a high" in restarted(pi, figures)
    pi.machine.pins[24] = PinState(True)
    assert "WARN pins after a restart: the level of GPIO 24 (pin 18)" in restarted(pi, figures)
    pi.machine.held[23] = "rollerdeck"
    assert "GPIO 23 (pin 16) is in use already" in restarted(pi, figures)


def test_a_picos_figures_are_judged() -> None:
    figures = Figures(read_surroundings(Jumpered(PINS).machine))
    assert wrong(judge(replace(figures, pico=ChipLoad(900, 3000, 60_000)))) == ""
    tight = wrong(judge(replace(figures, pico=ChipLoad(1_900, 5000, 6_000))))
    assert [line.split(":")[0] for line in tight.splitlines()] == [
        "WARN ticks",
        "WARN stack",
        "WARN memory",
    ]


def test_what_came_of_a_picos_plug_is_judged() -> None:
    figures = Figures(Surroundings())
    assert judge(figures) == []
    (fine,) = judge(replace(figures, pulled=(Pulled(1_200, True), Pulled(900))))
    assert fine.level is Level.OK
    assert fine.says == (
        "pulled 2 times, and the Pico was found again after at most 1200 ms; "
        "it restarted 1 of 2 times"
    )
    for pulled, says in (
        ((Pulled(900), Pulled(2_001)), "WARN plug: pulled 2 times, and the Pico was found again"),
        ((Pulled(900),), "WARN plug: it was pulled 1 of 2 times"),
        ((), "WARN plug: it was pulled 0 of 2 times"),
        ((Pulled(900), Pulled(None)), "FAIL plug: the Pico was not found again after its plug"),
    ):
        assert wrong(judge(replace(figures, pulled=pulled))).startswith(says)


def test_the_page_shows_verdicts_and_pictures(tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    pi.stays_high = {("killed", False)}
    record = record_of(*tried(pi, tmp_path))
    made = page(record)
    assert made.count("<svg") == 3
    assert "stayed high" in made and record.digest in made and digest_of(record) in made
    assert "<script" not in made and "http://" not in made.replace("http://www.w3.org", "")
    assert page(record) == made


def test_the_load_writes_and_leaves_nothing(tmp_path: Path) -> None:
    with under_load(tmp_path) as written_mb:
        (folder,) = tmp_path.iterdir()
        end_s = time.monotonic() + PATIENCE_S
        while written_mb() == 0:
            assert time.monotonic() < end_s, "nothing is written"
            time.sleep(0.005)
        assert (folder / "data").stat().st_size >= CHUNK
    assert list(tmp_path.iterdir()) == []


def test_the_example_in_the_documents_is_what_its_text_says() -> None:
    record = read_record(EXAMPLE)
    assert {one.level for one in record.verdicts} == {Level.OK}
    assert tuple(judge(record.figures)) == record.verdicts[1:], "the first one is of the jumpers"


class Pull:
    """A Pico whose plug is out from second 1 to 3, and whose link is back half a second later."""

    async def events(self) -> AsyncIterator[LinkChanged]:
        await asyncio.sleep(1)
        yield LinkChanged(False)
        await asyncio.sleep(2.5)
        yield LinkChanged(True, restarted=True)

    async def close(self) -> None: ...


@pytest.mark.looptime
async def test_a_pull_is_timed_from_the_ports_return(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(*_: object) -> Pull:
        return Pull()

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(interruptions, "connect", connect)
    monkeypatch.setattr(interruptions, "is_there", lambda _: not 1 <= loop.time() < 3)
    (pulled,) = await interruptions.watch_pulls("the port", 1, lambda _: None)
    assert pulled.found_ms == pytest.approx(500, abs=1000 * interruptions.PLUG_LOOK_S)
    assert (pulled.restarted, pulled.was_out) == (True, True)
