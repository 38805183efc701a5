"""A table for property tests: it fills what is legal with valid values, and plays on."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules import Offer, Setup, State, legal, read_setup, start, view

Pick = Callable[[Sequence[Any]], Any]
picks = st.integers(0, 2**32).map(lambda seed: Random(seed).choice)
"""Ways to choose. One draw for a whole walk: thousands of small ones would be slow."""

COLORS = ("red", "yellow", "green", "blue")
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")


@st.composite
def games(draw: st.DrawFn, interlock: str = "strict") -> State:
    """A game of some table, before its first command."""
    players = list(NAMES[: draw(st.integers(2, 5))])
    options = {
        "interlock": interlock,
        "first_all_hit_skips": draw(st.booleans()),
        "last_card_hits": draw(st.booleans()),
        "sticking_to": draw(st.sampled_from(("owner", "presser"))),
        "reload_below": draw(st.integers(0, 60)),
    }
    game: dict[str, Any] = {
        "edition": "attack",
        "players": players,
        "scoring": draw(st.sampled_from(("winner", "lowest", "challenge"))),
        "target": draw(st.sampled_from((1, 60, 500))),
        "options": options,
        "hands": {name: draw(st.integers(1, 20)) for name in players},
    }
    if draw(st.booleans()):
        game["dealer"] = draw(st.sampled_from(players))
    setup = read_setup(game)
    assert isinstance(setup, Setup), setup
    return start(setup)


def free_cards(state: State) -> list[str]:
    """The cards that do not lie face up, each as often as it can be somewhere else."""
    position = state.position
    seen = [*position.pile, *(card for _, card in position.drawn)]
    return [
        card
        for card, copies in position.setup.deck.items()
        for _ in range(copies - seen.count(card))
    ]


def filled(state: State, offer: Offer, pick: Pick) -> dict[str, Any]:
    """The offer as a command, with a valid value for everything that it needs, some it may."""
    if "cards" in offer.needs and offer.command["do"] == "count":
        hand = view(state)["hands"][offer.command["player"]]
        if hand > len(free_cards(state)):  # more were set than there are: only a sum can be told
            return {**offer.command, "points": 0}
    may = [member for member in offer.may if pick((True, False))]
    command = dict(offer.command)
    for member in (*offer.needs, *may):
        command[member] = value(state, command, member, pick)
    return command


def value(state: State, command: dict[str, Any], member: str, pick: Pick) -> Any:
    """A valid value for one member."""
    position, seen = state.position, view(state)
    active = [position.name(seat) for seat in position.active()]
    do = command["do"]
    if do == "set":
        return {
            "hands": {pick(active): pick(range(12))},
            "scores": {pick(active): pick(range(80))},
            "direction": pick(("left", "right")),
            "color": pick(COLORS),
            "launcher": pick((0, 1, 5, 40, 100)),
        }.get(member, pick(active))
    if member == "card":
        return pick(free_cards(state))
    if member == "cards" and do == "count":
        return free_cards(state)[: seen["hands"][command["player"]]]
    if member == "with":
        color = command["card"].split("-")[0]
        under = [card for card in free_cards(state) if card.startswith(f"{color}-")]
        under.remove(command["card"])
        return under[: pick(range(min(8, seen["hands"][command["by"]])))]
    held = position.launcher
    lazily: dict[str, Callable[[], Any]] = {
        "color": lambda: pick(COLORS),
        "target": lambda: pick([name for name in active if name != command["by"]]),
        "cards": lambda: min(pick((0, 0, 1, 2, 5, 12, 13, held, held + 2)), position.setup.size),
        "sticking": lambda: pick(range(command["cards"] + 1)),
        "points": lambda: pick((0, 7, 20, 70)),
        "player": lambda: (
            pick(active) if do == "suggested" else f"New{position.round}.{len(position.seats)}"
        ),
        "score": lambda: 0,
    }
    return lazily[member]()


RARE = ("leave", "set", "undo", "suggested", "reload")


def next_command(state: State, pick: Pick, without: Sequence[str] = ()) -> dict[str, Any]:
    """Something legal, mostly what the game itself is about."""
    offers = [offer for offer in legal(state) if offer.command["do"] not in without]
    usual = [offer for offer in offers if offer.command["do"] not in RARE]
    if usual and pick(range(8)):
        offers = usual
    dos = sorted({offer.command["do"] for offer in offers})
    do = pick(dos)
    return filled(state, pick([o for o in offers if o.command["do"] == do]), pick)
