"""A card feeder of integers: what a launcher's board is to the test program on MicroPython.

It turns motor commands into edges, in the time of the clock it is given: a roller without inertia
and cards of one length, each with its own small gap, that slide out once it lets them go. It is
five times as quick as the simulated mechanism of the house, whose spread and mishaps it lacks: it
shows that the files work on MicroPython, not how well the loop counts. Runs on CPython too.
"""

from hardware.portable.core import Core
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK

QUICKER = 5
SCALED = (
    "card_us",
    "late_first_us",
    "late_next_us",
    "no_card_us",
    "jam_us",
    "brake_us",
    "reverse_dead_us",
    "retract_us",
    "retract_more_us",
    "retract_max_us",
    "settle_us",
)
BEAM_US = 5000
"""Travel at feed speed from the roller to the beam; so all lengths here are told."""
JAM_US = 3000
"""A card that wedges does so with its nose this far past the beam."""
TAP_US = 30000
BOUNCE_US = 1000


class Feeder:
    """Keeps cards, roller, beam and button at the present of a clock in microseconds.

    The core's ticks wrap ``wrap_ms`` after the start.
    """

    capabilities = {"name": "feeder", "simulated": True, "hopper_switch": True}
    scale = None

    def __init__(self, clock, cards, lease_ms, wrap_ms):
        changes = {"spin_up_us": 0, "lease_us": lease_ms * 1000}
        for name in SCALED:
            changes[name] = getattr(Settings, name) // QUICKER
        settings = Settings(**changes)
        self.lease_ms = lease_ms
        self.cards = cards
        self.left = 0
        self.jam = False
        self.motor_on = False
        self.motor_runs = 0
        self.motor_off_us = 0
        self._clock = clock
        self._clock_start = clock()
        self._start_us = MASK + 1 - wrap_ms * 1000
        self._at_us = self._start_us
        self._card_us = changes["card_us"]
        self._release_us = settings.release_us
        self._nose_us = 0
        self._slid_us = 0
        self._wedged = False
        self._beam = False
        self._empty = False
        self._button = []
        self._still_us = 0
        self._pct = 0
        self.core = Core(settings, self._start_us & MASK)
        self.settle()

    def clock_us(self):
        """The clock's own present, whatever has been done by now; does not wrap."""
        return self._start_us + self._clock() - self._clock_start

    def now_us(self):
        """Bring everything up to the present, event by event; see ``Board.now_us``."""
        present_us = self.clock_us()
        wait_us = self.due_in_us()
        while 0 <= wait_us <= present_us - self._at_us:
            self._go(wait_us)
            wait_us = self.due_in_us()
        self._go(present_us - self._at_us)
        return present_us

    def due_in_us(self):
        """Until something happens by itself, from the moment reached; -1: nothing will."""
        waits = [self.core.next_tick_in_us(self._at_us & MASK), self._until_event_us()]
        if self._button:
            waits.append(max(0, self._button[0][0] - self._at_us))
        return min([wait for wait in waits if wait >= 0] or [-1])

    def settle(self):
        """Put into effect what the core was told."""
        empty = self.cards == 0
        if empty != self._empty:
            self._empty = empty
            self.core.hopper_edge(self._at_us & MASK, empty)
        on = self.core.motor_pct != 0
        if self.motor_on and not on:
            # by the clock: being late to notice is not hidden
            self.motor_off_us = self.clock_us()
        elif on and not self.motor_on:
            self.motor_runs += 1
        self.motor_on = on
        if self.core.motor_pct != self._pct:
            self._pct = self.core.motor_pct
            # dead time and rest count from here
            self.core.tick(self._at_us & MASK)
            self.settle()

    def face(self, seat):
        """There is no turntable."""
        return False

    def tap(self, hold_us=TAP_US):
        """A finger presses, bounces once, and lets go."""
        now_us = self.now_us()
        self._button = [
            (now_us, True),
            (now_us + BOUNCE_US, False),
            (now_us + 2 * BOUNCE_US, True),
            (now_us + hold_us, False),
        ]
        self._still_us = now_us + hold_us + 2 * self._release_us

    def still(self):
        """Whether the finger is off, no card is coming and the button would be heard again."""
        return self._at_us >= self._still_us and not self._button and not self.core.ejecting

    def wedge(self, on):
        """Wedge the next card in the beam; off: it is taken out, back into the hopper."""
        self.now_us()
        self.jam = on
        if not on and self._wedged:
            self._wedged = False
            self._nose_us = 0
        self._go(0)

    def report(self, on):
        """Let the motor driver report a fault; off: no longer."""
        now_us = self.now_us()
        self.core.motor_fault_edge(now_us & MASK, on)
        self.settle()
        self._still_us = now_us + 2 * self.core.settings.motor_fault_us

    def load(self, cards):
        """Put cards into the hopper."""
        self.now_us()
        self.cards += cards
        self.settle()

    def _until_event_us(self):
        travel_us = self._until_event_at_feed_speed_us()
        # rounded up: what is due has to have happened by then
        return -(-travel_us * 100 // self._speed_pct()) if travel_us > 0 else travel_us

    def _speed_pct(self):
        """The roller's speed, or that of a card that slides out."""
        pct = self.core.motor_pct
        return abs(pct) if pct > 0 or (pct and not self._sliding()) else 100

    def _until_event_at_feed_speed_us(self):
        pct = self.core.motor_pct
        if self._sliding():
            return BEAM_US + self._card_us - self._nose_us
        if pct == 0 or self._wedged or self.cards == 0:
            return -1
        if pct < 0:
            # out of the beam backwards
            return self._nose_us - BEAM_US + 1 if self._nose_us >= BEAM_US else -1
        if self._nose_us < BEAM_US:
            return BEAM_US - self._nose_us
        if self.jam and self._nose_us < BEAM_US + JAM_US:
            return BEAM_US + JAM_US - self._nose_us
        return BEAM_US + self._card_us - self._nose_us

    def _sliding(self):
        return self.cards > 0 and self._nose_us >= self._card_us

    def _go(self, wait_us):
        """Let so much time pass, in which nothing happens before its end."""
        self._at_us += wait_us
        now = self._at_us & MASK
        pct = self.core.motor_pct
        travel_us = wait_us * self._speed_pct() // 100
        if self._sliding():
            self._nose_us += travel_us
            if pct <= 0:
                self._slid_us += travel_us
            if self._nose_us >= BEAM_US + self._card_us:
                self.cards -= 1
                self.left += 1
                gap_us = 400 + 300 * (self.left % 5)
                # the next one is where the roller has moved it meanwhile
                self._nose_us = max(0, BEAM_US - self._slid_us - gap_us)
                self._slid_us = 0
        elif pct != 0 and not self._wedged and self.cards:
            self._nose_us = max(0, self._nose_us + (travel_us if pct > 0 else -travel_us))
            if self.jam and self._nose_us >= BEAM_US + JAM_US:
                self._wedged = True
        beam = self.cards > 0 and self._nose_us >= BEAM_US
        self.core.tick(now)
        if beam != self._beam:
            self._beam = beam
            self.core.card_edge(now, beam)
        while self._button and self._button[0][0] <= self._at_us:
            self.core.button_edge(now, self._button.pop(0)[1])
        self.settle()
