"""One part of a launcher at a time: motor, card sensor, button, ding, and some cards."""

from __future__ import annotations

from itertools import pairwise

from controller.base.findings import Finding, fail, ok, warn
from controller.bench.guide import Guide
from controller.bench.instrument import Instrument
from hardware.bench.passages import Drive, debounced, drives
from hardware.launcher import ADVICE
from hardware.portable.settings import Settings

QUIET_S = 2.0
"""So long nothing is to happen at a sensor that nobody touches."""
FLOOD = 20
"""More edges in that time are light from elsewhere, or a loose cable."""
PATIENCE_S = 20.0
"""So long somebody may take for what was asked for."""
PRESSES = 10
SHADES = 3
RELEASE_S = 0.3


async def check_motor(bench: Instrument, guide: Guide) -> list[Finding]:
    """Run it as an ejection from an empty hopper does: forward, and back."""
    await guide.load(0)
    await guide.do("Keep fingers, hair and sleeves away from the roller: it will turn.")
    mark = bench.mark
    guide.say("The motor turns for some seconds at most.")
    await bench.eject(1)
    seen = bench.since(mark)
    runs = drives(seen)
    if not runs:
        return [
            fail(
                "motor",
                "it was not driven at all",
                "Something keeps the launcher from it: see what `rollerdeck doctor` says.",
            )
        ]
    found = [_directions(runs), _pauses(runs)]
    if any(one.what == "sensor" for one in seen):
        found.append(
            warn(
                "sensor meanwhile",
                "it saw something although there was no card",
                "Lay the motor's cable away from the sensor's, and shade the sensor.",
            )
        )
    if not await guide.yes("Did the roller turn as if to push a card out, and then back?"):
        found.append(
            fail(
                "direction",
                "the roller did not turn as it was driven",
                "If it stood still, check the motor's supply, fuse and cables; if it turned the "
                "other way round, swap the motor's two wires (docs/wiring.md).",
            )
        )
    return found


def _directions(runs: tuple[Drive, ...]) -> Finding:
    forward = [run for run in runs if run.forward]
    back = len(runs) - len(forward)
    longest_s = max(run.off_us - run.on_us for run in runs) / 1e6
    says = f"driven {len(forward)} times forward, {back} times back, {longest_s:.2f} s at most"
    return ok("motor", says)


def _pauses(runs: tuple[Drive, ...]) -> Finding:
    pauses = [
        after.on_us - before.off_us
        for before, after in pairwise(runs)
        if before.forward != after.forward
    ]
    shortest_ms = min(pauses, default=0.0) / 1000
    if pauses and shortest_ms * 1000 < Settings.reverse_dead_us:
        return fail(
            "reversing",
            f"only {shortest_ms:.1f} ms off between two directions",
            "The limits do not hold: take the motor's supply away and report this.",
        )
    return ok("reversing", f"off for {shortest_ms:.0f} ms at least between two directions")


async def check_sensor(bench: Instrument, guide: Guide) -> list[Finding]:
    """Nothing in front of it, then something, again and again."""
    await guide.load(0)
    mark = bench.mark
    await bench.watch(QUIET_S)
    quiet = [one for one in bench.since(mark) if one.what == "sensor"]
    found = []
    if len(quiet) > FLOOD or bench.run.lost:
        found.append(
            fail(
                "at rest",
                f"{len(quiet)} edges in {QUIET_S:.0f} s although nothing moved",
                "Shade the sensor from lamps and sun, and check its cable.",
            )
        )
    elif _blocked(bench):
        found.append(
            fail(
                "at rest",
                "it says that something is in front of it",
                "Take it away; if nothing is there, check its cable and its lamp, or name it in "
                "pins.inverted if it is wired the other way round.",
            )
        )
    else:
        found.append(ok("at rest", f"free, {len(quiet)} edges in {QUIET_S:.0f} s"))
    mark = bench.mark
    await guide.shade(SHADES)
    await bench.watch(PATIENCE_S, lambda: len(debounced(bench.since(mark), "sensor")) >= 2 * SHADES)
    await bench.watch(RELEASE_S)
    changes = debounced(bench.since(mark), "sensor")
    if len(changes) < 2 * SHADES:
        found.append(
            fail(
                "shaded",
                f"it saw {len(changes) // 2} of {SHADES} times",
                "Check its cable, its lamp, and that the card comes between the two.",
            )
        )
        return found
    bounced_ms = max(change.bounced_us for change in changes) / 1000
    found.append(ok("shaded", f"seen {SHADES} times, bounces for {bounced_ms:.1f} ms at most"))
    return found


