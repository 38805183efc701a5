"""Which tests stay together where they run side by side (pytest-xdist).

A scheduler of our own, as pytest-xdist provides for: its ``--dist loadgroup`` hands the groups over
in the names of tests, and with pytest 9.2 deals out single tests without a word.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Deals out whole groups, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """A file stays together; a Pico's program is compiled once. Each clean root is alone."""
    if nodeid.startswith(("tests/contract/", "tests/micropython/")):
        return "pico"
    # these packages are made once for all their roots
    if nodeid.startswith("tests/roots/") and "test_debian" not in nodeid:
        return nodeid
    return nodeid.partition("::")[0]
