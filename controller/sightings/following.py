"""What the game's own course makes of the cards that wait, and of open questions. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from controller.decks.lying import Lying, Numbers
from controller.sightings.hands import due_of, player_of
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
        watch = _after_undo(stand, watch, step.lay)
    elif len(position.pile) < len(step.before.pile):
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
    if pending is None or _holds(stand, watch, pending):
        return watch
    return _without(stand, watch, pending)


def _holds(stand: Stand, watch: Watch, pending: Pending) -> bool:
    """Whether a question still makes sense."""
    position, do = stand.position, pending.order.command.get("do")
    if do == "count":
        player = player_of(stand, watch)
        if player is None or player != pending.by:
            return False
        return due_of(stand, player) == len(pending.order.numbers)
    if do == "undo":  # it takes back the last command, so that has to be this card's play
        return position.pile == pending.pile and stand.before is not None
    if do == "turn_up":
        return position.stage == "turn_up"
    if do == "dealer_draw":
        drawn = [position.name(seat) for seat, _ in position.drawn]
        return position.stage == "dealer" and pending.by not in drawn
    if do == "reload" and not position.reload_due:
        return False
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


def _after_undo(stand: Stand, watch: Watch, lay: Lying) -> Watch:
    """Cards that waited followed from what was taken back, so people lay or tap them again."""
    forgotten = len(watch.waiting) + (watch.pending is not None and watch.pending.blocks)
    known: tuple[Seen, ...] = ()
    back = watch.taken_back | (lay.numbers - stand.lying.numbers)
    for one in watch.known:
        if stand.nameless(replace(watch, known=known), one.card):
            known = (*known, one)
        elif one.number is not None:
            back |= {one.number}
    after = replace(watch, pending=None, waiting=(), laid=(), known=known, taken_back=back)
    return after.tell("sighting.forgotten", n=forgotten) if forgotten else after


def _without(stand: Stand, watch: Watch, pending: Pending) -> Watch:
    """Without a question that makes no sense any more; what was laid with its card is judged."""
    lies = stand.lying.numbers
    left: tuple[Seen, ...] = tuple(one for one in pending.under if one.number not in lies)
    after = replace(watch, pending=None, waiting=(*left, *watch.waiting))
    done = not pending.blocks or pending.seen.number is None
    if not done and pending.seen.number in lies:  # people have given the command
        waiting = _without_told(stand, pending, after.waiting)
        return replace(after, waiting=waiting, played_s=pending.seen.at_s)
    if done or pending.why == "again":
        return after
    if pending.order.command.get("do") == "count":
        return after
    return after.tell("sighting.lapsed", card=pending.seen.card)


def _without_told(stand: Stand, pending: Pending, waiting: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """Without unread cards that people have named: they lie in the pile with the card now."""
    named = len(stand.position.pile) - len(pending.pile) - 1 - len(pending.under)
    while named > 0 and waiting and waiting[0].number is None:
        named, waiting = named - 1, waiting[1:]
    return waiting


def _counted(position: Position) -> int:
    return sum(seat.counted is not None for seat in position.seats)
