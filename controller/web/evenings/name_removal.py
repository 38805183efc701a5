"""Takes the names out of a group's games while the referee runs, once no game is on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from controller.base.errors import Refused, Trouble
from controller.base.event_log import note
from controller.evenings.forgetting import draft_journal, journal_draft, rewrite_copies
from controller.evenings.groups import Group, GroupStore, marked_as_going
from controller.table.table import Table
from controller.web.past import run_apart

TRIES = 5
"""How often the journal is rewritten if somebody writes into it meanwhile, for example a phone that
takes its seat."""

Part = Literal["journal", "copies"]


class Forget(Protocol):
    """Does one part on the disk: a draft of the journal, or all copies."""

    async def __call__(self, journal: Path, group: str, part: Part) -> tuple[str, ...]:
        """The names of files that cannot be read. Raises ``Trouble``."""
        ...


async def forget_apart(journal: Path, group: str, part: Part) -> tuple[str, ...]:
    """Do a part in a process of its own, with low priority. See ``Forget``."""
    asked = (str(journal), group, part, str(os.getpid()))
    output = await run_apart("controller.evenings.forgetting", *asked)
    return msgspec.json.decode(output, type=tuple[str, ...])


async def forget_here(journal: Path, group: str, part: Part) -> tuple[str, ...]:
    """Do a part in this process, where nothing waits for it. See ``Forget``."""
    if part == "copies":
        return rewrite_copies(journal, group)
    draft_journal(journal, group)
    return ()


async def forget_games(
    table: Table, store: GroupStore, group: Group, forget: Forget
) -> tuple[str, ...]:
    """Give the players of a group's games neutral names, everywhere on this disk.

    Returns the names of files that cannot be read, which may still hold names. Raises ``Refused``.
    The caller deletes the group afterwards.
    """
    journal = table.journal
    draft = journal_draft(journal)

    async def mark() -> None:
        await store.change(lambda groups: marked_as_going(groups, group))

    try:
        for _ in range(TRIES):
            table.refuse_game_on()
            await forget(journal, group.id, "journal")
            if await table.rewrite(draft, await table.read_draft(draft), mark):
                break
        else:
            raise Refused("written_meanwhile", "refusal.written_meanwhile")
        return await forget(journal, group.id, "copies")
    except Trouble as trouble:
        note("not_forgotten", str(trouble))
        raise Refused("not_rewritten", "refusal.not_rewritten") from None
    finally:
        draft.unlink(missing_ok=True)
