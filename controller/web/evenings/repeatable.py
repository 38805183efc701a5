"""Requests about files beside the journal: what is done for one is done once for its key."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.table.table import Table
from controller.web.answers import json
from controller.web.requests import info_of, stamp_of

KEPT_ANSWERS = 64
"""How many answers are remembered, so that a request that is sent again gets the same one."""


class Repeatable:
    """The requests that were answered last, and those that are under way."""

    def __init__(self, table: Table) -> None:
        """``table`` limits how many requests come from one address."""
        self._table = table
        self._under_way: dict[str, tuple[str | None, asyncio.Task[Any]]] = {}
        self._answered: OrderedDict[str, tuple[str | None, Any]] = OrderedDict()

    async def once(self, request: Request, work: Callable[[], Awaitable[Any]]) -> Response:
        """Do what a request asks, and only once for each idempotency key."""
        stamp, info = await stamp_of(request), await info_of(request)
        if stamp is not None and stamp.key in self._answered:
            before, answer = self._answered[stamp.key]
            if before != stamp.print:
                raise Refused("key_reused", "refusal.key_reused")
            return json(answer)
        self._table.request_limits.refuse(info.address)
        # to its end even if the caller has given up, and the same for who asks again meanwhile
        if stamp is None:
            task = asyncio.ensure_future(work())
        elif (same := self._under_way.get(stamp.key)) is None:
            task = asyncio.ensure_future(work())
            self._under_way[stamp.key] = stamp.print, task
            task.add_done_callback(lambda _: self._under_way.pop(stamp.key, None))
        elif same[0] != stamp.print:
            raise Refused("key_reused", "refusal.key_reused")
        else:
            task = same[1]
        answer = await asyncio.shield(task)
        self._table.request_limits.count(info.address)
        if stamp is not None:
            self._answered[stamp.key] = stamp.print, answer
            if len(self._answered) > KEPT_ANSWERS:
                self._answered.popitem(last=False)
        return json(answer)
