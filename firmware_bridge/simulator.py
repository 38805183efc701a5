"""The simulated launcher behind the wire, in real time. It goes on when its callers are gone.

Beside the launcher's socket it has a second one for ``SimulatorControl``: actions at the mechanism,
such as to press the button, to jam a card, or to ask how many cards really left. Requests and
answers are one JSON object a line.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec

from firmware_bridge.device import Device
from firmware_bridge.simulated_board import ControlRequest, SimulatedBoard, SimulatedScale
from firmware_bridge.simulator_control import control_path
from firmware_bridge.sockets import CannotListen, Listener, Server
from hardware.mechanism.presets import Machine
from hardware.mechanism.rig import Rig
from hardware.portable.settings import Settings

MAX_LINE = 4096


class ControlServer:
    """Serves actions at the mechanism between ``start`` and ``close``."""

    def __init__(self, act: Callable[[ControlRequest], object]) -> None:
        """``act`` carries out an action; ValueError with a sentence if it cannot be done."""
        self._act = act
        self._listener = Listener(self._serve)

    async def start(self, path: Path) -> None:
        """Listen beside the launcher whose socket is ``path``; raises CannotListen."""
        await self._listener.start(control_path(path), MAX_LINE)

    async def close(self) -> None:
        """Hang up on everybody, the socket gone."""
        await self._listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(self._handle(line)) + b"\n")
                await writer.drain()
        except ValueError:
            pass  # a line without an end: this is no SimulatorControl

    def _handle(self, line: bytes) -> object:
        """Carry out a request; returns the answer."""
        try:
            request = msgspec.json.decode(line, type=ControlRequest)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return {"error": f"A hand's request cannot be read: {error}."}
        try:
            return self._act(request)
        except ValueError as error:
            return {"error": str(error)}


async def start_simulator(
    path: Path,
    cards: int,
    seed: int,
    machine: Machine | None = None,
    seats: int = 0,
    scale: bool = False,
    tcp: int | None = None,
) -> Simulator:
    """Start a simulated launcher at ``path`` on the running loop; raises CannotListen.

    ``seed`` decides how its cards behave, ``machine`` what it is made of (None: the plain one),
    ``seats`` how many its turntable has (0: it has no turntable), ``scale`` whether a scale is
    under it. ``tcp``: a TCP port at which it listens, too (0: any free one). The caller has to
    close it.
    """
    settings = machine.settings if machine else Settings()
    parameters, latency = (machine.parameters, machine.latency) if machine else (None, None)
    rig = Rig(seed, cards, settings, parameters, latency=latency)
    clock = asyncio.get_running_loop().time
    under = SimulatedScale(rig, seed) if scale else None
    board = SimulatedBoard(rig, settings, clock, seats, under)
    simulator = Simulator(board)
    await simulator.start(path, tcp)
    return simulator


class Simulator:
    """Serves a simulated launcher between ``start`` and ``close``.

    It sleeps until something happens in the mechanism or somebody calls.
    """

    def __init__(self, board: SimulatedBoard, boot: str = "") -> None:
        """``boot`` tells this start of the launcher from all others; empty: it is drawn."""
        self._board = board
        self._device = Device(board, boot or secrets.token_hex(4))
        self._server = Server(self._device, self._moved)
        self._control_server = ControlServer(self.act)
        self._timer: asyncio.TimerHandle | None = None
        self.tcp_port: int | None = None
        """The TCP port at which it listens, too; None: it does not."""

    async def start(self, path: Path, tcp: int | None = None) -> None:
        """Listen at ``path``, beside it for actions, and at a TCP port; raises CannotListen."""
        # The control socket first: it works as soon as the launcher answers.
        await self._control_server.start(path)
        try:
            await self._server.start(path)
            if tcp is not None:
                self.tcp_port = await self._server.start_tcp(tcp)
        except CannotListen:
            await self.close()
            raise

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a caller over any stream until it ends."""
        await self._server.serve(reader, writer)

    def act(self, request: ControlRequest) -> object:
        """Carry out an action at the mechanism; ValueError with a sentence if it cannot be done."""
        answer = self._board.apply(request)
        self._wake()
        return answer

    async def alone(self, for_s: float) -> None:
        """Return once nobody has been connected for so long."""
        await self._server.alone(for_s)

    async def close(self) -> None:
        """Switch the motor off, hang up on everybody, and remove both sockets."""
        self._device.safe_off()
        await self._server.close()
        await self._control_server.close()
        if self._timer is not None:
            self._timer.cancel()

    def due(self) -> float | None:
        """When the mechanism will do something by itself, in the loop's time; None: never."""
        return self._board.due()

    @property
    def motor_on(self) -> bool:
        """Whether the motor is driven."""
        return self._board.motor_on

    def _moved(self) -> None:
        """The mechanism may have something to do sooner now: sleep until then."""
        if self._timer is not None:
            self._timer.cancel()
        due = self.due()
        loop = asyncio.get_running_loop()
        self._timer = None if due is None else loop.call_at(due, self._wake)

    def _wake(self) -> None:
        self._device.pump()
        self._server.flush()
        self._moved()
