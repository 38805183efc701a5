"""What a bench measured of one launcher or scale, in files that programs write and nobody edits.

A launcher's holds for the machine and the pins at which it was measured, and for no other: a
launcher whose cards are timed by another one's figures counts wrongly without looking wrong.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, Protocol

import msgspec
from msgspec import Meta

from hardware.portable.settings import ScaleSettings

MEASURED: Final = (
    *("spin_up_us", "card_us", "overrun_us", "late_first_us", "late_next_us"),
    *("no_card_us", "jam_us", "retract_us", "retract_more_us", "retract_max_us"),
    "release_us",
)
"""The settings that a bench can measure. Settings that protect motor and people are not among
them."""
LONGEST_US: Final = 2_000_000
"""Nothing that a card or the roller does takes longer."""
MACHINE_ID: Final = Path("/etc/machine-id")

_PINS_OF_0_1: Final = (
    *("button", "buzzer", "buzzer_hz", "card_sensor", "chip", "cover", "edges", "factory"),
    *("hopper", "inverted", "lamp", "motor_driver", "motor_in1", "motor_in2", "motor_pwm"),
    *("motor_standby", "pwm_hz"),
)
_TURNTABLE_OF_0_1: Final = (
    *("deg_per_s", "gpios", "home", "kind", "seats", "seats_deg"),
    *("servo_max_us", "servo_min_us", "servo_range_deg", "steps_a_turn"),
)
"""The keys that version 0.1.0 knew, and made the name of a wiring from: all of them."""

SCALE_CALIBRATION = "scale.json"
"""A scale's file, beside the launcher's own calibration."""
PICO_SCALE_CALIBRATION = "scale-pico.json"
"""The same for a launcher on a Pico."""
PICO_BUS = -1
"""In place of a bus of the Pi."""
LARGEST = 2_000_000_000


class CalibrationTrouble(Exception):
    """A calibration cannot be used or saved. The message is a sentence for people."""


class Wiring(Protocol):
    """The keys of ``[pins]`` or ``[pico]``, as far as a calibration depends on them."""

    @property
    def timing(self) -> Mapping[str, Any]:
        """What decides when an edge is seen, or which launcher it comes from, by key."""
        ...


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures, and the launcher that they are for."""

    machine: str
    """See ``this_machine``."""
    pins: str
    """See ``wired_as``."""
    measured: dict[str, Annotated[int, Meta(ge=1, le=LONGEST_US)]]
    """Settings of the names in ``MEASURED``, in microseconds; the others keep their defaults."""
    period_us: Annotated[int, Meta(ge=0, le=LONGEST_US)] = 0
    """Median time from card to card at feed speed, to find drift; 0: not measured."""


def this_machine(machine_id: Path = MACHINE_ID) -> str:
    """Name this machine; empty if it has no identity.

    The name is a hash, because machine-id(5) says that the number itself must be kept secret.
    """
    try:
        number = machine_id.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return _hash(f"rollerdeck {number}".encode()) if number else ""


def wired_as(pins: Wiring) -> str:
    """Name this wiring: the name changes with everything that can change the timings.

    Lamp, buzzer, switches and turntable do not change it.
    """
    return _hash(msgspec.json.encode(pins.timing, order="sorted"))


def _names(pins: Wiring) -> tuple[str, ...]:
    """The names that this wiring has or had in an earlier version."""
    name = wired_as(pins)
    # a key of a later version says something that calibrations of version 0.1.0 do not hold for
    in_0_1 = set(pins.timing) <= set(_PINS_OF_0_1)
    return (name, _wired_as_in_0_1(pins)) if in_0_1 else (name,)


def _wired_as_in_0_1(pins: Wiring) -> str:
    """Name the wiring as version 0.1.0 did, whose calibrations stay valid after an upgrade."""
    wiring = {name: getattr(pins, name) for name in _PINS_OF_0_1 if hasattr(pins, name)}
    turntable = getattr(pins, "turntable", None)
    wiring["turntable"] = {name: getattr(turntable, name, None) for name in _TURNTABLE_OF_0_1}
    return _hash(msgspec.json.encode(wiring, order="sorted"))


