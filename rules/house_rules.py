"""House rules on customizable cards: a sentence, and effects to be carried out (EXT-5)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.edition import Kind, Last, Rule
from rules.ruling import Ruling
from rules.vocabulary import WHO, WORDS

MAX_HITS = 100
"""Of one effect; more is a slip of the finger."""


class HouseRule(Struct, frozen=True):
    """What is written on the card, and its effects as the game object words them, in order."""

    text: str
    effects: tuple[Any, ...] = ()


def is_effect(value: object) -> bool:
    """Whether the game object words an effect so."""
    if not isinstance(value, dict):
        return isinstance(value, str) and value in WORDS
    if set(value) != {"hits", "who"}:
        return False
    hits, target = value["hits"], value["who"]
    is_target = isinstance(target, str) and target in WHO
    return is_target and type(hits) is int and 1 <= hits <= MAX_HITS


def write(kind: Kind, rule: HouseRule) -> Kind:
    """The card with that rule on it."""
    chosen = any(isinstance(effect, dict) and effect["who"] == "chosen" for effect in rule.effects)
    trades = "trade" in rule.effects

    def carry_out(ruling: Ruling) -> None:
        """All of it; of a last card the hits alone, because nobody's turn follows (ATK-11)."""
        clause = ruling.clause
        last = ruling.position.round_winner is not None
        ruling.say("ruling.house_rule", ruling.player, text=rule.text)
        for effect in rule.effects:
            ruling.clause = clause
            if isinstance(effect, dict):
                WHO[effect["who"]](effect["hits"])(ruling)
            elif not last:
                WORDS[effect](ruling)

    return replace(
        kind,
        play=Rule(kind.play.clause, carry_out),
        target=chosen or trades,
        last=Last.FORBIDDEN if trades else Last.HOUSE_OPTION,
    )
