"""Cards on their way: hopper, under the roller, through the beam, away.

A card moves with the roller (times its grip) while its nose is past the nip and its tail is not.
When the roller has let go of it, it slides out by itself. The roller picks up the next card some
travel after the tail of the one before, or earlier if they overlap. A card that is pulled back to
the nip rests there. Everything between two events is in closed form, so there are no time steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.roller import NEVER, Spin

_HAIR_MM = 1e-9
KEPT_CARDS = 64


@dataclass(slots=True, eq=False)
class _Card:
    length_mm: float
    grip: float
    gap_mm: float
    """To the next card; negative: the next card lies on it."""
    nose_mm: float = 0.0
    beam_us: float = 0.0
    """When its nose came into the beam."""


class Path:
    """The true position of every card, of which the sensor sees only a part."""

    def __init__(self, parameters: Parameters, random: Random, cards: int) -> None:
        self._set = parameters
        self._random = random
        self.now_us = 0.0
        self.hopper = cards
        self.cards_out = 0
        self.jam = False
        self.slip = False
        self.double_feed = False
        self._wedged = False
        self._missed = False
        self._held: list[_Card] = []
        self._free: deque[tuple[float, float]] = deque()
        self._last_gone_us = 0.0
        self._pick_mm = max(0.0, self._gap_mm())
        self._weak = False
        self._drive = (0, False)
        self._spin = Spin(0.0, 0.0, 0.0, parameters.coast_tau_us, True)
        self._next: tuple[float, Callable[[], None]] | None = None
        self.alone: deque[float] = deque(maxlen=KEPT_CARDS)
        """For each of the last cards that left: the share of its passage in which it was alone in
        the beam, after the card before it. If that share is small, no beam can see the card."""

    @property
    def blocked(self) -> bool:
        """Whether a card is in the beam."""
        if not self._held:
            return bool(self._free)
        return bool(self._free) or any(
            card.nose_mm >= self._set.nip_to_beam_mm for card in self._held
        )

    @property
    def under_roller(self) -> int:
        """Cards between hopper and freedom."""
        return len(self._held) + len(self._free)

    @property
    def turning(self) -> bool:
        """Whether the roller still moves."""
        return self._spin.forward(self.now_us) != 0

    def drive(self, pct: int, braking: bool) -> None:
        """From now on the motor gets this duty (negative: reverse); at 0 it brakes or coasts."""
        self._drive = pct, braking
        speed = self._spin.speed_at(self.now_us)
        supply, sag = self._set.supply, self._set.supply_sag
        if self._weak:
            supply, sag = supply * self._set.weak_supply[0], sag + self._set.weak_supply[1]
        free = pct / 100.0 * supply * self._set.no_load_mm_per_s / 1e6
        tau = self._set.spin_up_tau_us * (1.0 + sag)
        if pct == 0:
            tau = self._set.brake_tau_us if braking else self._set.coast_tau_us
        friction = self._set.friction_mm_per_s2 / 1e12
        self._spin = Spin.under(self.now_us, speed, free, tau, friction)
        self._next = None

    def weaken(self, on: bool) -> None:
        """The supply is weak from now on, or no longer."""
        self._weak = on
        self.drive(*self._drive)

    def pull(self) -> bool:
        """Take out the card that sticks out of the mouth, by hand; False: there is none."""
        out = [card for card in self._held if card.nose_mm >= self._set.nip_to_beam_mm]
        if not out:
            return False
        self._held.remove(out[0])
        self._wedged = False
        self.cards_out += 1
        self.alone.append(1.0)
        if not self._held:
            self._pick_mm = max(0.0, out[0].gap_mm)
        self._next = None
        return True

    def wedge(self, on: bool) -> None:
        """Wedge the card in the mouth, or the next that comes there; or free it.

        A card that is freed while the roller turns goes on; else it is put back into the hopper.
        """
        self.jam = on
        in_mouth = any(card.nose_mm >= self._set.nip_to_beam_mm for card in self._held)
        if on and in_mouth:
            self._wedged = True
        elif not on and self._wedged:
            self._wedged = False
            if not self.turning:
                self.hopper += len(self._held)
                self._held.clear()
                self._pick_mm = max(0.0, self._gap_mm())
        self._next = None

    def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        self.hopper += cards
        self._next = None

    def unload(self) -> int:
        """Take all cards out of the hopper; returns how many."""
        cards, self.hopper = self.hopper, 0
        self._next = None
        return cards

    def next_us(self) -> float:
        """When something happens next by itself; NEVER: nothing will."""
        if self._next is None:
            self._next = self._find_next()
        return self._next[0]

    def advance(self, to_us: float) -> None:
        """Let time pass."""
        while self.next_us() <= to_us:
            assert self._next is not None
            at_us, happen = self._next
            self._move(at_us)
            happen()
            self._next = None
        self._move(to_us)

    def _move(self, to_us: float) -> None:
        if to_us <= self.now_us:
            return
        if self._spin.stop_us <= self.now_us:
            self.now_us = to_us
            return
        mm = self._spin.travel(to_us) - self._spin.travel(self.now_us)
        self.now_us = to_us
        if self._wedged:
            return
        for card in self._held:
            card.nose_mm = max(0.0, card.nose_mm + card.grip * mm)
        if mm > 0.0 and not self._held:
            self._pick_mm = max(0.0, self._pick_mm - mm)

    def _find_next(self) -> tuple[float, Callable[[], None]]:
        event: tuple[float, Callable[[], None]] = (NEVER, self._nothing)
        if self._free:
            event = (self._free[0][0], self._leave)
        turn_us = self._spin.turn_us()
        if self.now_us < turn_us < event[0]:
            event = (turn_us, self._nothing)
        direction = self._spin.forward(self.now_us)
        if direction == 0 or self._wedged:
            return event
        for mm, happen in self._ahead() if direction > 0 else self._behind():
            at_us = self._spin.reach_us(self.now_us, mm) if mm else self.now_us
            if at_us < event[0]:
                event = (at_us, happen)
        return event

    def _ahead(self) -> list[tuple[float, Callable[[], None]]]:
        """Roller travel to whatever can happen while it turns forward."""
        events: list[tuple[float, Callable[[], None]]] = []
        beam = self._set.nip_to_beam_mm
        for card in self._held:
            if card.nose_mm < beam:
                to = beam, self._set_nose(card, beam)
            elif self.jam and card.nose_mm < beam + self._set.jam_mm:
                to = beam + self._set.jam_mm, self._get_wedged
            else:
                to = card.length_mm, self._let_go(card)
            # a card that overtook another may be a hair too far
            events.append((max(0.0, to[0] - card.nose_mm) / card.grip, to[1]))
        if self.hopper and not self._missed:
            if not self._held:
                events.append((self._pick_mm, self._pick_up))
            else:
                last = self._held[-1]
                if last.gap_mm < 0.0:
                    mm = last.length_mm + last.gap_mm - last.nose_mm
                    events.append((max(0.0, mm) / last.grip, self._pick_up))
        return events

    def _behind(self) -> list[tuple[float, Callable[[], None]]]:
        events: list[tuple[float, Callable[[], None]]] = [(0.0, self._regrip)] * self._missed
        beam = self._set.nip_to_beam_mm
        for card in self._held:
            if card.nose_mm >= beam:
                to = beam, self._set_nose(card, beam - _HAIR_MM)
            else:
                to = 0.0, self._return
            events.append(((to[0] - card.nose_mm) / card.grip, to[1]))
        return events

    def _nothing(self) -> None:
        pass

    def _set_nose(self, card: _Card, mm: float) -> Callable[[], None]:
        def happen() -> None:
            card.nose_mm = mm
            card.beam_us = self.now_us

        return happen

    def _get_wedged(self) -> None:
        self._wedged = True

    def _regrip(self) -> None:
        self._missed = False

    def _let_go(self, card: _Card) -> Callable[[], None]:
        def happen() -> None:
            self._held.remove(card)
            self._slide(card)

        return happen

    def _slide(self, card: _Card) -> None:
        speed = self._spin.speed_at(self.now_us) * card.grip
        speed = max(speed, self._set.slide_mm_per_s / 1e6)
        away_us = self.now_us + self._set.nip_to_beam_mm / speed
        if self._free:
            away_us = max(away_us, self._free[-1][0])
        self._free.append((away_us, card.beam_us))
        if not self._held:
            self._pick_mm = max(0.0, card.gap_mm)

    def _leave(self) -> None:
        away_us, beam_us = self._free.popleft()
        alone_us = away_us - max(beam_us, self._last_gone_us)
        self.alone.append(alone_us / max(1.0, away_us - beam_us))
        self._last_gone_us = away_us
        self.cards_out += 1

    def _return(self) -> None:
        # the rearmost card is back first, and then lies on the hopper's cards again
        self._held.pop(self._held.index(min(self._held, key=lambda card: card.nose_mm)))
        self.hopper += 1
        self._pick_mm = 0.0

    def _pick_up(self) -> None:
        grip = self._random.uniform(*self._set.grip)
        if self.slip:
            if self._random.random() >= self._set.slip_picks:
                self._missed = True
                return
            grip = self._random.uniform(*self._set.slip_grip)
        spread = self._random.uniform(-self._set.card_spread_mm, self._set.card_spread_mm)
        length = self._set.card_mm + spread
        self.hopper -= 1
        self._held.append(_Card(length, grip, self._gap_mm()))

    def _gap_mm(self) -> float:
        share = self._random.random()
        if self.double_feed or share < self._set.cling:
            return -self._random.uniform(*self._set.double_overlap) * self._set.card_mm
        if share < self._set.cling + self._set.nose_to_tail:
            return -self._random.random()
        return self._random.uniform(*self._set.gap_mm)
