"""The requests of readers: their bodies, their answers, the possible refusals."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from controller.decks.face_up import CardNumber
from controller.sightings.meanings import Meaning
from controller.web.operation import AWAY, WRITES, Operation
from controller.web.requests import MAX_NAME_CHARS, Name

MAX_MEMBERS = 16
MAX_AGE_MS = 3_600_000
MAX_NUMBER = 2**53 - 1
"""What every program can count to."""

SessionName = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_CHARS)]
"""Random text that no other process has."""
Kind = Literal["scanner", "camera", "simulated"]
Text = Annotated[str, Meta(max_length=MAX_NAME_CHARS)]
Figures = Annotated[dict[str, bool | int | float | Text], Meta(max_length=MAX_MEMBERS)]
"""What a reader measured, by name."""

FaultName = Literal["none", "blur", "glare", "hand", "order", "twice", "missed"]


class Sighted(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that a reader has seen."""

    reader: SessionName
    """Which process of the reader reports: random text."""
    number: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    """Of the report; the next one of the same process has the next number."""
    card: CardNumber | None
    """The number on the card; null: something was laid that the reader cannot read."""
    evidence: Figures
    """``kind`` is ``scanner``, ``camera`` or ``simulated``; the rest is what it measured."""
    deck: Name | None = None
    """The deck's ID; null: the reader does not know it."""
    age_ms: Annotated[int, Meta(ge=0, le=MAX_AGE_MS)] = 0
    """How long ago the card was seen."""


class Interpreted(msgspec.Struct, frozen=True):
    """What the card means."""

    meaning: Meaning
    card: str | None
    """The notation of the card; null: it is not known."""
    by: str | None
    """Whose card it is; null: nobody's alone, or that is not known."""


class ReaderHealth(Struct, frozen=True, forbid_unknown_fields=True):
    """How well a reader sees. It is valid for 30 seconds."""

    reader: SessionName
    key: Name
    """An entry of the catalogue of words that begins with ``reader.``."""
    values: Figures = {}
    kind: Kind | None = None


class AnswerSighting(Struct, frozen=True, forbid_unknown_fields=True):
    """What people say to a question about a card."""

    pending: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    """The number of the question."""
    yes: bool


class CountByReader(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose hand is laid under a reader; null: the referee goes round from the winner's left."""

    player: Name | None


class Lay(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody lays a card under the simulated reader."""

    card: Name
    """The notation of the card."""
    fault: FaultName = "none"
    """What goes wrong meanwhile, see docs/api.md."""


class ReaderCode(msgspec.Struct, frozen=True):
    """A code with which one reader is paired."""

    code: str
    seconds: int
    """How long it is valid."""


class Taken(msgspec.Struct, frozen=True):
    """It was done."""


READERS = (
    Operation(
        "POST",
        "/api/readers/codes",
        "reader_code",
        "Make a code with which one reader of cards is paired",
        gives=ReaderCode,
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
    ),
    Operation(
        "POST",
        "/api/reader_health",
        "reader_health",
        "Report how well a reader sees",
        ReaderHealth,
        Taken,
        refusals=("too_soon",),
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
