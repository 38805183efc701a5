"""What a card of a house's own sets off: the effects in its box, read and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.edition import Effect, nothing
from rules.editions.box_parts import Path, bad, object_of, one_of
from rules.effects import first_reverse, in_order, lose_turn
from rules.house_options import MAX_HITS
from rules.quoting import nearest, shown
from rules.ruling import Ruling
from rules.vocabulary import WORDS, effect_of

MAX_EFFECTS = 6
PLAYED_WHO = ("turn", "next", "chosen", "others", "self")
FIRST_WHO = ("turn", "next", "others")
"""Whom a card turned up first can mean: nobody has chosen, and the dealer may have left."""
FIRST_WORDS: Mapping[str, Effect] = {"skip": WORDS["skip"], "reverse": first_reverse}
UNTIL_CARDS = "until_cards"


def effects_at(content: Mapping[str, Any], path: Path, member: str, *, launcher: bool) -> list[Any]:
    """The effects that are listed under ``play`` or ``first``. Raises ``BadBox``."""
    path, first = (*path, member), member == "first"
    allowed = ("effects", "goes_back") if first else ("effects",)
    effects = object_of(content.get(member, {}), path, allowed).get("effects", [])
    path = (*path, "effects")
    if not isinstance(effects, list):
        raise bad(path, "refusal.box_effects_written")
    if len(effects) > MAX_EFFECTS:
        raise bad(path, "refusal.box_effects", most=MAX_EFFECTS, said=len(effects))
    for at, effect in enumerate(effects):
        if isinstance(effect, dict):
            _check_hits(effect, (*path, at), first=first, launcher=launcher)
        else:
            _check_word(effect, (*path, at), first=first)
    return effects


def _check_word(effect: object, path: Path, *, first: bool) -> None:
    words = list(FIRST_WORDS if first else WORDS)
    if isinstance(effect, str) and effect in words:
        return
    if isinstance(effect, str) and effect in WORDS:
        raise bad(path, "refusal.box_first_effect", said=shown(effect), known=words)
    values = {"words": words, "said": shown(effect)}
    if near := nearest(effect, words):
        raise bad(path, "refusal.box_effect_near", **values, near=near)
    raise bad(path, "refusal.box_effect", **values)


def _check_hits(effect: Mapping[str, Any], path: Path, *, first: bool, launcher: bool) -> None:
    object_of(effect, path, ("hits", "who"))
    for member in ("hits", "who"):
        if member not in effect:
            raise bad(path, "refusal.box_effect_lacks", member=member)
    hits, who = effect["hits"], effect["who"]
    if first and who in PLAYED_WHO and who not in FIRST_WHO:
        values = {"said": shown(who), "known": list(FIRST_WHO)}
        raise bad((*path, "who"), "refusal.box_first_effect", **values)
    one_of(who, (*path, "who"), FIRST_WHO if first else PLAYED_WHO)
    path = (*path, "hits")
    if hits == UNTIL_CARDS:
        if not launcher:
            raise bad(path, "refusal.box_until_launcher")
        if who != "turn":
            raise bad(path, "refusal.box_until_turn", said=shown(who))
    elif type(hits) is not int or not 1 <= hits <= MAX_HITS:
        if launcher:
            raise bad(path, "refusal.box_hits", most=MAX_HITS, said=shown(hits))
        bounds = {"least": 1, "most": MAX_HITS, "said": shown(hits)}
        raise bad(path, "refusal.whole_number", member="hits", **bounds)


def who_hits(effect: object) -> str:
    """Whom an effect makes hit; empty: nobody."""
    return str(effect["who"]) if isinstance(effect, dict) else ""


def hits_others(effect: object) -> bool:
    """Whether an effect makes somebody hit but the player of the card."""
    return who_hits(effect) not in ("", "self")


def first_effect(effects: list[Any]) -> Effect:
    """All of them, of a card turned up first."""
    return in_order([_effect(effect, FIRST_WORDS) for effect in effects])


def _effect(effect: Any, words: Mapping[str, Effect]) -> Effect:
    return effect_of(effect) if isinstance(effect, dict) else words[effect]


def played_effect(effects: list[Any]) -> Effect:
    """All of them; of a last card only what others owe, because nobody's turn follows."""
    whole_effect = in_order([_effect(effect, WORDS) for effect in effects])
    hits = in_order([_owed_by_others(effect) for effect in effects if isinstance(effect, dict)])

    def effect(ruling: Ruling) -> None:
        part: Callable[[Ruling], None] = whole_effect
        if ruling.position.round_winner is not None:
            part = hits
        part(ruling)

    return effect


def _owed_by_others(hits: Mapping[str, Any]) -> Effect:
    """The hits, unless the player of the card owes them, who has won the round with it."""
    if hits["who"] == "self":
        return nothing
    due = effect_of(hits)
    if hits["who"] != "turn":
        return due

    def effect(ruling: Ruling) -> None:
        # where others have lost their turns to the same card, it would be the winner's own
        part = lose_turn if ruling.turn == ruling.player else due
        part(ruling)

    return effect


def stacked_hits(effects: list[Any]) -> int:
    """How many hits it adds to a stack (HOU-1), where it gives nothing else."""
    if len(effects) != 1 or who_hits(effects[0]) != "turn":
        return 0
    hits = effects[0]["hits"]
    return hits if isinstance(hits, int) else 0
