"""The simulated mechanism as a board in a clock's time, with a log of what really happened.

A simulated scale may be under it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec

from firmware_bridge.messages import fault_names
from firmware_bridge.simulator_control import Truth
from hardware.mechanism.load_cell import Scale as Bar
from hardware.mechanism.rig import Rig, simulated_turntable
from hardware.mechanism.scale_parameters import ScaleParameters, reading_noise_g
from hardware.portable.core import Core
from hardware.portable.settings import ScaleSettings, Settings
from hardware.portable.weighing import Weighing

if TYPE_CHECKING:
    from firmware_bridge.device import Scale

DING_US: Final = 30_000
"""The stage is called ``ding`` for so long after a press; the roller starts meanwhile."""

HAND_US: Final = 500_000
"""Whoever puts cards in or takes them out touches the launcher for so long."""
KEPT_STAGES: Final = 512
KEPT_MOTOR_RUNS: Final = 128
KEPT_LATENESS: Final = 512


class SimulatedScale:
    """Reads a simulated bar at the chip's pace. Its owner keeps the time of the rig."""

    def __init__(self, rig: Rig, seed: int, parameters: ScaleParameters | None = None) -> None:
        """It is calibrated without an error."""
        on = parameters or ScaleParameters()
        self._rig = rig
        self._bar = Bar(rig, seed, on)
        card_mg, noise_mg = round(1000 * on.card_g), round(1000 * reading_noise_g(on))
        per_kg = round(1000 * self._bar.counts_per_g)
        self.settings = ScaleSettings(per_kg, card_mg, noise_mg)
        self.weighing = Weighing(rig.core, self.settings)
        """What it says, for the board."""
        self._turns = False
        self.due_us = rig.now_us + self._bar.period_us
        """When the chip has its next reading, in the rig's time."""

    def read(self, turns: bool) -> None:
        """Take a reading if one is due. ``turns``: a turntable turns now."""
        if self._rig.now_us < self.due_us:
            return
        self.due_us = self._rig.now_us + self._bar.period_us
        if turns != self._turns:
            self._turns = turns
            self._bar.turned()
            self.weighing.turning(turns)
        self.weighing.sample(self._rig.ticks_us, self._bar.read())

    def finger(self, hold_us: int) -> None:
        """A finger presses the button from now on, for so long."""
        self._bar.finger(hold_us)

    def hand(self, for_us: int) -> None:
        """A hand is at the launcher, for so long."""
        self._bar.hand(for_us)


class ControlRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action at the simulated launcher, or the question what really happened."""

    do: Literal["press", "fault", "load", "unload", "fill", "pull", "truth"]
    hold_ms: Annotated[int, msgspec.Meta(ge=10, le=60_000)] = 120
    name: str = ""
    on: bool = True
    cards: Annotated[int, msgspec.Meta(ge=1, le=500)] = 1


class SimulatedBoard:
    """Keeps a rig at the present of ``clock`` (seconds, monotonic), and logs what it does."""

    def __init__(
        self,
        rig: Rig,
        settings: Settings,
        clock: Callable[[], float],
        seats: int = 0,
        scale: SimulatedScale | None = None,
    ) -> None:
        """``seats``: around its turntable; 0: it has none. ``scale``: under it, of the same rig."""
        self._rig = rig
        self._turntable = simulated_turntable(seats)
        self.capabilities: Final[dict[str, Any]] = {
            "name": "simulator",
            "simulated": True,
            "lamp": True,
            "hopper_switch": True,
            "cover_switch": True,
        }
        if seats:
            self.capabilities["turntable"] = True
        if scale:
            self.capabilities["scale"] = True
        self._scale = scale
        self.scale: Scale | None = None if scale is None else scale.weighing
        """What weighs it; None: nothing does."""
        self._clock = clock
        self._start_s = clock()
        self._ticks_ahead_us = rig.ticks_us - rig.now_us
        self._spin_up_us = max(DING_US, settings.spin_up_us)
        self._began_us: int | None = None
        self._before = 0
        self._dinged = 0
        self._rang = False
        self._stages: deque[tuple[float, str]] = deque(maxlen=KEPT_STAGES)
        self._motor_runs: deque[tuple[float, float | None]] = deque(maxlen=KEPT_MOTOR_RUNS)
        self._events = 0
        self._late_ms: deque[float] = deque(maxlen=KEPT_LATENESS)
        self.lease_ms = settings.lease_us // 1000
        self._note()

    @property
    def core(self) -> Core:
        """The launcher's brain."""
        return self._rig.core

    @property
    def motor_on(self) -> bool:
        """Whether the motor is driven."""
        return self._rig.motor_on

    def now_us(self) -> int:
        """Bring the mechanism to the present, event by event; see ``Board.now_us``."""
        present_us = round((self._clock() - self._start_s) * 1e6)
        while (due_us := self._due_us()) is not None and due_us <= present_us:
            self._events += 1
            self._late_ms.append((present_us - due_us) / 1000)
            self._rig.advance(due_us)
            self._turn()
            self._weigh()
            self._note()
        self._rig.advance(present_us)
        self._turn()
        return self._rig.now_us + self._ticks_ahead_us

    def settle(self) -> None:
        """Put the core's outputs into effect."""
        self._rig.settle()
        self._turn()
        self._note()

    def face(self, seat: int) -> bool:
        """Begin to turn to a seat, see ``Board.face``."""
        return self._turntable.face(seat)

    def due(self) -> float | None:
        """When something will happen by itself, in the clock's seconds; None: never."""
        due_us = self._due_us()
        return None if due_us is None else self._start_s + due_us / 1e6

    def apply(self, request: ControlRequest) -> object:
        """Carry out an action now; ValueError with a sentence if it cannot be done."""
        self.now_us()
        self._load_scale(request)
        if request.do == "press":
            self._rig.tap(request.hold_ms * 1000)
        elif request.do == "fault":
            self._rig.set_fault(request.name, request.on)
        elif request.do == "load":
            self._rig.load(request.cards)
        elif request.do == "unload":
            return {"cards": self._rig.unload()}
        elif request.do == "fill":
            self._rig.unload()
            self._rig.load(request.cards)
        elif request.do == "pull":
            return {"cards": int(self._rig.pull())}
        else:
            return self._truth()
        return {}

    def _truth(self) -> Truth:
        return Truth(
            at_ms=self._ms(self._rig.now_us),
            cards_left=self._rig.cards_left,
            mouth_counted=self.core.mouth_counted,
            cards_in_hopper=self._rig.cards_in_hopper,
            motor_on=self._rig.motor_on,
            motor_runs_ms=tuple(self._motor_runs),
            stage=self._stages[-1][1],
            stages=tuple(self._stages),
            dings=self._rig.dings,
            seat=None if self._turntable.turning else max(self._turntable.seat, 0),
            suspense=self.core.suspense_level,
            presses=self.core.presses,
            button_down=self.core.button_down,
            faults=tuple(fault_names(self.core.faults)),
            lease_trips=self.core.lease_trips,
            events=self._events,
            late_ms=tuple(self._late_ms),
        )

    def _turn(self) -> None:
        self._turntable.tick(self._rig.ticks_us, self.core.may_turn)

    def _weigh(self) -> None:
        if self._scale is not None:
            self._scale.read(self._turntable.turning)

    def _load_scale(self, request: ControlRequest) -> None:
        """The scale carries what touches the launcher."""
        if self._scale is not None and request.do == "press":
            self._scale.finger(request.hold_ms * 1000)
        elif self._scale is not None and request.do in ("load", "unload", "fill", "pull"):
            self._scale.hand(HAND_US)

    def _due_us(self) -> int | None:
        due_us = self._rig.next_event_us()
        if self._scale is not None:
            due_us = self._scale.due_us if due_us is None else min(due_us, self._scale.due_us)
        turn_in_us = self._turntable.due_in_us(self._rig.ticks_us)
        if turn_in_us >= 0:
            turn_us = self._rig.now_us + turn_in_us
            due_us = turn_us if due_us is None else min(due_us, turn_us)
        if self._began_us is not None:
            for after_us in (DING_US, self._spin_up_us):
                boundary_us = self._began_us + after_us
                if boundary_us > self._rig.now_us:
                    return boundary_us if due_us is None else min(due_us, boundary_us)
        return due_us

    def _note(self) -> None:
        """Log a new stage, or that the motor was switched."""
        now_ms = self._ms(self._rig.now_us)
        stage = self._stage()
        if not self._stages or self._stages[-1][1] != stage:
            self._stages.append((now_ms, stage))
        turned = bool(self._motor_runs) and self._motor_runs[-1][1] is None
        if self._rig.motor_on and not turned:
            self._motor_runs.append((now_ms, None))
        elif turned and not self._rig.motor_on:
            self._motor_runs[-1] = (self._motor_runs[-1][0], now_ms)

    def _stage(self) -> str:
        core = self.core
        if not core.ejecting:
            self._began_us = None
            self._dinged = self._rig.dings
            return "armed" if core.armed_hit else "idle"
        now_us = self._rig.now_us
        if self._began_us is None:
            self._began_us = now_us
            self._before = self._rig.cards_left
            # an ejection without a press is silent
            self._rang = self._rig.dings > self._dinged
        age_us = now_us - self._began_us
        if age_us < DING_US and self._rang:
            return "ding"
        if age_us < self._spin_up_us:
            return "spin-up"
        if core.motor_pct > 0:
            return f"card {self._rig.cards_left - self._before + 1}"
        return "settle"

    def _ms(self, moment_us: int) -> float:
        return self._start_s * 1000 + moment_us / 1000
