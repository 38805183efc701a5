"""The sittings in which earlier versions of the reader were wrong, by their seeds."""

TAKEN_UP = (3_000_035, 3_000_121)
NUDGED = (3_000_498, 3_000_653, 3_000_695, 3_000_721, 3_001_071, 3_001_489, 3_001_991, 3_003_918)
COVERED = (5_010_006, 5_010_886, 5_011_538, 5_020_386)
TWO_LIGHTS = (5_000_167, 5_001_417)
AGAIN = (5_030_848, 5_051_003)
BLURRED = (5_080_576, 5_100_095)
GLIMPSED = (5_100_373,)
LIT = (3_001_641, 3_001_691, 3_001_693, 3_002_215)
FIRST = (77, 31, 93, 36, 84, 281, 1006, 1007, 1009)
SIMULATED = (*FIRST, *TAKEN_UP, *NUDGED, *LIT, *COVERED, *TWO_LIGHTS, *AGAIN, *BLURRED, *GLIMPSED)

DRAWN = ((500_007, 14), (600_107, 1), (500_075, 6), (9_601_001, 2), (9_800_036, 5))
"""Each with its plays."""
MISSED = ((9_101_001, 4), (9_101_037, 14))
"""In these, sharp plays were not read."""
