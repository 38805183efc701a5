"""The end of a round: hands are counted, points written down, a game won (COM-15 to COM-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.commands.command_type import Actor, Bounds, Candidate, CommandType, Depends, Offer
from rules.commands.refusals import Command, bad_count, everybody, is_out, whole, wrong_phase
from rules.commands.types import CARDS, NUMBER, PLAYER
from rules.outcome import Refusal
from rules.position import Position
from rules.quoting import shown
from rules.ruling import Ruling
from rules.setup import MAX_FIGURE


def uncounted(position: Position) -> list[int]:
    """Whose cards are still to be counted."""
    return [
        seat
        for seat in position.active()
        if seat != position.round_winner and position.seats[seat].counted is None
    ]


def refuse_count(position: Position, command: Command) -> Refusal | None:
    """TBL-4: cards or their sum, once, of everybody but the winner."""
    if position.stage != "count":
        return wrong_phase(position, "COM-16", "refusal.round_goes_on")
    player = position.number(command["player"])
    name, seat = command["player"], position.seats[player]
    cards = command.get("cards", ())
    refused = refuse_copies(position, name, cards)
    if refused is not None:
        return refused
    if seat.out:
        return is_out(position, player)
    if player == position.round_winner:
        return bad_count("TBL-4", "refusal.winner_counts", player=name)
    if seat.counted is not None:
        return bad_count("TBL-4", "refusal.counted_already", player=name)
    points = command.get("points", 0)
    if not whole(points):
        return bad_count("TBL-4", "refusal.impossible_points", said=shown(points), most=MAX_FIGURE)
    if "cards" in command and len(cards) != seat.hand:
        values = {"player": name, "n": seat.hand, "listed": len(cards)}
        return bad_count("TBL-4", "refusal.not_all_listed", **values)
    return None


def refuse_copies(position: Position, name: str, cards: Sequence[str]) -> Refusal | None:
    """DECK-6: no more copies of a card than lie neither face up nor in a hand told before."""
    for card in dict.fromkeys(cards):
        copies_left = position.setup.deck[card] - position.pile.count(card) - cards.count(card)
        values = {"player": name, "n": cards.count(card), "card": card}
        if copies_left < 0:
            return Refusal("not_in_deck", "DECK-6", "refusal.too_many_of", values)
        listed = position.listed.count(card) if position.setup.revised else 0
        if copies_left < listed:
            values["told"] = listed
            return Refusal("not_in_deck", "DECK-6", "refusal.told_already", values)
    return None


def count(ruling: Ruling, command: Command) -> None:
    """What a hand is worth; ``finish_round`` concludes."""
    player = ruling.position.number(command["player"])
    if "cards" in command:
        points = sum(ruling.position.setup.points(card) for card in command["cards"])
        ruling.change(listed=(*ruling.position.listed, *command["cards"]))
    else:
        points = int(command["points"])
    ruling.change_seat(player, counted=points)
    ruling.say("ruling.counts", player, "TBL-4", n=points)


def finish_round(ruling: Ruling) -> None:
    """Write the points down and see whether the game is won."""
    position = ruling.position
    caught = {seat: position.seats[seat].counted or 0 for seat in position.active()}
    score_hands, clause = WAYS_TO_SCORE[position.setup.scoring]
    winners = score_hands(ruling, caught)
    ruling.change(stage="round_over")
    if winners:
        win_game(ruling, winners, clause)


def score_winner(ruling: Ruling, caught: dict[int, int]) -> list[int]:
    """COM-16: the winner of the round gets the points of all hands. Returns who wins the game."""
    winner, target = ruling.position.round_winner, ruling.position.setup.target
    if winner in caught:  # and has not left (TBL-3)
        score(ruling, winner, sum(caught.values()), "COM-16")
    highest = max(ruling.seat(seat).score for seat in caught)
    return [s for s in caught if highest >= target and ruling.seat(s).score == highest]


def score_lowest(ruling: Ruling, caught: dict[int, int]) -> list[int]:
    """COM-17: everybody gets the points of the own hand. Returns who wins the game."""
    for seat, points in caught.items():
        score(ruling, seat, points, "COM-17")
    totals = {seat: ruling.seat(seat).score for seat in caught}
    over = max(totals.values()) >= ruling.position.setup.target
    return [seat for seat in totals if over and totals[seat] == min(totals.values())]


def score_challenge(ruling: Ruling, caught: dict[int, int]) -> list[int]:
    """CHA-1: everybody gets the points of the own hand. Returns who wins the game."""
    for seat, points in caught.items():
        score(ruling, seat, points, "CHA-1")
    return eliminate(ruling)


WAYS_TO_SCORE = {
    "winner": (score_winner, "COM-16"),
    "lowest": (score_lowest, "COM-17"),
    "challenge": (score_challenge, "CHA-3"),
}
"""By way of scoring: what the hands of a round come to, and the clause by which a game is won."""


def score(ruling: Ruling, player: int, points: int, clause: str) -> None:
    """Add points to a total."""
    total = ruling.seat(player).score + points
    ruling.change_seat(player, score=total)
    if points:
        ruling.say("ruling.scores", player, clause, n=points, total=total)


def eliminate(ruling: Ruling) -> list[int]:
    """CHA-2: who reaches the mark is out. Returns the winner once one is left (CHA-3)."""
    playing = ruling.position.active()
    least = min(ruling.seat(seat).score for seat in playing)
    mark = ruling.position.setup.target
    staying = [s for s in playing if ruling.seat(s).score < max(mark, least + 1)]
    place = max(seat.out for seat in ruling.position.seats)
    for seat in playing:
        if seat not in staying:
            place += 1
            ruling.change_seat(seat, out=place)
            ruling.say("ruling.eliminated", seat, "CHA-2")
    return staying if len(staying) == 1 or least >= mark else []


def win_game(ruling: Ruling, winners: list[int], clause: str) -> None:
    """The game is over."""
    names = tuple(ruling.name(seat) for seat in winners)
    ruling.end_turn(None)
    ruling.change(stage="game_over", winner=names, owed=(), window=None)
    ruling.say("ruling.game_won", winners[0], clause, names=list(names), n=len(names))


def wrong_count(position: Position, command: Command) -> Refusal | None:
    """Neither cards nor points, or both."""
    if len(command) == 3:
        return None
    return Refusal("bad_member", "TBL-4", "refusal.cards_or_points")


def points_bounds(card_points: Sequence[int], hand: int) -> Bounds:
    """The fewest and the most points that ``hand`` cards of a deck count.

    ``card_points`` are those of each card of the deck, in ascending order.
    """
    return Bounds(sum(card_points[:hand]), sum(card_points[max(0, len(card_points) - hand) :]))


class KindValue(Struct, frozen=True):
    """What the cards of a kind count in a hand, whatever their colour."""

    kind: str
    """Its name."""
    points: int
    """What each of them counts, house option included."""
    cards: int
    """How many of them can be in a hand: those that lie neither face up nor in a listed hand."""


def kind_values(position: Position) -> tuple[KindValue, ...]:
    """The kinds of the deck, in its order, while hands are counted; else none."""
    if position.stage != "count":
        return ()
    setup = position.setup
    seen = Counter((*position.pile, *position.listed))
    values: dict[str, KindValue] = {}
    for card, copies in setup.deck.items():
        kind = setup.card(card).kind.id
        before = values[kind].cards if kind in values else 0
        values[kind] = KindValue(kind, setup.points(card), before + max(0, copies - seen[card]))
    return tuple(values.values())


def offer_count(position: Position) -> Iterator[Candidate]:
    """Of anybody's cards, or of their points."""
    if position.stage != "count":
        return
    setup = position.setup
    deck = Counter(setup.deck).elements()
    card_points = sorted(setup.points(card) for card in deck)
    for name in everybody(position):
        offer = {"do": "count", "player": name}
        bounds = points_bounds(card_points, position.seats[position.number(name)].hand)
        yield Offer(offer, ("cards",)), {"points": 0}
        yield Offer(offer, ("points",), bounds={"points": bounds}), {"points": 0}


COMMANDS = (
    CommandType(
        "count",
        "TBL-4",
        refuse_count,
        count,
        offer_count,
        Actor.PLAYER,
        needs={"player": PLAYER},
        may={"cards": CARDS, "points": NUMBER},
        wrong=wrong_count,
        depends=Depends.SHARE,
    ),
)
