"""What a bench measured of one scale, in a file that programs write and nobody edits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from hardware.calibration import CalibrationTrouble, write_file
from hardware.portable.scale_settings import ScaleSettings

PICO_SCALE_CALIBRATION = "scale-pico.json"
"""The same for a launcher on a Pico."""
PICO_BUS = -1
"""In place of a bus of the Pi."""
LARGEST = 2_000_000_000
SCALE_CALIBRATION = "scale.json"
"""Its name, beside the launcher's own calibration."""


class ScaleCalibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures, and the scale that they are for."""

    machine: str
    """See ``hardware.calibration.this_machine``."""
    bus: int
    address: int
    counts_per_kg: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    """Negative: the readings become smaller with more weight."""
    card_mg: Annotated[int, Meta(ge=1, le=1_000_000)]
    """The mass of a card; assumed, if nobody weighed the cards on another scale."""
    card_low_permille: Annotated[int, Meta(ge=0, le=1_000)]
    card_high_permille: Annotated[int, Meta(ge=1_000, le=2_000)]
    """Where the weight of a card lies with 95 % confidence, in thousandths of the one measured."""
    noise_mg: Annotated[int, Meta(ge=0, le=1_000_000)]
    """By how much one reading differs while everything is at rest: standard deviation."""

    @property
    def counts_per_card(self) -> float:
        """What a card is in counts of the chip."""
        return self.counts_per_kg * self.card_mg / 1e6

    @property
    def settings(self) -> ScaleSettings:
        """The same for the estimator."""
        return ScaleSettings(**self.figures)

    @property
    def figures(self) -> dict[str, int]:
        """The same by its names in ``ScaleSettings``."""
        names = ("counts_per_kg", "card_mg", "noise_mg")
        return {name: getattr(self, name) for name in names}


def find_scale_calibration(
    path: Path, machine: str, bus: int, address: int
) -> ScaleCalibration | None:
    """Read what was measured of the scale at this place; None: there is no file.

    Raises CalibrationTrouble: the file cannot be read, is damaged, or is another scale's.
    """
    try:
        calibration = msgspec.json.decode(path.read_bytes(), type=ScaleCalibration)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CalibrationTrouble(
            f"{path}: the calibration cannot be read ({error.strerror}); allow it."
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _useless(path, f"is damaged ({error})") from None
    if calibration.counts_per_kg == 0:
        raise _useless(path, "is damaged (counts_per_kg is 0)")
    if calibration.machine != machine:
        raise _useless(path, "was measured at another machine")
    if (calibration.bus, calibration.address) != (bus, address):
        raise _useless(path, "was measured with another scale.bus or scale.address")
    return calibration


def write_scale_calibration(path: Path, calibration: ScaleCalibration) -> None:
    """Save it as ``hardware.calibration.write_file`` does. Raises CalibrationTrouble."""
    write_file(path, msgspec.json.format(msgspec.json.encode(calibration)) + b"\n")


def _useless(path: Path, problem: str) -> CalibrationTrouble:
    return CalibrationTrouble(
        f"{path}: the scale's calibration {problem}; run `rollerdeck bench scale` again."
    )
