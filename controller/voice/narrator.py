"""The narrator: from one moment of a table to the next, what the room should hear. Pure.

What happened comes first, in its order. Then comes what stops the game. What the table waits for
comes last, because it is what people listen for.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.voice.calls import call
from controller.voice.facts import facts, moves, new_lines
from controller.voice.scene import Scene
from controller.voice.utterance import LAUNCHER, TURN, Level, Narration, Utterance

OUT_OF_CARDS = ("refusal.launcher_empty", "ruling.pile_used_up")
"""What the table waits for where no cards are left."""
RUNNING_OUT = ("ruling.reload_due", "ruling.pile_used_up")
"""What happened before: it asks for the same."""


def narrate(before: Scene | None, now: Scene) -> Narration:
    """What is to be said between two moments. ``before`` None: the voice begins to listen."""
    lines = new_lines(before.record, now.record) if before else []
    calls = call(now)
    anew = before is None or moves(lines) or calls != call(before)
    said = [*facts(lines), *_noticed(before, now), *_troubles(before, now)]
    if calls is not None and anew:
        if calls.key in OUT_OF_CARDS:
            said = [one for one in said if one.key not in RUNNING_OUT]
        said.append(calls)
    return Narration(tuple(said), _ended(before, now, anew) if before else frozenset())


def repeat(told: tuple[Utterance, ...], now: Scene) -> tuple[Utterance, ...]:
    """What is said if somebody asks to hear it again: the last deed, and what is so now.

    ``told``: what was told of the last change that was told at all.
    """
    happened = [one for one in told if not one.topic]
    calls = call(now)
    return (*happened, *_troubles(None, now), *([calls] if calls else ()))


def _noticed(before: Scene | None, now: Scene) -> Iterator[Utterance]:
    """What became of a card that was seen, once."""
    if before is None or now.notice is None:
        return
    if before.notice is None or before.notice.number != now.notice.number:
        yield Utterance(now.notice.key, now.notice.values)


def _troubles(before: Scene | None, now: Scene) -> Iterator[Utterance]:
    """What has begun to stop the game, or does so no more."""
    was = before or Scene(now.record)
    if was.link_up and not now.link_up:
        yield Utterance("spoken.away", topic=LAUNCHER)
    for fault in now.faults:
        if fault not in was.faults:
            yield Utterance(f"advice.{fault.value}", topic=fault.value)
    if now.why is not None and now.why != was.why:
        yield Utterance(now.why.key, now.why.values, topic=now.why.key)
    stood_still = was.faults or not was.link_up
    if stood_still and now.link_up and not now.faults:
        yield Utterance("spoken.ready", level=Level.PLAYS)


def _ended(before: Scene, now: Scene, anew: bool) -> frozenset[str]:
    ended = {fault.value for fault in before.faults if fault not in now.faults}
    if anew:
        ended.add(TURN)
    if now.link_up:
        ended.add(LAUNCHER)
    if before.why is not None and before.why != now.why:
        ended.add(before.why.key)
    return frozenset(ended)
