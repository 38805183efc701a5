"""What a house may decide: options, each with its clause and values, and rules on blank cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.commands.refusals import whole
from rules.edition import Edition, Kind, Last, Rule, Step, change_number
from rules.effects import followed_by, rotate_hands, trade_hands
from rules.outcome import Values
from rules.quoting import shown
from rules.ruling import Ruling
from rules.setup import MAX_RELOAD_BELOW, MAX_RULES, Options
from rules.vocabulary import WHO, WORDS

MAX_HITS = 100
"""Of one effect; more is a slip of the finger."""

Value = str | int | bool | list[Any] | dict[str, int]


class Choice(Struct, frozen=True):
    """A house option: its clause, and which values it takes.

    ``answers`` are its values where these are few, ``maximum`` bounds it where it is a number from
    0, or a list; ``of`` is the type where it is something else that a house writes. Its words are
    in the catalogue: ``option.interlock`` asks for it, ``option.interlock.strict`` is an answer.
    """

    clause: str
    apply: Callable[[Edition], Edition] | None = None
    """What it makes of the edition, where that is how it is carried out."""
    answers: tuple[str, ...] = ()
    maximum: int | None = None
    of: type = bool

    def refuse(self, option: str, value: object) -> tuple[str, Values] | None:
        """Why the option of that name cannot have this value: key and values."""
        values = {"member": option, "said": shown(value)}
        if self.answers:
            if isinstance(value, str) and value in self.answers:
                return None
            return "refusal.one_of", {**values, "known": list(self.answers)}
        if self.of is not bool:
            if isinstance(value, self.of):
                return None
            key = "refusal.not_object" if self.of is dict else "refusal.not_list"
            return key, values
        if self.maximum is None:
            if isinstance(value, bool):
                return None
            return "refusal.true_or_false", values
        if whole(value, self.maximum):
            return None
        return "refusal.whole_number", {**values, "least": 0, "most": self.maximum}


def sevens_swap(edition: Edition) -> Edition:
    """HOU-3: a 7 is also a Trade Hands."""

    def change(seven: Kind) -> Kind:
        effect = followed_by(seven.play.effect, "HOU-3", trade_hands)
        steps = (*seven.play.steps, Step("trade"))
        return replace(
            seven,
            play=Rule("HOU-3", effect, steps=steps),
            target=True,
            last=Last.FORBIDDEN,
            also=(*seven.also, "ATK-6"),
            plain=False,
        )

    return change_number(edition, 7, change)


def zeros_rotate(edition: Edition) -> Edition:
    """HOU-4: a 0 passes all hands on."""

    def change(zero: Kind) -> Kind:
        effect = followed_by(zero.play.effect, "HOU-4", rotate_hands)
        return replace(zero, play=Rule("HOU-4", effect, steps=zero.play.steps))

    return change_number(edition, 0, change)


def play_after_hit(edition: Edition) -> Edition:
    """HOU-6: after a hit, a player can pass."""
    return replace(edition, commands=edition.commands | {"pass"})


OPTIONS: Mapping[str, Choice] = {
    "sticking_to": Choice("LCH-1", answers=("owner", "presser")),
    "reload_below": Choice("LCH-5", maximum=MAX_RELOAD_BELOW),
    "interlock": Choice("LCH-9", answers=("strict", "free")),
    "first_all_hit_skips": Choice("ATK-9"),
    "last_card_hits": Choice("ATK-11"),
    "extreme_hit_skips_next": Choice("EXT-3"),
    "customizable": Choice("EXT-5", of=list, maximum=MAX_RULES),
    "draw_from": Choice("PGR-1", answers=("pile", "launcher")),
    "points": Choice("TBL-2", of=dict),
    "stacking": Choice("HOU-1", answers=("none", "same", "up")),
    "jump_in": Choice("HOU-2"),
    "sevens_swap": Choice("HOU-3", sevens_swap),
    "zeros_rotate": Choice("HOU-4", zeros_rotate),
    "own_hits": Choice("HOU-5", answers=("once", "until_cards")),
    "play_after_hit": Choice("HOU-6", play_after_hit),
}
"""By name, in the order of the rulebook."""


def apply_options(edition: Edition, options: Options) -> Edition:
    """The edition as the house plays it: with what its options change in the box."""
    for name, choice in OPTIONS.items():
        if choice.apply is not None and getattr(options, name):
            edition = choice.apply(edition)
    return edition


def changed_kinds(edition: Edition, option: str) -> tuple[str, ...]:
    """The kinds of the edition's cards that the option makes other ones."""
    apply = OPTIONS[option].apply
    after = edition if apply is None else apply(edition)
    return tuple(
        kind.id for kind, other in zip(edition.kinds, after.kinds, strict=True) if kind != other
    )


def default(option: str) -> Value:
    """What holds where a house has decided nothing; of what it writes itself: nothing."""
    of = OPTIONS[option].of
    value: Value = getattr(Options(), option) if of is bool else of()
    return value


class HouseRule(Struct, frozen=True):
    """What is written on a Customizable (EXT-5): text, and effects as a game object words them."""

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
