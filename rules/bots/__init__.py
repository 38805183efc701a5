"""Whole games without people: players who see their own cards alone, at a table with real ones.

Pure like the rest: randomness and the launcher are passed in.
"""

from __future__ import annotations

from rules.bots.cards import Broken
from rules.bots.table import CHECKS, Played, Press, play_game

__all__ = ["CHECKS", "Broken", "Played", "Press", "play_game"]
