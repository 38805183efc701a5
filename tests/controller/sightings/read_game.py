"""A game of bots whose cards a simulated reader reads; people tap only what it leaves to them.

The bots' cards are the truth. The referee gets what the reader reports over HTTP, and people see
what its page asks them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import httpx
import msgspec
from msgspec.structs import replace

import rules
from controller.decks.deck import Deck
from controller.decks.deck_store import write_decks
from controller.sightings.simulated import Faults, SimulatedReader
from controller.table.readers import EVERY_S
from controller.web.reader_views import sightings
from rules import Refusal
from rules.bots import table as bots
from rules.position import Position
from tests.controller.sightings.read_cards import NumberedCards
from tests.controller.sightings.read_tally import Command, Round, Tally, taps_of
from tests.worlds.evening import Evening

PLAYERS = ("Ann", "Bo", "Cy", "Dee", "Ed")
FOREIGN = 240
NOTICES = 0.9
"""How often people notice that a card was not taken before the next one is laid."""
THINKS_S = (1.5, 8.0)
"""From one card to the next."""
SIDE_ISSUES = ("taken_up", "reload")
"""Questions that nobody has to answer."""


class Truth(bots.Table):
    """The bots' table, asked for one command after the other."""

    def hands(self) -> list[list[str]]:
        """The cards that everybody holds."""
        return self._cards.hands


