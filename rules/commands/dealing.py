"""Before the first play: who deals, the deal, the first card up (COM-2, COM-3, COM-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.commands.command_type import Actor, Candidate, CommandType, Depends, Offer
from rules.commands.refusals import Command, bad_count, everybody, wrong_phase
from rules.commands.types import CARD, PLAYER
from rules.outcome import Refusal, Values
from rules.position import LEFT, Position
from rules.ruling import Ruling
from rules.setup import HAND


def deal(ruling: Ruling, dealer: int, hands: Mapping[str, int]) -> None:
    """Begin a round: the seats of those who left are cleared, everybody in the game gets cards."""
    position = ruling.position
    staying = [number for number, seat in enumerate(position.seats) if not seat.has_left]
    seats = tuple(
        replace(seat, hand=0 if seat.out else hands.get(seat.name, HAND), counted=None)
        for seat in (position.seats[number] for number in staying)
    )
    ruling.position = Position(
        setup=position.setup,
        seats=seats,
        launcher=position.setup.size - sum(seat.hand for seat in seats),
        stage="turn_up",
        round=position.round,
        dealer=staying.index(dealer),
    )
    ruling.say("ruling.deals", staying.index(dealer), "COM-3")


def refuse_dealer_draw(position: Position, command: Command) -> Refusal | None:
    """COM-2: each contender draws once."""
    if position.dealer is not None:
        dealer = {"player": position.name(position.dealer)}
        return Refusal("wrong_phase", "COM-2", "refusal.dealer_known", dealer)
    seat = position.number(command["player"])
    waiting = [s for s in position.contenders if s not in dict(position.drawn)]
    if seat not in waiting:
        names = [position.name(s) for s in waiting]
        values: Values = {"player": command["player"], "names": names, "n": len(names)}
        return Refusal("out_of_turn", "COM-2", "refusal.others_draw", values)
    card = command["card"]
    if sum(c == card for _, c in position.drawn) >= position.setup.deck[card]:
        return Refusal("not_in_deck", "DECK-6", "refusal.all_drawn", {"card": card})
    return None


def dealer_draw(ruling: Ruling, command: Command) -> None:
    """Note what was drawn; ``decide_dealer`` concludes."""
    seat = ruling.position.number(command["player"])
    ruling.change(drawn=(*ruling.position.drawn, (seat, command["card"])))
    ruling.say("ruling.draws_for_deal", seat, "COM-2", card=command["card"])


def decide_dealer(ruling: Ruling) -> None:
    """COM-2: the highest number deals, ties draw again.

    With a launcher any number beats special cards; without, they count as zero.
    """
    position = ruling.position
    drawn = dict(position.drawn)
    if len(position.contenders) > 1 and len(drawn) < len(position.contenders):
        return
    special = -1 if position.setup.edition.launcher else 0
    numbers = {seat: position.setup.card(card).kind.number for seat, card in drawn.items()}
    values = {seat: special if number is None else number for seat, number in numbers.items()}
    best = max(values.values(), default=0)
    tied = tuple(seat for seat in position.contenders if values.get(seat, 0) == best)
    if len(tied) == 1:
        deal(ruling, tied[0], position.setup.hands)
        return
    ruling.change(contenders=tied, drawn=())
    names = [position.name(seat) for seat in tied]
    ruling.say("ruling.draw_again", None, "COM-2", names=names)


def refuse_turn_up(position: Position, command: Command) -> Refusal | None:
    """COM-3: once a round, after the deal."""
    if position.stage == "turn_up":
        return None
    return wrong_phase(position, "COM-3", "refusal.first_card_lies")


def turn_up(ruling: Ruling, command: Command) -> None:
    """The first card acts as if the dealer had played it, except where its ``first`` differs."""
    card = ruling.position.setup.card(command["card"])
    dealer = ruling.position.dealer
    assert dealer is not None
    rule = card.kind.first
    ruling.clause, ruling.player = rule.clause, dealer
    if rule.goes_back:
        ruling.say("ruling.goes_back", card=card.name)
        return
    ruling.say("ruling.turned_up", None, "COM-3", card=card.name)
    ruling.take_out(1)
    first = next(ruling.position.others(dealer, LEFT))
    ruling.position = replace(
        ruling.position,
        stage="play",
        pile=(card.name,),
        color=card.color,
        color_only=rule.color_only,
        turn=first,
    )
    rule.effect(ruling)


def refuse_next_round(position: Position, command: Command) -> Refusal | None:
    """COM-18: when the last round is scored, as far as the deck goes (DECK-5)."""
    if position.stage != "round_over":
        return wrong_phase(position, "COM-18", "refusal.round_goes_on")
    return refuse_players(position, len(position.active()))


def refuse_players(position: Position, players: int) -> Refusal | None:
    """DECK-5: the hands, a first card and one for the launcher."""
    if players * HAND + 2 > position.setup.size:
        return bad_count("DECK-5", "refusal.too_few_cards", n=players)
    return None


def next_first_dealer(position: Position) -> str | None:
    """Who deals first where the same players begin another game (COM-18); None: nobody has dealt.

    Who is out plays again then, and deals in turn.
    """
    if position.dealer is None:
        return None
    size = len(position.seats)
    following = (position.seats[(position.dealer + step) % size] for step in range(1, size + 1))
    return next((seat.name for seat in following if not seat.has_left), None)


def next_round(ruling: Ruling, command: Command) -> None:
    """The deal passes to the left."""
    dealer = ruling.position.dealer
    assert dealer is not None
    ruling.change(round=ruling.position.round + 1)
    deal(ruling, next(ruling.position.others(dealer, LEFT)), {})


def offer_dealer_draw(position: Position) -> Iterator[Candidate]:
    """By each contender, of a card that is not drawn yet."""
    if position.stage == "dealer":
        drawn = [card for _, card in position.drawn]
        deck = position.setup.deck.items()
        sample = {"card": next(card for card, copies in deck if drawn.count(card) < copies)}
        for name in everybody(position):
            yield Offer({"do": "dealer_draw", "player": name}, ("card",)), sample


def offer_turn_up(position: Position) -> Iterator[Candidate]:
    """Of any card."""
    if position.stage == "turn_up":
        yield Offer({"do": "turn_up"}, ("card",)), {"card": next(iter(position.setup.deck))}


def offer_next_round(position: Position) -> Iterator[Candidate]:
    """Between rounds."""
    yield Offer({"do": "next_round"}), {}


COMMANDS = (
    CommandType(
        "dealer_draw",
        "COM-2",
        refuse_dealer_draw,
        dealer_draw,
        offer_dealer_draw,
        Actor.PLAYER,
        needs={"player": PLAYER, "card": CARD},
        loads=True,
        depends=Depends.SHARE,
    ),
    CommandType(
        "turn_up",
        "COM-3",
        refuse_turn_up,
        turn_up,
        offer_turn_up,
        Actor.DEALER,
        needs={"card": CARD},
        loads=True,
    ),
    CommandType(
        "next_round",
        "COM-18",
        refuse_next_round,
        next_round,
        offer_next_round,
        Actor.ANYBODY,
        loads=True,
        depends=Depends.ANY_COMMAND,
    ),
)
