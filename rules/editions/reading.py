"""An edition out of its file: its kinds of cards, how many, their points, what they set off."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.edition import Edition, Kind, Last, Rule, edition
from rules.edition import numbers as number_cards
from rules.effects import unless_blocked
from rules.vocabulary import effects_of, steps_of

HERE = Path(__file__).parent
STANDARD = "standard"
"""The file of the kinds that several boxes share."""


class RuleData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card sets off; ``blocked_by`` is the icon of the tower that protects from it."""

    clause: str
    effects: tuple[Any, ...] = ()
    blocked_by: Literal["U", "N", "O", "!"] | None = None
    goes_back: bool = False
    color_only: bool = False

    def rule(self) -> Rule:
        """The rule. Raises ``ValueError`` if an effect has no such name."""
        effect = effects_of(self.effects)
        if self.blocked_by is not None:
            effect = unless_blocked(self.blocked_by, effect)
        steps = steps_of(self.effects)
        return Rule(self.clause, effect, self.goes_back, self.color_only, steps)


class KindData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of card, with the fields of ``Kind``."""

    id: str
    points: int
    copies: int
    play: RuleData
    first: RuleData
    wild: bool = False
    number: int | None = None
    last: Literal["void", "carried_out", "house_option", "as_chosen", "forbidden"] = "void"
    target: bool = False
    towers: int = 0
    takes: tuple[str, ...] = ()
    challengeable: bool = False
    stacks: int = 0
    also: tuple[str, ...] = ()
    picture: str = ""

    def kind(self) -> Kind:
        """The kind of card."""
        return Kind(
            id=self.id,
            points=self.points,
            copies=self.copies,
            play=self.play.rule(),
            first=self.first.rule(),
            wild=self.wild,
            number=self.number,
            last=Last[self.last.upper()],
            target=self.target,
            towers=self.towers,
            takes=self.takes,
            challengeable=self.challengeable,
            stacks=self.stacks,
            also=self.also,
            picture=self.picture,
        )


class NumbersData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Number cards, two of a colour: how many zeros, and what is special about all of them."""

    zeros: int = 0
    effects: tuple[Any, ...] = ()
    icons: dict[str, str] | None = None
    also: tuple[str, ...] = ()

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of card, the lowest number first."""
        icons = None if self.icons is None else {int(n): icon for n, icon in self.icons.items()}
        return number_cards(effects_of(self.effects), icons, self.also, self.zeros)


class EditionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of an edition; a kind that names a ``standard`` one says only what differs.

    ``commands`` are those that only some editions have, ``options`` likewise.
    """

    points_clause: str
    kinds: tuple[dict[str, Any], ...]
    launcher: bool = True
    commands: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    numbers: NumbersData | None = None


def read_edition(id: str) -> Edition:
    """The edition whose file has that name. Raises ``ValueError`` if the file describes none."""
    return parse_edition(id, _text(id))


def parse_edition(id: str, text: str) -> Edition:
    """The edition that a file describes. Raises ``ValueError`` if it describes none."""
    data = msgspec.convert(tomllib.loads(text), EditionData)
    numbers = () if data.numbers is None else data.numbers.kinds()
    kinds = [msgspec.convert(whole_kind(kind), KindData).kind() for kind in data.kinds]
    return edition(
        id,
        (*numbers, *kinds),
        data.points_clause,
        data.commands,
        data.options,
        data.launcher,
    )


def whole_kind(kind: dict[str, Any]) -> dict[str, Any]:
    """The kind of card with what it has from a standard one."""
    if "standard" not in kind:
        return kind
    name, standard = kind["standard"], standard_kinds()
    if name not in standard:
        raise ValueError(f"unknown standard kind {name!r}")
    own = {member: value for member, value in kind.items() if member != "standard"}
    return {"id": name, **standard[name], **own}


@cache
def standard_kinds() -> dict[str, Any]:
    """The kinds of cards that several boxes share, by ID."""
    return tomllib.loads(_text(STANDARD))


def editions_data() -> list[EditionData]:
    """What the files of all editions say, in the order of their names."""
    names = sorted(file.stem for file in HERE.glob("*.toml"))
    texts = [_text(name) for name in names if name != STANDARD]
    return [msgspec.convert(tomllib.loads(text), EditionData) for text in texts]


def _text(name: str) -> str:
    return (HERE / f"{name}.toml").read_text(encoding="utf-8")
