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
from tests.e2e.conftest import TABLET
from tests.e2e.phones import SEEN_MS, Phones, phones
from tests.e2e.senses import CALL, EARS, Eyes, Keyboard, ScreenReader, Senses
from tests.e2e.strategy import (
    LONG,
    ME,
    MOST_STEPS,
    OTHERS,
    Player,
    TablePlayer,
    others_act,
)

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.thorough]

MOST_RATIO = 1.5
"""Activations of who sees nothing, for each of who sees."""
DRAWS = {hit: 2 if hit % 5 == 0 else 0 for hit in range(1000)}
SEED = 46
SHORT = {ME: 2} | dict.fromkeys(OTHERS, 3)
"""Hands with which a round is soon over."""
TARGET = 100
"""Points of a short game, which takes more than one round."""
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


async def act(table: Phones, player: Player, others: Random | None) -> None:
    """One step of the player, else of the others where there are any."""
    sense = player.senses
    assert await sense.page.locator(".refusal[data-done=false]").all_inner_texts() == []
    if isinstance(sense, ScreenReader) and sense.activations:
        assert await sense.focused(), "the focus is lost"
    if not await player.act(table) and not (others and await others_act(table, others)):
        page = await sense.page.locator("body").aria_snapshot()
        raise AssertionError(f"Nobody acts in {table.evening.state}\n{page}")


async def play_until(
    ends: Callable[[dict[str, Any]], bool], table: Phones, player: Player, others: Random | None
) -> Round:
    """Play on with hands that are soon short, until the state is one with which it ends."""
    sense = player.senses
    playing = steps = 0
    while True:
        await table.settled()
        await table.pass_time(SEEN_MS)
        state = table.evening.state
        if ends(state):
            break
        if state["round"] != playing:
            playing, steps, long = (
                state["round"],
                0,
                max(state["hands"].values()) > max(SHORT.values()),
            )
        if state["phase"] == "play" and (long or steps == LONG):
            long = False
            await table.say(do="set", hands=SHORT)
            continue
        assert steps < MOST_STEPS, "the round has no end"
        steps += 1
        await act(table, player, others)
    await sense.perceive()
    commands = [entry.body["command"] for entry in table.evening.entries("command")]
    sounds = await sense.sounds() if isinstance(sense, ScreenReader) else []
    return Round(commands, sense, player.turns, sounds)


def next_is_dealt(state: dict[str, Any]) -> bool:
    """Whether the first round is counted, and the next one begins."""
    return bool(state["round"] == 2)


def game_is_over(state: dict[str, Any]) -> bool:
    """Whether somebody has won the game."""
    return bool(state["phase"] == "game_over")


async def play(
    folder: Path,
    browser: Browser,
    edition: str,
    sense: Callable[[Page], Senses],
    ends: Callable[[dict[str, Any]], bool] = next_is_dealt,
    **more: Any,
) -> Round:
    """Sit down by the table's code, and play until the next round is dealt."""
    async with phones(folder, browser, access="seats", breath_s=0.0) as table:
        table.evening.draws = DRAWS
        names = [ME, *OTHERS]
        game = {"edition": edition, "players": names, "dealer": ME, "hands": SHORT} | more
        (await table.api.post("/api/games", json=game)).raise_for_status()
        code = (await table.api.post("/api/seats/codes", json={})).json()["code"]
        phone = await table.open(f"seat#{code}", before=EARS)
        senses = sense(phone.page)
        await senses.activate(ME)
        await phone.page.locator('main[data-role="seat"][data-settled]').wait_for()
        return await play_until(ends, table, Player(senses, SEED), Random(SEED))


async def play_at_table(folder: Path, browser: Browser, sense: Callable[[Page], Senses]) -> Round:
    """Set a game up at a table screen, play for everybody, count, and begin the next round."""
    async with phones(folder, browser, breath_s=0.0) as table:
        table.evening.draws = DRAWS
        senses = sense((await table.open(before=EARS, viewport=TABLET)).page)
        if isinstance(senses, ScreenReader):
            await senses.activate("Voice", "switch")
        await senses.activate("UNO Extreme!", "radio")
        await senses.activate("Add a player")
        names = [ME, *OTHERS]
        for at, name in enumerate(names, 1):
            await senses.type(f"Player {at}", name)
        await senses.activate(ME, "radio")
        await senses.activate("Start the game")
        return await play_until(next_is_dealt, table, TablePlayer(senses, SEED, names), None)


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


async def test_a_table_is_set_up_and_plays_by_ears_alone(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> None:
    by_ears = await play_at_table(tmp_path_factory.mktemp("ears"), browser, ScreenReader)
    reader = by_ears.senses
    assert isinstance(reader, ScreenReader)
    calls = [text for text in by_ears.sounds if ": match " in text]
    assert len(calls) >= by_ears.turns > 0
    assert any(" wins the round!" in text for text in reader.heard), reader.heard
    by_eyes = await play_at_table(tmp_path_factory.mktemp("eyes"), browser, Eyes)
    assert by_ears.commands == by_eyes.commands
    assert reader.activations <= MOST_RATIO * by_eyes.senses.activations
    print(f"\ntable: {reader.activations} activations, {reader.moves} moves between them")


async def test_a_whole_game_is_played_by_ears_alone(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> None:
    async def game(sense: Callable[[Page], Senses]) -> Round:
        folder = tmp_path_factory.mktemp(sense.__name__)
        return await play(folder, browser, "attack", sense, game_is_over, target=TARGET)

    by_ears = await game(ScreenReader)
    reader = by_ears.senses
    assert isinstance(reader, ScreenReader)
    assert {"do": "next_round"} in by_ears.commands
    assert by_ears.sounds.count(CALL) >= by_ears.turns > 0
    assert reader.heard[-1].endswith("Ann wins the game."), reader.heard
    by_eyes = await game(Eyes)
    assert by_ears.commands == by_eyes.commands
    assert reader.activations <= MOST_RATIO * by_eyes.senses.activations
    print(f"\ngame: {reader.activations} activations, {reader.moves} moves between them")
