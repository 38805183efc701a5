"""Games that bots have played among themselves, as scripts that people at a table can follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from hardware.profiles import launcher_of, profile_of
from rules import EDITIONS, Refusal, Setup, State, apply, read_setup, start, view
from rules.bots.table import STICKS, Command, Table
from rules.commands.command_type import Offer
from rules.house_options import OPTIONS
from rules.legal import legal
from tests.rules.house_values import changed

FIRST, DEALS = 10, 400
"""So many rounds of each edition are dealt for a short one, and so many for one at all."""
SHORT, LONG = 14, 40
"""Commands of a round."""
THREE = ("Ann", "Bo", "Cy")
SMALL_HAND = 3


class Step(NamedTuple):
    """One command of a script."""

    before: State
    command: Command
    after: dict[str, Any]
    """The state that it leads to, in the words of scenarios."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What could be said instead."""
        return legal(self.before)

    @property
    def is_press(self) -> bool:
        """Whether the launcher says it, once somebody has pressed its button."""
        from_launcher = self.before.position.setup.options.draw_from == "launcher"
        return self.command["do"] == "hit" or (self.command["do"] == "draw" and from_launcher)


class Script(NamedTuple):
    """A game, or its first round, and how it is played."""

    game: dict[str, Any]
    steps: tuple[Step, ...]

    @property
    def draws(self) -> dict[int, int]:
        """How many cards each press gives, by its number from 1."""
        presses = (step.command["cards"] for step in self.steps if step.is_press)
        return dict(enumerate(presses, start=1))

    def matters(self, option: str) -> bool:
        """Whether the same commands are refused, or lead elsewhere, without the option."""
        options = {name: value for name, value in self.game["options"].items() if name != option}
        state = start(_setup({**self.game, "options": options}))
        for step in self.steps:
            answer = apply(state, step.command)
            if isinstance(answer, Refusal) or view(answer.state) != step.after:
                return True
            state = answer.state
        return False


class _Dry(Table):
    """A table whose launcher lets cards stick only where a house has decided whose they are."""

    def _hit(self, command: Command) -> Command:
        hit = {**command, "cards": min(self._press(), len(self._cards.stock))}
        sticks = self.position.setup.options.sticking_to != "owner"
        if sticks and hit["cards"] and self._random.random() < 4 * STICKS:
            hit["sticking"] = 1
        return hit


def play(
    game: Mapping[str, Any], seed: str, *, rounds: int | None = None, most: int | None = None
) -> Script:
    """A game of bots to its end, or its first rounds or commands; the same seed gives the same."""
    setup = _setup(game)
    table = _Dry(setup, launcher_of(profile_of("even"), seed.encode()), Random(seed))
    return Script({"options": {}, **game}, tuple(islice(_steps(table, rounds), most)))


def _steps(table: Table, rounds: int | None) -> Iterator[Step]:
    while (stage := table.position.stage) != "game_over":
        if stage == "round_over" and table.position.round == rounds:
            return
        for command in table.commands():
            before = table.state
            table.say(command)
            yield Step(before, command, view(table.state))


def round_with(option: str, value: Any) -> Script:
    """A short round in which it matters that a house plays by the option."""
    known = [edition for edition in EDITIONS if option in EDITIONS[edition].options]
    dealt: list[Script] = []
    for deal, edition in product(range(DEALS), known):
        if dealt and (deal >= FIRST or len(dealt[-1].steps) <= SHORT):
            return min(dealt, key=lambda script: len(script.steps))
        game = {
            "edition": edition,
            "players": [*THREE],
            "dealer": THREE[0],
            "hands": dict.fromkeys(THREE, SMALL_HAND),
            "options": {option: value},
        }
        if isinstance(read_setup(game), Refusal):
            continue  # one that this box has only together with another option
        script = play(game, f"{option} {deal}", rounds=1, most=LONG + 1)
        if len(script.steps) <= LONG and script.matters(option):
            dealt.append(script)
    raise AssertionError(f"the bots never use the option {option}: teach them (docs/extending.md)")


def values(option: str) -> tuple[Any, ...]:
    """What a house can decide instead of what is usual."""
    choice = OPTIONS[option]
    if choice.maximum is not None and choice.of is bool:
        return (choice.maximum,)
    return choice.answers[1:] or (changed(option),)


def _setup(game: Mapping[str, Any]) -> Setup:
    setup = read_setup(game)
    assert isinstance(setup, Setup), setup
    return setup
