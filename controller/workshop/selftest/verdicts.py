"""Says what the figures of a self-test mean: pure functions from figures to findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final

import msgspec

from controller.base.findings import Finding, counted, fail, ok, warn
from controller.workshop.doctor.machine import throttled_bits
from controller.workshop.doctor.pico import check_load
from controller.workshop.selftest.figures import (
    LOW_WITHIN_S,
    PULLS,
    EdgeRun,
    Figures,
    How,
    Restarted,
    Stop,
    Wiring,
    by_end,
    changed,
    high_outputs,
    quantile,
    unknown_outputs,
)
from hardware.gpio.loopback import ENDS, HEADER, End, Jumpers, Start

LATE_US: Final = 1_000
"""A hundredth of what a card takes to pass the light barrier (`hardware.portable.settings`)."""
PRESS_LATE_US: Final = 50_000
"""A person who presses notices a later start."""
THROTTLED: Final = {
    0: "the voltage is too low",
    1: "the processor's frequency is capped",
    2: "the processor is throttled",
    3: "the temperature limit is reached",
}
"""Bits of `vcgencmd get_throttled`; 16 higher: at least once since the Pi started."""
FOUND_LATE_MS: Final = 2_000
"""How long people at a table can wait for a launcher after its plug is in again."""
HOW_WORDS: Final[dict[How, str]] = {
    "killed": "driver killed",
    "hung": "driver hung, then killed",
    "stopped": "driver stopped",
}
PINCTRL = "Use Raspberry Pi OS with its package raspi-utils, and repeat this as root."
STRICT = "Add dtparam=strict_gpiod to /boot/firmware/config.txt and restart (docs/wiring.md)."


def pin(gpio: int) -> str:
    """A pin in words: its GPIO number, and its place on the header."""
    return f"GPIO {gpio} (pin {HEADER[gpio]})" if gpio in HEADER else f"GPIO {gpio}"


def pins(gpios: Sequence[int]) -> str:
    """Pins in words."""
    return ", ".join(pin(gpio) for gpio in sorted(gpios))


def judge_motor(wiring: Wiring, jumpers: Jumpers) -> Finding | None:
    """Say whether a motor seems to be wired; None: it does not.

    Nothing but the chip's own pull is at a free pin, so a pin that does not follow it up is held.
    """
    held = [gpio for gpio in jumpers.motors if gpio not in wiring.high_pulled_up]
    if not held:
        return None
    return fail(
        "motor",
        f"something holds {pins(held)} low, so a motor driver seems to be wired",
        "Take the motor driver off the Pi, leave only the two jumpers with 1 kΩ, and start again.",
    )


def judge_wiring(wiring: Wiring, jumpers: Jumpers) -> Iterator[Finding]:
    """Check the pins and the jumpers."""
    floating = [gpio for gpio in jumpers.motors if gpio in wiring.high_pulled_down]
    if floating:
        yield fail(
            "levels",
            f"{pins(floating)} is high although the chip pulls it down",
            "Take off what is connected there. If nothing is, do not use this pin for a motor.",
        )
        return
    follows = {followed.start: followed.by for followed in wiring.followed}
    if not follows:
        return
    if follows.get("motor") == ("button",) and follows.get("press") == ("card_sensor",):
        yield fail(
            "jumpers",
            "the two jumpers are swapped",
            f"Join {pin(jumpers.motor)} and {pin(jumpers.card_sensor)}, and {pin(jumpers.press)} "
            f"and {pin(jumpers.button)}.",
        )
        return
    wrong = list(_judge_jumpers(follows, jumpers))
    yield from wrong or [ok("jumpers", "both inputs follow their outputs")]


def _judge_jumpers(follows: Mapping[Start, tuple[End, ...]], jumpers: Jumpers) -> Iterator[Finding]:
    """Say which jumpers are not where they belong."""
    for start, end in ENDS.items():
        by = follows.get(start, ())
        start_pin, end_pin = pin(jumpers.at(start)), pin(jumpers.at(end))
        if by == (end,):
            continue
        if end in by:
            yield fail(
                "jumpers",
                f"{start_pin} moves both inputs",
                "Join each output to one input only, and check that no bare ends touch.",
            )
        else:
            yield fail(
                "jumpers",
                f"{end_pin} does not follow {start_pin}",
                f"Join {start_pin} and {end_pin} with a jumper and 1 kΩ.",
            )


def judge(figures: Figures) -> list[Finding]:
    """Say what all figures mean. The wiring was judged before anything was measured."""
    return [
        *_before(figures),
        *_edges("edges", figures.quiet),
        *_edges("edges under load", figures.busy),
        *_written(figures),
        *_stops(figures.stops),
        *_throttling(figures),
        *_restart(figures.restarted, figures),
        *check_load(figures.pico),
        *_plug(figures),
    ]


def _before(figures: Figures) -> Iterator[Finding]:
    if not figures.motors:
        return
    high = high_outputs(figures.pins_before, figures.motors)
    if high:
        yield fail(
            "pins before the test",
            f"{pins(high)} was a high output before any program claimed it",
            "Remove lines for this pin from /boot/firmware/config.txt, and restart.",
        )
    elif unknown := unknown_outputs(figures.pins_before, figures.motors):
        yield warn("pins before the test", f"the level of {pins(unknown)} was unknown", PINCTRL)
    else:
        yield ok("pins before the test", "no motor pin was a high output")


def _edges(subject: str, run: EdgeRun | None) -> Iterator[Finding]:
    if run is None:
        return
    p50, p99 = quantile(run.latencies_us, 0.5), quantile(run.latencies_us, 0.99)
    longest = max(run.latencies_us, default=0)
    spread = f"p50 {p50} µs, p99 {p99} µs, longest {longest} µs"
    if run.lost or run.overrun:
        yield fail(
            subject,
            f"{run.lost} of {run.commanded} edges were lost"
            + (f", {run.overrun} of them by the kernel's queue" if run.overrun else ""),
            "Check the jumper's contacts, run the test again with --out second.json, and send us "
            "both files.",
        )
    elif run.extra:
        yield fail(
            subject,
            f"{counted(run.extra, 'edge')} came that nobody commanded, among {run.commanded}",
            "Use short jumpers with 1 kΩ, away from power cables, and run the test again.",
        )
    elif p99 > LATE_US:
        yield warn(
            subject,
            f"none of {run.commanded} edges was lost, but they came late: {spread}",
            "Stop other programs on this Pi, and run the test again.",
        )
    else:
        yield ok(subject, f"none of {run.commanded} edges was lost: {spread}")


def _written(figures: Figures) -> Iterator[Finding]:
    if figures.busy is not None and not figures.written_mb:
        yield warn(
            "memory card",
            "nothing was written to the card while it was to be busy",
            "Delete files on the card, and run the test again.",
        )


def _stops(stops: Sequence[Stop]) -> Iterator[Finding]:
    if not stops:
        return
    yield _press(stops)
    for how, motor_off, alike in by_end(stops):
        ran = [stop for stop in alike if stop.press_us is not None]
        if ran:
            yield _low(f"{HOW_WORDS[how]}, {'with' if motor_off else 'without'} motor-off", ran)


def _press(stops: Sequence[Stop]) -> Finding:
    presses = [stop.press_us for stop in stops if stop.press_us is not None]
    if len(presses) < len(stops):
        return fail(
            "press",
            f"{len(stops) - len(presses)} of {len(stops)} presses did not reach the motor pin",
            "Run the test again with --out second.json, and send us both files.",
        )
    p50, longest = quantile(presses, 0.5), max(presses)
    says = f"the motor pin is high {p50} µs after a press (median), at most {longest} µs"
    late = "Stop other programs on this Pi, and run the test again."
    return ok("press", says) if longest <= PRESS_LATE_US else warn("press", says, late)


def _low(subject: str, stops: Sequence[Stop]) -> Finding:
    times = [stop.low_us for stop in stops if stop.low_us is not None]
    stuck = len(stops) - len(times)
    if not stuck:
        longest = max(times) / 1000
        says = f"the motor pin is low after at most {longest:.1f} ms, {len(times)} times"
        return ok(subject, says)
    says = f"the motor pin stayed high for {LOW_WITHIN_S:g} s, {stuck} of {len(stops)} times"
    if stops[0].motor_off:
        return fail(subject, says, "Install the package raspi-utils or gpiod, and run this again.")
    if stops[0].how == "stopped":
        return fail(subject, says, "Do not connect a motor, and send us this file.")
    return warn(subject, says, STRICT)


def _throttling(figures: Figures) -> Iterator[Finding]:
    # a machine that is no Pi gives no answer, and after the test of a Pico none is asked for
    answers = (figures.surroundings.throttled, figures.throttled_after)
    readings = [throttled_bits(answer) for answer in answers if answer]
    if not readings:
        return
    bits = reduce(or_, (reading for reading in readings if reading is not None), 0)
    fix = "Use the Pi's own power supply and a cooler, and run the test again."
    if now := _throttled(bits):
        yield fail("throttling", f"during the test: {now}", fix)
    elif once := _throttled(bits >> 16):
        yield warn("throttling", f"since the Pi started: {once}", fix)
    elif None in readings:
        yield warn(
            "throttling",
            "unknown: vcgencmd gave no answer",
            "Run the test again as a user in the group video.",
        )
    else:
        yield ok("throttling", "none since the Pi started")


def _throttled(bits: int) -> str:
    return ", ".join(says for bit, says in THROTTLED.items() if bits >> bit & 1)


def _restart(restarted: Restarted | None, figures: Figures) -> Iterator[Finding]:
    if restarted is None:
        return
    subject = "pins after a restart"
    if restarted.same_start:
        yield fail(subject, "the machine has not restarted since the test", "Restart it first.")
        return
    in_use = [gpio for gpio in figures.motors if gpio not in restarted.pins]
    if in_use:
        yield warn(
            subject,
            f"{pins(in_use)} is in use already",
            "Disable the services (sudo systemctl disable rollerdeck-referee rollerdeck-driver), "
            "and restart.",
        )
        return
    if high := high_outputs(restarted.pins, figures.motors):
        yield fail(
            subject,
            f"{pins(high)} is a high output",
            "Remove lines for this pin from /boot/firmware/config.txt, and restart.",
        )
        return
    if unknown := unknown_outputs(restarted.pins, figures.motors):
        yield warn(subject, f"the level of {pins(unknown)} is unknown", PINCTRL)
        return
    if other := changed(figures.pins_before, restarted.pins):
        yield warn(
            subject,
            f"{pins(other)} differs from before the test",
            "If the Pi had not just started before the test, run the test again after a restart.",
        )
    else:
        yield ok(subject, "all pins are as they were before the test")


def _plug(figures: Figures) -> Iterator[Finding]:
    pulled = figures.pulled
    if isinstance(pulled, msgspec.UnsetType):
        return
    subject = "plug"
    times = [pull.found_ms for pull in pulled if pull.found_ms is not None]
    if not all(pull.was_out for pull in pulled):
        yield fail(
            subject,
            f"the link to the Pico was lost although its plug was in (pull {len(pulled)})",
            "Try another cable and another socket, and run this test again.",
        )
    elif len(times) < len(pulled):
        yield fail(
            subject,
            f"the Pico was not found again after its plug was pulled (pull {len(pulled)})",
            "Put the plug in, run rollerdeck doctor --serial auto, and then this test again.",
        )
    elif len(times) < PULLS:
        yield warn(
            subject,
            f"it was pulled {len(times)} of {PULLS} times",
            "Run the test again, and pull the plug out and put it in each time you are asked.",
        )
    else:
        restarts = sum(pull.restarted for pull in pulled)
        says = (
            f"pulled {len(times)} times, and the Pico was found again after at most {max(times)} "
            f"ms; it restarted {restarts} of {len(times)} times"
        )
        late = "Stop other programs on this machine, and run the test again."
        yield ok(subject, says) if max(times) <= FOUND_LATE_MS else warn(subject, says, late)
