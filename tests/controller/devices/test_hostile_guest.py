"""A guest with one player's phone tries every command for everybody, at every point of a game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.table.hit import HitStage
from rules import COMMANDS, legal
from tests.controller.devices.entitlement import may_say
from tests.rules.alphabet import alphabet
from tests.rules.table_talk import filled
from tests.seeds import sample
from tests.soak.random_games import random_game
from tests.worlds.client import refused
from tests.worlds.evening import Evening
from tests.worlds.phones import Phones

RARE = ("leave", "set", "undo", "reload")
"""What the table does now and then, so that the game goes on."""


class Guest:
    """A game at a table screen, and a phone that does what it likes."""

    def __init__(self, phones: Phones, random: Random) -> None:
        self.phones = phones
        self.evening = phones.evening
        self.random = random
        self.tried = self.refused = 0

    async def begin(self) -> None:
        """A game of any edition; the guest has the seat of one of its players, or none."""
        game = random_game(self.random)
        assert (await self.phones.table.post("/api/games", game)).status_code == 200
        self.own = self.random.choice([*game["players"], None])
        self.phone = self.phones.phone("10.0.0.66")
        if self.own is not None:
            await self.phones.seat(self.own, self.phone)

    async def go_on(self) -> None:
        """The game goes on at the table."""
        hit = self.evening.table.hit
        if hit is not None and hit.stage is HitStage.ARMED and self.random.random() < 0.7:
            await self.evening.press()
            return
        state = self.evening.table.record.state
        assert state is not None
        offers = [one for one in legal(state) if not COMMANDS[one.command["do"]].measured]
        usual = [one for one in offers if one.command["do"] not in RARE]
        some = usual if usual and self.random.random() < 0.95 else offers
        command = filled(state, self.random.choice(some), self.random.choice)
        await self.phones.table.post("/api/commands", command)

    async def attack(self, times: int) -> None:
        """Say anything, for anybody. What is refused has changed nothing."""
        for _ in range(times):
            record = self.evening.table.record
            state = record.state
            assert state is not None
            position = state.position
            said = self.random.choice(alphabet(state, self.random.choice))
            allowed = may_say(
                self.own,
                said,
                players=[seat.name for seat in position.seats if not seat.has_left],
                dealer=None if position.dealer is None else position.name(position.dealer),
                last_by=record.undoable[-1].by if record.undoable else None,
            )
            answer = await self.phone.post("/api/commands", json=said)
            self.tried += 1
            if not allowed:
                refused(answer, 403, "not_yours")
                self.refused += 1
            else:
                assert self._code(answer) != "not_yours", (self.own, said, answer.text)
            if answer.status_code != 200:
                assert self.evening.table.record is record, said

    def _code(self, answer: Any) -> str | None:
        return None if answer.status_code == 200 else answer.json()["code"]


async def attacked(evening: Evening, seed: int, *, turns: int, times: int) -> Guest:
    evening.access = "seats"
    evening.fair = True
    await evening.open()
    phones = Phones(evening)
    await phones.admit_table()
    guest = Guest(phones, Random(seed))
    await guest.begin()
    for _ in range(turns):
        await guest.go_on()
        await guest.attack(times)
    await phones.close()
    return guest


async def test_a_guest_does_nothing_for_anybody_else(evening: Evening) -> None:
    guest = await attacked(evening, 2, turns=8, times=12)
    assert guest.own is not None
    assert 0 < guest.refused < guest.tried


@pytest.mark.parametrize("seed", sample(range(40), 4))
async def test_many_guests_do_nothing_for_anybody_else(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path)
    guest = await attacked(evening, seed, turns=60, times=15)
    assert guest.refused > 0
    await evening.close()
