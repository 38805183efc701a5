"""A launcher as its callers see it: on real pins, on a Pico or simulated.

Nothing here raises because of what a mechanism does. A jam is a result, a lost link is an event;
an exception means that the caller asked for something that makes no sense.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

MAX_CARDS_A_HIT = 12
"""One press gives 0 to this many cards (rulebook LCH-1)."""
MAX_SUSPENSE = 4
"""The highest level of ``Launcher.suspense``."""


class Fault(StrEnum):
    """What stops a launcher. A fault is latched until somebody clears it."""

    EMPTY = "EMPTY"
    SLIP = "SLIP"
    JAM = "JAM"
    COVER_OPEN = "COVER_OPEN"
    SENSOR_BLOCKED = "SENSOR_BLOCKED"
    SENSOR_DEAD = "SENSOR_DEAD"
    LINK_LOST = "LINK_LOST"
    OVERRUN = "OVERRUN"
    MOTOR_FAULT = "MOTOR_FAULT"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not possible: a key of the catalogue of words, and its values."""

    key: str
    """An entry of the catalogue of words."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What fills the gaps of its sentence."""


@dataclass(frozen=True, slots=True)
class ChipLoad:
    """How near a microcontroller has come to its limits since it started."""

    longest_tick_us: int
    """The longest time that the handler of its timer has taken."""
    deepest_stack_bytes: int
    """The most that lay on its stack at the end of that handler, what it interrupted included."""
    least_heap_bytes: int
    """The least that was free after a garbage collection."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What this launcher has."""

    name: str
    """For example ``simulator``."""
    simulated: bool = False
    """Whether it is simulated."""
    turntable: bool = False
    """Whether it can turn to a player."""
    lamp: bool = False
    """Whether it has a lamp in its button."""
    hopper_switch: bool = False
    """Whether it notices that the hopper is empty."""
    cover_switch: bool = False
    """Whether it notices that the cover is open."""
    build: str = ""
    """Which build of its program a microcontroller runs; empty: it is no microcontroller."""
    calibration: str = ""
    """Name of the calibration that a microcontroller was given; empty: none."""
    board: str = ""
    """Board and chip of a microcontroller, in MicroPython's words; empty: unknown."""
    load: ChipLoad | None = None
    """How near a microcontroller came to its limits; None: it is no microcontroller, or its program
    does not tell."""
    scale: bool = False
    """Whether it weighs itself."""
    strict: bool = False
    """Whether it counts strictly, because its caller asked for that."""


@dataclass(frozen=True, slots=True)
class HitResult:
    """What really came out under one hit number."""

    hit: int
    """The number."""
    requested: int
    """How many cards were asked for."""
    delivered: int
    """At least so many came; measured."""
    complete: bool
    """Whether no fault broke the hit off. After the fault is cleared, arming the same number again
    gives the rest, and its result counts from the hit's first card."""
    uncertain: int = 0
    """How many more may have come where the sensor could not tell (two cards that overlapped)."""
    sticking: int = 0
    """How many of ``delivered`` stick in the mouth."""
    fault: Fault | None = None
    """What broke the hit off; None: nothing."""
    card_times_ms: tuple[int, ...] = ()
    """Trailing edge of each card, in milliseconds since the press that gave it."""


@dataclass(frozen=True, slots=True)
class ButtonInUse:
    """Nothing was armed: the button is down, or was pressed more often than the caller knew."""

    presses: int
    """As in ``Pressed``, until now."""
    down: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button went down."""

    presses: int
    """Accepted and refused presses since the launcher started; holding the button is one press."""
    hit: int | None
    """Number of the hit that begins; None: nothing was armed, and nothing moved."""
    at_ms: int
    """When, in milliseconds of the launcher's clock."""


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card of a hit has left the mouth."""

    hit: int
    """Number of the hit."""
    nth: int
    """Number of the card, from 1."""
    at_ms: int
    """When, in milliseconds of the launcher's clock."""


