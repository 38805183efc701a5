"""Rollerdeck's public Python interface: a launcher, and the rules of the game.

``docs/python-api.md`` shows how to use it. What is not named here is internal, and may change in
any version: the packages ``rules``, ``hardware``, ``firmware_bridge`` and ``controller``.
"""

from __future__ import annotations

from controller.words import say
from firmware_bridge.address import BadAddress
from hardware.launcher import (
    Capabilities,
    CardLeft,
    ChipLoad,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    LauncherBusy,
    LauncherGone,
    LinkChanged,
    Pressed,
    Reason,
)
from rollerdeck import launcher
from rollerdeck.launcher import Launcher, connect
from rules import (
    Applied,
    Bounds,
    Event,
    Offer,
    Refusal,
    Setup,
    State,
    apply,
    legal,
    read_setup,
    start,
    view,
)

__all__ = [
    "Applied",
    "BadAddress",
    "Bounds",
    "Capabilities",
    "CardLeft",
    "ChipLoad",
    "Event",
    "Fault",
    "FaultsChanged",
    "HitEnded",
    "HitResult",
    "Launcher",
    "LauncherBusy",
    "LauncherEvent",
    "LauncherGone",
    "LinkChanged",
    "Offer",
    "Pressed",
    "Reason",
    "Refusal",
    "Setup",
    "State",
    "apply",
    "connect",
    "legal",
    "read_setup",
    "sentence",
    "start",
    "view",
]

LauncherEvent = launcher.LauncherEvent
"""What ``Launcher.events`` gives: ``Pressed``, ``CardLeft``, ``HitEnded``, ``FaultsChanged`` or
``LinkChanged``."""


def sentence(about: Event | Refusal | Reason | LauncherGone) -> str:
    """What happened, or why something cannot be, in English."""
    keyed = about.reason if isinstance(about, LauncherGone) else about
    return say(keyed.key, keyed.values)
