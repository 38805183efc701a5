"""The narrator: from one moment of a table to the next, what the room should hear. Pure.

What happened comes first, in its order: a voice of each level wants some rulings, in words of its
own. Then comes what stops the game. What the table waits for comes last, because it is what people
listen for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from controller.games.record import LogLine, Record
from controller.voice.calls import call
from controller.voice.narration import LAUNCHER, TURN, Level, Narration, Snapshot, Utterance


@dataclass(frozen=True, slots=True)
class Fact:
    """How a ruling is said."""

    level: Level
    key: str = ""
    """Other words than the ruling's own, which are shorter or easier to hear."""
    moves: bool = False
    """After it, the room is told again what the table waits for, even if that is the same."""


SILENT = frozenset(
    {
        # what the table waits for is said by itself
        *("ruling.begins", "ruling.asks", "ruling.round_over"),
        *("ruling.owes_hits", "ruling.owes_hits_for", "ruling.owes_draws"),
        *("ruling.owes_until_cards", "ruling.may_answer"),
        "log.lost",  # said as what is wrong, until somebody has looked
    }
)
"""Rulings that are never said."""

_PLAYS, _EVERYTHING = Level.PLAYS, Level.EVERYTHING

FACTS = {
    "ruling.plays": Fact(_PLAYS, "spoken.play", moves=True),
    "ruling.plays_calling": Fact(_PLAYS, "spoken.play_calling", moves=True),
    "ruling.plays_on": Fact(_PLAYS, "spoken.play_on", moves=True),
    "ruling.plays_on_calling": Fact(_PLAYS, "spoken.play_on_calling", moves=True),
    "ruling.hits": Fact(_PLAYS, "spoken.came", moves=True),
    "ruling.hits_nothing": Fact(_PLAYS, "spoken.came_nothing", moves=True),
    "log.uncertain": Fact(_PLAYS, "spoken.uncertain"),
    "ruling.game_won": Fact(Level.TURNS),
    "ruling.blocks": Fact(_PLAYS, "spoken.blocks"),
    "ruling.grabs": Fact(_PLAYS, "spoken.grabs"),
    "ruling.grabs_from": Fact(_PLAYS, "spoken.grabs_from"),
    "ruling.sets_tower": Fact(_EVERYTHING, "spoken.sets_tower"),
    "ruling.sets_tower_free": Fact(_EVERYTHING, "spoken.sets_tower_free"),
    **{
        f"ruling.{ruling}": Fact(_PLAYS, moves=True)
        for ruling in (
            *("turned_up", "draws", "passes", "calls", "chooses", "trades", "rotates", "reloads"),
            *("reshuffles", "finds_guilty", "finds_innocent", "hits_void", "draws_void"),
            *("hits_out_of_order", "hits_out_of_order_nothing"),
        )
    },
    **{
        f"ruling.{ruling}": Fact(_PLAYS)
        for ruling in (
            *("skips", "reverses", "jumps_in", "towers_go_back"),
            *("calls_uno", "catches", "suggests", "house_rule", "goes_back", "deals"),
            *("more_than_a_press", "more_than_launcher_held", "more_than_pile_held"),
            *("too_many_dealt", "reload_due", "pile_used_up"),
            *("round_won", "scores", "eliminated"),
        )
    },
    **{
        f"log.{line}": Fact(_PLAYS, moves=True)
        for line in ("game", "goes_on", "dealt", "undoes", "undoes_hit")
    },
    "log.weighed_more": Fact(_PLAYS),
    "log.weighed_more_series": Fact(_PLAYS),
    **{
        key: Fact(_EVERYTHING)
        for key in (
            *("ruling.draws_for_deal", "ruling.draw_again", "ruling.counts", "log.confirmed"),
            *("log.weighed", "log.weighed_series"),
            *("ruling.joins", "ruling.leaves", "ruling.sets_color", "ruling.sets_dealer"),
            *("ruling.sets_direction", "ruling.sets_hand", "ruling.sets_launcher"),
            *("ruling.sets_pile", "ruling.sets_score", "ruling.sets_turn"),
        )
    },
}
"""By the key of the ruling or of the log's own line."""

