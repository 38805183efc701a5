"""Where a game stands after an entry of the journal, and the hit that is due in it.

``Record.fold`` makes the next record of an entry. It reads a journal at the start
(`journal_replay.py`) and follows the game while it runs (`book.py`), so that a restart comes to the
same record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from controller.decks.face_up import NO_NUMBERS, FaceUpNumbers
from controller.games import hands
from controller.games.doubts import Doubt, remarks, still_measured, with_measured
from controller.games.draws import Draws
from controller.games.entries import (
    Begun,
    Body,
    CommandBody,
    Deleted,
    DrawAsked,
    DrawCancelled,
    DrawCounted,
    DrawsBegun,
    DrawsBody,
    DrawsEnded,
    Gap,
    Intent,
    Opened,
    Restored,
    Withdrawn,
)
from controller.games.fairness import FinishedHit
from controller.games.hands import seated
from controller.games.moments import KEPT, Moment, Undoable, done_by
from controller.games.shelf import GameSummary, RoundScores, UnfinishedGame, rounds_over, summary_of
from controller.journal.entry import Entry
from controller.seats.roster import Admitted, AvatarChosen, Roster, SignedOut
from hardware.launcher import Reason
from hardware.profiles import Past
from rules import COMMANDS, Applied, Event, State

LOG_LINES = 200
"""How many rulings the page gets."""

Outcome = State | UnfinishedGame | Applied | None
"""Of a ``game`` entry where the game begins or goes on, of a ``command`` entry what the rules say;
None: of any other."""


class LogLine(msgspec.Struct, frozen=True):
    """One ruling of a journal entry."""

    seq: int
    """Number of the entry."""
    key: str
    """An entry of the catalogue of [words](words.md)."""
    clause: str
    """The clause that it follows from."""
    values: Mapping[str, Any]
    """What fills the gaps of its sentence."""


@dataclass(frozen=True, slots=True)
class Record:
    """Where everything stands after an entry."""

    seq: int = 0
    number: int = 0
    """The number of the game in this journal, from 1."""
    begun: Begun | None = None
    state: State | None = None
    log: tuple[LogLine, ...] = ()
    intent: Intent | None = None
    """The hit of this game that has a draw and no result yet."""
    untouched: bool = False
    """The intent is the last entry, so the launcher may have begun that hit."""
    last_hit: int = 0
    """The highest number of a hit so far. The numbers grow over all games of a journal."""
    last_measured: int = 0
    """The last hit that the launcher itself counted; 0: none."""
    last_weighed: int = 0
    """The last hit that a scale has counted again; 0: none. An undo does not change it."""
    finished: tuple[FinishedHit, ...] = ()
    """This game's finished hits in order, including those that were undone."""
    presses: int = 0
    """Presses that the profile took into account for the hit that is due."""
    revealed: bool = False
    """This game was over once, so its seed has been shown."""
    undealt: tuple[str, ...] = ()
    """Who still waits for an opening hand from the launcher in this round, in dealing order."""
    before: Past = field(default_factory=Past)
    """What the hit profile may take into account of the game that went on as this one."""
    opened_after: int = 0
    """How many hits were finished when the launcher's cover was last opened."""
    begun_s: int = 0
    """When this game began, for people only."""
    shelf: tuple[GameSummary, ...] = ()
    """The games before this one, including deleted ones, but for those that a start took from the
    index."""
    taken_up: Mapping[int, int] = field(default_factory=dict)
    """The games that were left and taken up again: the number of each, and as which it went on."""
    deleted: frozenset[int] = frozenset()
    """Numbers of past games that are no longer listed."""
    counts: tuple[tuple[Doubt, ...], ...] = ((),)
    """The launcher's counts after each command of this game that nobody has counted by hand. An
    undo goes back to the ones before it."""
    face_up_history: tuple[FaceUpNumbers, ...] = (NO_NUMBERS,)
    """The numbers of the cards that lie face up, after each command of this game."""
    rounds: tuple[RoundScores, ...] = ()
    """The rounds of this game that are over."""
    moments: tuple[Moment, ...] = ()
    """The newest entries that changed this game, oldest first."""
    begun_by: int = 0
    """The entry with which this game, or session of draws, began."""
    undoable: tuple[Undoable, ...] = ()
    """Each command of this game that is not undone."""
    lost: bool = False
    """The disk lost the entries that came next, and nobody has given a command since."""
    draws: Draws | None = None
    """The session of draws that has the table instead of a game, also when it is over."""
    sessions: int = 0
    """How many sessions of draws have begun in this journal."""
    roster: Roster = field(default_factory=Roster)
    """The devices that were admitted. No game depends on them."""

    @property
    def past(self) -> Past:
        """What the hit profile may take into account."""
        past = self.before
        for hit in self.finished:
            past = past.after(hit.draw)
        return Past(past.presses - self.opened_after, past.dry)

    @property
    def drawing(self) -> Draws | None:
        """The session of draws that is not over; None: there is none."""
        return None if self.draws is None or self.draws.over else self.draws

    def has_on_table(self, game: int) -> bool:
        """Whether the game with this number is on the table: neither another one nor draws are."""
        return self.begun is not None and game == self.number

    @property
    def sealed(self) -> Begun | DrawsBegun | None:
        """What fixed the draws of the game or session on the table; None: there is none."""
        return self.begun if self.draws is None else self.draws.begun

    @property
    def next_hand(self) -> str | None:
        """Whose opening hand the launcher deals next; None: it deals none now."""
        return hands.next_hand(self.state, self.undealt)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Counts that the table should check, oldest first."""
        return tuple(count for count in self.counts[-1] if count.uncertain)

    @property
    def measured(self) -> tuple[Doubt, ...]:
        """The launcher's newest counts, in doubt or not, that nobody has counted by hand."""
        return self.counts[-1]

    @property
    def face_up(self) -> FaceUpNumbers:
        """The numbers of the cards that lie face up."""
        return self.face_up_history[-1]

    @property
    def games(self) -> tuple[GameSummary, ...]:
        """The games of ``shelf`` and the one on the table."""
        if self.begun is None or self.state is None:
            return self.shelf
        hits = len(self.finished)
        now = summary_of(self.number, self.begun, self.begun_s, self.state, hits)
        return (*self.shelf, now)

    @property
    def played(self) -> int:
        """How many games there are. One that was taken up again is one game, not two."""
        return self.number - len(self.taken_up)

    @property
    def unfinished(self) -> UnfinishedGame | None:
        """Where this game stands if another one begins now; None: it is over, or there is none."""
        if self.begun is None or self.state is None or self.state.position.phase == "game_over":
            return None
        state = State(self.state.position)
        doubts, rounds = self.doubts, self.rounds
        lost, face_up = self.lost, self.face_up
        return UnfinishedGame(
            self.begun, state, self.undealt, doubts, rounds, lost, self.past, face_up
        )

    def fold(self, entry: Entry, body: Body, outcome: Outcome = None) -> Record:
        """The record after one more entry.

        ``outcome``: what the rules make of a game or a command. No kind of entry but ``intent``,
        ``withdrawn``, ``game`` and ``command`` changes a hit that is due.
        """
        after = replace(self, seq=entry.seq)
        match body, outcome:
            case Begun(), State():
                return after._begin(entry, body, outcome)
            case Begun(), UnfinishedGame():
                return after._go_on(entry, body, outcome)
            case CommandBody(), Applied():
                return after._advance(body, outcome)
            case Intent(), _:
                return after._intend(body)
            case Withdrawn(), _:
                return replace(after, untouched=False)
            case Opened(), _:  # the hit that is due keeps its draw
                before = Past(0, self.before.dry)
                return replace(after, before=before, opened_after=len(self.finished))
            case Deleted(), _:
                return replace(after, deleted=self.deleted | {body.game})
            case Restored(), _:
                return replace(after, deleted=self.deleted - {body.game})
            case Gap(), _:
                return after._lose()
            case Admitted(), _:
                return replace(after, roster=self.roster.admit(body, entry.wall_s))
            case SignedOut(), _:
                return replace(after, roster=self.roster.sign_out(body.device))
            case AvatarChosen(), _:
                return replace(after, roster=self.roster.show_as(body))
            case DrawsBegun(), _:
                return after._begin_draws(entry, body)
            case DrawAsked() | DrawCounted() | DrawCancelled() | DrawsEnded(), _:
                return after._draw(body)
        raise TypeError(f"{body} with {outcome}")

    def _begin_draws(self, entry: Entry, begun: DrawsBegun) -> Record:
        """A session of draws takes the table. A game that was on it is left."""
        return Record(
            seq=entry.seq,
            number=self.number,
            log=self.log,
            last_hit=self.last_hit,
            last_measured=self.last_measured,
            last_weighed=self.last_weighed,
            shelf=self.games,
            taken_up=self.taken_up,
            deleted=self.deleted,
            begun_by=entry.seq,
            draws=Draws(begun, entry.wall_s),
            sessions=begun.session,
            roster=self.roster,
        )

    def _draw(self, body: DrawsBody) -> Record:
        """Somebody is to draw, has drawn, or does not after all; or the session is over."""
        draws, intent = self.draws, self.intent
        assert draws is not None
        match body:
            case DrawAsked():
                return replace(self, draws=draws.asks(body), untouched=False, lost=False)
            case DrawCounted():
                assert intent is not None
                return replace(
                    self,
                    draws=draws.counts(body),
                    intent=None,
                    untouched=False,
                    last_measured=self.last_measured if body.measured.confirmed else body.hit,
                    lost=False,
                    finished=(*self.finished, draws.hit(intent, body, self.presses)),
                )
        after = draws.ends() if isinstance(body, DrawsEnded) else draws.asks(None)
        return replace(
            self, draws=after, intent=None, untouched=False, revealed=after.over, lost=False
        )

    def _begin(self, entry: Entry, begun: Begun, state: State) -> Record:
        """A game has begun. A hit that was still due in the game before is dropped."""
        names = [seat.name for seat in seated(state.position)]
        line = LogLine(entry.seq, "log.game", "", {"names": names})
        return replace(
            self,
            number=entry.game,
            begun=begun,
            state=state,
            log=(*self.log, line)[-LOG_LINES:],
            intent=None,
            untouched=False,
            finished=(),
            revealed=False,
            undealt=hands.to_deal(begun, None, state),
            before=begun.goes_on.past if begun.goes_on else Past(),
            opened_after=0,
            begun_s=entry.wall_s,
            shelf=self.games,
            counts=((),),
            face_up_history=(NO_NUMBERS,),
            rounds=(),
            moments=(Moment(entry.seq, state.position, Reason("done.game")),),
            begun_by=entry.seq,
            undoable=(),
            lost=False,
            roster=self.roster.game_begins(),
            draws=None,
        )

    def _go_on(self, entry: Entry, begun: Begun, unfinished: UnfinishedGame) -> Record:
        """A game that was left goes on where it stood. Its draws are new ones."""
        begins = self._begin(entry, begun, unfinished.state)
        names = [seat.name for seat in seated(unfinished.state.position)]
        before = begun.goes_on.game if begun.goes_on else 0
        values: dict[str, Any] = {"game": before}
        line = LogLine(entry.seq, "log.goes_on", "", {**values, "names": names})
        return replace(
            begins,
            taken_up={**self.taken_up, before: entry.game},
            log=(*begins.log[:-1], line),
            moments=(Moment(entry.seq, unfinished.state.position, Reason("done.goes_on", values)),),
            undealt=unfinished.undealt,
            counts=(unfinished.doubts,),
            face_up_history=(unfinished.face_up,),
            rounds=unfinished.rounds,
            lost=unfinished.lost,
        )

    def _intend(self, intent: Intent) -> Record:
        """A hit may be armed from now on."""
        before = self.intent
        again = before is not None and before.hit == intent.hit and not before.hand
        return replace(
            self,
            intent=intent,
            untouched=True,
            last_hit=max(self.last_hit, intent.hit),
            presses=self.presses if again else self.past.presses,
        )

    def _lose(self) -> Record:
        """The entries that came next are lost. Somebody may have pressed for a hit that was due."""
        line = LogLine(self.seq, "log.lost", "TBL-2", {})
        after = replace(self, log=(*self.log, line)[-LOG_LINES:], lost=True)
        if self.state is None:
            return after
        return after._with_moment(Moment(self.seq, self.state.position, Reason("done.gap")))

    def _advance(self, body: CommandBody, applied: Applied) -> Record:
        """The rules accepted a command: a new one, the count that ends a hit, or an undo."""
        position = applied.state.position
        lines = self._lines(body, applied)
        after = replace(
            self,
            state=applied.state,
            log=(*self.log, *lines)[-LOG_LINES:],
            untouched=False,
            rounds=rounds_over(self.rounds, position),
            revealed=self.revealed or position.phase == "game_over",
            lost=False,
        )._with_moment(Moment(self.seq, position, done_by(body)))
        if body.command["do"] == "undo":
            return after._with_one_command_less()
        first = Reason(lines[0].key, lines[0].values) if lines else None
        last = Undoable(first, self._player_of(body))
        after = after._with_one_command_more(self, body, applied, last)
        return after._with_its_hit_ended(self, body)._with_weighed(body)

    def _lines(self, body: CommandBody, applied: Applied) -> tuple[LogLine, ...]:
        """What the log says of a command."""
        seq = self.seq
        if body.hit is not None and self.intent is not None and self.intent.hand:
            rulings = [LogLine(seq, *hands.log_line(self.intent.by, body.cards))]
        elif body.weighed is not None:
            rulings = []  # nobody has set this hand: the remark says what the scale has found
        elif body.command["do"] == "undo" and (undone := self.undoable[-1].ruling) is not None:
            rulings = [_taken_back(seq, event, undone) for event in applied.events]
        else:
            rulings = [
                LogLine(seq, event.key, event.clause, event.values) for event in applied.events
            ]
        return (*rulings, *(LogLine(seq, *remark) for remark in remarks(body)))

    def _player_of(self, body: CommandBody) -> str | None:
        """Whose deed a command is that the rules have accepted."""
        if body.hit is not None or self.state is None:
            return None
        return COMMANDS[body.command["do"]].acting_player(self.state.position, body.command)

    def _with_one_command_less(self) -> Record:
        """After an undo: the doubts of before, and the undone hits marked."""
        undoable = self.undoable[:-1]
        finished = tuple(hit.after_undo(len(undoable)) for hit in self.finished)
        return replace(
            self,
            counts=self.counts[:-1],
            face_up_history=self.face_up_history[:-1],
            undoable=undoable,
            finished=finished,
        )

    def _with_moment(self, moment: Moment) -> Record:
        return replace(self, moments=(*self.moments, moment)[-KEPT:])

    def _with_one_command_more(
        self, before: Record, body: CommandBody, applied: Applied, last: Undoable
    ) -> Record:
        """After a command that an undo can take back. It may change doubts or begin a round."""
        still_measured_counts = still_measured(before.measured, body, applied)
        measured = with_measured(still_measured_counts, body, before.intent)
        undealt = hands.to_deal(before.begun, before.state, applied.state) or before.undealt
        assert before.state is not None
        was, now = before.state.position, applied.state.position
        return replace(
            self,
            counts=(*self.counts, measured),
            face_up_history=(*self.face_up_history, before.face_up.after(was, now, body.seen)),
            undoable=(*self.undoable, last),
            undealt=undealt,
        )

    def _with_weighed(self, body: CommandBody) -> Record:
        """After a scale has counted hits again; another command changes nothing here."""
        word = body.weighed
        if word is None:
            return self
        depth = len(self.undoable)
        finished = tuple(
            hit.with_found(word.weighed - word.counted, depth) if hit.hit == word.last_hit else hit
            for hit in self.finished
        )
        last = max(self.last_weighed, word.last_hit)
        return replace(self, finished=finished, last_weighed=last)

    def _with_its_hit_ended(self, before: Record, body: CommandBody) -> Record:
        """After the count of a hit; another command changes nothing here."""
        if body.hit is None or body.measured is None:
            return self
        last = before.last_measured if body.measured.confirmed else body.hit
        ended = replace(self, intent=None, last_measured=last)
        intent, state = before.intent, before.state
        if intent is None or state is None:
            return ended
        if intent.hand:
            undealt = tuple(name for name in before.undealt if name != intent.by)
            return replace(ended, undealt=undealt)
        hit = FinishedHit(
            hit=intent.hit,
            by=intent.by,
            draw=intent.draw,
            requested=intent.requested,
            delivered=body.cards,
            held=state.position.launcher,
            presses=before.presses,
            dealt=state.position.dealt is not None,
            foreseen=before.revealed,
            depth=len(self.undoable),
        )
        return replace(ended, finished=(*self.finished, hit))


def _taken_back(seq: int, event: Event, reason: Reason) -> LogLine:
    """What the log says of an undo: the ruling of the command that was taken back."""
    key = "log.undoes_hit" if event.key == "ruling.undoes_hit" else "log.undoes"
    values = {"what": {"key": reason.key, "values": reason.values}}
    return LogLine(seq, key, event.clause, {**event.values, **values})
