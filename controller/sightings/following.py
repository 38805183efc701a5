"""What the game's own course makes of the cards that wait, and of open questions. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.decks.lying import Lying, Numbers
from controller.sightings.plays import play_of
from controller.sightings.watch import Pending, Seen, Stand, Watch
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Step:
    """What changed since the cards were last looked at."""

    before: Position | None
    """None: another game has begun."""
    lay: Lying
    """What lay there before."""
    undone: bool
    """A command was taken back."""
    at_s: float


def follow(stand: Stand, watch: Watch, step: Step) -> Watch:
    """What is remembered after a change of the game."""
    if step.before is None:
        return Watch(asked=watch.asked, told=watch.told, last=watch.last)
    position, lying = stand.position, stand.lying
    if step.undone:
        watch = _after_undo(watch, step.lay, lying)
    if len(position.pile) < len(step.before.pile):
        watch = replace(watch, known=())
    if position.pile != step.before.pile and position.pile and lying.top is None:
        watch = replace(watch, tapped_s=step.at_s)
    if step.before.pile and not position.pile:
        watch = replace(watch, old_top=step.lay.top)
    if position.stage != "count" or _counted(step.before) != _counted(position):
        watch = replace(watch, laid=(), chosen=None)
    waiting = tuple(one for one in watch.waiting if one.number not in lying.numbers)
    watch = replace(watch, waiting=waiting, taken_back=watch.taken_back - lying.numbers)
    pending = watch.pending
    if pending is None or holds(stand, pending):
        return watch
    return _without(watch, pending, lying)


def holds(stand: Stand, pending: Pending) -> bool:
    """Whether a question still makes sense."""
    position, do = stand.position, pending.order.command.get("do")
    if do == "count":
        return position.stage == "count"
    if do == "turn_up":
        return position.stage == "turn_up"
    if do == "dealer_draw":
        drawn = [position.name(seat) for seat, _ in position.drawn]
        return position.stage == "dealer" and pending.by not in drawn
    if position.pile != pending.pile or (pending.why == "unread" and stand.turn != pending.by):
        return False
    if do == "play":
        return stand.turn == pending.by and play_of(stand, pending.seen) is not None
    return True


def numbers_for(watch: Watch, command: object) -> Numbers:
    """The numbers of the cards that somebody's command shows, as far as they were seen."""
    if not isinstance(command, dict):
        return ()
    do, pending = command.get("do"), watch.pending
    if do == "count":
        cards, laid = command.get("cards"), [one.card for one in watch.laid]
        same = isinstance(cards, list) and sorted(map(str, cards)) == sorted(map(str, laid))
        return tuple(one.number for one in watch.laid) if same else ()
    if pending is None or pending.seen.number is None or pending.why in ("taken_up", "reload"):
        return ()
    expected = pending.order.command
    fits = all(command.get(member) == expected.get(member) for member in ("do", "by", "card"))
    if not fits:
        return ()
    under = command.get("with")
    return (*_numbers_under(pending, under), pending.seen.number)


def _numbers_under(pending: Pending, names: object) -> Numbers:
    """The number of each card under a Discard All; None: it was not seen."""
    left = list(pending.under)
    found: list[int | None] = []
    for name in names if isinstance(names, list) else ():
        one = next((seen for seen in left if seen.card == name), None)
        if one is not None:
            left.remove(one)
        found.append(None if one is None else one.number)
    return tuple(found)


def _after_undo(watch: Watch, lay: Lying, lies: Lying) -> Watch:
    """Cards that waited followed from what was taken back, so people lay or tap them again."""
    forgotten = len(watch.waiting) + (watch.pending is not None and watch.pending.blocks)
    back = watch.taken_back | (lay.numbers - lies.numbers)
    after = replace(watch, pending=None, waiting=(), laid=(), taken_back=back)
    return after.tell("sighting.forgotten", n=forgotten) if forgotten else after


def _without(watch: Watch, pending: Pending, lying: Lying) -> Watch:
    """Without a question that makes no sense any more; what was laid with its card is judged."""
    left: tuple[Seen, ...] = tuple(one for one in pending.under if one.number not in lying.numbers)
    after = replace(watch, pending=None, waiting=(*left, *watch.waiting))
    done = not pending.blocks or pending.seen.number is None
    if done or pending.seen.number in lying.numbers or pending.why == "again":
        return after
    if pending.order.command.get("do") == "count":
        return after
    return after.tell("sighting.lapsed", card=pending.seen.card)


def _counted(position: Position) -> int:
    return sum(seat.counted is not None for seat in position.seats)
