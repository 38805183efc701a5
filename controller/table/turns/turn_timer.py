"""Keeps a table's turn clock by the event loop's time, and notices when a time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from math import ceil

from controller.table.turns.turn_clock import TurnClock, Wait


class TurnTimer:
    """The turn clock of a table. Keep ``run`` running."""

    def __init__(
        self, limit_s: int, wait: Callable[[], Wait | None], on_end: Callable[[], None]
    ) -> None:
        """``limit_s``: see ``set_limit``. ``wait``: for whom the table waits now.

        ``on_end`` is called when a time is up.
        """
        self._clock = TurnClock(limit_s)
        self._wait = wait
        self._on_end = on_end
        self._changed = asyncio.Event()

    @property
    def clock(self) -> TurnClock:
        """The clock as it is."""
        return self._clock

    @property
    def elapsed_ms(self) -> int:
        """How long the table has waited, up to the limit, without what the clock stood still."""
        return 1000 * self._clock.limit_s - ceil(1000 * self._clock.left_s(_now_s()))

    @property
    def late(self) -> str | None:
        """The player whose time is up; None: nobody's is."""
        wait = self._clock.wait
        return wait.player if wait is not None and self._clock.is_up(_now_s()) else None

    def set_limit(self, limit_s: int) -> None:
        """Let the table wait so long; 0: there is no clock. Another limit begins anew."""
        if limit_s != self._clock.limit_s:
            self._set(TurnClock(limit_s))
            self.update()

    def update(self) -> None:
        """See for whom the table waits. Call it after each change of the table."""
        if self._clock.limit_s:
            self._set(self._clock.at(self._wait(), _now_s()))

    async def run(self) -> None:
        """Wait for the end of each time. Never returns."""
        while True:
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(None if self.late else self._clock.ends_s):
                    await self._changed.wait()
                    continue
            self._clock = self._clock.ended(_now_s())
            self._on_end()

    def _set(self, clock: TurnClock) -> None:
        if clock != self._clock:
            self._clock = clock
            self._changed.set()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