def _blocked(bench: Instrument) -> bool:
    levels = [one.value for one in bench.since(0) if one.what == "sensor"]
    return bool(levels) and levels[-1] == 1


async def check_button(bench: Instrument, guide: Guide) -> list[Finding]:
    """Ten presses: that each is one, and for how long the contacts bounce."""
    bounces_us, presses = await measure_button(bench, guide)
    if presses < PRESSES:
        return [
            fail(
                "button",
                f"{presses} of {PRESSES} presses were seen",
                "Check its cable; a press has to connect its pin to ground (docs/wiring.md).",
            )
        ]
    longest_ms = max(bounces_us) / 1000
    says = f"{presses} presses, contacts bounce for {longest_ms:.1f} ms at most"
    if longest_ms * 1000 > Settings.release_us / 2:
        return [
            warn(
                "button",
                says,
                "Put the capacitor and the resistors of docs/wiring.md at it, or replace it; "
                "`rollerdeck bench calibrate` allows for it meanwhile.",
            )
        ]
    return [ok("button", says)]


async def measure_button(bench: Instrument, guide: Guide) -> tuple[list[int], int]:
    """Have it pressed; returns how long each change bounced, in µs, and how many presses came."""
    mark = bench.mark

    def changes() -> int:
        return len(debounced(bench.since(mark), "button", Settings.release_us))

    await guide.press(PRESSES)
    await bench.watch(PATIENCE_S, lambda: changes() >= 2 * PRESSES)
    await bench.watch(RELEASE_S)
    found = debounced(bench.since(mark), "button", Settings.release_us)
    return [change.bounced_us for change in found], sum(change.level for change in found)


async def check_ding(bench: Instrument, guide: Guide) -> list[Finding]:
    """Sound and lamp, as somebody there hears and sees them."""
    found = []
    await bench.ding()
    if await guide.yes("Did it ding?"):
        found.append(ok("ding", "heard"))
    else:
        found.append(
            fail(
                "ding",
                "not heard",
                "Check the buzzer's cable and pins.buzzer; one with a tone of its own needs "
                "pins.buzzer_hz = 0.",
            )
        )
    if bench.lamp_there:
        await bench.lamp(True)
        lit = await guide.yes("Is the lamp lit?")
        await bench.lamp(False)
        fix = "Check the lamp's cable, its way round, and pins.lamp."
        found.append(ok("lamp", "lit") if lit else fail("lamp", "dark", fix))
    return found


async def check_eject(bench: Instrument, guide: Guide, cards: int) -> list[Finding]:
    """Give so many cards at once, and say what came."""
    guide.say(f"{cards} cards, now.")
    result = await bench.eject(cards)
    perhaps = f", perhaps {result.uncertain} more" if result.uncertain else ""
    says = f"{result.delivered} of {cards} came{perhaps}"
    if times := result.card_times_ms:
        says += f", the last after {times[-1] / 1000:.2f} s"
    if result.fault is not None:
        return [fail("cards", f"{says}; {result.fault}", ADVICE[result.fault])]
    if result.delivered != cards or result.uncertain:
        return [
            warn("cards", says, "Count them; if that is not so, run `rollerdeck bench calibrate`.")
        ]
    return [ok("cards", says)]
