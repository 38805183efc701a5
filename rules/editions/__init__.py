"""The editions that this version knows, one file each."""

from __future__ import annotations

from collections.abc import Mapping

from rules.edition import Edition
from rules.editions.attack import ATTACK

EDITIONS: Mapping[str, Edition] = {edition.id: edition for edition in (ATTACK,)}
"""By id."""
