"""Decides what a seen card means, and what people's answer to a question about it means. Pure.

What is the only legal play of whose turn it is, is done. What needs a choice is asked. Everything
else becomes a notice, and nothing happens.
"""

from __future__ import annotations

from dataclasses import replace

from controller.base.errors import Refused
from controller.sightings import hands
from controller.sightings.memory import (
    MOST_WAITING,
    GameView,
    Proposal,
    Question,
    ReaderMemory,
    Sighting,
    Verdict,
)
from controller.sightings.plays import (
    color_call_of,
    draw_of,
    is_answer,
    may_go_under,
    play_of,
    player_of_proposal,
    refusal_of,
    turn_up_of,
)
from rules.stacking import is_answerable

TOO_QUICK_S = 0.7
"""Two people do not play within this time: then nobody knows which card came first."""

TAPPED_S = 2.0
"""A card that is seen so soon after somebody tapped it is the one that was tapped."""

UNDO, RELOAD = Proposal({"do": "undo"}), Proposal({"do": "reload"})

YES_OR_NO = frozenset({"confirm", "again", "taken_up", "reload", "cards"})
"""Questions that a yes answers. For the others, people choose by the command itself."""


def judge(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """Decide what a card means. A card that waited is judged again when its turn has come."""
    stage = game.position.stage
    if stage in ("round_over", "game_over"):
        return Verdict(memory, "nothing_on")
    if sighting.number is None:
        return _judge_unread(game, memory, sighting)
    if stage == "count":
        return _judge_count(game, memory, sighting)
    question = memory.question
    if question is not None and question.kind == "cards":
        return _judge_after_discard_all(game, memory, question, sighting)
    if (not_new := _judge_if_not_new(game, memory, sighting)) is not None:
        return not_new
    if (asks := _ask_if_readable_now(game, memory, sighting)) is not None:
        return asks
    blocked = game.is_play_blocked and not is_answer(game, sighting)
    if blocked or memory.blocking is not None:
        return wait(memory, sighting)
    return _NEW_CARDS[stage](game, memory, sighting)


def judge_first(game: GameView, memory: ReaderMemory) -> Verdict | None:
    """Decide what the first card that waits means; None: it has to wait on."""
    if memory.blocking is not None:
        return None
    first, *rest = memory.waiting
    if not game.is_play_blocked or is_answer(game, first):
        return judge(game, replace(memory, waiting=tuple(rest)), first)
    call = color_call_of(game, first.card)
    return None if call is None else Verdict(memory, "waits", None, call, first)


def wait(memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """Keep a card for later, behind those that wait already.

    If ``MOST_WAITING`` cards wait, it is dropped with a notice.
    """
    if len(memory.waiting) >= MOST_WAITING:
        return Verdict(memory.notify("sighting.too_many", card=sighting.card), "no_fit")
    return Verdict(replace(memory, waiting=(*memory.waiting, sighting)), "waits")


def question_of(memory: ReaderMemory, number: int) -> Question:
    """The question with this number. Raises ``Refused`` if people are not asked it now."""
    if memory.question is None or memory.question.number != number:
        raise Refused("no_such_question", "refusal.no_such_question")
    return memory.question


def answer(memory: ReaderMemory, question: Question, *, yes: bool) -> Verdict:
    """What a yes or a no means. Raises ``Refused`` if a yes does not answer the question."""
    free = replace(memory, question=None)
    if not yes:
        return Verdict(_decline(free, question), "covered", question.by)
    if question.kind not in YES_OR_NO or (question.kind == "again" and question.needs):
        raise Refused("needs_choice", "refusal.needs_choice")
    if question.kind == "reload":
        free = replace(free, waiting=(question.sighting, *free.waiting))
    if question.proposal.command.get("do") == "play":
        free = replace(free, last_play_s=question.sighting.at_s)
    proposal = play_with_all_under(question) if question.kind == "cards" else question.proposal
    return Verdict(free, "played", question.by, proposal, question.sighting)


def play_with_all_under(question: Question) -> Proposal:
    """The play of a Discard All with all cards that were laid with it."""
    if not question.under:
        return question.proposal
    names = [sighting.card for sighting in question.under]
    numbers = (sighting.number for sighting in (*question.under, question.sighting))
    return Proposal({**question.proposal.command, "with": names}, tuple(numbers))


def _decline(memory: ReaderMemory, question: Question) -> ReaderMemory:
    """After a no: the card lies there already, or nothing was laid."""
    if question.was_unread:  # that one is still not known, and this one came after it
        unread = Sighting(None, None, question.sighting.at_s)
        later = replace(memory, waiting=(question.sighting, *memory.waiting))
        return later.ask(unread, question.by, "unread", Proposal({}), question.pile)
    if question.kind == "again":
        return replace(memory, unrecorded=(*memory.unrecorded, question.sighting))
    if question.proposal.command.get("do") == "count":
        # the hand is laid once more, from its first card
        return replace(memory, hand_cards=(), waiting=())
    return memory


def _ask_if_readable_now(
    game: GameView, memory: ReaderMemory, sighting: Sighting
) -> Verdict | None:
    """Ask whether it is the card that could not be read; None: it cannot be."""
    question = memory.question
    if question is None or question.kind != "unread" or memory.waiting:
        return None
    play = play_of(game, sighting)
    if play is None:
        return None
    kind = play.question_kind or "confirm"
    asks = memory.ask(sighting, question.by, kind, play.proposal, question.pile)
    assert asks.question is not None
    about_unread = replace(asks.question, needs=play.needs, was_unread=True)
    return Verdict(replace(asks, question=about_unread), "asked", question.by)


def _judge_unread(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """Something was laid that the reader cannot read: people tap it."""
    question, by = memory.question, game.turn
    if game.position.stage not in ("turn_up", "play"):
        return Verdict(memory, "nothing_on")
    if question is not None and question.kind == "unread":
        return Verdict(memory, "asked", question.by)
    blocked = game.is_play_blocked and not is_answerable(game.position)
    if blocked or memory.blocking is not None:
        repeated = bool(memory.waiting) and memory.waiting[-1].number is None
        return Verdict(memory, "waits") if repeated else wait(memory, sighting)
    asks = memory.ask(sighting, by, "unread", Proposal({}), game.position.pile)
    return Verdict(asks, "asked", by)


def _judge_if_not_new(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict | None:
    """What a card means that lay or waited there before; None: it is a new one."""
    number, face_up, blocking = sighting.number, game.face_up, memory.blocking
    elsewhere = face_up.beside_pile | memory.unrecorded_numbers
    elsewhere |= {card.number for card in memory.waiting}
    if number in elsewhere or (blocking and blocking.sighting.number == number):
        return Verdict(memory, "covered")
    if number not in face_up.pile:
        return None
    if number == face_up.top:
        laid_back = memory.question is not None and memory.question.kind == "taken_up"
        return Verdict(replace(memory, question=None) if laid_back else memory, "covered")
    return Verdict(memory, "covered") if blocking else _judge_lower(game, memory, sighting)


def _judge_lower(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """What it means that a card is seen that lay below the top one."""
    pile = game.position.pile
    if game.previous is not None and sighting.number == game.previous.top:
        taken_up = Sighting(game.face_up.top, pile[-1], sighting.at_s)
        return Verdict(memory.ask(taken_up, None, "taken_up", UNDO, pile), "covered")
    if game.position.reload_due:
        return Verdict(memory.ask(sighting, None, "reload", RELOAD, pile), "asked")
    return Verdict(memory, "covered")


def _judge_after_discard_all(
    game: GameView, memory: ReaderMemory, question: Question, sighting: Sighting
) -> Verdict:
    """A card that came after a Discard All: under it, or the next play.

    The Discard All laid on top again says that these are all. A card of another colour says that
    there are none. Where one of them could not be read, people say which ones they are.
    """
    if _are_all(memory, question, sighting):
        proposal = play_with_all_under(question)
        return Verdict(memory, "played", question.by, proposal, question.sighting)
    numbers = {card.number for card in (question.sighting, *question.under)}
    if sighting.number in game.face_up.numbers | memory.unrecorded_numbers | numbers:
        return Verdict(memory, "covered")
    if not memory.waiting and may_go_under(game, question.sighting, len(question.under), sighting):
        gathered = replace(question, under=(*question.under, sighting))
        return Verdict(replace(memory, question=gathered), "waits", question.by)
    if question.under or memory.waiting or game.confirm:
        return wait(memory, sighting)
    after = replace(memory, waiting=(sighting,))
    return Verdict(after, "waits", None, question.proposal, question.sighting)


def _are_all(memory: ReaderMemory, question: Question, sighting: Sighting) -> bool:
    """Whether the Discard All is laid again, on cards that could all be read."""
    all_read = all(card.number is not None for card in memory.waiting)
    return sighting.number == question.sighting.number and bool(question.under) and all_read


def _judge_count(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """A card while hands are counted."""
    counted = hands.add_card(game, memory, sighting)
    waits = memory.blocking is not None and counted.meaning == "counted"
    return wait(memory, sighting) if waits else counted


def _judge_draw(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """A card that somebody has drawn to find the dealer."""
    return _propose(game, memory, sighting, draw_of(game, sighting))


def _judge_turn_up(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """A card where the first card up is due."""
    if game.dealing:
        return Verdict(memory.notify("sighting.dealing", card=sighting.card), "no_fit")
    doubtful = sighting.number == memory.previous_top
    return _propose(game, memory, sighting, turn_up_of(game, sighting), doubtful=doubtful)


def _judge_play(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """A new card where a play is due."""
    position, by = game.position, game.turn
    if game.unnumbered(memory, sighting.card) and _is_tapped_card(game, memory, sighting):
        return Verdict(replace(memory, unrecorded=(*memory.unrecorded, sighting)), "covered")
    play = play_of(game, sighting)
    if play is None:
        refusal = refusal_of(game, sighting.card or "")
        if refusal is None:
            return Verdict(memory.notify("sighting.not_now", card=sighting.card), "no_fit", by)
        reason = {"key": refusal.key, "values": dict(refusal.values)}
        noticed = memory.notify("sighting.no_fit", card=sighting.card, why=reason)
        return Verdict(noticed, "no_fit", by)
    if game.unnumbered(memory, sighting.card):
        asks = memory.ask(sighting, by, "again", play.proposal, position.pile, play.needs)
        return Verdict(asks, "offered", by)
    if play.question_kind is not None:
        asks = memory.ask(
            sighting, by, play.question_kind, play.proposal, position.pile, play.needs
        )
        return Verdict(asks, "asked", by)
    too_quick = abs(sighting.at_s - memory.last_play_s) < TOO_QUICK_S
    return _propose(game, memory, sighting, play.proposal, doubtful=too_quick)


def _is_tapped_card(game: GameView, memory: ReaderMemory, sighting: Sighting) -> bool:
    """Whether a face that lies there without a number is this card for certain.

    Somebody has just tapped it, or every copy of it lies there.
    """
    position, card = game.position, sighting.card or ""
    if position.pile.count(card) >= position.setup.deck[card]:
        return True
    tapped = position.top == card and game.face_up.top is None
    return tapped and abs(sighting.at_s - memory.last_tap_s) <= TAPPED_S


def _propose(
    game: GameView,
    memory: ReaderMemory,
    sighting: Sighting,
    proposal: Proposal | None,
    *,
    doubtful: bool = False,
) -> Verdict:
    """Do it, or ask before where the table wants that or the card may have been seen wrongly.

    ``proposal``: None if nothing can be done with the card now. ``doubtful``: it may be another
    card, or an old one.
    """
    if proposal is None:
        return Verdict(memory.notify("sighting.not_now", card=sighting.card), "no_fit")
    by = player_of_proposal(game, proposal)
    if game.confirm or doubtful or sighting.number in memory.undone_numbers:
        asks = memory.ask(sighting, by, "confirm", proposal, game.position.pile)
        return Verdict(asks, "offered", by)
    return Verdict(memory, "played", by, proposal, sighting)


_NEW_CARDS = {"dealer": _judge_draw, "turn_up": _judge_turn_up, "play": _judge_play}
"""What judges a new card, by the stage of the game."""
