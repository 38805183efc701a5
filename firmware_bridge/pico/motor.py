"""The motor behind its driver's truth table, on a microcontroller's pins."""

from machine import PWM, Pin

FULL = 65535


class Motor:
    """Nothing else touches the motor's pins. The motor is off at first.

    A row of the table has a letter for each pin: high, low or pulses. "" means that the driver
    cannot do that: it coasts.
    """

    def __init__(self, wiring):
        # low before anything else is done
        pins = [Pin(number, Pin.OUT, value=0) for number in wiring["pins"]]
        self._coast = wiring["coast"]
        self._forward = wiring["forward"]
        self._reverse = wiring["reverse"] or self._coast
        self._brake = wiring["brake"] or self._coast
        self._pct = 0
        self._braking = False
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
        row = self._row(pct, braking)
        for nth in range(len(row)):
            letter = row[nth]
            duty = FULL if letter == "H" else 0 if letter == "L" else FULL * abs(pct) // 100
            self._pins[nth].duty_u16(duty)
        return True

    def off(self):
        """All pins low."""
        self._pct = 0
        self._braking = False
        for nth in range(len(self._pins)):
            self._pins[nth].duty_u16(0)

    def _row(self, pct, braking):
        if pct > 0:
            return self._forward
        if pct < 0:
            return self._reverse
        return self._brake if braking else self._coast
