"""A launcher at the other end of the wire, as ``hardware.launcher.Launcher``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from secrets import randbelow

import msgspec

from firmware_bridge.address import Dial, LauncherAddress
from firmware_bridge.caller_end import FOREIGN, LINE_AWAY, CallerEnd, Message, gone_for
from firmware_bridge.messages import MAX_NUMBER
from firmware_bridge.wire.session import PROTOCOL, Inbox
from hardware.launcher import (
    MAX_CARDS_A_HIT,
    ButtonInUse,
    Capabilities,
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Pressed,
    Reason,
    ScaleChanged,
    ScaleFault,
    ScaleReading,
    Traced,
    Weighed,
)
from hardware.portable.settings import FULL_PCT, LOWEST_PCT

FIRST_RETRY_S, LAST_RETRY_S = 0.05, 1.0
"""A lost launcher is looked for again after these times: at first, and at most."""

BYE_S = 0.2
"""How long a goodbye waits for its answer; closing the connection has the same effect."""

EVENTS = {
    "press": Pressed,
    "card": CardLeft,
    "ended": HitEnded,
    "faults": FaultsChanged,
    "trace": Traced,
    "weighed": Weighed,
    "scale": ScaleChanged,
}

UNDERSTOOD = {"scale": True, "scale_trouble": True}
"""What a launcher may tell: an earlier caller would hang up on such an event."""

LET_GO = Reason("launcher.let_go")

OTHER_BUILD, OTHER_CALIBRATION = "launcher.other_build", "launcher.other_calibration"
MAY_COME = LINE_AWAY | {OTHER_BUILD, OTHER_CALIBRATION, "launcher.no_answer", "launcher.hung_up"}
"""Why a launcher behind a socket cannot be used now: somebody can mend that meanwhile."""

Fits = Callable[[Capabilities], Reason | None]
"""Says why a launcher that was found cannot be used; None: it can."""
Link = tuple[CallerEnd, asyncio.Task[Reason]]
"""A connection, and the task that listens to it until it ends."""


def anything(capabilities: Capabilities) -> None:
    """Any launcher can be used."""


def made_with(build: str, calibration: str) -> Fits:
    """Only a Pico can be used whose program is this build and was given this calibration.

    ``firmware_bridge.firmware`` names both. Empty: any will do. Launchers that are no Pico, and
    name no build, can be used.
    """

    def fits(capabilities: Capabilities) -> Reason | None:
        if build and capabilities.build not in ("", build):
            return Reason(OTHER_BUILD, {"there": capabilities.build, "here": build})
        if calibration and capabilities.build and capabilities.calibration != calibration:
            return Reason(OTHER_CALIBRATION)
        return None

    return fits


@dataclass(frozen=True)
class SessionOptions:
    """How a caller wants to use a launcher."""

    instead: bool = False
    """Take it from another caller who does not need it now."""
    patient: bool = False
    """If somebody can mend why the launcher cannot be used (``MAY_COME``), take one without a link,
    which goes on looking; its first event says why."""
    strict: bool = False
    """Ask for strict counting; ``Capabilities.strict`` tells whether the launcher does it."""
    weighs: bool = True
    """False for a caller that reads the scale itself."""
    fits: Fits = anything
    """Asked at every connection; a launcher that does not fit raises LauncherGone."""
    below: Callable[[int], int] = randbelow
    """Draws the number of each connection's first request; see ``CallerEnd``."""


USUAL = SessionOptions()


async def connect(
    address: LauncherAddress, caller: str, options: SessionOptions = USUAL
) -> RemoteLauncher:
    """Take the launcher at an address.

    ``caller`` names whose hit numbers these are (1 to 64 characters; the same after a restart
    of the same journal). Raises LauncherGone if no launcher can be used there, LauncherBusy if
    another caller holds it.
    """
    armed_lease = address.transport.ends_with_caller
    return await RemoteLauncher.take(address.dial, address.name, caller, options, armed_lease)


async def safe_off(address: LauncherAddress, within_s: float) -> None:
    """Switch the motor off, whoever holds the launcher. Tried again while it hangs up.

    Raises LauncherGone if no launcher confirms it, also if another program has its serial line,
    because only one can use it.
    """
    failure = LauncherGone("launcher.not_switched_off", {"place": address.name})
    try:
        async with asyncio.timeout(within_s):
            while True:
                if await _switched_off(address):
                    return
                await asyncio.sleep(FIRST_RETRY_S)
    except (OSError, TimeoutError):
        raise failure from None


