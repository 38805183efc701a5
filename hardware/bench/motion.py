"""How cards move under the roller: times of the beam as travel, in microseconds at feed speed.

The roller's speed is taken to rise exponentially with a time constant ``tau``: after ``t`` it has
travelled ``t - tau (1 - exp(-t / tau))``. A card that the roller has let go slides on at the speed
that it had.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from hardware.bench.passages import Cut, Passage


def travel(us: float, tau_us: float) -> float:
    """Travel of the roller so long after it was started."""
    return us - tau_us * (1.0 - math.exp(-us / tau_us))


@dataclass(frozen=True, slots=True)
class Motion:
    """One launcher's roller."""

    tau_us: float
    """Its time constant."""
    nip_us: float
    """Travel from the roller to the beam: a card slides for the last of its way."""

    def length(self, passage: Passage) -> float:
        """How long the card blocks the beam at feed speed."""
        return self._at_trail(passage.trail_us) - travel(passage.lead_us, self.tau_us)

    def seen_of(self, cut: Cut) -> float:
        """How much of a card was seen that the motor was stopped under: before and after."""
        before = travel(cut.off_us, self.tau_us) - travel(cut.lead_us, self.tau_us)
        return before + self._at_trail(cut.rest_us)

    def coast(self, cut: Cut, card_us: float) -> float:
        """How far that card got in between, unseen, had the motor been at feed speed."""
        return (card_us - self.seen_of(cut)) / (1.0 - math.exp(-cut.off_us / self.tau_us))

    def _at_trail(self, us: float) -> float:
        """Travel of a card when its tail leaves the beam."""
        let_go = max(us - self.nip_us, us / 4)
        for _ in range(40):
            # each step goes back, by less each time; while the roller is still slow they are many
            last = let_go
            let_go = max(us - self.nip_us / (1.0 - math.exp(-let_go / self.tau_us)), us / 4)
            if last - let_go < 0.1:
                break
        return travel(let_go, self.tau_us) + self.nip_us
