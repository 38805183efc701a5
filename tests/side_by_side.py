"""Which tests stay together where they run side by side (pytest-xdist).

A scheduler of our own, as pytest-xdist provides for: its ``--dist loadgroup`` hands the groups over
in the names of tests, and with pytest 9.2 deals out single tests without a word.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Deals out whole groups, in the order of the tests."""

    def _assign_work_unit(self, node: Any) -> None:
        # after each test, pytest-xdist counts all tests of the groups that a process was given
        given = self.assigned_work.get(node, {})
        for group in [group for group, tests in given.items() if all(tests.values())]:
            del given[group]
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        # `make test` has so few tests in the browser that starting a second one takes longer
        return group_of(nodeid, one_browser="not thorough" in self.config.option.markexpr)


def group_of(nodeid: str, one_browser: bool = False) -> str:
    """A file stays together, but looks at every view are dealt out by kind of device.

    A Pico's program is compiled once. Each clean root is alone.
    """
    file, _, test = nodeid.partition("::")
    if one_browser and file.startswith("tests/e2e/"):
        return "browser"
    if file == "tests/e2e/test_every_view.py":
        kind, comma, _ = test.partition("[")[2].partition(",")
        return f"{file}[{kind}" if comma else file
    if nodeid.startswith(("tests/contract/", "tests/micropython/")):
        return "pico"
    # these packages are made once for all their roots
    if nodeid.startswith("tests/roots/") and "test_debian" not in nodeid:
        return nodeid
    return file