async def _switched_off(address: LauncherAddress) -> bool:
    """Ask once; False: it hung up, as at a crowd of callers. Raises LauncherGone, or OSError."""
    end = CallerEnd(*await address.dial(), on_event=lambda _: None)
    listening = asyncio.create_task(end.listen())
    try:
        await end.ask("safe_off")
    except LauncherGone:
        return False
    finally:
        end.close(LET_GO)
        listening.cancel()
    return True


class RemoteLauncher:
    """Holds a launcher over a stream, and looks for it again by itself whenever it is lost."""

    def __init__(
        self,
        dial: Dial,
        place: str,
        caller: str,
        options: SessionOptions = USUAL,
        armed_lease: bool = False,
    ) -> None:
        self._dial = dial
        self._fits = options.fits
        self._below = options.below
        self._place = place
        self._caller = caller
        self._wishes = dict(UNDERSTOOD) if options.weighs else {}
        if options.instead:
            self._wishes["instead"] = True
        if armed_lease:
            self._wishes["armed_lease"] = True
        if options.strict:
            self._wishes["strict"] = True
        self._end: CallerEnd | None = None
        self._gone = Reason("launcher.not_yet")
        self._queue: asyncio.Queue[LauncherEvent | None] = asyncio.Queue()
        self._inbox = Inbox()
        self._boot: str | None = None
        self._capabilities = Capabilities(name="")
        self._faults: tuple[Fault, ...] = ()
        self._beat_s = 0.0
        self._idle_beat_s = 0.0
        self._feeding = asyncio.Event()
        self._ejected: dict[int, asyncio.Future[HitResult]] = {}
        self._early: list[Message] = []
        self._keeper: asyncio.Task[None] | None = None

    @classmethod
    async def take(
        cls,
        dial: Dial,
        place: str,
        caller: str,
        options: SessionOptions = USUAL,
        armed_lease: bool = False,
    ) -> RemoteLauncher:
        """Connect over any stream, else as ``connect``; ``place`` names the stream for people.

        ``armed_lease``: ask for the long lease before a press. That is for streams that lose
        nothing, because the launcher's event tells when the short one begins, and that end with
        this process.
        """
        self = cls(dial, place, caller, options, armed_lease)
        link = None
        try:
            link = await self._open()
        except LauncherGone as gone:
            if not options.patient or gone.reason.key not in MAY_COME:
                raise
            self._down(gone.reason)
        self._keeper = asyncio.create_task(self._keep(link))
        return self

    @property
    def capabilities(self) -> Capabilities:
        """What this launcher has."""
        return self._capabilities

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The latched faults as last heard."""
        return self._faults

    @property
    def link_up(self) -> bool:
        """Whether the launcher can be reached now."""
        return self._end is not None

    async def events(self) -> AsyncIterator[LauncherEvent]:
        """Everything from now on, in order, each event once, until ``close``. One reader."""
        while (event := await self._queue.get()) is not None:
            yield event

    async def arm(
        self, hit: int, count: int, presses: int | None = None
    ) -> HitResult | ButtonInUse | None:
        """Let the next accepted press be this hit; see ``Launcher.arm``."""
        if not 1 <= hit <= MAX_NUMBER or not 0 <= count <= MAX_CARDS_A_HIT:
            raise ValueError(
                f"A hit has a number from 1 to {MAX_NUMBER} and 0 to {MAX_CARDS_A_HIT} cards."
            )
        members = {} if presses is None else {"presses": presses}
        answer = await self._ask("arm", hit=hit, count=count, boot=self._boot, **members)
        if (button := answer.get("button")) is not None:
            return msgspec.convert(button, ButtonInUse)
        return self._result_of(hit, answer)

    async def disarm(self) -> bool:
        """Take the arming back; False: cards of that hit are under way."""
        return bool((await self._ask("disarm"))["disarmed"])

    async def result(self, hit: int) -> HitResult | None:
        """What the launcher knows of a hit; None: it knows nothing of it."""
        return self._result_of(hit, await self._ask("result", hit=hit))

    async def eject(self, count: int, duty_pct: int | None = None) -> HitResult:
        """Give 1 to 12 cards now; see ``Launcher.eject``.

        Raises LauncherGone if the link is lost meanwhile.
        """
        if not 1 <= count <= MAX_CARDS_A_HIT:
            raise ValueError(f"1 to {MAX_CARDS_A_HIT} cards can be ejected at once.")
        if duty_pct is not None and not LOWEST_PCT <= duty_pct <= FULL_PCT:
            raise ValueError(f"A duty is {LOWEST_PCT} to {FULL_PCT} %.")
        self._feeding.set()  # no event tells when these cards begin to come
        other = {} if duty_pct is None else {"duty_pct": duty_pct}
        answer = await self._ask("eject", count=count, boot=self._boot, **other)
        ended = _result(answer)
        return ended or await self._ending(int(answer["hit"]))

    async def clear_faults(self) -> tuple[Fault, ...]:
        """Clear what is latched; returns the faults whose cause is still there."""
        return msgspec.convert((await self._ask("clear"))["faults"], tuple[Fault, ...])

    async def trace(self, on: bool) -> Mapping[str, int]:
        """Report every edge and the motor from now on, or no longer; see ``Launcher``."""
        return msgspec.convert((await self._ask("trace", on=on))["settings"], dict[str, int])

    async def tare(self) -> None:
        """Say that the launcher holds no card now; see ``Launcher.tare``."""
        if self._capabilities.scale:
            await self._ask("tare")

    async def weigh(self) -> None:
        """Ask for a ``Weighed`` at the next rest; see ``Launcher.weigh``."""
        if self._capabilities.scale:
            await self._ask("weigh")

    async def reading(self) -> ScaleReading | None:
        """The scale's newest reading; see ``Launcher.reading``."""
        answer = await self._ask("reading")
        if not answer["scale"]:
            return None
        # A launcher that does not tell what is wrong with its scale gives no such member.
        fault = answer.get("trouble")
        trouble = None if fault is None else ScaleFault(fault)
        return ScaleReading(int(answer["nth"]), int(answer["counts"]), trouble)

    async def ding(self) -> None:
        """Sound the acknowledgement once."""
        await self._ask("ding")

    async def lamp(self, on: bool) -> None:
        """Light the button's lamp, if there is one."""
        await self._ask("lamp", on=on)

    async def suspense(self, level: int) -> None:
        """Let lamp and ding show how close the next cards are, 0 to 4."""
        await self._ask("suspense", level=level)

    async def face(self, seat: int) -> bool:
        """Begin to turn to a seat; see ``Launcher.face``."""
        return bool((await self._ask("face", seat=seat))["faced"])

    async def keep(self, on: bool) -> None:
        """Say that the launcher is needed, or no longer."""
        await self._ask("keep", on=on)

    async def safe_off(self) -> None:
        """Motor off, disarmed, from any state."""
        await self._ask("safe_off")

    async def close(self) -> None:
        """Let go of the launcher; ``events`` ends."""
        if self._keeper is None:
            return
        with suppress(LauncherGone, TimeoutError):
            async with asyncio.timeout(BYE_S):
                await self._ask("bye")
        self._keeper.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeper
        self._keeper = None
        self._down(LET_GO)
        self._queue.put_nowait(None)

    async def _ask(self, do: str, **members: object) -> Message:
        if self._end is None:
            raise gone_for(self._gone)
        return await self._end.ask(do, **members)

    def _result_of(self, hit: int, answer: Message) -> HitResult | None:
        """What an answer says of a hit. A launcher that answers for another one is let go."""
        result = _result(answer)
        if result is not None and result.hit != hit:
            if self._end is not None:
                self._end.close(FOREIGN)
            raise gone_for(FOREIGN)
        return result

    async def _ending(self, hit: int) -> HitResult:
        # Its event may have come already, in one piece with the answer.
        ending = self._ejected.setdefault(hit, asyncio.get_running_loop().create_future())
        try:
            return await ending
        finally:
            self._ejected.pop(hit, None)

    async def _open(self) -> Link:
        """Connect, say hello, and take the launcher's answer."""
        try:
            reader, writer = await self._dial()
        except PermissionError:
            raise LauncherGone("launcher.forbidden", {"place": self._place}) from None
        except OSError:
            raise LauncherGone("launcher.nowhere", {"place": self._place}) from None
        end = CallerEnd(reader, writer, self._hear, self._below)
        listening = asyncio.create_task(end.listen())
        resumed = {} if self._boot is None else {"boot": self._boot, "heard": self._inbox.heard}
        hello = {"protocol": PROTOCOL, "caller": self._caller, **self._wishes, **resumed}
        self._early.clear()
        try:
            self._up(end, await end.ask("hello", **hello))
        except (LookupError, TypeError, ValueError):
            end.close(FOREIGN)
            if self._end is end:
                self._down(FOREIGN)
            raise gone_for(FOREIGN) from None
        except BaseException:
            end.close(LET_GO)
            raise
        return end, listening

    async def _keep(self, link: Link | None) -> None:
        """Keep the lease while there is a link, and look for the launcher while there is none."""
        while True:
            if link is not None:
                end, listening = link
                beating = asyncio.create_task(self._beat(end))
                try:
                    self._down(await listening)
                finally:
                    beating.cancel()
            link = await self._find()

    async def _find(self) -> Link:
        """Look for the launcher until it is there."""
        delay_s = FIRST_RETRY_S
        while True:
            await asyncio.sleep(delay_s)
            delay_s = min(2 * delay_s, LAST_RETRY_S)
            try:
                return await self._open()
            except LauncherGone as gone:
                if gone.reason != self._gone:
                    self._gone = gone.reason
                    self._queue.put_nowait(LinkChanged(False, gone.reason))

    async def _beat(self, end: CallerEnd) -> None:
        """Keep the lease: seldom while no cards come, at once and often from a press on."""
        try:
            while True:
                if self._feeding.is_set():
                    await asyncio.sleep(self._beat_s)
                else:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(self._idle_beat_s):
                            await self._feeding.wait()
                await end.ask("ack", event=self._inbox.heard, boot=self._boot)
        except LauncherGone as gone:
            end.close(gone.reason)

    def _up(self, end: CallerEnd, welcome: Message) -> None:
        boot, first = str(welcome["boot"]), msgspec.convert(welcome["first"], int)
        again, restarted = self._boot is not None, self._boot not in (None, boot)
        faults = msgspec.convert(welcome["faults"], tuple[Fault, ...])
        capabilities = msgspec.convert(welcome["capabilities"], Capabilities)
        if complaint := self._fits(capabilities):
            raise gone_for(complaint)
        # A launcher that does not know strict counting does not say that it counts strictly.
        self._capabilities = replace(capabilities, strict=welcome.get("strict") is True)
        lease_ms = msgspec.convert(welcome["lease_ms"], int)
        self._beat_s = lease_ms / 4000
        # A launcher that does not know the long lease does not answer with one.
        self._idle_beat_s = msgspec.convert(welcome.get("armed_lease_ms", lease_ms), int) / 4000
        self._feeding.clear()
        # If the launcher gave events up, only its welcome tells which faults there are now.
        gap = first > self._inbox.heard + 1
        self._inbox.start(first)
        self._boot = boot
        self._end = end
        late = not again and self._keeper is not None
        if again or late:
            self._queue.put_nowait(LinkChanged(True, restarted=restarted))
        if faults != self._faults and (restarted or gap or late):
            self._queue.put_nowait(FaultsChanged(faults))
        if restarted or gap or not again:
            self._faults = faults
        for event in self._early:
            self._hear(event)

    def _down(self, reason: Reason) -> None:
        self._end = None
        self._gone = reason
        for ending in self._ejected.values():
            if not ending.done():
                ending.set_exception(gone_for(reason))
        self._ejected.clear()
        self._queue.put_nowait(LinkChanged(False, reason))

    def _hear(self, message: Message) -> None:
        if self._end is None:
            self._early.append(message)  # it came in one piece with the welcome: that goes first
        elif message["boot"] == self._boot:
            # read it before it is taken: an event that cannot be read must not be acknowledged
            event: LauncherEvent = msgspec.convert(message, EVENTS[message["is"]])
            if not self._inbox.take(msgspec.convert(message["event"], int)):
                return
            if isinstance(event, FaultsChanged):
                self._faults = event.faults
            if isinstance(event, Pressed) and event.hit is not None:
                self._feeding.set()
            if isinstance(event, HitEnded):
                self._feeding.clear()
            if isinstance(event, HitEnded) and event.result.hit < 0:
                loop = asyncio.get_running_loop()
                ending = self._ejected.setdefault(event.result.hit, loop.create_future())
                if not ending.done():
                    ending.set_result(event.result)
            self._queue.put_nowait(event)


def _result(answer: Message) -> HitResult | None:
    result = answer.get("result")
    return None if result is None else msgspec.convert(result, HitResult)
