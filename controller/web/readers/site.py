"""Requests of readers, and of people about what readers see."""

from __future__ import annotations

from collections.abc import Mapping

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
from controller.web.requests import asking_of, deed_of, read, read_nothing

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
        return json(ReaderCode(*self._table.seating.reader_code()))

    async def sighting(self, request: Request) -> Response:
        """Take a card that was seen."""
        from controller.sightings.desk import Sighting

        device = _device_of(request)
        self._readers.refuse_flood(device)
        said = await read(request, Sighted)
        asking = await asking_of(request, dated=True)
        sighting = Sighting(
            device,
            said.reader,
            said.number,
            said.card,
            said.deck,
            said.age_ms / 1000,
            _kind_of(said.evidence),
            self._readers.is_stale(asking.saw),
        )
        found = await self._table.sight(sighting, asking)
        return json(Interpreted(found.meaning, found.card, found.by))

    async def reader_health(self, request: Request) -> Response:
        """Take how well a reader sees."""
        from controller.sightings.health import HEALTH

        device = _device_of(request)
        self._readers.refuse_flood(device)
        said = await read(request, ReaderHealth)
        if said.key not in HEALTH:
            raise Refused("bad_request", "refusal.wrong_member", {"member": "key"})
        self._readers.hear(device, said.kind, said.key, said.values)
        return json(Taken())

    async def answer_sighting(self, request: Request) -> Response:
        """Take people's answer about a card."""
        said = await read(request, AnswerSighting)
        asking = await asking_of(request)
        await self._table.answer_question(said.pending, asking, yes=said.yes)
        return json(Taken())

    async def count_by_reader(self, request: Request) -> Response:
        """Choose whose hand is counted."""
        said = await read(request, CountByReader)
        self._table.permit(deed_of(request))
        self._readers.choose(said.player)
        return json(Taken())


def _device_of(request: Request) -> int:
    """The number of the reader that reports. Only a reader has the right to."""
    device = deed_of(request).who.device
    assert device is not None
    return device


def _kind_of(evidence: Mapping[str, object]) -> str:
    """What kind of reader it is. Raises ``Refused``."""
    kind = evidence.get("kind")
    if kind not in KINDS:
        raise Refused("bad_request", "refusal.wrong_member", {"member": "evidence.kind"})
    return str(kind)