@dataclass(frozen=True, slots=True)
class HitEnded:
    """A hit is over, or was broken off by a fault."""

    result: HitResult
    """What came out."""


@dataclass(frozen=True, slots=True)
class FaultsChanged:
    """Other faults are latched than before."""

    faults: tuple[Fault, ...]
    """All that are latched now; empty: the launcher is ready again."""


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The launcher can, or cannot, be reached."""

    up: bool
    """Whether it can."""
    reason: Reason | None = None
    """Why it cannot; None: it can, or that is not known."""
    restarted: bool = False
    """Whether this launcher has restarted and has lost its count of earlier hits."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a scale under the launcher says, once the launcher has been at rest.

    A card counts by its weight, so this is evidence beside the light barrier's count. The numbers
    of cards come with the lowest and the highest that the weight allows.
    """

    first_hit: int | None
    """The first hit that ended since the rest before; None: no hit has ended since then."""
    last_hit: int | None
    """The last hit that ended since the rest before."""
    left: int
    """Cards that left the launcher since the rest before; negative: cards were put in."""
    left_low: int
    left_high: int
    inside: int | None
    """Cards in the launcher now; None: the scale was not tared, so nobody knows."""
    inside_low: int
    inside_high: int
    at_ms: int

    @property
    def sure(self) -> bool:
        """Whether the weight allows only one number of cards that left."""
        return self.left_low == self.left == self.left_high


class ScaleFault(StrEnum):
    """Why a launcher cannot read its scale."""

    NO_ANSWER = "no_answer"
    """No chip acknowledges its address."""
    BUS_HELD = "bus_held"
    """Something holds the chip's data or clock low."""
    OTHER_CHIP = "other_chip"
    NOT_STARTED = "not_started"
    CALIBRATION_HANGS = "calibration_hangs"
    NOT_CALIBRATED = "not_calibrated"
    """The chip says that it cannot calibrate itself."""
    NO_READINGS = "no_readings"
    OVERLOADED = "overloaded"
    """Its readings have been at the end of their range for seconds."""
    UNKNOWN = "unknown"
    """A launcher of a later version gives another reason."""

    @classmethod
    def _missing_(cls, value: object) -> ScaleFault:
        return cls.UNKNOWN


@dataclass(frozen=True, slots=True)
class ScaleChanged:
    """The launcher cannot read its scale, or can again. Launchers that are no Pico do not tell."""

    trouble: ScaleFault | None
    """None: it can be read."""


class ScaleReading(NamedTuple):
    """What a launcher read last of its scale's chip."""

    number: int
    """How many readings there were up to it; begins again after 2^30."""
    counts: int
    trouble: ScaleFault | None = None
    """Why there are no new readings, if the launcher says so."""


class TraceEntry(NamedTuple):
    """One input or action of the launcher, see ``Traced``."""

    kind: str
    """``sensor`` (1: blocked), ``button`` (1: down), ``cover`` (1: open), ``hopper`` (1: empty),
    ``motor`` (its duty in percent, negative: reverse), ``motor_fault`` (1: the motor driver
    reports a fault), ``missed`` (so many edges of the sensor were lost), ``begin`` (so many
    cards begin to come), ``off`` (what was under way was broken off; 1: because the lease was
    lost), ``clear`` (faults were cleared; 0: all of them)."""
    at_us: int
    """Microseconds of the launcher's clock."""
    value: int


@dataclass(frozen=True, slots=True)
class Traced:
    """What inputs and motor did; only after ``Launcher.trace``.

    Entries of one input are in order. An edge may be told late, after a later one of another input.
    """

    seen: tuple[TraceEntry, ...]
    lost: int = 0
    """Entries since ``trace`` that came too fast to be told: an input has far too many edges."""


LauncherEvent = (
    Pressed | CardLeft | HitEnded | FaultsChanged | LinkChanged | Traced | Weighed | ScaleChanged
)


