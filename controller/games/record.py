"""What the journal says, taken together: the game as it stands, and the hit that is due in it.

A fold over entries, the same at the start and while the game runs, so that a restart cannot
differ from what went before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

import rules
from controller.base.errors import NOT_SO, Trouble
from controller.games import opening
from controller.games.doubts import Doubt, doubt_of, remarks, still_doubted
from controller.games.entries import Begun, Intent, OneGame, Said
from controller.games.fairness import Pressed
from controller.games.shelf import Game, in_short
from controller.journal.journal import Entry
from hardware.profiles import Past
from rules import Applied, Refusal, State

LOG_LINES = 200
"""How many rulings the page gets to see."""

LOST = (
    "The disk lost what was played after this: compare hands and scores with the table, and set "
    "right what differs."
)
"""What the table is told after a gap in the journal."""


class LogLine(msgspec.Struct, frozen=True):
    """One ruling, with the entry that brought it."""

    seq: int
    clause: str
    text: str
    kind: str


class Round(msgspec.Struct, frozen=True):
    """The scores when a round was over."""

    round: int
    scores: dict[str, int]


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
    pressed: tuple[Pressed, ...] = ()
    """This game's finished hits, in order, also those that were undone."""
    presses: int = 0
    """Presses that the profile looked at for the hit that is due."""
    revealed: bool = False
    """This game was over once, so its seed has been shown."""
    undealt: tuple[str, ...] = ()
    """Who has got no opening hand from the launcher in this round, in the order of the deal."""
    opened_after: int = 0
    """So many of them were finished when the launcher's cover was opened last."""
    begun_s: int = 0
    """When this game began, for people only."""
    shelf: tuple[Game, ...] = ()
    """The games before this one, deleted ones too."""
    deleted: frozenset[int] = frozenset()
    """Numbers of past games that are no longer listed."""
    depth: int = 0
    """Commands of this game that are not undone."""
    doubted: tuple[tuple[Doubt, ...], ...] = ((),)
    """Counts in doubt after each command of this game, so that an undo finds those before it."""
    rounds: tuple[Round, ...] = ()
    """The rounds of this game that are over."""
    lost: bool = False
    """The disk lost what came after this, and nobody has said anything since."""

    @property
    def past(self) -> Past:
        """What the hit profile may look at."""
        game = Past.of([hit.draw for hit in self.pressed])
        return Past(game.presses - self.opened_after, game.dry)

    @property
    def next_hand(self) -> str | None:
        """Whose opening hand the launcher deals next; None: it deals none now."""
        return opening.next_hand(self.state, self.undealt)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Counts that the table should check, the oldest first."""
        return self.doubted[-1]

    @property
    def games(self) -> tuple[Game, ...]:
        """Every game of the journal, deleted ones too; the last is the one on the table."""
        if self.begun is None or self.state is None:
            return self.shelf
        hits = len(self.pressed)
        now = in_short(self.number, self.begun.game, self.begun_s, self.state, hits)
        return (*self.shelf, now)

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
            pressed=(),
            revealed=False,
            undealt=_to_deal(begun, None, state),
            opened_after=0,
            begun_s=entry.wall_s,
            shelf=self.games,
            depth=0,
            doubted=((),),
            rounds=(),
            lost=False,
        )

    def intend(self, entry: Entry, intent: Intent) -> Record:
        """A hit may be armed from now on."""
        before = self.intent
        again = before is not None and before.hit == intent.hit and not before.hand
        return replace(
            self,
            seq=entry.seq,
            intent=intent,
            untouched=True,
            last_hit=max(self.last_hit, intent.hit),
            presses=self.presses if again else self.past.presses,
        )

    def withdraw(self, entry: Entry) -> Record:
        """The hit that was intended has not begun, for sure."""
        return replace(self, seq=entry.seq, untouched=False)

    def open(self, entry: Entry) -> Record:
        """The launcher's cover was opened. The hit that is due keeps its draw."""
        return replace(self, seq=entry.seq, opened_after=len(self.pressed))

    def delete(self, entry: Entry, number: int) -> Record:
        """A past game is no longer listed; a hit that is due stays as it was."""
        return replace(self, seq=entry.seq, deleted=self.deleted | {number})

    def restore(self, entry: Entry, number: int) -> Record:
        """A deleted game is listed again."""
        return replace(self, seq=entry.seq, deleted=self.deleted - {number})

    def lose(self, entry: Entry) -> Record:
        """What came next is lost; a hit that was due may have been pressed."""
        line = LogLine(entry.seq, "TBL-2", LOST, "gap")
        return replace(self, seq=entry.seq, log=(*self.log, line)[-LOG_LINES:], lost=True)

    def advance(self, entry: Entry, said: Said, applied: Applied) -> Record:
        """The rules took a command; a measured one ends its hit."""
        intent = self.intent
        if said.hit is not None and intent is not None and intent.hand:
            lines = [LogLine(entry.seq, *opening.told(intent.by, said.cards))]
        else:
            lines = [LogLine(entry.seq, one.clause, one.text, one.kind) for one in applied.events]
        lines += [LogLine(entry.seq, *words) for words in remarks(said)]
        undone = said.command["do"] == "undo"
        depth = self.depth + (-1 if undone else 1)
        now = (*still_doubted(self.doubts, said.command, applied), *doubt_of(said, intent))
        moved = replace(
            self,
            seq=entry.seq,
            state=applied.state,
            pressed=tuple(p.after_undo(depth) for p in self.pressed) if undone else self.pressed,
            log=(*self.log, *lines)[-LOG_LINES:],
            untouched=False,
            lost=False,
            depth=depth,
            doubted=self.doubted[:-1] if undone else (*self.doubted, now),
            rounds=_finished(self.rounds, applied.state),
            revealed=self.revealed or applied.state.position.phase == "game_over",
        )
        if not undone and (undealt := _to_deal(self.begun, self.state, applied.state)):
            moved = replace(moved, undealt=undealt)
        if said.hit is None or said.measured is None:
            return moved
        last = self.last_measured if said.measured.confirmed else said.hit
        if intent is not None and intent.hand:
            undealt = tuple(name for name in self.undealt if name != intent.by)
            return replace(moved, intent=None, undealt=undealt, last_measured=last)
        pressed = (*self.pressed, *self._pressed(said))
        return replace(moved, intent=None, pressed=pressed, last_measured=last)

    def _pressed(self, said: Said) -> tuple[Pressed, ...]:
        """The hit that a count ends, for those who will check its draw."""
        intent, state = self.intent, self.state
        if intent is None or state is None:
            return ()
        return (
            Pressed(
                hit=intent.hit,
                by=intent.by,
                draw=intent.draw,
                requested=intent.requested,
                delivered=said.cards,
                held=state.position.launcher,
                presses=self.presses,
                dealt=state.position.dealt is not None,
                known=self.revealed,
                depth=self.depth + 1,
            ),
        )


