"""How a player may be shown: one of eight colours, and one emoji."""

from __future__ import annotations

from unicodedata import category, combining

from controller.base.errors import Refused

COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink")

MOST_BYTES = 16
MOST_JOINED_BYTES = 32
"""Of an emoji in UTF-8; the second if it joins several, such as a family."""

_JOINER = "\u200d"
_KEYCAP = "\u20e3"
_VARIATIONS = "\ufe0e\ufe0f"
_TAGS = range(0xE0020, 0xE0080)
_SKINS = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)


def refuse_avatar(colour: str | None, emoji: str | None) -> None:
    """Return if a player may be shown like this. Raises ``Refused``."""
    if colour is not None and colour not in COLOURS:
        raise Refused("bad_avatar", "refusal.no_such_colour", {"names": list(COLOURS)})
    if emoji is not None and not is_emoji(emoji):
        raise Refused("bad_avatar", "refusal.no_emoji")


def is_emoji(text: str) -> bool:
    """Whether a text is a single sign without letters: one picture, or several joined to one."""
    max_bytes = MOST_JOINED_BYTES if _JOINER in text or _has_tags(text) else MOST_BYTES
    try:
        if not 1 <= len(text.encode()) <= max_bytes:
            return False
    except UnicodeEncodeError:
        return False
    if len(text) == 2 and all(ord(sign) in _FLAGS for sign in text):
        return True
    if text[0] in "0123456789#*":
        return text[1:] in (_KEYCAP, f"\ufe0f{_KEYCAP}")
    return all(map(_is_picture, text.split(_JOINER)))


def _is_picture(part: str) -> bool:
    """One picture with what changes its looks."""
    if not part or not _is_base(part[0]):
        return False
    return all(
        sign in _VARIATIONS or ord(sign) in _SKINS or ord(sign) in _TAGS for sign in part[1:]
    )


def _is_base(sign: str) -> bool:
    """A symbol that stands for itself: no letter, no digit, nothing that does not show."""
    shows = category(sign) in ("So", "Sm", "Po") and ord(sign) > 0xFF
    unknown_yet = category(sign) == "Cn" and 0x1F300 <= ord(sign) < 0x1FC00
    return (shows or unknown_yet) and not combining(sign) and ord(sign) not in _FLAGS


def _has_tags(text: str) -> bool:
    return any(ord(sign) in _TAGS for sign in text)
