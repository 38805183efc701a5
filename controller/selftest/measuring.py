"""Finds out how the jumpers are wired, and commands edges through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.selftest.figures import EdgeRun, Followed, edge_run
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import ENDS, End, Loop

SETTLED_S: Final = 0.02
TRIED: Final = (True, False, True, False)
"""The levels that an input has to follow, each."""
LAST_S: Final = 0.05
"""How long the edges of the last command are waited for."""
SCATTER: Final = (0.6, 1.4, 0.8, 1.2, 1.0)
"""The pauses between edges differ, so that nothing that is regular always meets an edge."""

Sleep = Callable[[float], None]


def find_wiring(loop: Loop, sleep: Sleep) -> tuple[Followed, ...]:
    """Set each output high and low, and look which inputs follow; both are low afterwards."""
    followed = []
    for start in ENDS:
        following: set[End] = set(ENDS.values())
        for high in TRIED:
            loop.put(start, high)
            sleep(SETTLED_S)
            following &= {end for end, level in loop.levels().items() if level == high}
        followed.append(Followed(start, tuple(end for end in ENDS.values() if end in following)))
    loop.take()
    return tuple(followed)


def command_edges(
    loop: Loop, count: int, pause_s: float, sleep: Sleep, progress: Callable[[int], None]
) -> EdgeRun:
    """Command edges at the motor pin, ``pause_s`` apart on average; see ``EdgeRun``.

    The motor pin is low before and afterwards. ``progress`` is called with the number so far.
    """
    loop.take()
    commands: list[tuple[int, bool]] = []
    edges: list[Edge] = []
    for index in range(2 * (count // 2)):
        high = index % 2 == 0
        commands.append((loop.put("motor", high), high))
        sleep(pause_s * SCATTER[index % len(SCATTER)])
        edges += loop.take()
        progress(index + 1)
    sleep(LAST_S)
    edges += loop.take()
    return edge_run(commands, edges, "card_sensor")