class ReadGame:
    """One game: the truth, the reader, the referee, and the people between them."""

    def __init__(
        self,
        evening: Evening,
        port: int,
        seed: int,
        faults: Faults,
        target: int,
        tally: Tally,
        decks: tuple[Deck, ...],
    ) -> None:
        self.evening = evening
        self.rng = Random(seed)
        self.tally = tally
        self.round = Round()
        self.decks = decks
        (deck,) = decks
        self.cards = NumberedCards(deck, self.rng)
        self.now_s = 0.0
        evening.clock = lambda: self.now_s
        self.game = {
            "edition": deck.edition,
            "players": list(PLAYERS),
            "dealer": "Ann",
            "target": target,
        }
        setup = rules.read_setup(self.game)
        assert not isinstance(setup, Refusal)
        self.truth = Truth(setup, lambda: 0, Random(seed + 1))
        self.faults = faults
        self.reader = SimulatedReader(Random(seed + 2), FOREIGN)
        base = f"http://127.0.0.1:{port}"
        self.people = httpx.AsyncClient(base_url=base, trust_env=False)
        self.device = httpx.AsyncClient(base_url=base, trust_env=False)
        self.sent = 0
        self.last_question = 0
        self.asked_now = False
        """People were asked something since the last card was laid."""
        self.answered: set[int] = set()
        self.due: list[tuple[Command, Position]] = []
        """Plays that the referee has not taken yet as far as people know, and where they lead."""
        self.base = self.truth.position
        self.shown_again = False

    async def play(self) -> None:
        """Play it to its end."""
        write_decks(self.evening.path, self.decks)
        made = (await self._post(self.people, "/api/readers/codes", {})).json()
        await self._post(self.device, "/api/seats/claim", {"code": made["code"]})
        await self._post(self.people, "/api/games", self.game)
        self._gather()
        while self.truth.position.stage != "game_over":
            if self.truth.position.stage == "count":
                await self._settle(now=True)
                await self._count()
                continue
            for command in self.truth.commands():
                await self._do(command)
        self._round_over()
        self.tally.games += 1
        await self.people.aclose()
        await self.device.aclose()

    @property
    def referee_position(self) -> Position:
        """Where the referee takes the game to stand."""
        state = self.evening.table.record.state
        assert state is not None
        return state.position

    async def _do(self, command: Command) -> None:
        """One command of the bots, as people do it at a table with a reader."""
        do = command["do"]
        if do == "play" or do == "turn_up":
            await self._lay_down(command)
            return
        await self._settle(now=True)
        if do == "hit":
            intent = self.evening.table.record.intent
            assert intent is not None
            command = {"do": "hit", "by": command["by"], "cards": intent.requested}
            await self.evening.press()
        else:
            self.round.plain_taps += taps_of(command)
            self.round.called += do == "uno"
            self.round.caught += taps_of(command) if do == "catch" else 0
            if do != "uno":
                await self._tap(command)
        self.truth.say(command)
        if do == "reload":
            self._gather(self.truth.position.pile)
        if do == "next_round":
            self._round_over()
            self._gather()
        self._compare(command)

    async def _lay_down(self, command: Command) -> None:
        self.round.plain_taps += taps_of(command)
        numbers = self.cards.numbers_of(command)
        if not self.due:
            self.base = self.referee_position
        self.truth.say(command)
        self.due.append((command, self.truth.position))
        self.shown_again = False
        await self._lay(numbers)
        await self._settle(numbers)
        if not self.truth.position.pile:
            self._gather()  # the first card up went back

    def _compare(self, command: object = None) -> None:
        """The referee's pile, hands and everything else are the truth, but for calls of UNO."""
        assert same(self.referee_position, self.truth.position), (
            command,
            self.referee_position,
            self.truth.position,
        )

    def _gather(self, pile: Sequence[str] = ()) -> None:
        """All cards but the top one of the pile are among the others again."""
        self.cards.gather(self._top if pile else None)
        self.reader.clear()

    async def _lay(self, numbers: list[int]) -> None:
        """Cards are laid under the reader, which reports what it sees of them."""
        self.now_s += self.rng.uniform(*THINKS_S)
        self.asked_now = False
        for at, number in enumerate(numbers):
            self._top = number
            reports = self.reader.lay(number, self.now_s, self.faults)
            for reading in reports:
                self.now_s = max(self.now_s, reading.at_s)
                await self._report(reading.number, self.now_s - reading.at_s)
            if at + 1 < len(numbers):
                self.now_s += self.rng.uniform(0.8, 1.5)

    async def _report(self, number: int | None, age_s: float) -> None:
        self.sent += 1
        body = {
            "reader": "simulated",
            "number": self.sent,
            "card": number,
            "age_ms": round(1000 * age_s),
            "evidence": {"kind": "simulated"},
        }
        answer = await self._post(self.device, "/api/sightings", body)
        self.tally.meanings[answer.json()["meaning"]] += 1

    async def _settle(self, numbers: Sequence[int] = (), *, now: bool = False) -> None:
        """People answer what they are asked, and see to it that the plays were taken.

        ``numbers``: of the newest cards. ``now``: what comes next needs all of it to be right.
        """
        for _ in range(30):
            taken = self._taken()
            pending = self._pending()
            if taken == len(self.due):
                self.due = []
                if pending is not None:
                    self.round.in_vain += pending["number"] not in self.answered
                    self.answered.add(pending["number"])
                    if pending["why"] not in SIDE_ISSUES:
                        await self._answer(pending, yes=False)
                        continue
                return
            if taken is None:
                self.round.wrong += 1
                self.round.silent += not self.asked_now
                await self._tap({"do": "undo"})
                continue
            command, _ = self.due[taken]
            newest = taken + 1 == len(self.due)
            if pending is not None and pending["why"] not in SIDE_ISSUES:
                await self._decide(pending, command)
            elif newest and numbers and not self.shown_again and self.rng.random() < NOTICES:
                self.shown_again = True  # nothing happened: the reader is shown the card once more
                self.round.laid_again += 1
                await self._lay(list(numbers))
            elif newest and numbers and not now and self.rng.random() >= NOTICES:
                return  # nobody has noticed that nothing happened
            else:
                await self._tap(command)
        raise AssertionError((self.due, self.referee_position, self.truth.position))

    def _taken(self) -> int | None:
        """How many of the plays the referee has taken; None: it has taken something else."""
        if not self.due:
            self._compare()
            return 0
        positions = [self.base, *(position for _, position in self.due)]
        matches = [
            at for at, position in enumerate(positions) if same(self.referee_position, position)
        ]
        return matches[-1] if matches else None

    async def _decide(self, pending: dict[str, Any], command: Command) -> None:
        """Answer a question about a card that was just laid."""
        why, by = pending["why"], command.get("by", pending["by"])
        fits = (pending["card"], pending["by"]) == (command["card"], by)
        if why == "unread":
            await self._tap(command)
        elif not fits:
            await self._answer(pending, yes=False)
        elif why == "cards" and list(pending["cards"]) != command.get("with", []):
            await self._tap(command)
        elif why == "cards" or (why in ("confirm", "again") and not pending["needs"]):
            await self._answer(pending, yes=True)
        else:
            await self._tap(command, 1 + (len(pending["needs"]) > 1))

    def _shown(self) -> dict[str, Any]:
        """What the page shows of readers."""
        sightings_shown: dict[str, Any] = msgspec.to_builtins(sightings(self.evening.table.readers))
        return sightings_shown

    def _pending(self) -> dict[str, Any] | None:
        question: dict[str, Any] | None = self._shown()["pending"]
        if question is not None and question["number"] != self.last_question:
            self.last_question = question["number"]
            self.asked_now = True
            self.round.asked += question["why"] not in SIDE_ISSUES
            self.tally.asked[question["why"]] += 1
        return question

    async def _answer(self, pending: dict[str, Any], *, yes: bool) -> None:
        self._tapped(1, "answer", pending)
        body = {"pending": pending["number"], "yes": yes}
        await self._post(self.people, "/api/sightings/answer", body)

    async def _tap(self, command: Command, taps: int | None = None) -> None:
        counted = taps_of(command) if taps is None else taps
        self._tapped(counted, str(command["do"]), self._pending())
        await self._post(self.people, "/api/commands", command)

    def _tapped(self, taps: int, what: str, pending: dict[str, Any] | None) -> None:
        """Count taps by what was tapped, and by what was asked about which kind of card."""
        self.round.taps += taps
        if pending is not None and what in ("play", "answer"):
            kind = str(pending["card"]).partition("-")[2] or pending["card"]
            what = f"{what}: {pending['why']} of {kind}"
        self.tally.commands[what] += taps

    async def _count(self) -> None:
        """Hands are laid under the reader, in the order in which the referee asks for them."""
        names = [seat.name for seat in self.truth.position.seats]
        while self.truth.position.stage == "count":
            player = self._shown()["counting"]["player"]
            cards = self.truth.hands()[names.index(player)]
            command: Command = {"do": "count", "player": player, "cards": list(cards)}
            numbers = [self.cards.take(card) for card in cards]
            before = self.referee_position
            self.round.plain_taps += taps_of(command)
            for _ in range(4):  # what the page does not show was not seen
                for number in numbers:
                    if self.referee_position == before and self._pending() is None:
                        await self._lay([number])
                if self.referee_position != before or self._pending() is not None:
                    break
            pending = self._pending()
            if pending is not None and self.referee_position == before:
                right = sorted(self._shown()["counting"]["cards"]) == sorted(cards)
                await self._answer(pending, yes=right)
            if self.referee_position == before:
                await self._tap(command)
            entered = self.referee_position.listed[len(before.listed) :] or cards
            assert sorted(entered) == sorted(cards)
            self.truth.say({**command, "cards": list(entered)})
            self._compare(command)

    def _round_over(self) -> None:
        self.tally.rounds.append(self.round)
        self.round = Round()

    async def _post(
        self, client: httpx.AsyncClient, path: str, body: dict[str, Any]
    ) -> httpx.Response:
        self.now_s += EVERY_S
        answer = await client.post(path, json=body)
        assert answer.status_code == 200, (path, body, answer.text)
        return answer


def same(referee: Position, truth: Position) -> bool:
    """Whether they are the same but for what people say and do not tap: UNO, and a colour.

    A colour that the referee was told, or that a card has shown, has to be the true one.
    """
    return _unsaid(referee, referee) == _unsaid(truth, referee)


def _unsaid(position: Position, referee: Position) -> Position:
    window = position.window
    heard = None if window is None else replace(window, called=False)
    color = position.color if referee.caller is None else None
    return replace(position, window=heard, called=False, color=color, caller=None)