def read_calibration(path: Path, machine: str, pins: Wiring) -> Mapping[str, int]:
    """Return what was measured on this machine with these pins; nothing if there is no file.

    Raises CalibrationTrouble: the file cannot be read, is damaged, or is another launcher's.
    """
    calibration = find_calibration(path, machine, pins)
    return {} if calibration is None else calibration.measured


def find_calibration(path: Path, machine: str, pins: Wiring) -> Calibration | None:
    """As ``read_calibration``, but the whole calibration; None if there is no file."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CalibrationTrouble(
            f"{path}: the calibration cannot be read ({error.strerror}); allow it."
        ) from None
    try:
        calibration = msgspec.json.decode(text, type=Calibration)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _useless(path, f"is damaged ({error})") from None
    if complaint := _complaint(calibration):
        raise _useless(path, f"is damaged ({complaint})")
    if calibration.machine != machine:
        raise _useless(path, "was measured at another machine")
    if calibration.pins not in _names(pins):
        raise _useless(
            path,
            "was measured with other [pins] (of a Pico: [pico]) than the configuration has now",
        )
    return calibration


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Save a calibration as ``write_file`` does. Raises CalibrationTrouble."""
    write_file(path, msgspec.json.format(msgspec.json.encode(calibration)) + b"\n")


def write_file(path: Path, text: bytes) -> None:
    """Save what was measured; the previous file stays beside it, its name ending in ``.before``.

    A power cut at any moment leaves the old file or the new one. The file belongs to the owner of
    its folder, so that a driver can read what root saved. Raises CalibrationTrouble; then the old
    file is unchanged.
    """
    new, before = (path.with_name(path.name + ending) for ending in (".new", ".before"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb") as file:
            file.write(text)
            file.flush()
            _belong_to_owner_of(path.parent, file.fileno())
            os.fsync(file.fileno())
        before.unlink(missing_ok=True)
        if path.exists():
            before.hardlink_to(path)
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise CalibrationTrouble(
            f"{path}: the calibration cannot be written ({error.strerror}); make room, or allow it."
        ) from None


def _belong_to_owner_of(folder: Path, handle: int) -> None:
    owner = folder.stat()
    # only root can give a file away; anybody else keeps it
    with suppress(PermissionError):
        os.fchown(handle, owner.st_uid, owner.st_gid)


def _complaint(calibration: Calibration) -> str | None:
    for name in calibration.measured:
        if name not in MEASURED:
            return f"{name} is no figure that is measured"
    longest = calibration.measured.get("retract_max_us", LONGEST_US)
    for name in ("retract_us", "retract_more_us"):
        if calibration.measured.get(name, 0) > longest:
            return f"{name} is longer than retract_max_us"
    return None


def _useless(path: Path, problem: str) -> CalibrationTrouble:
    return CalibrationTrouble(
        f"{path}: the calibration {problem}; take the file away, and the launcher runs "
        "uncalibrated."
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


class ScaleCalibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures, and the scale that they are for."""

    machine: str
    """See ``this_machine``."""
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
        raise _useless_scale(path, f"is damaged ({error})") from None
    if calibration.counts_per_kg == 0:
        raise _useless_scale(path, "is damaged (counts_per_kg is 0)")
    if calibration.machine != machine:
        raise _useless_scale(path, "was measured at another machine")
    if (calibration.bus, calibration.address) != (bus, address):
        raise _useless_scale(path, "was measured with another scale.bus or scale.address")
    return calibration


def write_scale_calibration(path: Path, calibration: ScaleCalibration) -> None:
    """Save it as ``write_file`` does. Raises CalibrationTrouble."""
    write_file(path, msgspec.json.format(msgspec.json.encode(calibration)) + b"\n")


def _useless_scale(path: Path, problem: str) -> CalibrationTrouble:
    return CalibrationTrouble(
        f"{path}: the scale's calibration {problem}; run `rollerdeck bench scale` again."
    )
