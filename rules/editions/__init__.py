"""The editions that this version knows, one file each."""

from __future__ import annotations

from collections.abc import Mapping

from rules.edition import Edition
from rules.editions.attack import ATTACK
from rules.editions.attack_attack import ATTACK_ATTACK
from rules.editions.extreme import EXTREME
from rules.editions.power_grab import POWER_GRAB

EDITIONS: Mapping[str, Edition] = {
    edition.id: edition for edition in (ATTACK, ATTACK_ATTACK, EXTREME, POWER_GRAB)
}
"""By id."""
