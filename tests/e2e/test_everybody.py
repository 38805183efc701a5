"""A whole round in each edition by ears and a screen reader alone, beside a player who sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from rules import EDITIONS
from tests.e2e.phones import SEEN_MS, Phones, phones
from tests.e2e.senses import CALL, EARS, Eyes, Keyboard, ScreenReader, Senses
from tests.e2e.strategy import LONG, ME, MOST_STEPS, OTHERS, Player, others_act

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

MOST_RATIO = 1.5
"""Activations of who sees nothing, for each of who sees."""
DRAWS = {hit: 2 if hit % 5 == 0 else 0 for hit in range(1000)}
SEED = 46
LAST_CARD = "has one card left and has not called UNO."


@dataclass
class Round:
    """A round that was played from sitting down to the next deal."""

    commands: list[dict[str, Any]]
    senses: Senses
    turns: int
    """Own turns in which a card was played."""
    sounds: list[str]
    """The sound log."""

    def said(self, do: str) -> list[dict[str, Any]]:
        """The player's own commands of a kind."""
        return [one for one in self.commands if one["do"] == do and ME in one.values()]


async def is_over(table: Phones, sense: Senses, player: Player, others: Random) -> bool:
    """One step of the round; whether the next one is dealt."""
    await table.settled()
    await table.pass_time(SEEN_MS)
    if table.evening.state["round"] == 2:
        return True
    assert await sense.page.locator(".refusal[data-done=false]").all_inner_texts() == []
    if isinstance(sense, ScreenReader) and sense.activations:
        assert await sense.focused(), "the focus is lost"
    if not await player.act(table) and not await others_act(table, others):
        page = await sense.page.locator("body").aria_snapshot()
        raise AssertionError(f"Nobody acts in {table.evening.state}\n{page}")
    return False


async def play(
    folder: Path, browser: Browser, edition: str, sense: Callable[[Page], Senses]
) -> Round:
    """Sit down by the table's code, and play until the next round is dealt."""
    async with phones(folder, browser, access="seats", breath_s=0.0) as table:
        table.evening.draws = DRAWS
        names = [ME, *OTHERS]
        hands = {ME: 2} | dict.fromkeys(OTHERS, 3)
        game = {"edition": edition, "players": names, "dealer": ME, "hands": hands}
        (await table.api.post("/api/games", json=game)).raise_for_status()
        code = (await table.api.post("/api/seats/codes", json={})).json()["code"]
        phone = await table.open(f"seat#{code}", before=EARS)
        senses = sense(phone.page)
        await senses.activate(ME)
        await phone.page.locator('main[data-role="seat"][data-settled]').wait_for()
        player, others = Player(senses, SEED), Random(SEED)
        for step in range(MOST_STEPS):
            if await is_over(table, senses, player, others):
                break
            if step == LONG and table.evening.state["phase"] == "play":
                await table.say(do="set", hands=hands)
        else:
            raise AssertionError("the round has no end")
        commands = [entry.body["command"] for entry in table.evening.entries("command")]
        sounds = await senses.sounds() if isinstance(senses, ScreenReader) else []
        return Round(commands, senses, player.turns, sounds)


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_round_is_played_by_ears_alone(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser, edition: str
) -> None:
    by_ears = await play(tmp_path_factory.mktemp("ears"), browser, edition, ScreenReader)
    reader = by_ears.senses
    assert isinstance(reader, ScreenReader)
    heard = reader.heard
    assert by_ears.turns and by_ears.sounds.count(CALL) >= by_ears.turns
    assert heard.count("You press, and nothing comes out.") == len(
        [one for one in by_ears.said("hit") if one["cards"] == 0]
    )
    assert len([text for text in heard if text.endswith(LAST_CARD)]) >= len(by_ears.said("catch"))
    by_eyes = await play(tmp_path_factory.mktemp("eyes"), browser, edition, Eyes)
    assert by_ears.commands == by_eyes.commands
    assert reader.activations <= MOST_RATIO * by_eyes.senses.activations
    print(f"\n{edition}: {reader.activations} activations, {reader.moves} moves between them")


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_round_is_played_by_keyboard_alone(
    tmp_path: Path, browser: Browser, edition: str
) -> None:
    by_keys = await play(tmp_path, browser, edition, Keyboard)
    assert by_keys.said("play")
    keyboard = by_keys.senses
    assert isinstance(keyboard, Keyboard)
    print(f"\n{edition}: {keyboard.activations} activations and {keyboard.moves} keys to them")
