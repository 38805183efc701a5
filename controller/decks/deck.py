"""A deck: which number is which of its cards. Pure.

A number is the identifier of a marker that a camera or a scanner reads off a card. It names the
card itself, so that the two cards of a face are two cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct, structs
from msgspec.structs import replace

from controller.base.errors import Refused
from controller.seats.codes import LENGTH, SIGNS
from rules import EDITIONS
from rules.edition import Edition
from rules.editions.box_parts import BadBox
from rules.editions.house import read_house, short_name

NUMBERS = 250
"""The dictionary 4x4_250 has so many markers; the numbers are 0 to 249."""
MOST_DECKS = 100

# \Z, because $ also matches before a line feed at the end
DeckId = Annotated[str, Meta(pattern=rf"^[{SIGNS}]{{{LENGTH}}}\Z")]

Icon = Annotated[str, Meta(pattern=r"^[UNO!]?\Z")]
"""Of a tower, on a number card; an empty text: there is none on this card."""

CardsInBox = tuple[str, frozenset[tuple[str, int]]]
"""What decks have in common that are used together, as ``cards_of`` says."""


class Deck(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of one box, numbered."""

    id: DeckId
    edition: str
    first: Annotated[int, Meta(ge=0, lt=NUMBERS)]
    """The number of the first card; each further card has the next number."""
    cards: tuple[str, ...]
    """The notation of each card, in the order of the numbers."""
    icons: dict[int, Icon] = {}
    """The icons on number cards that are known, by the number of the card."""
    box: dict[str, Any] | None = None
    """What a house's own box says (DECK-7); None: it is of an edition of this version."""

    @property
    def made_for(self) -> Edition:
        """The edition of its cards. Raises ``Refused``."""
        try:
            if self.box is not None:
                return read_house(self.edition, self.box)
            return EDITIONS[self.edition]
        except (BadBox, KeyError):
            wrong = {"deck": self.id, "edition": self.edition, "known": sorted(EDITIONS)}
            raise Refused("bad_deck", "refusal.deck_edition", wrong) from None

    @property
    def numbers(self) -> range:
        """The numbers of its cards."""
        return range(self.first, self.first + len(self.cards))

    def card_of(self, number: int) -> str | None:
        """The notation of the card with this number; None: it is not of this deck."""
        return self.cards[number - self.first] if number in self.numbers else None


def new_deck(edition: str | Edition, deck: str, first: int) -> Deck:
    """A deck with all the cards in the box of an edition."""
    made_for = EDITIONS[edition] if isinstance(edition, str) else edition
    cards = tuple(card for card, n in made_for.deck.items() for _ in range(n))
    box = None if made_for.box is None else dict(made_for.box)
    return Deck(deck, made_for.id, first, cards, box=box)


def drawn_icons(deck: Deck) -> Deck:
    """The same deck with the icons that Rollerdeck draws on its own number cards."""
    kinds = {card: deck.made_for.cards[card].kind for card in set(deck.cards)}
    icons: dict[int, Icon] = {}
    for number, card in zip(deck.numbers, deck.cards, strict=True):
        if "icon" in kinds[card].takes:
            icons[number] = kinds[card].icon or ""
    return replace(deck, icons=icons)


def cards_of(edition: Edition) -> CardsInBox:
    """Which cards people have on the table: two editions of them are played with the same decks.

    Of a house's box this is its name, and how many there are of each card: where only what is said
    of the cards was corrected, their labels stay.
    """
    cards = () if edition.box is None else edition.deck.items()
    return _name(edition.id, edition.box), frozenset(cards)


def _name(edition: str, box: Mapping[str, Any] | None) -> str:
    return edition if box is None else short_name(edition)


def decks_for(edition: Edition, decks: Iterable[Deck]) -> list[Deck]:
    """The decks with whose cards an edition is played. Raises ``Refused``."""
    cards = cards_of(edition)
    named = (deck for deck in decks if _name(deck.edition, deck.box) == cards[0])  # reads no other
    return [deck for deck in named if cards_of(deck.made_for) == cards]


def free_id(decks: Iterable[Deck], rng: Random) -> str:
    """An ID that no deck has."""
    ids = {deck.id for deck in decks}
    while (id_ := "".join(rng.choices(SIGNS, k=LENGTH))) in ids:
        pass
    return id_


def free_first(decks: Sequence[Deck], edition: Edition) -> int | None:
    """The lowest first number of a new deck of an edition; None: there are not enough numbers.

    Decks with which one edition is played have no number in common, and the first one leaves room
    for a second where two have enough numbers. Other decks have none in common with them as long as
    the numbers suffice: a card of the wrong box is then told as such. Raises ``Refused``.
    """
    size = sum(edition.deck.values())
    same_cards = decks_for(edition, decks)
    anywhere = bool(same_cards) or 2 * size > NUMBERS
    firsts = [
        first
        for first in range(NUMBERS - size + 1)
        if anywhere or first >= size or first + 2 * size <= NUMBERS
    ]
    for others in (decks, same_cards):
        for first in firsts:
            if not any(_overlap(range(first, first + size), deck.numbers) for deck in others):
                return first
    return None


def check(decks: Sequence[Deck]) -> None:
    """Raise ``Refused`` if a deck contradicts its edition, or two decks have the same ID."""
    ids: set[str] = set()
    for deck in decks:
        _refuse_numbers(deck)
        _refuse_faces(deck)
        if deck.id in ids:
            raise Refused("bad_deck", "refusal.deck_twice", {"deck": deck.id})
        ids.add(deck.id)


class SharedNumber(Struct, frozen=True):
    """Two decks that can be used in one game have a number in common."""

    one: DeckId
    other: DeckId
    number: int
    """The first one."""

    @property
    def refusal(self) -> Refused:
        """The error that says so, and what to do."""
        values = structs.asdict(self)
        return Refused("bad_deck", "refusal.deck_number_twice", values)


def shared_numbers(decks: Sequence[Deck]) -> Iterator[SharedNumber]:
    """Each two decks that have numbers in common, although they are used together.

    Files can have such decks: before a house corrected a box, they were of two boxes.
    """
    cards = [cards_of(deck.made_for) for deck in decks]
    for (one, cards_of_one), (other, cards_of_other) in combinations(
        zip(decks, cards, strict=True), 2
    ):
        shared = _overlap(one.numbers, other.numbers)
        if shared and cards_of_one == cards_of_other:
            yield SharedNumber(one.id, other.id, shared.start)


def _refuse_numbers(deck: Deck) -> None:
    numbers = {"deck": deck.id, "first": deck.first, "last": deck.numbers.stop - 1}
    if not deck.cards:
        raise Refused("bad_deck", "refusal.deck_without_cards", {"deck": deck.id})
    if deck.first < 0 or deck.numbers.stop > NUMBERS:
        raise Refused("bad_deck", "refusal.deck_numbers", numbers | {"most": NUMBERS - 1})


def _refuse_faces(deck: Deck) -> None:
    """Refuse cards that the edition does not have, and icons on others than its towers."""
    cards = deck.made_for.cards
    for card in deck.cards:
        if card not in cards:
            wrong = {"deck": deck.id, "card": card, "edition": deck.edition}
            raise Refused("bad_deck", "refusal.deck_card", wrong)
    for number in deck.icons:
        face = deck.card_of(number)
        if face is None or "icon" not in cards[face].kind.takes:
            named = {"deck": deck.id, "number": number}
            raise Refused("bad_deck", "refusal.deck_icon", named)


def _overlap(first: range, second: range) -> range:
    return range(max(first.start, second.start), min(first.stop, second.stop))