def _to_deal(begun: Begun | None, before: State | None, state: State) -> tuple[str, ...]:
    dealt = begun is not None and begun.deal == "launcher" and opening.begins(before, state)
    return opening.order(state) if dealt else ()


def _finished(rounds: tuple[Round, ...], state: State) -> tuple[Round, ...]:
    """The rounds that are over after any command: an undo takes back what it takes back."""
    view = rules.view(state)
    before = tuple(one for one in rounds if one.round < view["round"])
    over = view["phase"] in ("round_over", "game_over")
    return (*before, Round(view["round"], view["scores"])) if over else before


def state_players(state: State) -> list[str]:
    """The players' names in seating order."""
    return list(rules.view(state)["hands"])


def replay(entries: Iterable[Entry], path: Path) -> Record:
    """Take a journal's entries together. ``path`` is for the sentence only.

    Raises ``Trouble`` (exit code 1) where an entry says what the rules do not take.
    """
    record = Record()
    for _, record in steps(entries, path):  # noqa: B007 - the last one stays
        pass
    return record


def steps(entries: Iterable[Entry], path: Path) -> Iterator[tuple[Entry, Record]]:
    """Each entry, and where everything stands after it. Raises like ``replay``."""
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
        yield entry, record


class _Disagrees(Exception):
    """The rules refuse what the journal says they took."""


def _fold(record: Record, entry: Entry) -> Record:
    if entry.kind == "game":
        begun = msgspec.convert(entry.body, Begun)
        setup = rules.read_setup(begun.line)
        if isinstance(setup, Refusal):
            raise _Disagrees(setup.sentence)
        return record.begin(entry, begun, rules.start(setup))
    if entry.kind == "withdrawn":
        return record.withdraw(entry)
    if entry.kind == "opened":
        return record.open(entry)
    if entry.kind == "intent":
        return record.intend(entry, msgspec.convert(entry.body, Intent))
    if entry.kind == "deleted":
        return record.delete(entry, msgspec.convert(entry.body, OneGame).game)
    if entry.kind == "restored":
        return record.restore(entry, msgspec.convert(entry.body, OneGame).game)
    if entry.kind == "gap":
        return record.lose(entry)
    said = msgspec.convert(entry.body, Said)
    if record.state is None:
        raise _Disagrees("no game has begun")
    due = record.intent.hit if record.intent else None
    if said.command["do"] == "hit" and record.begun and record.begun.seal and said.hit != due:
        raise _Disagrees("a hit without its draw")
    applied = rules.apply(record.state, said.command)
    if isinstance(applied, Refusal):
        raise _Disagrees(applied.sentence)
    return record.advance(entry, said, applied)
