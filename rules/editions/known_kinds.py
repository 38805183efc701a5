"""The kinds of cards in the boxes that this version knows, for a house's own box to name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from rules.edition import Kind
from rules.editions.reading import KindData, editions_data, standard_kinds, whole_kind


class KnownKind(Struct, frozen=True):
    """A kind of card, and what an edition needs that has it."""

    kind: Kind
    commands: frozenset[str]
    options: frozenset[str]


@cache
def known_kinds(*, launcher: bool) -> Mapping[str, KnownKind]:
    """By ID, those that work with a launcher or without one.

    The kinds that several boxes share come first. Towers are not among them: they lie beside the
    cards.
    """
    kinds: dict[str, KnownKind] = {}
    for name, data in _described(launcher=launcher):
        if name not in kinds and "blocked_by" not in data["play"] and "towers" not in data:
            kinds[name] = _known(msgspec.convert(data, KindData))
    return kinds


def _described(*, launcher: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, data in standard_kinds().items():
        yield name, {"id": name, **data}
    for edition in editions_data():
        if edition.launcher is launcher:
            for data in edition.kinds:
                whole = whole_kind(data)
                yield whole["id"], whole


def _known(data: KindData) -> KnownKind:
    effects = [*data.play.effects, *data.first.effects]
    hits = [effect for effect in effects if isinstance(effect, dict)]
    commands = {"choose"} if "choose" in effects else set()
    if any(effect.get("challenge") for effect in hits):
        commands.add("challenge")
    options = {effect["option"] for effect in hits if "option" in effect}
    if "rule" in data.takes:
        options.add("customizable")
    return KnownKind(data.kind(), frozenset(commands), frozenset(options))
