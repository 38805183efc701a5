"""What a change of the game makes of cards that wait, and of open questions. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from controller.decks.face_up import FaceUpNumbers, Numbers
from controller.sightings.hands import hand_size_of, player_of
from controller.sightings.memory import GameView, Question, ReaderMemory, Sighting
from controller.sightings.plays import play_of
from rules.position import Position


@dataclass(frozen=True, slots=True)
class GameChange:
    """What changed since the memory was last updated."""

    before: Position | None
    """None: another game has begun."""
    face_up_before: FaceUpNumbers
    undone: bool
    """A command was taken back."""
    at_s: float
    """When, by the referee's clock."""


def update(game: GameView, memory: ReaderMemory, change: GameChange) -> ReaderMemory:
    """What is remembered after a change of the game. ``game``: after it."""
    if change.before is None:
        return memory.without_game()
    position, face_up = game.position, game.face_up
    memory = _update_pile(game, memory, change, change.before.pile)
    if position.stage != "count" or _counted_hands(change.before) != _counted_hands(position):
        memory = replace(memory, hand_cards=(), hand_owner=None)
    waiting = tuple(card for card in memory.waiting if card.number not in face_up.numbers)
    undone_numbers = memory.undone_numbers - face_up.numbers
    memory = replace(memory, waiting=waiting, undone_numbers=undone_numbers)
    question = memory.question
    if question is None or _is_valid(game, memory, question):
        return memory
    return _without_question(game, memory, question)


def _update_pile(
    game: GameView, memory: ReaderMemory, change: GameChange, before: tuple[str, ...]
) -> ReaderMemory:
    """What is remembered of the pile. ``before``: the pile before the change."""
    pile = game.position.pile
    if change.undone:
        memory = _after_undo(game, memory, change.face_up_before)
    elif len(pile) < len(before):
        memory = replace(memory, unrecorded=())
    if pile != before and pile and game.face_up.top is None:
        memory = replace(memory, last_tap_s=change.at_s)
    if before and not pile:
        memory = replace(memory, previous_top=change.face_up_before.top)
    return memory


def numbers_for(memory: ReaderMemory, command: object) -> Numbers:
    """The numbers of the cards that somebody's command shows, as far as they were seen.

    ``command``: not validated. Returns an empty tuple if none of them was seen.
    """
    if not isinstance(command, dict):
        return ()
    if command.get("do") == "count":
        return _numbers_of_hand(memory, command.get("cards"))
    question = memory.blocking
    if question is None or question.sighting.number is None:
        return ()
    expected = question.proposal.command
    if any(command.get(member) != expected.get(member) for member in ("do", "by", "card")):
        return ()
    return (*_numbers_under(question, command.get("with")), question.sighting.number)


def _numbers_of_hand(memory: ReaderMemory, cards: object) -> Numbers:
    """The numbers of a hand that was seen, where these are all of its cards."""
    hand = sorted(str(card.card) for card in memory.hand_cards)
    if not isinstance(cards, list) or sorted(map(str, cards)) != hand:
        return ()
    return tuple(card.number for card in memory.hand_cards)


def _is_valid(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    """Whether a question still makes sense."""
    is_valid = _VALID.get(question.proposal.command.get("do"), _is_valid_at_pile)
    return is_valid(game, memory, question)


def _is_valid_count(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    player = player_of(game, memory)
    if player is None or player != question.by:
        return False
    return hand_size_of(game, player) == len(question.proposal.numbers)


def _is_valid_undo(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    # it takes back the last command, so that has to be this card's play
    return game.position.pile == question.pile and game.previous is not None


def _is_valid_turn_up(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    return game.position.stage == "turn_up"


def _is_valid_draw(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    position = game.position
    drawn = [position.name(seat) for seat, _ in position.drawn]
    return position.stage == "dealer" and question.by not in drawn


def _is_valid_reload(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    return game.position.reload_due and _is_valid_at_pile(game, memory, question)


def _is_valid_play(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    if game.turn != question.by or not _is_valid_at_pile(game, memory, question):
        return False
    return play_of(game, question.sighting) is not None


def _is_valid_at_pile(game: GameView, memory: ReaderMemory, question: Question) -> bool:
    if question.kind == "unread" and game.turn != question.by:
        return False
    return game.position.pile == question.pile


_VALID: Mapping[str | None, Callable[[GameView, ReaderMemory, Question], bool]] = {
    "count": _is_valid_count,
    "undo": _is_valid_undo,
    "turn_up": _is_valid_turn_up,
    "dealer_draw": _is_valid_draw,
    "reload": _is_valid_reload,
    "play": _is_valid_play,
}
"""Whether a question still makes sense, by what its proposal does."""


def _numbers_under(question: Question, names: object) -> Numbers:
    """The number of each of these cards under a Discard All; None: it was not seen."""
    unmatched = list(question.under)
    numbers: list[int | None] = []
    for name in names if isinstance(names, list) else ():
        match = next((card for card in unmatched if card.card == name), None)
        if match is not None:
            unmatched.remove(match)
        numbers.append(None if match is None else match.number)
    return tuple(numbers)


def _after_undo(game: GameView, memory: ReaderMemory, before: FaceUpNumbers) -> ReaderMemory:
    """Cards that waited followed from what was taken back, so people lay or tap them again.

    ``before``: the cards that lay face up before the undo.
    """
    forgotten = len(memory.waiting) + (memory.blocking is not None)
    unrecorded: tuple[Sighting, ...] = ()
    undone = memory.undone_numbers | (before.numbers - game.face_up.numbers)
    for card in memory.unrecorded:
        if game.unnumbered(replace(memory, unrecorded=unrecorded), card.card):
            unrecorded = (*unrecorded, card)
        elif card.number is not None:
            undone |= {card.number}
    after = replace(
        memory,
        question=None,
        waiting=(),
        hand_cards=(),
        unrecorded=unrecorded,
        undone_numbers=undone,
    )
    return after.notify("sighting.forgotten", n=forgotten) if forgotten else after


def _without_question(game: GameView, memory: ReaderMemory, question: Question) -> ReaderMemory:
    """Without a question that makes no sense any more; what was laid with its card waits again."""
    numbers = game.face_up.numbers
    under = tuple(card for card in question.under if card.number not in numbers)
    after = replace(memory, question=None, waiting=(*under, *memory.waiting))
    done = not question.blocks or question.sighting.number is None
    if not done and question.sighting.number in numbers:  # people have given the command
        waiting = _without_named(game, question, after.waiting)
        return replace(after, waiting=waiting, last_play_s=question.sighting.at_s)
    if done or question.kind == "again":
        return after
    if question.proposal.command.get("do") == "count":
        return after
    return after.notify("sighting.lapsed", card=question.sighting.card)


def _without_named(
    game: GameView, question: Question, waiting: tuple[Sighting, ...]
) -> tuple[Sighting, ...]:
    """Without unread cards that people have named: they lie in the pile with the card now."""
    named = len(game.position.pile) - len(question.pile) - 1 - len(question.under)
    while named > 0 and waiting and waiting[0].number is None:
        named, waiting = named - 1, waiting[1:]
    return waiting


def _counted_hands(position: Position) -> int:
    """How many hands are counted."""
    return sum(seat.counted is not None for seat in position.seats)
