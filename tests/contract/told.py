"""What a launcher has told, as a test wants to read it."""

from __future__ import annotations

from hardware.launcher import (
    CardLeft,
    HitEnded,
    HitResult,
    LauncherEvent,
    Pressed,
    Traced,
    TraceEntry,
)


def of_hit(events: list[LauncherEvent], hit: int) -> list[str]:
    """The story of one hit in words."""
    story = []
    for event in events:
        match event:
            case Pressed(hit=number) if number == hit:
                story.append("press")
            case CardLeft(hit=number, nth=nth) if number == hit:
                story.append(f"card {nth}")
            case HitEnded(result=result) if result.hit == hit:
                story.append("ended")
    return story


def results(events: list[LauncherEvent]) -> list[HitResult]:
    return [event.result for event in events if isinstance(event, HitEnded)]


def traced(events: list[LauncherEvent]) -> list[TraceEntry]:
    return [seen for event in events if isinstance(event, Traced) for seen in event.seen]
