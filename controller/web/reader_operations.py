"""The requests of readers and about what readers see: bodies, refusals, and their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from controller.base.errors import Refused
from controller.decks.face_up import CardNumber
from controller.sightings.reader_book import Meaning
from controller.table.table import Table
from controller.web.answers import json
from controller.web.operation import AWAY, WRITES, Operation
from controller.web.requests import MAX_NAME_CHARS, Name, action_of, info_of, read, read_nothing

MAX_MEMBERS = 16
MAX_AGE_MS = 3_600_000
MAX_NUMBER = 2**53 - 1
"""What every program can count to."""

SessionName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
"""Random text that no other process has."""
Kind = Literal["scanner", "camera", "simulated"]
KINDS = get_args(Kind)
Text = Annotated[str, Meta(max_length=MAX_NAME_CHARS)]
Figures = Annotated[dict[str, bool | int | float | Text], Meta(max_length=MAX_MEMBERS)]
"""What a reader measured, by name."""

FaultName = Literal["none", "blur", "glare", "hand", "order", "twice", "missed"]


class Sighted(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that a reader has seen."""

    reader: SessionName
    """A random text that names this series of reports."""
    number: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    """Of the report: the first is any, then one by one. The same again gets the same answer; after
    a gap, 409 ``out_of_order`` says which is ``expected``."""
    card: CardNumber | None
    """The number on the card; null: it cannot be read."""
    evidence: Figures
    """``kind`` (``scanner``, ``camera`` or ``simulated``), and up to 15 numbers or short texts that
    the reader measured, which the referee does not use."""
    deck: Name | None = None
    """ID of the [deck](decks.md); null: one of the decks of the game's edition."""
    age_ms: Annotated[int, Meta(ge=0, le=MAX_AGE_MS)] = 0
    """How long ago the card was seen."""


class Interpreted(msgspec.Struct, frozen=True):
    """What the card means."""

    meaning: Meaning
    """What the referee did.

    - ``played``: carried out the only command that it can be: a play, the first card up, or a draw
      for the deal.
    - ``offered``: asks whether to play it.
    - ``asked``: asks for a choice, for example a colour.
    - ``waits``: judges it later: after an answer, after cards have come, or with a Discard All.
    - ``covered``: nothing: it was laid earlier. If it was on top before the last play, it also asks
      ``taken_up``.
    - ``counted``: counted it in the hand that is being counted.
    - ``no_fit``: nothing: the rules do not allow it; the page says why.
    - ``unknown_card``: nothing: no deck of this game has the number.
    - ``stale``: nothing: a command was taken back since, or it was seen more than a minute ago.
    - ``nothing_on``: nothing: no card can be laid now.
    """
    card: str | None
    """The card in the [notation](scenarios.md#cards) of scenario files; null: it is not known."""
    by: str | None
    """Whose card it is; null: nobody's alone, or that is not known."""


class ReaderHealth(Struct, frozen=True, forbid_unknown_fields=True):
    """How well a reader sees. It is valid for 30 seconds."""

    reader: SessionName
    """As in a report of a card."""
    key: Name
    """An entry of the catalogue of [words](words.md) that begins with ``reader.``."""
    values: Figures = {}
    """What fills the gaps of its sentence."""
    kind: Kind | None = None
    """What it reads with; null: it does not say."""


class AnswerSighting(Struct, frozen=True, forbid_unknown_fields=True):
    """What people say to a question about a card."""

    pending: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    """Number of the question."""
    yes: bool
    """Whether it is so."""


class CountByReader(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose hand is laid under a reader."""

    player: Name | None
    """It is counted from 0 again; null: in seating order from the winner's left."""


class Lay(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody lays a card under the simulated reader."""

    card: Name
    """The card in the [notation](scenarios.md#cards) of scenario files, one that was not laid
    yet."""
    fault: FaultName = "none"
    """What goes wrong.

    - ``none``: the reader sees the card.
    - ``blur``, ``glare``: a card that it cannot read; ``reader.blurred`` or ``reader.glare`` until
      the next.
    - ``hand``: nothing; with the next card, first this one, then the next.
    - ``order``: nothing; with the next card, first the next, then this one.
    - ``twice``: the card twice.
    - ``missed``: nothing.
    """


class ReaderCode(msgspec.Struct, frozen=True):
    """A code with which one reader is paired."""

    code: str
    """For ``POST /api/seats/claim``."""
    seconds: int
    """How long it is valid, in seconds."""


class Taken(msgspec.Struct, frozen=True):
    """It was done."""


READERS = (
    Operation(
        "POST",
        "/api/readers/codes",
        "reader_code",
        "Make a code with which one reader of cards is paired",
        gives=ReaderCode,
        about="The reader sends it with `POST /api/seats/claim`.",
    ),
    Operation(
        "POST",
        "/api/sightings",
        "sighting",
        "Report a card that a reader has seen",
        Sighted,
        Interpreted,
        dated=True,
        refusals=("out_of_order", "not_saved", "stopping", "too_soon"),
        about="30 at once, then 4 a second. With `If-Match`, the table that the reader knew. 403 "
        "`not_yours`: it is no paired reader.",
    ),
    Operation(
        "POST",
        "/api/reader_health",
        "reader_health",
        "Report how well a reader sees",
        ReaderHealth,
        Taken,
        refusals=("too_soon",),
        about="It holds for 30 s.",
    ),
    Operation(
        "POST",
        "/api/sightings/answer",
        "answer_sighting",
        "Answer a question about a card that a reader has seen",
        AnswerSighting,
        Taken,
        refusals=(
            *("rules", "no_such_question", "needs_choice", "no_reader"),
            *AWAY,
            *(code for code in WRITES if code != "key_reused"),
        ),
    ),
    Operation(
        "POST",
        "/api/sightings/counting",
        "count_by_reader",
        "Choose whose hand is counted by laying it under a reader",
        CountByReader,
        Taken,
        refusals=("rules", "no_reader"),
    ),
)
"""What ``ReadersSite`` answers."""


FOR_READERS = ("controller.sightings.queue", "controller.sightings.simulated")
"""What the first reader needs. It is loaded beside the event loop, which it would hold up."""


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
        from controller.sightings.reader_book import HEALTH

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
