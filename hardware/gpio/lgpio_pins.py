"""gpiozero's pins through lgpio: the exact duty, and pulses only where there are any."""

from __future__ import annotations

import lgpio
from gpiozero.exc import PinInvalidState, PinPWMFixedValue
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

OFF, ONE_CYCLE = 0, 1


class ExactPin(LGPIOPin):  # type: ignore[misc]  # it has no types
    """What differs from gpiozero 2.0.1, by its source and that of lgpio 0.2.2.

    gpiozero rounds the duty down to whole percent: at a servo's 50 Hz, to 200 µs, so that a servo
    with pulses of 1000 to 2000 µs knows six positions. lgpio takes fractions of a percent.

    gpiozero also makes pulses of 0 and of 100 %. lgpio's thread then writes the same level again
    and again, and a new level waits for the end of a cycle. Here such a level is written once, at
    once: lgpio ends pulses under the lock of that thread, which then writes nothing more.
    """

    whole_cycles = False
    """Whether pulses end with a whole cycle when the level falls: a pulse that is cut short would
    move a servo."""
    _pwm: tuple[float, float] | None
    """Frequency in Hz and duty in percent."""

    def output_with_state(self, state: float) -> None:
        """Make it an output that has this level from its first moment; gpiozero makes it low."""
        lgpio.gpio_claim_output(self.factory._handle, self._number, int(bool(state)))

    def _set_frequency(self, value: float | None) -> None:
        if not value:
            self._pwm = None
            # also the last cycle of a servo; lgpio refuses to end what has ended
            if lgpio.tx_busy(self.factory._handle, self._number, lgpio.TX_PWM):
                self._pulse(OFF, 0)
            return
        if self.function != "output":
            raise PinPWMFixedValue(f"GPIO {self._number} is no output, so it takes no pulses")
        duty_pct = self._pwm[1] if self._pwm else 0.0
        self._pwm = (value, duty_pct)
        if 0 < duty_pct < 100:
            self._pulse(value, duty_pct)

    def _set_state(self, value: float) -> None:
        if not self._pwm:
            super()._set_state(value)
            return
        frequency_hz, before_pct = self._pwm
        duty_pct = 100 * value
        pulsing = 0 < before_pct < 100
        self._pwm = (frequency_hz, duty_pct)
        try:
            if 0 < duty_pct < 100:
                self._pulse(frequency_hz, duty_pct)
            elif pulsing and duty_pct == 0 and self.whole_cycles:
                self._pulse(frequency_hz, 0, ONE_CYCLE)
            else:
                if pulsing:
                    self._pulse(OFF, 0)
                lgpio.gpio_write(self.factory._handle, self._number, bool(duty_pct))
        except lgpio.error as error:
            raise PinInvalidState(f"GPIO {self._number} takes no duty of {value}") from error

    def _pulse(self, frequency_hz: float, duty_pct: float, cycles: int = 0) -> None:
        """Make pulses from the end of this cycle on, so many or without end; none at 0 Hz."""
        lgpio.tx_pwm(self.factory._handle, self._number, frequency_hz, duty_pct, 0, cycles)


def lgpio_factory(chip: int) -> LGPIOFactory:
    """Make gpiozero's factory for the GPIO chip of this number, with exact pins."""
    factory = LGPIOFactory(chip=chip)
    factory.pin_class = ExactPin
    return factory
