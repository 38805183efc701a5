"""A table for property tests: it fills what is legal with valid values, and plays on."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules import EDITIONS, Offer, Setup, State, legal, read_setup, start, view
from rules.commands.members import laid_under_all_towers, towers_due
from rules.commands.types import UNHEARD
from rules.house_options import OPTIONS
from rules.position import ICONS

Pick = Callable[[Sequence[Any]], Any]
picks = st.integers(0, 2**32).map(lambda seed: Random(seed).choice)
"""Ways to choose. One draw for a whole walk: thousands of small ones would be slow."""

COLORS = ("red", "yellow", "green", "blue")
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve")


EFFECTS = (
    *(
        {"hits": hits, "who": who}
        for hits in (1, 3)
        for who in ("next", "chosen", "others", "self")
    ),
    *("skip", "reverse", "trade"),
)
house_rules = st.fixed_dictionaries(
    {"text": st.just("Whatever")},
    optional={"effects": st.lists(st.sampled_from(EFFECTS), max_size=3)},
)
OWN_VALUES = {"customizable": st.lists(house_rules, max_size=3), "points": st.just({"7": 70})}
"""Of options whose values are neither yes and no, nor a few words, nor a number."""


def values_of(option: str) -> st.SearchStrategy[Any]:
    """The values that a house option can have."""
    choice = OPTIONS[option]
    if choice.answers:
        return st.sampled_from(choice.answers)
    if choice.of is not bool:
        return OWN_VALUES[option]
    return st.booleans() if choice.maximum is None else st.integers(0, choice.maximum)


@st.composite
def options(draw: st.DrawFn, edition: str, interlock: str) -> dict[str, Any]:
    """House options that the edition has a use for."""
    useful = EDITIONS[edition].options
    if "draw_from" in useful and draw(st.booleans()):
        return {"draw_from": "pile"}
    given = {"interlock": interlock, "draw_from": "launcher"}
    return {
        name: given[name] if name in given else draw(values_of(name))
        for name in OPTIONS
        if name in useful
    }


@st.composite
def game_objects(draw: st.DrawFn, interlock: str = "strict") -> dict[str, Any]:
    """What a game of some table begins with."""
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    players = list(NAMES[: draw(st.integers(2, 5))])
    game: dict[str, Any] = {
        "edition": edition,
        "players": players,
        "scoring": draw(st.sampled_from(("winner", "lowest", "challenge"))),
        "target": draw(st.sampled_from((1, 60, 500))),
        "options": draw(options(edition, interlock)),
        "hands": {name: draw(st.integers(1, 20)) for name in players},
    }
    if draw(st.booleans()):
        game["dealer"] = draw(st.sampled_from(players))
    return game


def begun(game: dict[str, Any]) -> State:
    """The game before its first command."""
    setup = read_setup(game)
    assert isinstance(setup, Setup), setup
    return start(setup)


def games(interlock: str = "strict") -> st.SearchStrategy[State]:
    """Games of some tables, before their first command."""
    return game_objects(interlock).map(begun)


def free_cards(state: State) -> list[str]:
    """The cards that nobody has seen, each as often as it can be somewhere else."""
    position = state.position
    seen = [*position.pile, *(card for _, card in position.drawn), *position.listed]
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
    may = [member for member in offer.may if pick((True, False)) and member != "with"]
    if offer.command["do"] == "play" and "with" in offer.may and "icon" not in offer.may:
        may.append("with")
    command = dict(offer.command)
    for member in (*offer.needs, *may):
        command[member] = value(state, command, member, pick)
    if "icon" in may and laid_under_all_towers(state.position, command):
        command["with"] = value(state, command, "with", pick)
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
            "towers": {pick(ICONS): pick([None, *active])},
            "launcher": pick((0, 1, 5, 40, min(100, position.setup.size))),
        }.get(member, pick(active))
    if member == "card":
        return pick(free_cards(state))
    if member == "cards" and do == "count":
        return free_cards(state)[: seen["hands"][command["player"]]]
    if member == "towers":
        by = position.number(command["by"])
        there = [icon for icon, seat in zip(ICONS, position.towers, strict=True) if seat != by]
        first = pick(range(len(there)))
        return [*there[first:], *there[:first]][: towers_due(position, command)]
    if member == "with" and (under_all := laid_under_all_towers(position, command)):
        under = free_cards(state)
        under.remove(command["card"])
        return under[:under_all]
    if member == "with":
        color = command["card"].split("-")[0]
        under = [card for card in free_cards(state) if card.startswith(f"{color}-")]
        under.remove(command["card"])
        return under[: pick(range(min(8, seen["hands"][command["by"]])))]
    held = position.launcher
    if do == "draw" and not position.setup.launcher:
        due = position.owed[0].hits if position.owed else 1
        return pick(range(1, (due or 0) + 1))
    lazily: dict[str, Callable[[], Any]] = {
        "color": lambda: pick((*COLORS, UNHEARD) if do == "play" else COLORS),
        "target": lambda: pick([name for name in active if name != command["by"]]),
        "cards": lambda: min(pick((0, 0, 1, 2, 5, 12, 13, held, held + 2)), position.setup.size),
        "sticking": lambda: pick(range(command["cards"] + 1)),
        "points": lambda: pick((0, 7, 20, 70)),
        "icon": lambda: pick(ICONS),
        "guilty": lambda: pick((True, False)),
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
