"""Decides what it means that a card was seen. Pure.

What is the only legal play of whose turn it is, is done. What needs a choice is asked. Everything
else is told, and nothing happens.
"""

from __future__ import annotations

from dataclasses import replace

from controller.sightings import hands
from controller.sightings.plays import (
    calling,
    draw_of,
    may_lie_under,
    play_of,
    turn_up_of,
    whose,
    why_not,
)
from controller.sightings.watch import MOST_WAITING, Order, Pending, Seen, Stand, Verdict, Watch

TOO_QUICK_S = 0.7
"""Two people do not play within this time: then nobody knows which card came first."""

TAPPED_S = 2.0
"""A card that is seen so soon after somebody tapped it is the one that was tapped."""

UNDO, RELOAD = Order({"do": "undo"}), Order({"do": "reload"})


def judge(stand: Stand, watch: Watch, seen: Seen) -> Verdict:
    """Decide what a card means. A card that waited is judged again when its turn has come."""
    stage = stand.position.stage
    if stage in ("round_over", "game_over"):
        return Verdict(watch, "nothing_on")
    if seen.number is None:
        return _unread(stand, watch, seen)
    pending = watch.pending
    if stage == "count":
        counted = hands.lay(stand, watch, seen)
        asked = pending is not None and pending.blocks and counted.meaning == "counted"
        return wait(watch, seen) if asked else counted
    if pending is not None and pending.why == "cards":
        return _laid_with(stand, watch, pending, seen)
    if (known := _lies_there(stand, watch, seen)) is not None:
        return known
    if (asks := _readable_now(stand, watch, seen)) is not None:
        return asks
    if stand.waits or (pending is not None and pending.blocks):
        return wait(watch, seen)
    if stage == "dealer":
        return _do(stand, watch, seen, draw_of(stand, seen))
    if stage == "turn_up":
        return _first_up(stand, watch, seen)
    return _play(stand, watch, seen)


def _readable_now(stand: Stand, watch: Watch, seen: Seen) -> Verdict | None:
    """Ask whether it is the card that could not be read; None: it cannot be."""
    pending = watch.pending
    if pending is None or pending.why != "unread" or watch.waiting:
        return None
    play = play_of(stand, seen)
    if play is None:
        return None
    asks = watch.ask(seen, pending.by, play.why or "confirm", play.order, pending.pile)
    assert asks.pending is not None
    asked = replace(asks.pending, needs=play.needs, was_unread=True)
    return Verdict(replace(asks, pending=asked), "asked", pending.by)


def judge_first(stand: Stand, watch: Watch) -> Verdict | None:
    """Decide what the first card that waits means; None: it has to wait on."""
    if watch.pending is not None and watch.pending.blocks:
        return None
    first, *rest = watch.waiting
    if not stand.waits:
        return judge(stand, replace(watch, waiting=tuple(rest)), first)
    call = calling(stand, first.card)
    return None if call is None else Verdict(watch, "waits", None, call, first)


def wait(watch: Watch, seen: Seen) -> Verdict:
    """Keep a card for later, behind those that wait already."""
    if len(watch.waiting) >= MOST_WAITING:
        return Verdict(watch.tell("sighting.too_many", card=seen.card), "no_fit")
    return Verdict(replace(watch, waiting=(*watch.waiting, seen)), "waits")


def _unread(stand: Stand, watch: Watch, seen: Seen) -> Verdict:
    """Something was laid that the reader cannot read: people tap it."""
    pending, by = watch.pending, stand.turn
    if stand.position.stage not in ("turn_up", "play"):
        return Verdict(watch, "nothing_on")
    if pending is not None and pending.why == "unread":
        return Verdict(watch, "asked", pending.by)
    if stand.waits or (pending is not None and pending.blocks):
        known = bool(watch.waiting) and watch.waiting[-1].number is None
        return Verdict(watch, "waits") if known else wait(watch, seen)
    asks = watch.ask(seen, by, "unread", Order({}), stand.position.pile)
    return Verdict(asks, "asked", by)


