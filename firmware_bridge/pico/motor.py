"""The motor behind its driver's truth table, on a microcontroller's pins."""

from machine import PWM, Pin

FULL = 65535


class Motor:
    """Nothing else touches the motor's pins. The motor is off at first.

    A row of the table has a letter for each pin: high, low or pulses. "" means that the driver
    cannot do that: it coasts. The order in which the pins fall and rise is explained in
    `hardware.gpio.motor_drivers`.
    """

    def __init__(self, wiring):
        # low before anything else is done
        pins = [Pin(number, Pin.OUT, value=0) for number in wiring["pins"]]
        self._falls = wiring["falls"]
        self._rises = self._falls[::-1]
        self._coast = wiring["coast"]
        self._forward = wiring["forward"]
        self._reverse = wiring["reverse"] or self._coast
        self._brake = wiring["brake"] or self._coast
        self._pct = 0
        self._braking = False
        self._row = self._coast
        self._pulses = 0
        self._duties = [0] * len(pins)
        self._pins = []
        for pin in pins:
            pulses = PWM(pin)
            pulses.freq(wiring["pwm_hz"])
            pulses.duty_u16(0)
            self._pins.append(pulses)

    def drive(self, pct, braking):
        """Give a duty in percent, negative for reverse; False: nothing has changed."""
        if pct == self._pct and braking == self._braking:
            return False
        self._pct = pct
        self._braking = braking
        self._choose(pct, braking)
        for index in self._falls:
            if self._wanted(index) < self._duties[index]:
                self._give(index, self._wanted(index))
        for index in self._rises:
            if self._wanted(index) > self._duties[index]:
                self._give(index, self._wanted(index))
        return True

    def off(self):
        """All pins low."""
        self._pct = 0
        self._braking = False
        for index in self._falls:
            self._give(index, 0)

    def _choose(self, pct, braking):
        self._pulses = FULL * abs(pct) // 100
        if pct > 0:
            self._row = self._forward
        elif pct < 0:
            self._row = self._reverse
        else:
            self._row = self._brake if braking else self._coast

    def _wanted(self, index):
        letter = self._row[index]
        return FULL if letter == "H" else 0 if letter == "L" else self._pulses

    def _give(self, index, duty):
        self._duties[index] = duty
        self._pins[index].duty_u16(duty)
