"""Bots at a table with real cards: whole games, and every way in which one could be broken."""

from __future__ import annotations

import importlib
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules import EDITIONS, Applied, Refusal, Setup, State, apply, read_setup, start
from rules.bots import CHECKS, Broken, Played, play_game, player, table
from rules.bots.cards import Cards, box, face, rule
from rules.house_options import OPTIONS
from tests.rules.house_values import changed
from tests.rules.test_house_options import ZEROS

EFFECTS: list[Any] = ["trade", {"hits": 2, "who": "chosen"}]


def setup(edition: str = "attack", players: int = 4, **members: Any) -> Setup:
    names = [f"Seat {seat}" for seat in range(1, players + 1)]
    made = read_setup({"edition": edition, "players": names, **members})
    assert isinstance(made, Setup), made
    return made


def played(seed: int, game: Setup, most: int = 6, look: table.Look | None = None) -> Played:
    random = Random(seed)
    return play_game(game, lambda: random.choice((0, 0, 1, most)), Random(seed), look)


@pytest.mark.parametrize("scoring", ["winner", "lowest", "challenge"])
@pytest.mark.parametrize("players", [2, 3, 10])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_comes_to_its_end_with_every_card(edition: str, players: int, scoring: str) -> None:
    game = played(1, setup(edition, players, scoring=scoring, target=200))
    assert game.winners and max(game.winners) < players
    assert set(game.checks) == set(CHECKS)
    assert game.checks["conserved"] == game.checks["ledger"] == game.commands
    assert game.checks["scored"] == game.rounds == len(game.turns) == len(game.points)
    assert bool(game.hits) == EDITIONS[edition].launcher


def test_the_same_seed_is_the_same_game() -> None:
    assert played(3, setup()) == played(3, setup())
    assert played(3, setup()) != played(4, setup())


def test_a_launcher_that_runs_dry_gives_what_it_holds() -> None:
    game = played(1, setup(players=10, target=1), most=112)
    assert 0 < max(game.hits) < 112 - 70


def test_a_launcher_that_deals_exact_numbers_is_played_with() -> None:
    options = {"draw_from": "launcher", "reload_below": 60}
    assert played(2, setup("power-grab", options=options)).reloads


def test_house_rules_are_written_on_cards_of_the_box() -> None:
    rules = [{"text": "One", "effects": EFFECTS}, {"text": "Two"}]
    game = setup("extreme", options={"customizable": rules})
    cards = [card for card in box(game) if face(card) == "wild-customizable"]
    assert sorted(map(rule, cards)) == [0, 1, 2]
    assert len(box(game)) == 112
    assert played(1, game).checks["ended"] == 1