def _lies_there(stand: Stand, watch: Watch, seen: Seen) -> Verdict | None:
    """What is to be done about a card that was there before; None: it is a new one."""
    number, lying, pending = seen.number, stand.lying, watch.pending
    known = lying.apart | watch.known_numbers | {one.number for one in watch.waiting}
    if number in known or (pending and pending.blocks and pending.seen.number == number):
        return Verdict(watch, "covered")
    if number not in lying.pile:
        return None
    if number == lying.top:
        quiet = pending is not None and pending.why == "taken_up"  # it was laid back
        return Verdict(replace(watch, pending=None) if quiet else watch, "covered")
    if pending is not None and pending.blocks:
        return Verdict(watch, "covered")
    pile = stand.position.pile
    if stand.before is not None and number == stand.before.top:
        laid = Seen(lying.top, pile[-1], seen.at_s)
        return Verdict(watch.ask(laid, None, "taken_up", UNDO, pile), "covered")
    if stand.position.reload_due:
        return Verdict(watch.ask(seen, None, "reload", RELOAD, pile), "asked")
    return Verdict(watch, "covered")


def _laid_with(stand: Stand, watch: Watch, pending: Pending, seen: Seen) -> Verdict:
    """A card that came after a Discard All: under it, or the next play.

    The Discard All laid on top again says that these are all. A card of another colour says that
    there are none. Where one of them could not be read, people say which ones they are.
    """
    numbers = [one.number for one in pending.under]
    all_read = all(one.number is not None for one in watch.waiting)
    if seen.number == pending.seen.number and pending.under and all_read:
        return Verdict(watch, "played", pending.by, with_all(pending), pending.seen)
    lies = seen.number in stand.lying.numbers | watch.known_numbers
    if lies or seen.number in [pending.seen.number, *numbers]:
        return Verdict(watch, "covered")
    if not watch.waiting and may_lie_under(stand, pending.seen, len(numbers), seen):
        gathered = replace(pending, under=(*pending.under, seen))
        return Verdict(replace(watch, pending=gathered), "waits", pending.by)
    if pending.under or watch.waiting or stand.confirm:
        return wait(watch, seen)
    return Verdict(replace(watch, waiting=(seen,)), "waits", None, pending.order, pending.seen)


def with_all(pending: Pending) -> Order:
    """The play of a Discard All with all cards that were laid with it."""
    if not pending.under:
        return pending.order
    command = {**pending.order.command, "with": [one.card for one in pending.under]}
    return Order(command, (*(one.number for one in pending.under), pending.seen.number))


def _first_up(stand: Stand, watch: Watch, seen: Seen) -> Verdict:
    if stand.dealing:
        return Verdict(watch.tell("sighting.dealing", card=seen.card), "no_fit")
    order = turn_up_of(stand, seen)
    return _do(stand, watch, seen, order, doubtful=seen.number == watch.old_top)


def _play(stand: Stand, watch: Watch, seen: Seen) -> Verdict:
    position, by = stand.position, stand.turn
    play = play_of(stand, seen)
    if play is None:
        why = why_not(stand, seen.card or "")
        if why is None:
            return Verdict(watch.tell("sighting.not_now", card=seen.card), "no_fit", by)
        told = {"key": why.key, "values": dict(why.values)}
        return Verdict(watch.tell("sighting.no_fit", card=seen.card, why=told), "no_fit", by)
    if stand.nameless(watch, seen.card):
        tapped = position.top == seen.card and stand.lying.top is None
        if tapped and abs(seen.at_s - watch.tapped_s) <= TAPPED_S:
            return Verdict(replace(watch, known=(*watch.known, seen)), "covered")
        asks = watch.ask(seen, by, "again", play.order, position.pile, play.needs)
        return Verdict(asks, "offered", by)
    if play.why is not None:
        asks = watch.ask(seen, by, play.why, play.order, position.pile, play.needs)
        return Verdict(asks, "asked", by)
    quick = abs(seen.at_s - watch.played_s) < TOO_QUICK_S
    return _do(stand, watch, seen, play.order, doubtful=quick)


def _do(
    stand: Stand, watch: Watch, seen: Seen, order: Order | None, *, doubtful: bool = False
) -> Verdict:
    """Do it, or ask before where the table wants that or the card may have been seen wrongly."""
    if order is None:
        return Verdict(watch.tell("sighting.not_now", card=seen.card), "no_fit")
    by = whose(stand, order)
    if stand.confirm or doubtful or seen.number in watch.taken_back:
        asks = watch.ask(seen, by, "confirm", order, stand.position.pile)
        return Verdict(asks, "offered", by)
    return Verdict(watch, "played", by, order, seen)
