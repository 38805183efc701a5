"""A house's own box in the messages of a table: its whole text beside a result. Pure.

The ID of its edition has a hash of the box, so nobody can send another one for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.edition import Edition
from rules.editions.box_parts import BadBox
from rules.editions.house import house_id, is_house, read_house, short_name

MAX_BOX_BYTES = 64 * 1024
"""Of a box as JSON. Every file of a box fits; one that another program has made can be longer."""


class RefusedBox(ValueError):
    """A box that a hub does not keep. The text says why, as the end of a sentence."""


def fitting(box: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The box as it travels; None: there is none, or it is too long."""
    if box is None or len(msgspec.json.encode(box)) > MAX_BOX_BYTES:
        return None
    return box


def read_sent(edition: str, text: bytes) -> Edition:
    """The edition in a box that came as JSON from anybody. Raises ``RefusedBox``.

    ``edition``: the ID to which it is said to belong.
    """
    if len(text) > MAX_BOX_BYTES:
        raise RefusedBox(f"it has more than {MAX_BOX_BYTES >> 10} KiB")
    try:
        box = msgspec.json.decode(text)
        if not is_house(edition) or house_id(short_name(edition), box) != edition:
            raise RefusedBox("another box belongs to this edition")
        return read_house(edition, box)
    except (BadBox, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RefusedBox("this release cannot read it") from None
