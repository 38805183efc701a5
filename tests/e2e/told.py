"""Tables as a referee would tell them: a game of the real rules, with any launcher beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

import rules
from controller.seats.rights import seats_for
from rules.commands.dealing import next_first_dealer
from rules.commands.scoring import kind_values
from rules.explaining import target_purposes
from rules.view import upcoming
from tests.e2e.page_server import FAIRNESS, JSON, idle_launcher

RED_7 = {"do": "turn_up", "card": "red-7"}


def play(by: str, card: str, **more: Any) -> JSON:
    """A card is played."""
    return {"do": "play", "by": by, "card": card, **more}


def sets(**members: Any) -> JSON:
    """The table overrules."""
    return {"do": "set", **members}


def hit(by: str, cards: int) -> JSON:
    """A press, measured."""
    return {"do": "hit", "by": by, "cards": cards}


def told(
    players: tuple[str, ...],
    *commands: JSON,
    edition: str = "attack",
    launcher: JSON | None = None,
    doubts: Iterable[JSON] = (),
    **game: Any,
) -> JSON:
    """The table after these commands. The first player deals.

    ``launcher`` overrides members; of its ``hit`` whatever it has.
    """
    game = {"edition": edition, "players": list(players), "dealer": players[0]} | game
    game = {name: value for name, value in game.items() if value is not None}
    setup = rules.read_setup(game)
    assert isinstance(setup, rules.Setup), setup
    state = rules.start(setup)
    log, rounds = [], []
    for seq, command in enumerate(commands, start=1):
        applied = rules.apply(state, command)
        assert isinstance(applied, rules.Applied), applied
        state = applied.state
        log += [
            {"seq": seq, "key": one.key, "clause": one.clause, "values": one.values}
            for one in applied.events
        ]
        view = rules.view(state)
        if view["phase"] in ("round_over", "game_over"):
            rounds.append({"round": view["round"], "scores": view["scores"]})
    view, offers = rules.view(state), rules.legal(state)
    return {
        "game_number": 4,
        "game": {"scoring": "winner", "target": 500, "options": {}} | game,
        "state": view,
        "legal": [offer.json() for offer in offers],
        "legal_seats": [seats_for(offer.command, state.position, None) for offer in offers],
        "launcher": _beside(view, launcher or {}),
        "draw_pile": not setup.launcher,
        "target_purposes": target_purposes(state.position.setup.edition),
        "color_only": state.position.color_only,
        "round_winner": _round_winner(state),
        "doubts": list(doubts),
        "deal": "people",
        "kind_values": msgspec.to_builtins(kind_values(state.position)),
        "upcoming": upcoming(state.position),
        "next_dealer": next_first_dealer(state.position),
        "undealt": [],
        "fairness": FAIRNESS,
        "rounds": rounds,
        "log": log,
    }


def _round_winner(state: rules.State) -> str | None:
    position = state.position
    return None if position.round_winner is None else position.name(position.round_winner)


def undone_by(shown: JSON, player: str | None) -> JSON:
    """A table whose last command was this player's; None: nobody's alone."""
    undo = [player] if player else []
    pairs = zip(shown["legal"], shown["legal_seats"], strict=True)
    seats = [undo if offer["do"] == "undo" else named for offer, named in pairs]
    return shown | {"undo_by": player, "legal_seats": seats}


def _beside(state: JSON, changes: JSON) -> JSON:
    """The launcher: armed where somebody may press, or as told."""
    plain = {"number": 12, "stage": "armed", "requested": None, "out": 0}
    if state["owed"]:
        owner, by = state["owed"][0]["player"], state["owed"][0]["by"]
    else:
        owner = by = state["turn"]
    hit = plain | {"by": by, "owner": owner} if state["armed"] else None
    if changes.get("hit"):
        hit = {**plain, "by": by, "owner": owner} | changes["hit"]
    return idle_launcher() | changes | {"hit": hit}