HOUSE = {
    name: changed(name) for name, choice in OPTIONS.items() if choice.clause.startswith("HOU-")
}
"""Every option of HOU, played otherwise than usual."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_bots_make_use_of_what_houses_like_to_play(
    monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    monkeypatch.setattr(table, "LOOK_EVERY", 1)
    box = EDITIONS[edition]
    options = {name: value for name, value in HOUSE.items() if name in box.options}
    game = setup(edition, target=200, options=options, deck={"red-7": 8})
    used: Counter[str] = Counter()

    def look(state: State, command: dict[str, Any]) -> None:
        position = state.position
        if command["do"] == "play":
            in_turn = position.turn == position.number(command["by"])
            used["answers"] += bool(position.owed)
            used["jumps"] += not in_turn
            used["after a hit"] += position.has_drawn
            used["swaps"] += command["card"].endswith("-7") and "target" in command
        used["passes"] += command["do"] == "pass"
        used["until cards"] += bool(position.owed) and position.owed[0].reason == "HOU-5"

    for seed in range(3):
        played(seed, game, look=look)
    unused = {"until cards"} if not box.launcher else set()
    assert {way for way, times in used.items() if not times} == unused


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_games_with_any_mix_of_house_options_come_to_their_end(edition: str, players: int) -> None:
    for seed in range(6):
        random = Random(seed)
        options = {
            name: value
            for name, value in HOUSE.items()
            if name in EDITIONS[edition].options and random.random() < 0.6
        }
        assert played(seed, setup(edition, players, options=options, target=150)).winners


def test_bots_pass_their_hands_on(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = importlib.import_module("rules.read_setup")
    monkeypatch.setattr(reading, "EDITIONS", {ZEROS.id: ZEROS})
    for players in (2, 3, 5):
        game = setup(ZEROS.id, players, options={"zeros_rotate": True, "jump_in": True})
        assert played(players, game).winners
    monkeypatch.setattr(Cards, "rotate", lambda self, order: None)
    with pytest.raises(Broken, match="counted"):
        for seed in range(20):
            played(seed, game)


def plays_of_a_drawn_wild_draw_four(edition: str) -> int:
    """In how many of a hundred turns it is played beside a card of the colour to match."""
    answer = apply(start(setup(edition, 2, dealer="Seat 1")), {"do": "turn_up", "card": "red-7"})
    assert isinstance(answer, Applied)
    position, random, card = answer.state.position, Random(1), "wild-draw-four"
    turns = [player.turn(position, ["red-1", card], card, random) for _ in range(100)]
    return sum(command["do"] == "play" for command, _ in turns)


def test_a_wild_draw_four_is_kept_back_where_it_can_be_challenged() -> None:
    assert plays_of_a_drawn_wild_draw_four("power-grab") < 40
    assert plays_of_a_drawn_wild_draw_four("classic") < 40
    assert plays_of_a_drawn_wild_draw_four("classic-attack") > 80


def test_uno_is_called_and_forgotten() -> None:
    game = setup()
    caught = sum(played(seed, game).caught for seed in range(10))
    assert caught > 5


def test_cards_that_stick_to_who_has_won_count_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "STICKS", 1.0)
    game = setup("attack-attack", scoring="challenge", options={"sticking_to": "presser"})
    for seed in range(5):
        played(seed, game)


def test_a_lost_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lay = Cards.lay

    def lose(self: Cards, seat: int, cards: list[str]) -> None:
        lay(self, seat, cards)
        self.pile.pop()

    monkeypatch.setattr(Cards, "lay", lose)
    with pytest.raises(Broken, match="conserved"):
        played(1, setup())


def test_hands_that_were_swapped_wrongly_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cards, "trade", lambda self, one, other: None)
    with pytest.raises(Broken, match="counted"):
        for seed in range(20):
            played(seed, setup())


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"launcher": 5}, "ledger.*'in_doubt': 0"),
        ({"launcher": 5, "surplus": -40}, "counted"),
    ],
)
def test_a_referee_that_miscounts_is_found(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, int], found: str
) -> None:
    def miscount(state: State, command: Any) -> Applied | Refusal:
        answer = apply(state, command)
        if isinstance(answer, Applied) and command["do"] == "play":
            position = answer.state.position
            if "surplus" in change:  # the sum is right again, but nothing else
                there = sum(seat.hand for seat in position.seats) + position.discard
                change["surplus"] = there + change["launcher"] - 112
            return replaced(answer, **change)
        return answer

    monkeypatch.setattr(table, "apply_well_formed", miscount)
    with pytest.raises(Broken, match=found):
        played(1, setup())


def replaced(answer: Applied, **fields: Any) -> Applied:
    return Applied(State(replace(answer.state.position, **fields)), answer.events, answer.command)


def test_a_referee_that_writes_down_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(state: State, command: Any) -> Applied | Refusal:
        if command["do"] == "count":
            cards = len(command["cards"])
            command = {"do": "count", "player": command["player"], "points": 50 * cards + 1}
        return apply(state, command)

    monkeypatch.setattr(table, "apply_well_formed", generous)
    with pytest.raises(Broken, match="scored"):
        played(1, setup())


def test_what_is_said_without_being_offered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "is_offered", lambda command, offers: False)
    with pytest.raises(Broken, match="offered"):
        played(1, setup())


def test_a_player_who_breaks_the_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "matches", lambda position, card: True)
    with pytest.raises(Broken, match=r"accepted.*no_match"):
        played(1, setup())


def test_a_round_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MOST_COMMANDS", 20)
    with pytest.raises(Broken, match="ended"):
        played(1, setup())


def test_a_game_in_which_nothing_counts_is_given_up() -> None:
    worthless = {kind.id: 0 for kind in EDITIONS["attack"].kinds}
    with pytest.raises(Broken, match="ended"):
        played(1, setup(players=2, target=5, options={"points": worthless}))


@pytest.mark.thorough
def test_a_long_game_is_played_to_its_end() -> None:
    assert played(1, setup("power-grab", players=2, target=20_000)).commands > 5_000
