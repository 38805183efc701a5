"""What was played by the rules of version 1 leads where it led then, command by command."""

from __future__ import annotations

from tests.rules.recorded_states import BOT_GAMES, WALKS, Recorded, play_back, recorded

EDITIONS_OF_VERSION_1 = {"attack", "attack-attack", "extreme", "power-grab"}


def first_difference(one: Recorded) -> str:
    """The first command after which today's code stands elsewhere; empty: none."""
    now = play_back(one.game, (command for command, _ in one.said))
    for number, (was, is_) in enumerate(zip(one.said, now.said, strict=True), start=1):
        if was != is_:
            return f"command {number}, {was[0]}: was {was[1]}, is {is_[1]}"
    return "" if now.states == one.states else "the states"


def test_recorded_games_lead_to_the_states_of_before() -> None:
    for number, one in enumerate(recorded()):
        assert first_difference(one) == "", f"game {number}: {one.game}"


def test_the_recorded_games_are_of_every_edition_of_then_and_say_everything() -> None:
    games = recorded()
    assert len(games) == BOT_GAMES + WALKS
    assert {one.game["edition"] for one in games} == EDITIONS_OF_VERSION_1
    assert {one.game["scoring"] for one in games} == {"winner", "lowest", "challenge"}
    assert {len(one.game["players"]) for one in games} == set(range(2, 11))
    said = [command["do"] for one in games for command, _ in one.said]
    assert len(said) > 20_000 and len(set(said)) == 19