class LauncherGone(Exception):
    """The launcher cannot be reached now."""

    def __init__(self, key: str, values: Mapping[str, Any] = {}) -> None:
        """Raised for the ``Reason`` with this key and these values."""
        super().__init__(key, values)
        self.reason = Reason(key, values)
        """Why."""


class LauncherBusy(LauncherGone):
    """Somebody else holds the launcher."""


class Launcher(Protocol):
    """The one interface to a launcher. Every method may raise ``LauncherGone``, and only that."""

    @property
    def capabilities(self) -> Capabilities:
        """What this launcher has."""
        ...

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The latched faults as last heard."""
        ...

    @property
    def link_up(self) -> bool:
        """Whether the launcher can be reached now."""
        ...

    def events(self) -> AsyncIterator[LauncherEvent]:
        """Everything since the connection began, in order, each once. One reader."""
        ...

    async def arm(
        self, hit: int, count: int, presses: int | None = None
    ) -> HitResult | ButtonInUse | None:
        """Let the next accepted press be hit number ``hit`` and give ``count`` cards (0 to 12).

        Returns None when armed. If that number has already ended, its result comes back and
        nothing is armed; if a fault broke it off, it is armed for the rest. While a fault is
        latched the last known (incomplete or empty) result comes back with that fault, and nothing
        is armed. ``hit`` is 1 to 2^30 - 1 and grows over the life of the caller's journal.

        With ``presses`` it is armed only if the button is free and was pressed exactly so many
        times, as the latest ``Pressed`` says (0: never since the launcher started). If not, nothing
        is armed. A launcher that is older than this condition ignores it.
        """
        ...

    async def disarm(self) -> bool:
        """Take the arming back. False: too late, cards of that hit are under way."""
        ...

    async def result(self, hit: int) -> HitResult | None:
        """What the launcher knows of a hit, even while it runs; None: it knows nothing of it."""
        ...

    async def eject(self, count: int, duty_pct: int | None = None) -> HitResult:
        """Give ``count`` cards (1 to 12) now, without a press: for the bench and for dealing.

        ``duty_pct``: let the motor have this duty (50 to 100) meanwhile, but never more than its
        usual one. Launchers before version 0.4.0 keep to their usual one.
        """
        ...

    async def clear_faults(self) -> tuple[Fault, ...]:
        """Clear the latched faults; returns those whose cause is still there."""
        ...

    async def trace(self, on: bool) -> Mapping[str, int]:
        """Report every edge and the motor from now on (``Traced``), or no longer.

        Begins with the levels that are not 0. A lost link ends it. Returns the launcher's
        `hardware.portable.settings.Settings` that are not the defaults.
        """
        ...

    async def tare(self) -> None:
        """Say that the launcher holds no card now. Without a scale nothing happens.

        Its scale weighs the empty launcher at its next rest.
        """
        ...

    async def weigh(self) -> None:
        """Ask for a ``Weighed`` at the next rest. Without a scale nothing happens."""
        ...

    async def reading(self) -> ScaleReading | None:
        """The newest reading of its scale; None: it reads no scale."""
        ...

    async def ding(self) -> None:
        """Sound the acknowledgement once."""
        ...

    async def lamp(self, on: bool) -> None:
        """Light the button's lamp, if there is one."""
        ...

    async def suspense(self, level: int) -> None:
        """Let lamp and ding show how close the next cards are, 0 to 4, until the next call."""
        ...

    async def face(self, seat: int) -> bool:
        """Begin to turn to a seat, from 0 on. It waits while cards come or a fault is latched.

        False: there is no turntable, it has no such seat, or it cannot find its home.
        """
        ...

    async def keep(self, on: bool) -> None:
        """Say that the launcher is needed, for example because a game is on, or no longer.

        While it is not needed and nothing is armed, a bench may take it over.
        """
        ...

    async def safe_off(self) -> None:
        """Motors off, disarmed, from any state. It may be called again at any time."""
        ...

    async def close(self) -> None:
        """Let go of the launcher: it is disarmed, its motor off, and free for the next caller."""
        ...
