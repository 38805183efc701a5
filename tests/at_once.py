"""A thread's work done on the spot."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class AtOnce(Executor):
    """Stands in for a pool of threads where nothing may take time."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Takes what a pool takes."""

    def submit(self, do: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Do it now."""
        done: Future[Any] = Future()
        try:
            done.set_result(do(*args, **named))
        except Exception as failed:
            done.set_exception(failed)
        return done
