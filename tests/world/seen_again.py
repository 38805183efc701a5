"""Plays a recorded evening, and says what a maintainer has to know of it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from tempfile import mkdtemp

from controller.workshop.doctor.evening import RecordedEvening
from tests.world.evening import Evening
from tests.world.loop import Stuck
from tests.world.scene import LAST_EVENTS, MEMORY, ended_in


def see_again(recorded: RecordedEvening) -> tuple[Evening, str]:
    """Play an evening again. Returns its world, and what a maintainer is told."""
    folder = Path(mkdtemp(prefix="evening", dir=MEMORY if MEMORY.is_dir() else None))
    world = Evening(recorded, folder)
    try:
        try:
            asyncio.set_event_loop(None)
            world.loop.run_until_complete(world.live())
        except Stuck as stuck:
            world.promise(False, str(stuck))
        except Exception as error:  # whatever it is, it is a finding
            world.promise(False, ended_in(error))
        for failure in world.loop.failures:
            world.promise(False, ended_in(failure))
        return world, _report(world)
    finally:
        world.referee.kill()
        world.machine.kill()
        world.promises.close()
        world.loop.end()
        shutil.rmtree(folder, ignore_errors=True)


def _report(world: Evening) -> str:
    entries = len(world.records)
    if world.broken is not None:
        return "\n".join([*world.outcome().events[-LAST_EVENTS:], world.broken])
    laid = world.counts["laid into the journal"]
    return (
        f"{entries} entries come to the same states and rulings, and no promise is broken "
        f"({world.counts['said again']} said again, {laid} laid into the journal)."
    )
