"""The editions that this version knows, one file each."""

from __future__ import annotations

from collections.abc import Mapping

from rules.edition import Edition
from rules.editions.reading import read_edition

NAMES = ("attack", "attack-attack", "extreme", "power-grab", "classic", "classic-attack")
"""Their IDs, which are the names of their files, in the order in which people see them."""
EDITIONS: Mapping[str, Edition] = {name: read_edition(name) for name in NAMES}
"""By ID."""
