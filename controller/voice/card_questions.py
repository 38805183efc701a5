"""What is asked about a card that a reader has seen, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from controller.voice.utterance import TURN, Utterance

if TYPE_CHECKING:  # a table without a reader loads nothing of it
    from controller.sightings.memory import Question

SPOKEN: Mapping[str, str] = {
    "confirm": "spoken.seen",
    "again": "spoken.seen_again",
    "taken_up": "spoken.seen_taken_up",
    "reload": "spoken.seen_reload",
    "cards": "spoken.seen_cards",
    "color": "spoken.color",
    "unread": "spoken.seen_unread",
}
"""By what is asked; a colour is asked for as always."""
TO_ALL: Mapping[str, str] = {
    "confirm": "spoken.seen_card",
    "again": "spoken.seen_again",
    "taken_up": "spoken.seen_taken_up",
    "reload": "spoken.seen_reload",
}
"""Where nobody is meant alone."""


def question_about(question: Question) -> Utterance:
    """The question."""
    if question.by is None:
        key = TO_ALL.get(question.kind, "spoken.seen_which")
    else:
        key = SPOKEN.get(question.kind, "spoken.seen_choose")
    values: dict[str, Any] = {}
    if question.by is not None:
        values["player"] = question.by
    if question.sighting.card is not None:
        values["card"] = question.sighting.card
    return Utterance(key, values, topic=TURN)
