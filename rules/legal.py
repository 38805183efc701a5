"""What may be said now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.commands.command_type import Offer
from rules.commands.registry import COMMANDS
from rules.game import State, refuse_well_formed


def legal(state: State) -> tuple[Offer, ...]:
    """Every command that ``apply`` would accept, one offer for a way to play a card.

    Each candidate is put to the referee with a sample of what it needs, so the two agree.
    """
    return tuple(
        offer
        for command_type in COMMANDS.values()
        for offer, sample in command_type.candidates(state.position)
        if refuse_well_formed(state, {**offer.command, **sample}) is None
    )


def is_offered(command: Mapping[str, Any], offers: Iterable[Offer]) -> bool:
    """Whether one of the offers is this command, filled in. No cards under a card go unsaid."""
    if command.get("with") == []:
        command = {name: value for name, value in command.items() if name != "with"}
    for offer in offers:
        if offer.command["do"] != command.get("do"):
            continue
        fixed = all(command.get(member) == value for member, value in offer.command.items())
        rest = set(command) - set(offer.command)
        if fixed and set(offer.needs) <= rest <= {*offer.needs, *offer.may}:
            return True
    return False
