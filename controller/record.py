"""What the journal says, taken together: the game as it stands, and the hit that is due in it.

A fold over entries, the same at the start and while the game runs, so that a restart cannot
differ from what went before.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

import rules
from controller.errors import NOT_SO, Trouble
from controller.journal import Entry
from hardware.launcher import MAX_CARDS_A_HIT
from hardware.profiles import Past, ProfileName, Rows
from rules import Applied, Refusal, State

Cards = Annotated[int, Meta(ge=0, le=MAX_CARDS_A_HIT)]
"""Cards of one hit."""

LOG_LINES = 200
"""How many rulings the page gets to see."""


class LogLine(msgspec.Struct, frozen=True):
    """One ruling, with the entry that brought it."""

    seq: int
    clause: str
    text: str
    kind: str


class Begun(msgspec.Struct, frozen=True):
    """Body of a ``game`` entry."""

    game: dict[str, Any]
    """The game object of a scenario file."""
    seed: str
    """Secret of this game's draws, hexadecimal; not shown while it runs."""
    profile: ProfileName
    """The hit profile; a changed configuration changes no running game."""
    custom: Rows = ()
    """The table of the profile ``custom``, as it was then."""


class Intent(msgspec.Struct, frozen=True):
    """Body of an ``intent`` entry: this hit may be armed from now on."""

    hit: Annotated[int, Meta(ge=1)]
    draw: Cards
    """Cards the profile gives to this hit of this game, whenever and by whom it is pressed."""
    requested: Cards
    """Cards the launcher is asked for: no more than it holds."""
    by: str
    owner: str


class Measured(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the count of a hit came to be."""

    requested: int
    uncertain: int = 0
    fault: str | None = None
    confirmed: bool = False
    """The table's word, not the launcher's."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of a ``command`` entry. The result of a hit carries the hit's number."""

    command: dict[str, Any]
    hit: int | None = None
    measured: Measured | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Where everything stands after an entry."""

    seq: int = 0
    number: int = 0
    """Which game of this journal, from 1."""
    begun: Begun | None = None
    state: State | None = None
    log: tuple[LogLine, ...] = ()
    intent: Intent | None = None
    """The hit of this game that has a draw and no result yet."""
    untouched: bool = False
    """Nothing came after the intent, so the launcher may have begun that hit."""
    last_hit: int = 0
    """Hit numbers grow over all games of a journal; this is the highest so far."""
    last_measured: int = 0
    """The last hit of which the launcher itself told the result; 0: none."""
    draws: tuple[int, ...] = ()
    """Draws of this game's finished hits, in order."""
    opened_after: int = 0
    """So many of them were finished when the launcher's cover was opened last."""

    @property
    def past(self) -> Past:
        """What the hit profile may look at."""
        game = Past.of(self.draws)
        return Past(game.presses - self.opened_after, game.dry)

    def begin(self, entry: Entry, begun: Begun, state: State) -> Record:
        """A game has begun; a hit that the one before had coming is dropped with its number."""
        who = ", ".join(state_players(state))
        line = LogLine(entry.seq, "", f"A new game: {who}.", "game")
        return replace(
            self,
            seq=entry.seq,
            number=entry.game,
            begun=begun,
            state=state,
            log=(*self.log, line)[-LOG_LINES:],
            intent=None,
            untouched=False,
            draws=(),
            opened_after=0,
        )

    def intend(self, entry: Entry, intent: Intent) -> Record:
        """A hit may be armed from now on."""
        return replace(
            self,
            seq=entry.seq,
            intent=intent,
            untouched=True,
            last_hit=max(self.last_hit, intent.hit),
        )

    def withdraw(self, entry: Entry) -> Record:
        """The hit that was intended has not begun, for sure."""
        return replace(self, seq=entry.seq, untouched=False)

    def open(self, entry: Entry) -> Record:
        """The launcher's cover was opened. The hit that is due keeps its draw."""
        return replace(self, seq=entry.seq, opened_after=len(self.draws))

    def advance(self, entry: Entry, said: Said, applied: Applied) -> Record:
        """The rules took a command; a measured one ends its hit."""
        lines = [LogLine(entry.seq, one.clause, one.text, one.kind) for one in applied.events]
        lines += [LogLine(entry.seq, *words) for words in _doubts(said)]
        moved = replace(
            self,
            seq=entry.seq,
            state=applied.state,
            log=(*self.log, *lines)[-LOG_LINES:],
            untouched=False,
        )
        if said.hit is None or said.measured is None:
            return moved
        draws = self.draws if self.intent is None else (*self.draws, self.intent.draw)
        last = self.last_measured if said.measured.confirmed else said.hit
        return replace(moved, intent=None, draws=draws, last_measured=last)


def state_players(state: State) -> list[str]:
    """The players' names in seating order."""
    return list(rules.view(state)["hands"])


def replay(entries: Iterable[Entry], path: Path) -> Record:
    """Take a journal's entries together. ``path`` is for the sentence only.

    Raises ``Trouble`` (exit code 1) where an entry says what the rules do not take.
    """
    record = Record()
    for entry in entries:
        try:
            record = _fold(record, entry)
        except (msgspec.ValidationError, _Disagrees) as error:
            raise Trouble(
                f"The journal {path} has an entry {entry.seq} that does not hold ({error}); "
                "it was left as it is: use the version that wrote it, put a backup in its "
                "place, or begin another with --journal.",
                NOT_SO,
            ) from None
    return record


class _Disagrees(Exception):
    """The rules refuse what the journal says they took."""


def _fold(record: Record, entry: Entry) -> Record:
    if entry.kind == "game":
        begun = msgspec.convert(entry.body, Begun)
        setup = rules.read_setup(begun.game)
        if isinstance(setup, Refusal):
            raise _Disagrees(setup.sentence)
        return record.begin(entry, begun, rules.start(setup))
    if entry.kind == "withdrawn":
        return record.withdraw(entry)
    if entry.kind == "opened":
        return record.open(entry)
    if entry.kind == "intent":
        return record.intend(entry, msgspec.convert(entry.body, Intent))
    said = msgspec.convert(entry.body, Said)
    if record.state is None:
        raise _Disagrees("no game has begun")
    applied = rules.apply(record.state, said.command)
    if isinstance(applied, Refusal):
        raise _Disagrees(applied.sentence)
    return record.advance(entry, said, applied)


def _doubts(said: Said) -> list[tuple[str, str, str]]:
    """What the table should know about how a count came to be: clause, text, kind."""
    if (measured := said.measured) is None:
        return []
    if measured.confirmed:
        return [("TBL-2", f"The table counted hit {said.hit}.", "confirmed")]
    if measured.uncertain:
        many = measured.uncertain
        what = "1 of the cards" if many == 1 else f"{many} of the cards"
        return [("LCH-1", f"{what} of this hit may be two: count what came.", "uncertain")]
    return []
