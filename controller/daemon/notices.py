"""What the referee logs: games, hits, faults, the link to the launcher, the disk. No names."""

from __future__ import annotations

import logging

from controller.base.event_log import note
from controller.table.table import Table
from controller.words import advice, explain
from firmware_bridge.notices import Notices
from hardware.launcher import (
    FaultsChanged,
    HitEnded,
    LauncherEvent,
    LinkChanged,
    ScaleChanged,
)


class TableNotices(Notices):
    """Logs what happens at a table."""

    def __init__(self, game: int) -> None:
        """``game``: number of the game that is on the table when the referee starts."""
        super().__init__(note, advice)
        self._game = game
        self._saved = True

    def heard(self, event: LauncherEvent) -> None:
        """The launcher said something."""
        match event:
            case HitEnded(result=result):
                self.hit(result)
            case FaultsChanged(faults=faults):
                self.faults(faults)
            case ScaleChanged(trouble=trouble):
                self.scale(trouble)
            case LinkChanged(up=False, reason=reason):
                detail = f" {explain(reason)}" if reason else ""
                note("launcher_lost", f"The launcher is away.{detail}", logging.WARNING)
            case LinkChanged(restarted=restarted):
                anew = ", and has forgotten earlier hits" if restarted else ""
                note("launcher_back", f"The launcher is there{anew}.", restarted=int(restarted))

    def stands(self, table: Table) -> None:
        """Something changed at the table."""
        record = table.record
        if record.number != self._game and record.begun is not None:
            self._game = record.number
            game = record.begun.game
            edition, players = game["edition"], len(game["players"])
            previous = record.begun.goes_on
            does = "begins" if previous is None else f"goes on where game {previous.game} was left"
            sentence = f"Game {record.number} {does}: {edition}, {players} players."
            note("game_begun", sentence, game=record.number, edition=edition, players=players)
        if table.is_saved != self._saved:
            self._saved = table.is_saved
            if table.problem is None or self._saved:
                note("saved_again", "The disk takes what is written again.", entry=record.seq)
            else:
                note("not_saved", explain(table.problem), logging.ERROR, entry=record.seq + 1)
