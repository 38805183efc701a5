"""An event loop in virtual time, with processes that can be killed at any await.

Nothing here reads a clock, opens a socket or starts a thread: what the product gives to a thread
runs as a step of the loop. The same calls in the same order give the same run.
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import sys
from asyncio import base_events, events
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any

_PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)

DISK_S = (0.0005, 0.006)
"""How long a thread's work takes, for example a write: at least, and at most."""


class Process:
    """A program of the house. What its tasks wait for happens only while it lives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.fuse: int | None = None
        """It dies in place of its step after so many others; None: it lives on."""
        self.on_death: list[Callable[[], None]] = []
        self._context = copy_context()
        self._context.run(_PROCESS.set, self)

    def context(self) -> Context:
        """The context of a new task of this process."""
        return self._context.copy()

    def die(self) -> None:
        """End at once: no line of it runs any more."""
        if not self.dead:
            self.dead = True
            for notify in self.on_death:
                notify()


class _Step(events.Handle):
    __slots__ = ()
    _context: Context

    def _run(self) -> None:
        if _may_run(self._context):
            super()._run()


class _TimedStep(events.TimerHandle):
    __slots__ = ("_place",)
    _context: Context
    _place: int
    _scheduled: bool
    _when: float

    def __lt__(self, other: object) -> bool:
        assert isinstance(other, _TimedStep)
        return (self._when, self._place) < (other._when, other._place)

    def _run(self) -> None:
        if _may_run(self._context):
            super()._run()


def _may_run(context: Context) -> bool:
    process = context.get(_PROCESS)
    if process is None:
        return True
    if process.fuse is not None:
        process.fuse -= 1
        if process.fuse < 0:
            process.fuse = None
            process.die()
    return not process.dead


class Stuck(Exception):
    """Nothing will ever happen again, and somebody waits."""


class WorldLoop(base_events.BaseEventLoop):
    """Time goes on only when nothing is left to do, and then straight to what is due next."""

    def __init__(self, random: Random) -> None:
        """``random`` decides how long a thread's work takes."""
        self._scheduled: list[_TimedStep]
        self._ready: deque[asyncio.Handle]
        super().__init__()
        self._random = random
        self._now_s = 0.0
        self._free_s: dict[Any, float] = {}
        self._timers = 0
        self.stalled_until_s = 0.0
        """No thread's work begins before."""
        self._selector = self
        self._tasks: list[asyncio.Task[Any]] = []
        self.around_work: Callable[[Callable[..., Any], bool], bool] = lambda work, done: True
        """Called before a thread's work, and after it; False: the process has just died."""
        self.failures: list[BaseException] = []
        """What no task caught."""
        self.set_exception_handler(self._note_failure)

    def time(self) -> float:
        """Seconds since the world began."""
        return self._now_s

    def select(self, timeout: float | None) -> list[Any]:
        """Let time pass until the next timer; see ``BaseEventLoop._run_once``."""
        if timeout is None:
            raise Stuck("Everybody waits, and nothing is due.")
        if timeout > 0:
            self._now_s = max(self._now_s, self._scheduled[0]._when)
        return []

    def run_in_executor(  # type: ignore[override]  # typeshed's type variables add nothing here
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run a thread's work as a step later on; one executor's work in the order of the calls."""
        done = self.create_future()
        begins_s = max(self._now_s, self._free_s.get(executor, 0.0), self.stalled_until_s)
        ends_s = self._free_s[executor] = begins_s + self._random.uniform(*DISK_S)
        self.call_at(ends_s, self._work, done, func, args)
        return done

    def _work(
        self, done: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]
    ) -> None:
        if not self.around_work(func, False):
            return
        try:
            result = func(*args)
        except Exception as error:
            if not done.cancelled():
                done.set_exception(error)
        else:
            if self.around_work(func, True) and not done.cancelled():
                done.set_result(result)

    def create_task(self, coro: Any, **more: Any) -> asyncio.Task[Any]:
        """As asyncio's. A task of a dead process stays as it is until ``end``."""
        task = super().create_task(coro, **more)
        self._tasks.append(task)
        return task

    def end(self) -> None:
        """Close everything that still waits; nothing of it has an effect any more."""
        hook, sys.unraisablehook = sys.unraisablehook, lambda unraisable: None
        try:
            for task in self._tasks:
                if not task.done():
                    task._log_destroy_pending = False  # type: ignore[attr-defined]
                    with suppress(BaseException):
                        task.get_coro().close()
            self._tasks.clear()
            self._scheduled.clear()
            self.close()
            gc.collect()  # here, where nobody hears what is thrown away
        finally:
            sys.unraisablehook = hook

    def call_at(  # type: ignore[override]  # as above
        self,
        when: float,
        callback: Callable[..., Any],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """As asyncio's, for the process whose code this is, or that of ``context``."""
        timer = _TimedStep(when, callback, args, self, context)
        self._timers += 1
        timer._place = self._timers  # of two that are due together, the older one goes first
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True
        return timer

    def _call_soon(
        self, callback: Callable[..., Any], args: tuple[Any, ...], context: Context | None
    ) -> asyncio.Handle:
        step = _Step(callback, args, self, context)
        self._ready.append(step)
        return step

    def _check_closed(self) -> None:
        """What is thrown away after the end may still call, to no effect."""

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no sockets."""

    def _write_to_self(self) -> None:
        """There are no threads that would have to wake it."""

    def _note_failure(self, loop: asyncio.AbstractEventLoop, what: dict[str, Any]) -> None:
        error = what.get("exception")
        self.failures.append(error or RuntimeError(str(what.get("message"))))
