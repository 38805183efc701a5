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
    """A file stays together, but looks at every view are dealt out by kind of device.

    A Pico's program is compiled once. Each clean root is alone.
    """
    file, _, test = nodeid.partition("::")
    if file == "tests/e2e/test_every_view.py":
        kind, comma, _ = test.partition("[")[2].partition(",")
        return f"{file}[{kind}" if comma else file
    if nodeid.startswith(("tests/contract/", "tests/micropython/")):
        return "pico"
    # these packages are made once for all their roots
    if nodeid.startswith("tests/roots/") and "test_debian" not in nodeid:
        return nodeid
    return file
