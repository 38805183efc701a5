"""The narrator: from one moment of a table to the next, what the room should hear. Pure.

What happened comes first, in its order. Then comes what stops the game. What the table waits for
comes last, because it is what people listen for.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.voice.calls import call
from controller.voice.facts import facts, moves, new_lines
from controller.voice.snapshot import Snapshot
from controller.voice.utterance import LAUNCHER, TURN, Level, Narration, Utterance

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
