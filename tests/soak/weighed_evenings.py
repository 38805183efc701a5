"""Evenings of people who do not do as the rules say, at a launcher with or without a scale.

They put a card back, load one short, and bump the table. The referee is the real one, and so are
the loop that feeds and counts and the estimator of the weight; the roller is worn, so that some
cards come unseen on others. The scale is simulated.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

import rules
from controller.base.errors import Refused
from controller.games.doubts import Doubt
from controller.games.entries import Begun, DrawsBegun
from controller.table.hit import HitStage
from controller.web import table_views
from hardware.mechanism.scale_parameters import ScaleParameters
from hardware.profiles import Past
from tests.soak.worn_launcher import WornLauncher
from tests.worlds.evening import Evening

TURNS = 80
OTHERS = 0.7
"""After so many of the hits, another player presses next."""
PACE = ScaleParameters()
"""How soon people press again."""
BUMPED = 0.03
"""In so many hits somebody bumps the table."""
CARD_BACK, CARD_TAKEN, SHORT = 0.02, 0.01, 0.2
"""How often somebody puts a card back into the launcher or takes one out, and how many of the
reloads are one card short."""
RECOUNTS = 0.5
"""So often people do at once what they are asked."""
PLAYS = 0.4
MOST_TRIES = 8


class WildEvening(Evening):
    """One evening, with the truth about every card."""

    def __init__(self, folder: Path, seed: int, *, scale: bool) -> None:
        super().__init__(folder)
        self._seed = f"{seed:064x}"
        self._random = Random(seed)
        self.launcher = self._worn = WornLauncher(seed, scale=scale)
        self.fair = True
        self.found: Counter[str] = Counter()
        self.hands_truly: dict[str, int] = {}
        self._asked: set[int] = set()
        self._came: dict[int, int] = {}
        self._is_off = False

    @property
    def inside_truly(self) -> int:
        return self.launcher.rig.cards_in_hopper

    async def play(self) -> None:
        """The whole evening."""
        await self.begin()
        self.hands_truly = dict(self.hands)
        await self.launcher.tare()
        await self._rest()
        self.launcher.rig.load(self.state["launcher"])
        await self._rest()
        for _ in range(TURNS):
            if self.state["phase"] in ("round_over", "game_over", "count"):
                break
            await self._turn()
        await self._rest()
        self._judge()
        await self.close()

    @property
    def hands(self) -> dict[str, int]:
        hands = self.state["hands"]
        assert isinstance(hands, dict)
        return hands

    async def _turn(self) -> None:
        chance = self._random.random
        if self.state["reload_due"]:
            await self._reload()
        offer = self._playable()
        if offer is not None and chance() < PLAYS:
            await self._say(offer)
        else:
            await self._hit()
        if chance() < CARD_BACK:
            holders = [name for name, held in self.hands_truly.items() if held > 1]
            await self._move(self._random.choice(holders), -1)
        if chance() < CARD_TAKEN and self.inside_truly:
            await self._move(self._random.choice([*self.hands_truly]), 1)
        await self._look()

    def _draw(self, begun: Begun | DrawsBegun, hit: int, past: Past) -> int:
        # by the seed alone: the numbers of docs/counting.md come again
        return super()._draw(replace(begun, seed=self._seed), hit, past)

    def _playable(self) -> dict[str, Any] | None:
        state = self.table.record.state
        assert state is not None
        turn = self.state["turn"]
        if turn is None or min(self.hands.get(turn, 0), self.hands_truly[turn]) < 3:
            return None
        plain = [
            one.command
            for one in rules.legal(state)
            if one.command["do"] == "play" and one.command["by"] == turn and not one.needs
        ]
        return self._random.choice(plain) if plain else None

    async def _say(self, command: dict[str, Any]) -> None:
        """A command, and what it does to the real hands."""
        before = self.hands
        try:
            await self.table.command(command)
        except Refused:
            return
        for name, held in self.hands.items():
            self.hands_truly[name] += held - before[name]

    async def _hit(self) -> None:
        due, rig = self.table.hit, self.launcher.rig
        if due is None or due.stage is not HitStage.ARMED:
            return
        number, owner = due.number, due.intent.owner
        began = self.inside_truly
        for _ in range(MOST_TRIES):
            if self.table.hit is None or self.table.hit.number != number:
                break
            if self.table.hit.stage is HitStage.ARMED:
                if self._random.random() < BUMPED:
                    self._worn.bump()
                self._worn.hit(self._pause_us(self._random.random() < OTHERS))
                await self.launcher.heard()
            else:
                self.launcher.unjam()
                rig.pull()
                await self.launcher.clear_faults()
                await self.launcher.heard()
        rig.pull()
        came = began - self.inside_truly
        hit = self.table.hit
        if hit is not None and hit.number == number and hit.stage is not HitStage.ARMED:
            await self.table.confirm(number, min(came, 12))
        self.hands_truly[owner] += came
        self._came[number] = came
        if any(one.hit == number for one in self.table.record.finished):
            self.found["hits"] += 1

    async def _reload(self) -> None:
        state = self.table.record.state
        assert state is not None
        cards = state.position.discard - 1
        short = self._random.random() < SHORT
        self.found["loaded short"] += short
        try:
            await self.table.command({"do": "reload"})
        except Refused:
            return
        if cards > short:
            self.launcher.rig.load(cards - short)
        await self._rest()

    async def _move(self, player: str, cards: int) -> None:
        """Somebody opens the launcher, and takes a card out or puts one back."""
        await self.open_cover()
        self.found["cards moved"] += 1
        self.hands_truly[player] += cards
        self._fill(self.inside_truly - cards)
        await self._rest()

    def _fill(self, cards: int) -> None:
        self.launcher.rig.unload()
        if cards > 0:
            self.launcher.rig.load(cards)

    async def _rest(self) -> None:
        """Somebody was at the launcher, and then nobody is until the next press."""
        self._worn.hand()
        self._worn.wait(self._pause_us(another=True) // 1000)
        await self.launcher.heard()

    def _pause_us(self, another: bool) -> int:
        """From the end of a hit, or of what a hand did, to the next press."""
        return self._random.randint(*(PACE.other_player_us if another else PACE.same_player_us))

    async def _look(self) -> None:
        """Count what people are asked, and let them do it now and then."""
        new = [one for one in self._doubts() if one.hit not in self._asked]
        for one in new:
            self._asked.add(one.hit)
            self.found["asked"] += 1
            self.found["asked in vain"] += self._came.get(one.hit) == one.cards
        off = self._off()
        if off and not self._is_off:
            self.found["weight differs"] += 1
            ledger = self.state["launcher"]
            self.found["weight differs in vain"] += ledger == self.inside_truly
        self._is_off = off
        if (new or off) and self._random.random() < RECOUNTS:
            wrong = (
                self.hands_truly
                if off
                else {one.owner: self.hands_truly[one.owner] for one in self._doubts()}
            )
            held = {name: cards for name, cards in wrong.items() if cards > 0}
            try:
                await self.table.command(
                    {"do": "set", "hands": held, "launcher": self.inside_truly}
                )
            except Refused:
                return

    def _doubts(self) -> tuple[Doubt, ...]:
        return table_views.table(self.table, "").doubts

    def _off(self) -> bool:
        said = table_views.launcher(self.table).scale
        return isinstance(said, table_views.ScaleView) and said.off is not None

    def _judge(self) -> None:
        """What the evening came to."""
        wrong = {name for name, held in self.hands.items() if held != self.hands_truly[name]}
        doubted = {one.owner for one in self._doubts()}
        if not wrong and self.state["launcher"] == self.inside_truly:
            self.found["right at the end"] += 1
        elif self._off() or wrong & doubted:
            self.found["wrong, and the table is told"] += 1
        elif self._is_shown():
            self.found["wrong, and the page shows the true number among others"] += 1
        elif self.found["weight differs"]:
            self.found["wrong, and the table was told"] += 1  # another card made up for it since
        else:
            self.found["wrong in silence"] += 1
        if self.found["wrong, and the table was told"] or self.found["wrong in silence"]:
            self.found[self._why_not_said()] += 1
        for entry in self.entries("command"):
            word = entry.body.get("weighed")
            if word is not None:
                hits = range(word["first_hit"], word["last_hit"] + 1)
                came = sum(self._came.get(number, 0) for number in hits)
                more = word["weighed"] > word["counted"]
                kind = "corrected" if more else "settled"
                self.found[kind if came == word["weighed"] else f"{kind} wrongly"] += 1

    def _is_shown(self) -> bool:
        """Whether the page says from how many to how many cards are inside, and so many are."""
        said = table_views.launcher(self.table).scale
        inside = said.inside if isinstance(said, table_views.ScaleView) else None
        if inside is None or self.state["launcher"] == self.inside_truly:
            return False
        return inside.low <= self.inside_truly <= inside.high

    def _why_not_said(self) -> str:
        """Why the page does not say at the end that something is wrong."""
        said = table_views.launcher(self.table).scale
        inside = said.inside if isinstance(said, table_views.ScaleView) else None
        if self.state["launcher"] == self.inside_truly:
            return "not said: the launcher has as many cards as counted"
        if inside is None:
            return "not said: nothing weighed since cards moved"
        if inside.low <= self.state["launcher"] <= inside.high:
            return "not said: the weight allows for the count alone"
        return "not said: for another reason"
