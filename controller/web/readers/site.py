"""Requests of readers, and of people about what readers see."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib import import_module

from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.table.table import Table
from controller.web.answers import json
from controller.web.readers.operations import (
    AnswerSighting,
    CountByReader,
    Interpreted,
    ReaderCode,
    ReaderHealth,
    Sighted,
    Taken,
)
from controller.web.requests import action_of, info_of, read, read_nothing

FOR_READERS = ("controller.sightings.queue", "controller.sightings.simulated")
"""What the first reader needs. It is loaded beside the event loop, which it would hold up."""

KINDS = ("scanner", "camera", "simulated")


class ReadersSite:
    """Answers the requests of ``READERS``: one method for each, by its name."""

    def __init__(self, table: Table) -> None:
        """Take the reports of this table's readers."""
        self._table = table
        self._readers = table.readers

    async def reader_code(self, request: Request) -> Response:
        """Make a code for a reader."""
        await read_nothing(request)
        for module in FOR_READERS:
            await asyncio.to_thread(import_module, module)
        self._table.permit(action_of(request))
        return json(ReaderCode(*self._table.seating.reader_code()))

    async def sighting(self, request: Request) -> Response:
        """Take a card that was seen."""
        from controller.sightings.queue import SightingReport

        device = _device_of(request)
        self._readers.refuse_flood(device)
        sighted = await read(request, Sighted)
        info = await info_of(request, dated=True)
        report = SightingReport(
            device,
            sighted.reader,
            sighted.number,
            sighted.card,
            sighted.deck,
            sighted.age_ms / 1000,
            _kind_of(sighted.evidence),
            self._readers.is_stale(info.tag),
        )
        answer = await self._table.report_sighting(report, info)
        return json(Interpreted(answer.meaning, answer.card, answer.by))

    async def reader_health(self, request: Request) -> Response:
        """Take how well a reader sees."""
        from controller.sightings.health import HEALTH

        device = _device_of(request)
        self._readers.refuse_flood(device)
        health = await read(request, ReaderHealth)
        if health.key not in HEALTH:
            raise Refused("bad_request", "refusal.wrong_member", {"member": "key"})
        self._readers.report_health(device, health.kind, health.key, health.values)
        return json(Taken())

    async def answer_sighting(self, request: Request) -> Response:
        """Take people's answer about a card."""
        answer = await read(request, AnswerSighting)
        info = await info_of(request)
        await self._table.answer_question(answer.pending, info, yes=answer.yes)
        return json(Taken())

    async def count_by_reader(self, request: Request) -> Response:
        """Choose whose hand is counted."""
        choice = await read(request, CountByReader)
        self._table.permit(action_of(request))
        self._readers.choose(choice.player)
        return json(Taken())


def _device_of(request: Request) -> int:
    """The number of the reader that reports. Only a reader has the right to."""
    device = action_of(request).sender.device
    assert device is not None
    return device


def _kind_of(evidence: Mapping[str, object]) -> str:
    """What kind of reader it is. Raises ``Refused``."""
    kind = evidence.get("kind")
    if kind not in KINDS:
        raise Refused("bad_request", "refusal.wrong_member", {"member": "evidence.kind"})
    return str(kind)
