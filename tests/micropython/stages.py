"""Where a hit is, by the truth of its mechanism: what the long counts spread their trouble over."""

from __future__ import annotations

from tests.micropython.workbench import PicoBench


def stage(bench: PicoBench, began: int, count: int) -> str:
    """Of a hit of so many cards, before which the motor had run ``began`` times."""
    pct, braking = bench.rig.core.motor_pct, bench.rig.core.braking
    if pct < 0 or braking:
        return "pulling back" if pct else "braking"
    if not pct:
        return "armed" if len(bench.motor_runs) == began else "over"
    return f"card {min(bench.cards_of_hit(), count - 1) + 1:2}"
