"""Which tests stay together where they run side by side (pytest-xdist), and what they report.

A scheduler of our own, as pytest-xdist provides for: its ``--dist loadgroup`` hands the groups over
in the names of tests, and with pytest 9.2 deals out single tests without a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from xdist.scheduler import LoadScopeScheduling


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Deals out whole groups, in the order of the tests."""

    def _assign_work_unit(self, node: Any) -> None:
        # after each test, pytest-xdist counts all tests of the groups that a process was given
        given = self.assigned_work.get(node, {})
        for group in [group for group, tests in given.items() if all(tests.values())]:
            del given[group]
        super()._assign_work_unit(node)

    def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
        super().add_node_collection(node, collection)
        if node in self.registered_collections:
            self.registered_collections[node] = Positions(collection)

    def _split_scope(self, nodeid: str) -> str:
        # `make test` has so few tests in the browser that starting a second one takes longer
        return group_of(nodeid, one_browser="not thorough" in self.config.option.markexpr)


class Positions(list[str]):
    """The names of all tests, each of which is asked for its position once."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self._positions = {name: position for position, name in enumerate(names)}

    def index(self, name: str, *_: Any) -> int:
        return self._positions[name]


class BriefReports:
    """In a process of pytest-xdist, sends its parent one report of a test that passes, not five.

    The parent handles the reports of all processes, for which it took a millisecond a test. The
    others say nothing but how long a fixture took (``--durations``), and what just begins (``-v``).
    """

    @pytest.hookimpl
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool | None:
        options = item.config.option
        if options.verbose > 0 or options.durations is not None:
            return None  # pytest's own
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        return True


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