OTHER = Fact(Level.EVERYTHING)
"""A ruling that nobody has thought of here."""


def new_lines(before: Record, now: Record) -> list[LogLine]:
    """The log's lines since another moment, oldest first."""
    return list(takewhile(lambda line: line.seq > before.seq, reversed(now.log)))[::-1]


def facts(lines: list[LogLine]) -> Iterator[Utterance]:
    """What these lines are as sentences for the room."""
    for line in lines:
        if line.key not in SILENT:
            fact = FACTS.get(line.key, OTHER)
            yield Utterance(fact.key or line.key, line.values, fact.level)


def moves(lines: list[LogLine]) -> bool:
    """Whether any of these lines is a move, after which the room is told what follows."""
    return any(FACTS.get(line.key, OTHER).moves for line in lines)


OUT_OF_CARDS = ("refusal.launcher_empty", "ruling.pile_used_up")
"""What the table waits for where no cards are left."""
RUNNING_OUT = ("ruling.reload_due", "ruling.pile_used_up")
"""What happened before: it asks for the same."""


def narrate(before: Snapshot | None, now: Snapshot) -> Narration:
    """What is to be said between two snapshots. ``before`` None: the voice has just begun."""
    lines = new_lines(before.record, now.record) if before else []
    calls = call(now)
    anew = before is None or moves(lines) or calls != call(before)
    utterances = [*facts(lines), *_noticed(before, now), *_troubles(before, now)]
    if before is not None and now.late is not None and before.late is None:
        utterances.append(Utterance("spoken.time_up", {"player": now.late}, Level.PLAYS, TURN))
    if calls is not None and anew:
        if calls.key in OUT_OF_CARDS:
            utterances = [utterance for utterance in utterances if utterance.key not in RUNNING_OUT]
        utterances.append(calls)
    return Narration(tuple(utterances), _ended(before, now, anew) if before else frozenset())


def repeat(last_utterances: tuple[Utterance, ...], now: Snapshot) -> tuple[Utterance, ...]:
    """What is said again on request: the last ruling, and what stops the game or is waited for.

    ``last_utterances``: what was said of the last change of which anything was said.
    """
    happened = [utterance for utterance in last_utterances if not utterance.topic]
    calls = call(now)
    return (*happened, *_troubles(None, now), *([calls] if calls else ()))


def _noticed(before: Snapshot | None, now: Snapshot) -> Iterator[Utterance]:
    """What became of a card that was seen, once."""
    if before is None or now.notice is None:
        return
    if before.notice is None or before.notice.number != now.notice.number:
        yield Utterance(now.notice.key, now.notice.values)


def _troubles(before: Snapshot | None, now: Snapshot) -> Iterator[Utterance]:
    """What has begun to stop the game, and that nothing does any more."""
    previous = before or Snapshot(now.record)
    if previous.link_up and not now.link_up:
        yield Utterance("spoken.away", topic=LAUNCHER)
    for fault in now.faults:
        if fault not in previous.faults:
            yield Utterance(f"advice.{fault.value}", topic=fault.value)
    if now.problem is not None and now.problem != previous.problem:
        yield Utterance(now.problem.key, now.problem.values, topic=now.problem.key)
    if _stands_still(previous) and not _stands_still(now):
        yield Utterance("spoken.ready", level=Level.PLAYS)


def _stands_still(snapshot: Snapshot) -> bool:
    return bool(snapshot.faults) or not snapshot.link_up


def _ended(before: Snapshot, now: Snapshot, anew: bool) -> frozenset[str]:
    ended = {fault.value for fault in before.faults if fault not in now.faults}
    if anew:
        ended.add(TURN)
    if now.link_up:
        ended.add(LAUNCHER)
    if before.problem is not None and before.problem != now.problem:
        ended.add(before.problem.key)
    return frozenset(ended)
