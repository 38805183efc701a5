"""The Pico's program on simulated pins, in virtual time; prints what happened as JSON."""

import json
import sys

import machine

from firmware_bridge.pico import board
from firmware_bridge.pico.board import TICK_HZ, Board
from firmware_bridge.pico.main_program import Program
from firmware_bridge.wire.frames import Decoder, encode
from hardware.portable.ticks import MASK

BOOT = "boot1"
CARD = 773
"""Counts of a card on a bar of 5 kg."""
STEP_US = 1000000 // TICK_HZ
CARD_US, GAP_US = 90000, 20000
LET_GO_US = GAP_US + CARD_US * 7 // 10
"""From here on a card slides out by itself."""


class Host:
    """The other end: what it says lies here until it is read."""

    def __init__(self, room):
        self.inward = b""
        self.room = room
        self.heard = []
        self._decoder = Decoder()
        self._number = 0

    def say(self, do, **members):
        self._number += 1
        self.inward += encode(dict(members, do=do, id=self._number))

    def read(self, wait_ms):
        data, self.inward = self.inward, b""
        return data

    def write(self, data):
        data = data[: self.room]
        self.heard += self._decoder.feed(data)
        return len(data)


class Stand:
    """Pins, cards under the roller, and the program."""

    def __init__(self, wiring, room=64):
        self.now_us = (1 << 30) - 1000000  # the ticks wrap soon
        self.wiring = wiring
        machine.Pin.levels[wiring["card_sensor"]] = 0
        self.host = Host(room)
        self.words = 0
        self.chip = self._chip(wiring["scale"])
        self.board = Board(wiring, self._ticks_us)
        self.program = Program(self.board, self.host, machine.WDT(2000), BOOT)
        self.left = 0
        self._travel_us = 0
        self.off_us = 0
        self.was_on = False

    def _chip(self, scale):
        """What the scale has for a chip, if there is a scale."""
        if scale is None:
            return None
        import chips  # not there in the way of scenes without a scale

        if scale["chip"] == "hx711":
            return chips.Hx711(self._now, self._counts, scale["data"], scale["clock"])
        machine.SoftI2C.chip = chips.Nau7802(self._now, self._counts)
        return machine.SoftI2C.chip

    def _now(self):
        return self.now_us

    def _counts(self):
        """The counts of its readings: negative, and a card less with each that has left."""
        return -50000 - CARD * self.left

    def _ticks_us(self):
        return self.now_us & ((1 << 30) - 1)

    def motor_on(self):
        return (
            machine.Pin.levels[self.wiring["motor"]["pins"][0]]
            > machine.Pin.levels[self.wiring["motor"]["pins"][1]]
        )

    def run(self, ms, beat=True, main=True):
        """Let time pass; without ``main`` only interrupts come."""
        for step in range(ms * 1000 // STEP_US):
            self.now_us += STEP_US
            if self.motor_on() or self._travel_us % (CARD_US + GAP_US) >= LET_GO_US:
                self._move()
            machine.interrupt(machine.Timer.callback, None)
            if self.was_on and not self.motor_on():
                self.off_us = self.now_us
            self.was_on = self.motor_on()
            if beat and step % 25 == 0:
                self.host.say("beat")
            if main:
                self.program.step()

    def press(self):
        button = self.wiring["button"]
        machine.edge(button, 0)
        self.run(40)
        machine.edge(button, 1)

    def _move(self):
        sensor = self.wiring["card_sensor"]
        self._travel_us += STEP_US
        place = self._travel_us % (CARD_US + GAP_US)
        blocked = 1 if place >= GAP_US else 0
        if machine.Pin.levels[sensor] != blocked:
            machine.edge(sensor, blocked)
            self.left += 1 - blocked


def events(stand, kind):
    return [message for message in stand.host.heard if message.get("is") == kind]


def hit(stand):
    stand.host.say("hello", protocol=1, caller="test")
    stand.host.say("arm", hit=1, count=3, boot=BOOT)
    stand.run(20)
    stand.press()
    stand.run(2000)
    return {
        "left": stand.left,
        "ended": [event["result"] for event in events(stand, "ended")],
        "fed": machine.WDT.fed,
    }


def silence(stand):
    """The host falls silent, or the main program waits for it for ever."""
    stand.host.say("hello", protocol=1, caller="test")
    stand.host.say("eject", count=12, boot=BOOT)
    stand.run(300)
    began_us = stand.now_us
    on = stand.motor_on()
    stand.run(1500, beat=False, main=sys.argv[3] == "main")
    return {"on": on, "off": not stand.motor_on(), "silent_us": stand.off_us - began_us}


def failure(stand):
    """An interrupt fails in the middle of a hit."""
    stand.host.say("hello", protocol=1, caller="test")
    stand.host.say("eject", count=12, boot=BOOT)
    stand.run(300)
    on = stand.motor_on()
    stand.board._core = None
    stand.run(10)
    fed = machine.WDT.fed
    stand.run(100)
    return {"on": on, "off": not stand.motor_on(), "fed_since": machine.WDT.fed - fed}


def deaf(stand):
    """A host that takes no byte: nothing waits for it, and the lease is kept by what it says."""
    stand.host.room = 0
    answer = hit(stand)
    answer["waiting"] = stand.program._outbox.waiting_bytes
    return answer


def torn(stand):
    """The sensor's cable is torn, a hit is due, and somebody presses."""
    del machine.Pin.levels[stand.wiring["card_sensor"]]
    stand.host.say("hello", protocol=1, caller="test")
    stand.host.say("arm", hit=1, count=3, boot=BOOT)
    stand.run(20)
    stand.press()
    armed = [message["result"] for message in stand.host.heard if "result" in message]
    return {"armed": armed, "on": stand.motor_on()}


def load(stand):
    """What it tells of its limits after it came near one of them, and then away from it."""
    before = told_load(stand)
    {"tick": slow, "stack": deep, "heap": full}[sys.argv[3]](stand, int(sys.argv[4]))
    stand.run(20)
    return {"before": before, "after": told_load(stand)}


def rests(stand):
    """How many ticks do the core's work: of a second in which nothing happens, and of a hit."""
    counted = [0, 0]
    core = stand.board._core
    tick = core.tick

    def count(now_us):
        counted[1 if core.ejecting else 0] += 1
        tick(now_us)

    core.tick = count
    before = stand.board.ticks
    stand.run(1000, beat=False)
    idle, ticks = counted[0], stand.board.ticks - before
    left = hit(stand)["left"]
    return {"ticks": ticks, "idle": idle, "hit": counted[1], "left": left}


def traced(stand):
    """What a hit and a lease that ends do, if ticks leave the core alone for so long at most."""
    board.LONGEST_REST_US = int(sys.argv[3])
    stand.host.say("hello", protocol=1, caller="test")
    stand.host.say("arm", hit=1, count=3, boot=BOOT)
    stand.run(20)
    trace = stand.board.core.trace
    stand.program._device._tell_trace = lambda now_us: None  # it is read here
    trace.watch(stand.board.now_us() & MASK, True)
    stand.press()
    stand.run(2000)
    stand.host.say("eject", count=12, boot=BOOT)
    stand.run(300)
    stand.run(1500, beat=False)
    seen = []
    entry = trace.take()
    while entry is not None:
        seen.append(entry)
        entry = trace.take()
    return {"seen": seen}


def told_load(stand):
    stand.host.say("hello", protocol=1, caller="test")
    stand.run(20)
    answers = [message for message in stand.host.heard if "capabilities" in message]
    return answers[-1]["capabilities"]["load"]


def slow(stand, us):
    """A tick takes so long."""

    usual = machine.reading

    def pass_time(number):
        machine.reading = usual
        stand.now_us += us

    machine.reading = pass_time
    machine.interrupt(machine.Timer.callback, None)


def deep(stand, calls):
    """A tick interrupts something that is so many calls deep."""
    if calls:
        deep(stand, calls - 1)
    else:
        machine.interrupt(machine.Timer.callback, None)


def full(stand, size):
    """So many bytes are in use for a while, in pieces that fit between what is there."""
    in_use = [bytearray(200) for _ in range(size // 200)]
    stand.run(20)
    return len(in_use)


def weighs(stand):
    """A hit is weighed; then the chip is silent, and later there again."""
    stand.host.say("hello", protocol=1, caller="test", scale=True)
    stand.host.say("tare")
    stand.run(3000)
    stand.host.say("arm", hit=1, count=3, boot=BOOT)
    stand.run(20)
    stand.press()
    stand.run(3000)
    told = {"left": stand.left, "words": words(stand)}
    stand.chip.dead = True
    stand.run(3000, beat=False)
    stand.host.say("eject", count=2, boot=BOOT)
    stand.run(3000)
    told["without"] = words(stand)
    told["ended"] = [event["result"] for event in events(stand, "ended")]
    stand.chip.dead = False
    stand.run(33000, beat=False)
    stand.host.say("tare")
    stand.run(1000)
    told["again"] = words(stand)
    told["trouble"] = events(stand, "scale")  # of which this host says that it does not know it
    return told


def hear_of_troubles(stand):
    """Be a host that knows what a chip can have, of which it hears within a second or so."""
    from firmware_bridge.pico import scale_on_pins
    from hardware.portable import nau7802

    nau7802.SILENT_US = scale_on_pins.OVERLOADED_US = 1000000
    scale_on_pins.RETRY_US = 100000
    stand.host.say("hello", protocol=1, caller="test", scale=True, scale_trouble=True)
    stand.run(1500, beat=False)


def slaps(stand):
    """What it tells of a hand that pushes shortly before the chip is gone, and after it is back."""
    hear_of_troubles(stand)
    for ail in ("overloaded", "absent", "overloaded", ""):
        stand.chip.ail = ail
        stand.run(1500 if ail == "absent" else 900, beat=False)
    return {"troubles": [event["trouble"] for event in events(stand, "scale")]}


def ails(stand):
    """What it tells of each thing that a chip can have, and that this is over."""
    import chips

    hear_of_troubles(stand)
    told = {}
    for ail in chips.AILS:
        stand.host.heard.clear()
        stand.chip.ail = ail
        stand.run(3000, beat=False)
        stand.host.say("reading")
        stand.run(10, beat=False)
        (answer,) = [message for message in stand.host.heard if "counts" in message]
        so_far = [event["trouble"] for event in events(stand, "scale")]
        stand.chip.ail = ""
        stand.run(3000, beat=False)
        told[ail] = [so_far, answer.get("trouble"), events(stand, "scale")[-1]["trouble"]]
        # as each host does: what nobody acknowledges is kept
        heard = max(message.get("event", 0) for message in stand.host.heard)
        stand.host.say("ack", event=heard, boot=BOOT)
    return {"ails": told}


def reads(stand):
    """What a bench hears of a scale: its first readings, and no word of it."""
    stand.host.say("hello", protocol=1, caller="test", scale=True)
    stand.host.say("reading")
    stand.run(1000)
    stand.host.say("reading")
    stand.run(100)
    heard = stand.host.heard
    (capable,) = [one["capabilities"]["scale"] for one in heard if "capabilities" in one]
    readings = [one for one in heard if "counts" in one]
    return {"capable": capable, "readings": readings, "words": words(stand)}


def words(stand):
    """What the scale said since it was last asked here."""
    found = events(stand, "weighed")[stand.words :]
    stand.words += len(found)
    names = ("first_hit", "last_hit", "left", "left_low", "left_high", "inside")
    return [[word[name] for name in names] for word in found]


SCENES = {
    "weighs": weighs,
    "ails": ails,
    "slaps": slaps,
    "reads": reads,
    "hit": hit,
    "silence": silence,
    "failure": failure,
    "deaf": deaf,
    "torn": torn,
    "load": load,
    "rests": rests,
    "traced": traced,
}
with open(sys.argv[1]) as file:
    stand = Stand(json.load(file))
outcome = SCENES[sys.argv[2]](stand)
outcome["first"] = machine.Pin.first
print(json.dumps(outcome))
