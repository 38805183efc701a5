"""Counts a hand at the end of a round: its cards are laid under a reader one by one. Pure."""

from __future__ import annotations

from dataclasses import replace

from controller.sightings.watch import Order, Seen, Stand, Verdict, Watch
from rules.commands.scoring import uncounted
from rules.position import LEFT


def player_of(stand: Stand, watch: Watch) -> str | None:
    """Whose hand is counted: the table chooses, or it goes round from the winner's left.

    None: no hand is to be counted.
    """
    position = stand.position
    if position.stage != "count":
        return None
    left = [position.name(seat) for seat in _in_order(stand)]
    if watch.chosen in left:
        return watch.chosen
    return left[0] if left else None


def due_of(stand: Stand, player: str) -> int:
    """How many cards the referee takes a hand to have."""
    return stand.position.seats[stand.position.number(player)].hand


def points_of(stand: Stand, watch: Watch) -> int:
    """What the cards are worth that were laid so far."""
    return sum(stand.position.setup.points(one.card) for one in watch.laid if one.card)


def begin(watch: Watch, player: str | None) -> Watch:
    """Begin with a player's hand, from nothing. A question about a hand is void.

    What waited for its answer is void, too: nobody knows whose hand these cards are of.
    """
    asked = watch.pending
    if asked is not None and asked.order.command.get("do") == "count":
        watch = replace(watch, pending=None, waiting=())
    return replace(watch, chosen=player, laid=())


def lay(stand: Stand, watch: Watch, seen: Seen) -> Verdict:
    """One more card of a hand. Once as many lie there as the hand has, the count is entered."""
    player = player_of(stand, watch)
    apart = {one.number for one in (*watch.laid, *watch.waiting)}
    numbers = stand.lying.numbers | watch.known_numbers | apart
    if player is None or seen.number in numbers:
        return Verdict(watch, "covered")
    laid = (*watch.laid, seen)
    after = replace(watch, laid=laid)
    if len(laid) != due_of(stand, player):
        return Verdict(after, "counted", player)
    order = count_of(player, laid)
    doubtful = any(stand.nameless(watch, one.card) for one in laid)  # it may lie in the pile
    if not stand.confirm and not doubtful:
        return Verdict(after, "counted", player, order)
    asks = after.ask(seen, player, "confirm", order, stand.position.pile)
    return Verdict(asks, "counted", player)


def count_of(player: str, laid: tuple[Seen, ...]) -> Order:
    """The command that counts a hand."""
    cards = [one.card for one in laid if one.card]
    command = {"do": "count", "player": player, "cards": cards}
    return Order(command, tuple(one.number for one in laid))


def _in_order(stand: Stand) -> list[int]:
    """Whose hands are to be counted, from the winner's left on."""
    position = stand.position
    left = uncounted(position)
    if position.round_winner is None:
        return left
    return [seat for seat in position.others(position.round_winner, LEFT) if seat in left]
