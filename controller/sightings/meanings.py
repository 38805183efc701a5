"""What a card that was seen can mean. Without imports, so that the web knows it at no cost."""

from __future__ import annotations

from typing import Literal

Meaning = Literal[
    "played",
    "offered",
    "asked",
    "waits",
    "covered",
    "counted",
    "no_fit",
    "unknown_card",
    "stale",
    "nothing_on",
]
"""``played``: it was done. ``offered``: it is done after a yes. ``asked``: people have to choose.
``waits``: it is judged later. ``covered``: it lies there already. ``counted``: it belongs to the
hand that is counted. ``stale``: the command that it followed from was taken back."""
