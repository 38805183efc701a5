from typing import Final, Protocol

ADDRESS: Final = 0x2A
"""The only address that the chip has."""
RATES: Final[dict[int, int]]
"""Readings a second, and the value of the field CRS that selects each."""
HIGHEST: Final = 8388607
"""The largest reading; the smallest is ``-HIGHEST - 1``. At either end, the input is overloaded."""

PU_CTRL: Final = 0x00
CTRL1: Final = 0x01
CTRL2: Final = 0x02
ADCO: Final = 0x12
CHOPPER: Final = 0x15
PGA_CAP: Final = 0x1C
REVISION: Final = 0x1F

RESET: Final = 1
DIGITAL_ON: Final = 2
ANALOG_ON: Final = 4
READY: Final = 8
START: Final = 16
CONVERTED: Final = 32
REGULATED: Final = 128
"""Bits of PU_CTRL."""
CALIBRATE: Final = 4
CALIBRATION_FAILED: Final = 8
"""Bits of CTRL2."""
GAIN_128: Final = 7
REGULATOR_3_V: Final = 40
"""Fields of CTRL1. 3.0 V is the highest voltage below a supply of 3.3 V that leaves 0.3 V."""
CHOPPER_OFF: Final = 0x30
"""What the data sheet's power-on sequence writes into the register at 0x15."""
CAPACITOR: Final = 0x80
"""The boards have a capacitor at the inputs of the second channel, which is not used."""
REVISION_IS: Final = 0x0F

SETTLED_US: Final = 600000
"""For the regulator and the cell. The data sheet names no time; an assumption."""
DROPPED: Final = 4
"""Readings after the start in which the chip's filter still settles."""
SILENT_US: Final = 2000000
"""For so long a step may take; the longest is a calibration at 10 readings a second, some 0.4 s."""

class ChipTrouble(Exception):
    fault: str
    def __init__(self, fault: str) -> None: ...

class _Bus(Protocol):
    """Transfers with the chip. Each may raise OSError."""

    def get(self, register: int, /) -> int:
        """The value of a register."""
        ...

    def put(self, register: int, value: int, /) -> None:
        """Set a register."""
        ...

    def conversion(self) -> tuple[int, int, int] | list[int] | bytearray:
        """The three bytes of ADCO, in one transfer."""
        ...

class Nau7802:
    def __init__(self, bus: _Bus, per_second: int) -> None: ...
    @property
    def identified(self) -> bool: ...
    def start(self, now_us: int) -> None: ...
    def read(self, now_us: int) -> int | None: ...

def signed(counts: int) -> int: ...
