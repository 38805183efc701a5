"""Counts a hand at the end of a round: its cards are laid under a reader one by one. Pure."""

from __future__ import annotations

from dataclasses import replace

from controller.sightings.memory import GameView, Proposal, ReaderMemory, Sighting, Verdict
from rules.commands.scoring import uncounted
from rules.position import LEFT


def player_of(game: GameView, memory: ReaderMemory) -> str | None:
    """Whose hand is counted: the table chooses, or it goes round from the winner's left.

    None: no hand is to be counted.
    """
    position = game.position
    if position.stage != "count":
        return None
    names = [position.name(seat) for seat in _seats_to_count(game)]
    if memory.hand_owner in names:
        return memory.hand_owner
    return names[0] if names else None


def hand_size_of(game: GameView, player: str) -> int:
    """How many cards the referee takes a hand to have."""
    return game.position.seats[game.position.number(player)].hand


def points_of(game: GameView, memory: ReaderMemory) -> int:
    """The points of the cards of the hand that were laid so far."""
    setup = game.position.setup
    return sum(setup.points(sighting.card) for sighting in memory.hand_cards if sighting.card)


def choose(memory: ReaderMemory, player: str | None) -> ReaderMemory:
    """Begin with a player's hand, from nothing. A question about a hand is void.

    What waited for its answer is void, too: nobody knows whose hand these cards are of.
    """
    question = memory.question
    if question is not None and question.proposal.command.get("do") == "count":
        memory = replace(memory, question=None, waiting=())
    return replace(memory, hand_owner=player, hand_cards=())


def add_card(game: GameView, memory: ReaderMemory, sighting: Sighting) -> Verdict:
    """One more card of a hand. Once as many lie there as the hand has, the count is entered."""
    player = player_of(game, memory)
    unplayed = {card.number for card in (*memory.hand_cards, *memory.waiting)}
    numbers = game.face_up.numbers | memory.unrecorded_numbers | unplayed
    if player is None or sighting.number in numbers:
        return Verdict(memory, "covered")
    cards = (*memory.hand_cards, sighting)
    after = replace(memory, hand_cards=cards)
    if len(cards) != hand_size_of(game, player):
        return Verdict(after, "counted", player)
    proposal = count_of(player, cards)
    doubtful = any(game.unnumbered(memory, card.card) for card in cards)  # it may lie in the pile
    if not game.confirm and not doubtful:
        return Verdict(after, "counted", player, proposal)
    asks = after.ask(sighting, player, "confirm", proposal, game.position.pile)
    return Verdict(asks, "counted", player)


def count_of(player: str, cards: tuple[Sighting, ...]) -> Proposal:
    """The command that counts a hand."""
    names = [sighting.card for sighting in cards if sighting.card]
    command = {"do": "count", "player": player, "cards": names}
    return Proposal(command, tuple(sighting.number for sighting in cards))


def _seats_to_count(game: GameView) -> list[int]:
    """The seats whose hands are to be counted, from the winner's left on."""
    position = game.position
    seats = uncounted(position)
    if position.round_winner is None:
        return seats
    return [seat for seat in position.others(position.round_winner, LEFT) if seat in seats]
