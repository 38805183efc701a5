"""The check sign at the end of a text that a machine reads: ISO 7064, MOD 37,36. Pure.

One sign that was read as another never goes unnoticed, and two that changed places hardly ever.
"""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MODULUS = len(ALPHABET)


def check_sign(text: str) -> str:
    """The sign for a text of digits and capital letters. Raises ``ValueError`` for others."""
    check = MODULUS
    for sign in text:
        check = (check + ALPHABET.index(sign)) % MODULUS or MODULUS
        check = check * 2 % (MODULUS + 1)
    return ALPHABET[(1 - check) % MODULUS]
