"""gpiozero's pins through lgpio, with the duty that was asked for."""

from __future__ import annotations

import lgpio
from gpiozero.exc import PinInvalidState
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin


class ExactPin(LGPIOPin):  # type: ignore[misc]  # it has no types
    """gpiozero 2.0.1 rounds the duty down to whole percent: at a servo's 50 Hz, to 200 µs.

    So a servo with pulses of 1000 to 2000 µs would know six positions. lgpio itself takes
    fractions of a percent.
    """

    _pwm: tuple[float, float] | None
    """Frequency in Hz and duty in percent."""

    def _set_state(self, value: float) -> None:
        if not self._pwm:
            super()._set_state(value)
            return
        frequency_hz, _ = self._pwm
        self._pwm = (frequency_hz, 100 * value)
        try:
            lgpio.tx_pwm(self.factory._handle, self._number, *self._pwm)
        except lgpio.error as error:
            raise PinInvalidState(f"GPIO {self._number} takes no duty of {value}") from error


def lgpio_factory(chip: int) -> LGPIOFactory:
    """Make gpiozero's factory for the GPIO chip of this number, with exact pins."""
    factory = LGPIOFactory(chip=chip)
    factory.pin_class = ExactPin
    return factory
