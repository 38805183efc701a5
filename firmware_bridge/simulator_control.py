"""Controls the simulated launcher: presses its button, wedges cards, counts what really left.

This is no part of a launcher. At a real launcher people do this.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from hardware.launcher import LauncherGone

ANSWER_S = 2.0


class Truth(msgspec.Struct, frozen=True):
    """What really happened at a simulated launcher, whatever its sensors said.

    Times are milliseconds of the machine's monotonic clock.
    """

    at_ms: float
    """The moment that this describes."""
    cards_left: int
    """Cards that have left the mouth since the start."""
    mouth_counted: bool
    """A card that sticks in the mouth has been counted as out, and will not be counted again."""
    cards_in_hopper: int
    motor_on: bool
    motor_runs_ms: tuple[tuple[float, float | None], ...]
    """Beginning and end of the last runs of the motor; None: it still turns."""
    stage: str
    stages: tuple[tuple[float, str], ...]
    """The last stages, each with the moment at which it began."""
    dings: int
    seat: int | None
    """The seat that it faces; None: it turns; 0 also if there is no turntable."""
    suspense: int
    """The level that lamp and ding show."""
    presses: int
    button_down: bool
    """A finger holds the button, or has only just let go: the next press is no new one."""
    faults: tuple[str, ...]
    lease_trips: int
    events: int
    """How often the mechanism did something by itself so far."""
    late_ms: tuple[float, ...]
    """How late the simulator's process was for each of the last times."""

    def stage_at(self, at_ms: float) -> str:
        """The stage at a moment: idle, armed, ding, spin-up, card 1, card 2, ... settle."""
        begun = [stage for since_ms, stage in self.stages if since_ms <= at_ms]
        return begun[-1] if begun else self.stages[0][1]

    def motor_on_at(self, at_ms: float) -> bool:
        """Whether the motor turned at a moment."""
        return any(
            on_ms <= at_ms and (off_ms is None or at_ms < off_ms)
            for on_ms, off_ms in self.motor_runs_ms
        )


def control_path(socket: Path) -> Path:
    """The control socket of the simulator whose launcher is at ``socket``."""
    return Path(f"{socket}.hand")


class SimulatorControl:
    """Reaches the simulator whose launcher is at ``socket``; connects anew for each request.

    Every method raises LauncherGone if there is no simulator, or if it cannot do that.
    """

    def __init__(self, socket: Path) -> None:
        self._path = control_path(socket)

    async def press(self, hold_ms: int = 120) -> None:
        """Press the button, and release it after ``hold_ms``."""
        await self._ask("press", hold_ms=hold_ms)

    async def jam(self) -> None:
        """Wedge the card in the mouth, or the next one."""
        await self._ask("fault", name="jam", on=True)

    async def unjam(self) -> None:
        """Take the wedged card out; it goes back into the hopper."""
        await self._ask("fault", name="jam", on=False)

    async def slip(self, on: bool = True) -> None:
        """Make the roller dirty, or clean it."""
        await self._ask("fault", name="slip", on=on)

    async def block(self, on: bool = True) -> None:
        """Put something in front of the card sensor, or take it away."""
        await self._ask("fault", name="blocked", on=on)

    async def fault(self, name: str, on: bool = True) -> None:
        """Switch any fault of the mechanism on or off; see `hardware.mechanism.rig.FAULTS`."""
        await self._ask("fault", name=name, on=on)

    async def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        await self._ask("load", cards=cards)

    async def fill(self, cards: int) -> None:
        """Make the hopper hold so many cards, in one request: the caller may die in between."""
        if cards:
            await self._ask("fill", cards=cards)
        else:
            await self.unload()

    async def unload(self) -> int:
        """Take all cards out of the hopper; returns how many."""
        return int((await self._ask("unload"))["cards"])

    async def pull(self) -> bool:
        """Take out the card that sticks out of the mouth; False: there is none."""
        return bool((await self._ask("pull"))["cards"])

    async def truth(self) -> Truth:
        """What really happened so far."""
        return msgspec.convert(await self._ask("truth"), Truth)

    async def _ask(self, do: str, **members: object) -> dict[str, Any]:
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await asyncio.open_unix_connection(str(self._path), limit=1 << 20)
                try:
                    writer.write(msgspec.json.encode({"do": do, **members}) + b"\n")
                    answer = msgspec.json.decode(await reader.readline(), type=dict[str, Any])
                finally:
                    writer.close()
        except (OSError, TimeoutError, ValueError):
            raise LauncherGone("launcher.no_hand", {"path": str(self._path)}) from None
        if "error" in answer:
            raise ValueError(str(answer["error"]))
        return answer
