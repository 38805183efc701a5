"""Tests of one part at a time: motor, button, buzzer and lamp, and some cards."""

from __future__ import annotations

from itertools import pairwise

from controller.base.findings import Finding, counted, fail, ok, warn
from controller.words import advice
from controller.workshop.bench.guide import Guide, clear_faults
from controller.workshop.bench.instrument import Instrument
from controller.workshop.bench.sensing import fed, limits, table
from hardware.bench.passages import Drive, debounced, drives
from hardware.launcher import Fault
from hardware.portable.settings import Settings

PATIENCE_S = 20.0
"""How long somebody may take to do what was asked."""
PRESSES = 10
RELEASE_S = 0.3


async def check_motor(bench: Instrument, guide: Guide) -> list[Finding]:
    """Run the motor as an ejection from an empty hopper does: forward, then back."""
    await clear_faults(bench, guide)
    await guide.load(0)
    await guide.do("Keep fingers, hair and sleeves away from the roller: it is going to turn.")
    mark = bench.mark
    guide.say("The motor turns for a few seconds.")
    await bench.eject(1)
    entries = bench.since(mark)
    runs = drives(entries)
    if not runs:
        return [
            fail(
                "motor",
                "the motor was not switched on",
                "Something prevents it: run `rollerdeck doctor`.",
            )
        ]
    findings = [_directions(runs), _pauses(runs)]
    if any(entry.kind == "sensor" for entry in entries):
        findings.append(
            warn(
                "sensor while the motor turned",
                "the sensor reported something although there was no card",
                "Keep the motor's cable away from the sensor's cable, and shade the sensor.",
            )
        )
    if not await guide.yes("Did the roller turn as if to push a card out, and then backward?"):
        findings.append(
            fail(
                "direction",
                "the roller did not turn as it was driven",
                "If it did not turn, check the motor's supply, fuse and cables. If it turned the "
                "wrong way, swap the motor's two wires (docs/wiring.md).",
            )
        )
    return findings


def _directions(runs: tuple[Drive, ...]) -> Finding:
    forward = [run for run in runs if run.forward]
    back = len(runs) - len(forward)
    longest_s = max(run.off_us - run.on_us for run in runs) / 1e6
    says = f"driven forward {_times(len(forward))}, back {_times(back)}, {longest_s:.2f} s at most"
    return ok("motor", says)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


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
            f"off for only {shortest_ms:.1f} ms between two directions",
            "The driver reverses the motor without the pause that its limits demand: disconnect "
            "the motor's supply, and report this.",
        )
    return ok("reversing", f"off for at least {shortest_ms:.0f} ms between two directions")


async def check_button(bench: Instrument, guide: Guide) -> list[Finding]:
    """Check that ten presses count as ten, and how long the contacts bounce."""
    bounces_us, presses = await measure_button(bench, guide)
    if presses < PRESSES:
        return [
            fail(
                "button",
                f"{presses} of {PRESSES} presses were seen",
                "Check the button's cable; a press has to connect the button's pin to "
                "ground (docs/wiring.md).",
            )
        ]
    longest_ms = max(bounces_us) / 1000
    says = f"{presses} presses; the contacts bounce for at most {longest_ms:.1f} ms"
    if longest_ms * 1000 > Settings.release_us / 2:
        return [
            warn(
                "button",
                says,
                "Add the capacitor and the resistors of docs/wiring.md, or replace the button. "
                "Until then `rollerdeck bench calibrate` allows for these bounces.",
            )
        ]
    return [ok("button", says)]


async def measure_button(bench: Instrument, guide: Guide) -> tuple[list[int], int]:
    """Ask for presses. Returns how long each change bounced, in µs, and the number of presses."""
    mark = bench.mark

    def count() -> int:
        return len(debounced(bench.since(mark), "button", Settings.release_us))

    await guide.press(PRESSES)
    await bench.watch(PATIENCE_S, lambda: count() >= 2 * PRESSES)
    await bench.watch(RELEASE_S)
    changes = debounced(bench.since(mark), "button", Settings.release_us)
    return [change.bounced_us for change in changes], sum(change.level for change in changes)


async def check_ding(bench: Instrument, guide: Guide) -> list[Finding]:
    """Ask somebody whether they hear the sound and see the lamp."""
    findings = []
    await bench.ding()
    if await guide.yes("Did it ding?"):
        findings.append(ok("ding", "heard"))
    else:
        findings.append(
            fail(
                "ding",
                "not heard",
                "Check the buzzer's cable and pins.buzzer. A buzzer with its own tone needs "
                "pins.buzzer_hz = 0.",
            )
        )
    if bench.lamp_there:
        await bench.lamp(True)
        lit = await guide.yes("Is the lamp lit?")
        await bench.lamp(False)
        fix = "Check the lamp's cable, its polarity, and pins.lamp."
        findings.append(ok("lamp", "lit") if lit else fail("lamp", "dark", fix))
    return findings


async def check_eject(bench: Instrument, guide: Guide, cards: int) -> list[Finding]:
    """Eject some cards in one go, and report what came. An empty hopper is filled first."""
    await clear_faults(bench, guide)
    guide.say(f"Ejecting {counted(cards, 'card')}.")
    mark = bench.mark
    result = await bench.eject(cards)
    if result.fault is Fault.EMPTY and not result.delivered:
        await guide.mend(Fault.EMPTY)
        mark = bench.mark
        result = await bench.eject(cards)
    for line in table([fed(bench.since(mark), result.delivered)], limits(bench.run.settings)):
        guide.say(line)
    perhaps = f", perhaps {result.uncertain} more" if result.uncertain else ""
    says = f"{result.delivered} of {cards} came{perhaps}"
    if times := result.card_times_ms:
        says += f", the last after {times[-1] / 1000:.2f} s"
    if result.fault is not None:
        fix = f"{advice(result.fault)} (The next command of `rollerdeck bench` clears it.)"
        return [fail("cards", f"{says}; {result.fault}", fix)]
    if result.delivered != cards or result.uncertain:
        return [
            warn(
                "cards",
                says,
                "Count the cards. If the launcher is wrong, run `rollerdeck bench calibrate`.",
            )
        ]
    return [ok("cards", says)]
