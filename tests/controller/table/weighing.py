"""An evening with a launcher that weighs itself; a test says what it weighs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from controller.table.table import Table
from controller.web import table_views
from hardware.launcher import HitEnded, LauncherEvent, Weighed
from tests.worlds.evening import Evening, until

HELD = 112 - 3 * 7 - 1
"""Cards in the launcher when the first card is turned up."""


class Weighing(Evening):
    """Presses, words of the scale, and what the table makes of them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.launcher._scale = True
        self.unsure = 0
        read = self.launcher._read

        def doubting(event: tuple[int, int, int, int]) -> LauncherEvent:
            said = read(event)
            if isinstance(said, HitEnded):
                return HitEnded(replace(said.result, uncertain=self.unsure))
            return said

        self.launcher._read = doubting  # type: ignore[method-assign]

    async def begin(self, top: str = "red-5") -> Table:
        """The card that is turned up has left the launcher, which rests since then."""
        table = await super().begin(top)
        await self.weigh(None, None, 1)
        return table

    async def hit(self, unsure: int = 0) -> None:
        self.unsure = unsure
        await self.press()

    async def hit_after_a_settled_one(self) -> None:
        """Bo hits, and the weight settles a doubt about that; then Cy hits."""
        await self.begin()
        await self.hit(unsure=1)
        await self.weigh(1, 1, 3)
        await self.hit()

    async def weigh(
        self,
        first: int | None,
        last: int | None,
        left: int,
        inside: int | None = None,
        about: int = 0,
    ) -> None:
        low, high = (0, 0) if inside is None else (inside - about, inside + about)
        self.launcher.weighed(Weighed(first, last, left, left, left, inside, low, high, 0))
        await self.launcher.heard()
        await until(lambda: not self.table._lock.locked())

    def scale(self) -> table_views.ScaleView:
        said = table_views.launcher(self.table).scale
        assert isinstance(said, table_views.ScaleView)
        return said

    def doubts(self) -> list[tuple[int, str, int]]:
        return [
            (one.hit, one.owner, one.uncertain) for one in table_views.table(self.table, "").doubts
        ]

    def newest(self) -> str:
        return self.table.record.log[-1].key

    @property
    def hands(self) -> dict[str, int]:
        hands = self.state["hands"]
        assert isinstance(hands, dict)
        return hands
