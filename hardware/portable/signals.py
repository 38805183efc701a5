"""What lamp and buzzer show, as patterns and tunes in time: armed, busy, fault, how close.

A lamp's pattern is milliseconds on, off, on, off, ... from the start again; a tune is pairs of a
share of the buzzer's pitch, in percent, and milliseconds.
"""

from hardware.portable import ticks

MOST_HZ = 10_000
"""No pin makes quicker pulses."""

DARK = ()
LIT = (0,)
FAULT = (100, 100, 100, 700)
BUSY = (80, 80)
ARMED = (LIT, (900, 100), (600, 100), (350, 100), (150, 100))
"""By the level of suspense: steady, then with dips that come quicker and quicker."""

DING = (100, 120)
ALARM = (100, 150, 0, 60, 75, 150, 0, 60, 50, 300)


class Signals:
    def __init__(self, core, pitch_hz):
        self.lamp_on = False
        self.tone_hz = 0
        self._core = core
        self._pitch_hz = pitch_hz
        self._pattern = DARK
        self._blink = 0
        self._blinks = ticks.Timer()
        self._tune = ()
        self._note = 0
        self._base_hz = pitch_hz
        self._notes = ticks.Timer()
        self._dings = core.dings
        self._faults = core.faults

    def tick(self, now_us):
        self._sound(now_us)
        self._light(now_us)

    def due_in_us(self, now_us):
        return ticks.sooner(self._blinks.left_us(now_us), self._notes.left_us(now_us))

    def _sound(self, now_us):
        core = self._core
        if core.dings != self._dings:
            self._dings = core.dings
            # an eighth of the pitch higher with every level
            self._base_hz = self._pitch_hz + self._pitch_hz * core.suspense_level // 8
            self._play(now_us, DING)
        if core.faults & ~self._faults:
            self._base_hz = self._pitch_hz
            self._play(now_us, ALARM)
        self._faults = core.faults
        if self._notes.due(now_us):
            self._note += 2
            self._sing(now_us)

    def _play(self, now_us, tune):
        self._tune = tune
        self._note = 0
        self._sing(now_us)

    def _sing(self, now_us):
        if self._note >= len(self._tune):
            self._notes.stop()
            self.tone_hz = 0
            return
        # rounded up: a buzzer with its own tone has the pitch 1, and a share of it must not be 0
        hz = (self._base_hz * self._tune[self._note] + 99) // 100
        self.tone_hz = hz if hz < MOST_HZ else MOST_HZ
        self._notes.start(now_us, self._tune[self._note + 1] * 1000)

    def _light(self, now_us):
        pattern = self._wanted()
        if pattern is not self._pattern:
            self._pattern = pattern
            self._blink = 0
        elif self._blinks.due(now_us):
            self._blink = (self._blink + 1) % len(pattern)
        else:
            return
        self.lamp_on = len(pattern) > 0 and self._blink % 2 == 0
        if len(pattern) > 1:
            self._blinks.start(now_us, pattern[self._blink] * 1000)
        else:
            self._blinks.stop()

    def _wanted(self):
        core = self._core
        if core.faults:
            return FAULT
        if core.ejecting:
            return BUSY
        if core.armed_hit:
            return ARMED[core.suspense_level]
        return LIT if core.lamp_asked else DARK
