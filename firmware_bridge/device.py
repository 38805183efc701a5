"""A launcher behind the wire, and the caller who holds it.

Requests become calls to the launcher's core; what happens in the core becomes events. One caller at
a time holds the launcher, and each of its requests that is understood renews the lease. Runs on
MicroPython too.
"""

from firmware_bridge.messages import (
    FOR_ONE_BOOT,
    MAX_NUMBER,
    WireRefusal,
    fault_names,
    is_in,
    read,
    result,
)
from firmware_bridge.wire.session import PROTOCOL, Outbox
from hardware.portable import core as launcher
from hardware.portable.hits import HitRecord
from hardware.portable.trace import NAMES
from hardware.portable.turntable import NOBODY

SILENT_US = 3000000
"""A holder that is silent for so long loses the launcher to the next caller that asks."""

MAX_CALLER = 64
"""Characters of a caller's name."""

MAX_ENTRIES = 24
"""Entries of a trace that go into one event: more would not fit into a frame."""


class Device:
    """One launcher and the caller who holds it. Each connection to it has a `DeviceEnd`."""

    def __init__(self, board, boot):
        self._board = board
        self._boot = boot
        self._outbox = Outbox()
        self._caller = None
        self._holder = None
        self._kept = False
        self._long_lease = False
        self._weighs = False
        self._explains = False
        self._told_trouble = ""
        self._had_trouble = False
        self._strict = False
        self._heard_us = 0
        self._ejects = 0
        self._trips = 0

    def pump(self):
        """Tell the holder what has happened. Call it after the board moved on."""
        core = self._board.core
        now_us = self._board.now_us()
        # before the events: a caller that hears that a hit has ended has the hit's whole trace
        self._tell_trace(now_us)
        happened = core.take_event()
        while happened is not None:
            self._tell(self._describe(happened, now_us))
            happened = core.take_event()
        self._tell_weight(now_us)
        self._tell_trouble()
        if core.lease_trips != self._trips:
            self._trips = core.lease_trips
            self._send_away("The caller fell silent and lost its lease.", "lease")

    def _tell(self, event):
        event["boot"] = self._boot
        event = self._outbox.put(event)
        if self._holder is not None:
            self._holder.send(event)

    def _tell_trace(self, now_us):
        trace = self._board.core.trace
        entry = trace.take()
        if entry is not None and self._holder is None:
            # kept for nobody, it would take the place of other events, and of a Pico's memory
            trace.watch(now_us & MAX_NUMBER, False)
            return
        while entry is not None:
            entries = []
            while entry is not None and len(entries) < MAX_ENTRIES:
                kind, ticks, value = entry
                entries.append([NAMES[kind], now_us - ((now_us - ticks) & MAX_NUMBER), value])
                entry = trace.take()
            self._tell({"is": "trace", "seen": entries, "lost": trace.lost})

    def _tell_weight(self, now_us):
        scale = self._board.scale
        word = None if scale is None else scale.take()
        if word is None or not self._weighs:  # an older caller would not understand it
            return
        first, last, cards, cards_low, cards_high, inside, inside_low, inside_high, ticks = word
        self._tell(
            {
                "is": "weighed",
                "first_hit": first or None,
                "last_hit": last or None,
                "left": cards,
                "left_low": cards_low,
                "left_high": cards_high,
                "inside": None if inside < 0 else inside,
                "inside_low": inside_low,
                "inside_high": inside_high,
                "at_ms": (now_us - ((now_us - ticks) & MAX_NUMBER)) // 1000,
            }
        )

    def _tell_trouble(self):
        scale = self._board.scale
        if scale is not None and self._explains and scale.trouble != self._told_trouble:
            self._told_trouble = scale.trouble
            self._had_trouble = True
            self._tell({"is": "scale", "trouble": scale.trouble or None})

    @property
    def weighs(self):
        """Whether the last caller understands what a scale says; if not, it may read it itself."""
        return self._weighs

    def waiting(self):
        """Return the events that the holder has not acknowledged."""
        return self._outbox.waiting()

    def handle(self, end, message):
        """Do what a message asks for, return the answer's members; may raise WireRefusal."""
        do, values = read(message)
        self.pump()
        now_us = self._board.now_us()
        if do == "hello":
            self._take(end, message, now_us)
        elif end is self._holder:
            if do in FOR_ONE_BOOT and message["boot"] != self._boot:
                self._end_former(end)
            self._heard(now_us)
        elif do != "safe_off":
            raise WireRefusal("no_hello", "This launcher takes requests after a hello only.")
        armed = self._board.core.armed_hit
        answer = getattr(self, "_" + do)(now_us & MAX_NUMBER, *values) or {}
        self._board.settle()
        if do == "safe_off" and armed and end is not self._holder:
            self._send_away("The motor was switched off by somebody else.", "safe_off")
        return answer

    def safe_off(self):
        """Switch the motor off and disarm: for a program that ends."""
        self._safe_off(self._board.now_us() & MAX_NUMBER)
        self._board.settle()

    def held_by(self, end):
        """Whether the caller at this connection holds the launcher."""
        return end is self._holder

    def lost(self, end):
        """A connection is gone. If its caller held the launcher, the lease ends."""
        if end is self._holder:
            self._holder = None
            self._board.core.drop_lease(self._board.now_us() & MAX_NUMBER)
            self._board.settle()
            self.pump()

    def _take(self, end, message, now_us):
        """Give the launcher to the caller who says hello, or refuse and say who has it."""
        caller = message.get("caller")
        if message["protocol"] != PROTOCOL:
            raise WireRefusal(
                "protocol",
                f"This launcher speaks protocol {PROTOCOL}, the caller {message['protocol']}: "
                "update the older of the two, a Pico with `rollerdeck firmware install`.",
            )
        if (
            not isinstance(caller, str)
            or not 1 <= len(caller) <= MAX_CALLER
            or min(caller) < " "  # the name is shown on terminals
        ):
            raise WireRefusal("bad_member", f"hello needs caller: 1 to {MAX_CALLER} characters.")
        holder = self._holder
        if holder is not None and holder is not end:
            if now_us - self._heard_us >= SILENT_US:
                after = " after 3 s of silence"
            elif message.get("instead") is True and self._idle():
                after = ""
            else:
                game = ", and its game is on" if self._kept else ""
                # its name stands beside the sentence: in both, the longest would fill a frame
                raise WireRefusal(
                    "busy",
                    f"Another caller holds the launcher{game}: stop that first.",
                    {"caller": self._caller, "kept": self._kept},
                )
            holder.hang_up(f"The launcher went to another caller{after}.", "taken", caller)
        if holder is not None:
            self.lost(holder)
        self._resume(message, caller, now_us)
        self._holder = end
        self._heard(now_us)

    def _end_former(self, end):
        """Refuse a request for an earlier boot, and hang up: its caller does not know this boot.

        The hello that began this conversation was a late copy, or that earlier boot answered it.
        """
        end.hang_up("The launcher has restarted: say hello again.", "stale")
        self.lost(end)
        raise WireRefusal("stale", "This request is meant for an earlier boot of the launcher.")

    def _idle(self):
        """Whether its holder has nothing under way and did not say that it needs the launcher."""
        core = self._board.core
        return not (self._kept or core.armed_hit or core.ejecting)

    def _send_away(self, sentence, reason):
        """Hang up on a holder that may believe that a hit is armed: it has to ask again."""
        if self._holder is not None:
            self._holder.hang_up(sentence, reason)
            self._holder = None

    def _resume(self, message, caller, now_us):
        self._board.core.trace.watch(now_us & MAX_NUMBER, False)
        self._kept = False
        self._long_lease = message.get("armed_lease") is True
        self._weighs = message.get("scale") is True
        self._explains = message.get("scale_trouble") is True
        self._board.core.long_lease(self._long_lease)
        self._strict = message.get("strict") is True
        self._board.core.count_strictly(self._strict)
        if caller != self._caller:
            # The numbers are another journal's: there the same number is another hit.
            self._board.core.forget(now_us & MAX_NUMBER)
            if self._board.scale is not None:
                self._board.scale.forget()
            self._outbox.forget()
            self._caller = caller
        heard = message.get("heard")
        if message.get("boot") == self._boot and is_in(heard, 0, MAX_NUMBER):
            self._outbox.acknowledge(heard)
        else:
            self._outbox.forget()
            if self._had_trouble:
                self._told_trouble = None  # this caller may not have heard of it, nor of its end

    def _heard(self, now_us):
        self._heard_us = now_us
        self._board.core.beat(now_us & MAX_NUMBER)

    def _describe(self, happened, now_us):
        kind, ticks, value, more = happened
        # Ticks wrap, but this happened since the last pump.
        at_ms = (now_us - ((now_us - ticks) & MAX_NUMBER)) // 1000
        if kind == launcher.EVENT_PRESS:
            return {"is": "press", "hit": value or None, "presses": more, "at_ms": at_ms}
        if kind == launcher.EVENT_CARD:
            return {"is": "card", "hit": value, "nth": more, "at_ms": at_ms}
        if kind == launcher.EVENT_ENDED:
            return {"is": "ended", "result": self._result_of(value)}
        return {"is": "faults", "faults": fault_names(value)}

    def _hello(self, ticks, protocol):
        core = self._board.core
        welcome = {
            "protocol": PROTOCOL,
            "boot": self._boot,
            "first": self._outbox.first,
            "faults": fault_names(core.faults),
            "capabilities": self._board.capabilities,
            "lease_ms": self._board.lease_ms,
        }
        if self._long_lease:
            welcome["armed_lease_ms"] = core.settings.armed_lease_us // 1000
        if self._strict:
            welcome["strict"] = True
        return welcome

    def _arm(self, ticks, hit, count, presses):
        core = self._board.core
        if presses is None:
            presses = launcher.ANY_PRESSES
        outcome = core.arm(ticks, hit, count, presses)
        if outcome == launcher.IN_USE:
            button = {"presses": core.presses, "down": core.button_down}
            return {"hit": hit, "result": None, "button": button}
        return self._begun(hit, count, outcome)

    def _disarm(self, ticks):
        return {"disarmed": self._board.core.disarm(ticks)}

    def _eject(self, ticks, count, duty_pct):
        # The launcher numbers these, because a caller that restarts cannot know the used numbers.
        self._ejects += 1
        hit = -self._ejects
        outcome = self._board.core.eject(ticks, hit, count, duty_pct or launcher.USUAL)
        return self._begun(hit, count, outcome)

    def _result(self, ticks, hit):
        return {"result": self._result_of(hit)}

    def _clear(self, ticks):
        return {"faults": fault_names(self._board.core.clear_faults(ticks))}

    def _trace(self, ticks, on):
        core = self._board.core
        core.trace.watch(ticks, on)
        return {"settings": dict(core.settings.__dict__)}

    def _tare(self, ticks):
        scale = self._board.scale
        if scale is not None:
            scale.tare()
        return {"scale": scale is not None}

    def _weigh(self, ticks):
        scale = self._board.scale
        if scale is not None:
            scale.weigh()
        return {"scale": scale is not None}

    def _reading(self, ticks):
        scale = self._board.scale
        if scale is None:
            return {"scale": False}
        answer = {"scale": True, "nth": scale.readings, "counts": scale.counts}
        if scale.trouble:
            answer["trouble"] = scale.trouble
        return answer

    def _ding(self, ticks):
        self._board.core.ding()

    def _lamp(self, ticks, on):
        self._board.core.lamp(on)

    def _suspense(self, ticks, level):
        self._board.core.suspense(level)

    def _face(self, ticks, seat):
        return {"faced": self._board.face(seat)}

    def _keep(self, ticks, on):
        self._kept = on

    def _safe_off(self, ticks):
        self._board.core.safe_off(ticks)
        self._board.face(NOBODY)

    def _beat(self, ticks):
        pass

    def _ack(self, ticks, event):
        self._outbox.acknowledge(event)
        # A connection keeps order: a caller that got an answer since, but no event, lost the event.
        for lost in self._outbox.overdue():
            self._holder.send(lost)

    def _bye(self, ticks):
        self._board.core.safe_off(ticks)
        self._holder = None

    def _begun(self, hit, count, outcome):
        """Say what became of an arming: under way, already over, or prevented by a fault."""
        if outcome == launcher.BUSY:
            raise WireRefusal(
                "running", "Cards of another hit are coming: wait until they are out."
            )
        if outcome == launcher.ARMED:
            return {"hit": hit, "result": None}
        members = self._result_of(hit)
        if outcome == launcher.ENDED:
            if members is None:
                raise WireRefusal(
                    "forgotten", f"Hit {hit} ended too long ago to be remembered here."
                )
            return {"hit": hit, "result": members}
        if members is None:
            nothing = HitRecord()
            nothing.reset(hit, count)
            members = result(nothing)
        members["fault"] = fault_names(self._board.core.faults)[0]
        return {"hit": hit, "result": members}

    def _result_of(self, hit):
        record = self._board.core.result(hit)
        return None if record is None else result(record)
