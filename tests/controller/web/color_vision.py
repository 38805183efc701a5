"""What a colour looks like to people who see no red, green or blue, and how far apart two are.

The matrices are those for a complete lack (severity 1.0) in Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
Visualization and Computer Graphics 15(6), 2009, table 1, on linear sRGB. Distances are ΔE of CIE76
in L*a*b* with white D65.
"""

from __future__ import annotations

from math import dist

Triple = tuple[float, float, float]

MATRICES: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def linear(color: str) -> Triple:
    """Linear sRGB, 0 to 1, of ``#rrggbb`` or ``#rgb``."""
    digits = color.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    )
    return red, green, blue


def _times(matrix: tuple[Triple, ...], color: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return x, y, z


def lab(color: str, vision: str = "usual") -> Triple:
    """L*a*b* of a colour as somebody of that vision sees it."""
    red, green, blue = (min(1.0, max(0.0, x)) for x in _times(MATRICES[vision], linear(color)))
    xyz = _times(TO_XYZ, (red, green, blue))
    x, y, z = (
        share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116
        for share in (value / white for value, white in zip(xyz, WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def delta_e(first: str, second: str, vision: str) -> float:
    """How far apart two colours are for somebody of that vision; from 2.3 on side by side, people
    notice a difference."""
    return dist(lab(first, vision), lab(second, vision))
