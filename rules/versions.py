"""Versions of the rules: a game keeps those by which it was begun.

A journal holds commands, not states. A rule that is read in another way would refuse what was said
in an old game, or lead it elsewhere, so each such change has a version, and ``Setup.rules`` says
which one a game is played by.
"""

from __future__ import annotations

FIRST = 1
"""The rules of games whose first entry in a journal names none."""
REVISED = 2
"""A closed window is remembered as long as that hand stays at one (COM-12); a hand set to 0 wins
the round (TBL-2); an empty launcher is due for a reload (LCH-5); ``with`` may be an empty list;
names are one name in every spelling, and can be seen (COM-1); all hands together hold no more of a
card than the deck (DECK-6)."""
CURRENT = REVISED
"""The rules of a game object that names none."""
