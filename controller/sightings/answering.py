"""What follows from people's answer to a question about a card. Pure."""

from __future__ import annotations

from dataclasses import replace

from controller.base.errors import Refused
from controller.sightings.judging import with_all
from controller.sightings.watch import Order, Pending, Seen, Verdict, Watch

YES = frozenset({"confirm", "again", "taken_up", "reload", "cards"})
"""Questions that a yes answers. For the others, people choose by the command itself."""


def pending_of(watch: Watch, number: int) -> Pending:
    """The question with this number. Raises ``Refused``."""
    if watch.pending is None or watch.pending.number != number:
        raise Refused("no_such_question", "refusal.no_such_question")
    return watch.pending


def answer(watch: Watch, pending: Pending, *, yes: bool) -> Verdict:
    """What a yes or a no means. Raises ``Refused``."""
    free = replace(watch, pending=None)
    if not yes:
        return Verdict(_declined(free, pending), "covered", pending.by)
    if pending.why not in YES or (pending.why == "again" and pending.needs):
        raise Refused("needs_choice", "refusal.needs_choice")
    if pending.why == "reload":
        free = replace(free, waiting=(pending.seen, *free.waiting))
    if pending.order.command.get("do") == "play":
        free = replace(free, played_s=pending.seen.at_s)
    return Verdict(free, "played", pending.by, order_after(pending), pending.seen)


def order_after(pending: Pending) -> Order:
    """What is done after a yes."""
    return with_all(pending) if pending.why == "cards" else pending.order


def _declined(watch: Watch, pending: Pending) -> Watch:
    """After a no: what lies there is known, or it was nothing."""
    if pending.was_unread:  # that one is still not known, and this one came after it
        unread = Seen(None, None, pending.seen.at_s)
        later = replace(watch, waiting=(pending.seen, *watch.waiting))
        return later.ask(unread, pending.by, "unread", Order({}), pending.pile)
    if pending.why == "again":
        return replace(watch, known=(*watch.known, pending.seen))
    if pending.order.command.get("do") == "count":
        # the hand is laid once more, from its first card
        return replace(watch, laid=(), waiting=())
    return watch
