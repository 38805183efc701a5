"""A table of bots: real cards are dealt and moved, the referee rules, and every step is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules.bots import player
from rules.bots.cards import Broken, Cards, face
from rules.game import State, apply_well_formed, start
from rules.legal import is_offered, legal
from rules.outcome import Event, Refusal
from rules.position import Position
from rules.setup import Setup

if TYPE_CHECKING:
    from random import Random
from collections import Counter

from msgspec import Struct, field

from rules.outcome import Values


def broken_ledger(position: Position) -> Values | None:
    """Say how the ledger contradicts itself (DECK-6); None: all cards are accounted for."""
    hands = [seat.hand for seat in position.seats]
    size, in_doubt = position.setup.size, position.discrepancy
    total = sum(hands) + position.launcher + position.discard
    if position.setup.options.draw_from == "launcher":
        # a surplus over what was due is in the hand, and shown all the same (PGR-1)
        sound = size <= total <= size + in_doubt
    else:
        sound = total - in_doubt == size
    if sound and min(position.launcher, *hands) >= 0:
        return None
    return {"there": total, "in_doubt": in_doubt, "size": size, "position": repr(position)}


CHECKS = ("accepted", "ledger", "conserved", "counted", "offered", "scored", "ended")
"""What is checked; the catalogue says what each means. ``offered`` is checked now and then."""
EVERY_TIME = ("accepted", "ledger", "conserved", "counted")
"""Checks of every command."""


class Played(Struct):
    """A game from its first card to its end, in figures."""

    winners: tuple[int, ...] = ()
    """Seats, from 0."""
    rounds: int = 0
    commands: int = 0
    plays: int = 0
    turns: list[int] = field(default_factory=list)
    """Of each round: plays, own hits and own draws."""
    points: list[int] = field(default_factory=list)
    """Of each round: of all cards left in hands."""
    hits: list[int] = field(default_factory=list)
    """Cards of each press."""
    caught: int = 0
    reloads: int = 0
    checks: Counter[str] = field(default_factory=Counter)
    """How often each of ``CHECKS`` was made."""


Command = dict[str, Any]
Press = Callable[[], int]
"""How many cards the next press of the launcher gives."""
Look = Callable[[State, Command], None]
"""Is shown each command that is about to be said, in the state before, and may raise anything."""

MOST_COMMANDS = 50_000
"""A round that goes on for longer is taken to have no end; most take fewer than a hundred."""
LOOK_EVERY = 50
"""Commands from one look at what is legal to the next."""
RELOADS = 0.3
"""How often, before each command, a reload that is asked for is done at once (LCH-5)."""
STICKS = 0.05
"""How often one of the cards of a press is left in the mouth (LCH-1)."""

TRADES = "ruling.trades"
ROTATES = "ruling.rotates"


def play_game(setup: Setup, press: Press, random: Random, look: Look | None = None) -> Played:
    """Play to the end; the same randomness gives the same game. Raises ``Broken``.

    ``look`` is shown each command before it is said.
    """
    table = Table(setup, press, random)
    played = table.played
    # each round is worth a point or more to somebody
    most_rounds = len(setup.players) * setup.target
    while table.position.stage != "game_over":
        if table.in_round > MOST_COMMANDS or table.position.round > most_rounds:
            raise Broken("ended", {"position": repr(table.position)})
        for command in table.commands():
            if look is not None:
                look(table.state, command)
            table.say(command)
    if not table.position.winner:
        raise Broken("ended", {"winner": None, "position": repr(table.position)})
    played.checks["ended"] += 1
    played.rounds = table.position.round
    names = [seat.name for seat in table.position.seats]
    played.winners = tuple(names.index(name) for name in table.position.winner)
    return played


class Table:
    """The cards, the referee's state, and what has been played so far."""

    def __init__(self, setup: Setup, press: Press, random: Random) -> None:
        self.state = start(setup)
        self.played = Played()
        self.in_round = 0
        """Commands since the last deal."""
        self._press = press
        self._random = random
        self._cards = Cards(setup, random)
        self._drawn: str | None = None
        self._laid: list[str] = []
        self._guilty = False
        if self.position.stage == "turn_up":
            self._cards.deal([seat.hand for seat in self.position.seats])
            self.played.turns.append(0)
        else:
            self._cards.gather(len(setup.players))

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.state.position

    def commands(self) -> list[Command]:
        """What is said next: by the table, by somebody who calls out, or by whose turn it is."""
        position = self.position
        if position.stage == "dealer":
            return [self._dealer_draw()]
        if position.stage == "turn_up":
            return [{"do": "turn_up", "card": face(self._cards.stock[-1])}]
        if position.stage == "count":
            return [self._count()]
        if position.stage == "round_over":
            return [{"do": "next_round"}]
        called = player.talk(position, self._random)
        if called is not None:
            return [called]
        if self._reloads():
            return [{"do": "reload"}]
        answer = player.answer(position, self._hand(), self._random) if position.owed else None
        if answer is not None:
            return self._play(*answer)
        if position.owed:
            return [self._owed()]
        jump = player.jump_in(position, self._cards.hands, self._random)
        return self._turn() if jump is None else self._play(*jump)

    def say(self, command: Command) -> tuple[Event, ...]:
        """Put it to the referee, move the cards, check. Returns what was ruled."""
        before, played = self.position, self.played
        self.check_before(command)
        answer = apply_well_formed(self.state, command)
        if isinstance(answer, Refusal):
            refused = {"key": answer.key, "values": answer.values, "position": repr(before)}
            raise Broken("accepted", {"command": command, **refused})
        # without its past, which only an undo would need
        self.state = State(answer.state.position)
        self._follow(before, command, [event.key for event in answer.events])
        played.commands += 1
        self.in_round += 1
        self.check_after(command)
        return answer.events

    def check_before(self, command: Command) -> None:
        """What is about to be said is one of the offers, now and then."""
        if self.played.commands % LOOK_EVERY == 0:
            if not is_offered(command, legal(self.state)):
                position = repr(self.position)
                raise Broken("offered", {"command": command, "position": position})
            self.played.checks["offered"] += 1

    def check_after(self, command: Command) -> None:
        """The referee's counts are sound, and are what lies on the table."""
        wrong = broken_ledger(self.position)
        if wrong is not None:
            raise Broken("ledger", {"command": command, **wrong})
        self._cards.check_all_there()
        self._cards.check_ledger(self.position)
        for check in EVERY_TIME:
            self.played.checks[check] += 1

    def _reloads(self) -> bool:
        position = self.position
        must = position.launcher == 0 and position.can_reload
        return must or (position.reload_due and self._random.random() < RELOADS)

    def _dealer_draw(self) -> Command:
        drawn = dict(self.position.drawn)
        seat = next(seat for seat in self.position.contenders if seat not in drawn)
        # cards that were drawn lie apart until all have drawn
        card = self._cards.stock[len(drawn)]
        return {"do": "dealer_draw", "player": self.position.name(seat), "card": face(card)}

    def _count(self) -> Command:
        position = self.position
        seat = next(
            seat
            for seat in position.active()
            if seat != position.round_winner and position.seats[seat].counted is None
        )
        cards = [face(card) for card in self._cards.hands[seat]]
        return {"do": "count", "player": position.name(seat), "cards": cards}

    def _owed(self) -> Command:
        """Who owes presses or draws; a Wild Draw Four can be challenged before (PGR-7)."""
        position = self.position
        owed = position.owed[0]
        by = position.name(owed.by)
        if owed.suspect is not None and self._random.random() < player.CHALLENGES:
            return {"do": "challenge", "by": by, "guilty": self._guilty}
        if position.setup.edition.launcher:
            return self._hit({"do": "hit", "by": by})
        return {"do": "draw", "by": by, "cards": min(owed.hits or 0, position.launcher)}

    def _turn(self) -> list[Command]:
        position, hand = self.position, self._hand()
        drawn = self._drawn if position.has_drawn else None
        command, laid = player.turn(position, hand, drawn, self._random)
        if command["do"] == "hit":
            return [self._hit(command)]
        if command["do"] == "draw":
            return [{**command, "cards": 1}]
        if command["do"] != "play":
            return [command]
        if position.setup.card(command["card"]).kind.challengeable:
            self._guilty = player.is_guilty(position, hand)
        return self._play(command, laid)

    def _play(self, play: Command, laid: list[str]) -> list[Command]:
        """The play that lays these cards, and the UNO before it."""
        self._laid = laid
        if player.calls_uno(self.position, play, len(laid), self._random):
            return [{"do": "uno", "by": play["by"]}, play]
        return [play]

    def _hand(self) -> list[str]:
        """The cards of whose turn it is; none where it is nobody's."""
        turn = self.position.turn
        return [] if turn is None else self._cards.hands[turn]

    def _hit(self, command: Command) -> Command:
        """One press: no launcher gives more than it holds."""
        cards = min(self._press(), len(self._cards.stock))
        if cards and self._random.random() < STICKS:
            return {**command, "cards": cards, "sticking": 1}
        return {**command, "cards": cards}

    def _follow(self, before: Position, command: Command, ruled: list[str]) -> None:
        """Do with the cards, and note, what was said and accepted."""
        cards, played, do = self._cards, self.played, command["do"]
        if do in ("hit", "draw"):
            self._take(before, command)
        elif do == "play":
            seat = before.number(command["by"])
            cards.lay(seat, self._laid)
            for _ in range(ruled.count(TRADES)):
                cards.trade(seat, before.number(command["target"]))
            if ROTATES in ruled:
                cards.rotate([seat, *before.others(seat, before.direction)])
            played.plays += 1
            played.turns[-1] += 1
        elif do == "turn_up":
            if self.position.pile:
                cards.turn_up()
            else:
                cards.shuffle()
        elif do == "reload":
            cards.reload()
            played.reloads += 1
        elif do == "catch":
            played.caught += 1
        elif do == "count" and self.position.stage != "count":
            self._check_scored(before)
        self._begin_round(before)

    def _begin_round(self, before: Position) -> None:
        """Deal the cards of a new round, or gather those that showed who deals it."""
        cards, played = self._cards, self.played
        if before.stage != "turn_up" and self.position.stage == "turn_up":
            cards.deal([seat.hand for seat in self.position.seats])
            played.turns.append(0)
            self.in_round = 0
        elif before.stage == "dealer" and not self.position.drawn:
            cards.gather(len(before.seats))

    def _take(self, before: Position, command: Command) -> None:
        """Cards come out: to the owner, but what sticks to the presser where the house says so."""
        by, count = before.number(command["by"]), command["cards"]
        owner = before.owed[0].owner if before.owed else by
        stuck = command.get("sticking", 0) if before.setup.options.sticking_to == "presser" else 0
        self._cards.give(owner, count - stuck)
        self._cards.give(by, stuck)
        if command["do"] == "hit":
            self.played.hits.append(count)
        elif count:
            self._drawn = self._cards.hands[by][-1]
        if not before.owed:
            self.played.turns[-1] += 1

    def _check_scored(self, before: Position) -> None:
        """The points written down are those of the cards that lie in the other hands."""
        hands = [
            sum(before.setup.points(face(card)) for card in hand) for hand in self._cards.hands
        ]
        assert before.round_winner is not None
        # who won has none, but of a last attack what sticks can be the presser's (LCH-1)
        hands[before.round_winner] = 0
        gains = [
            seat.score - was.score
            for seat, was in zip(self.position.seats, before.seats, strict=True)
        ]
        due = hands
        if before.setup.scoring == "winner":
            due = [sum(hands) * (seat == before.round_winner) for seat in range(len(hands))]
        if gains != due:
            raise Broken("scored", {"due": due, "told": gains})
        self.played.points.append(sum(hands))
        self.played.checks["scored"] += 1
