"""One more chance for a test in the browser: alone, in a fresh process with a fresh browser.

A browser on a busy machine can fail by itself. A test that passes then is green, but it is listed
in ``build/flaky.jsonl`` and at the end of the run. (pytest-rerunfailures runs a test again in the
same process with the same browser, beside all others.)
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

ROOT = Path(__file__).parents[1]
WHERE = "tests/e2e/"
NAME = "retry"
"""``-p no:retry`` turns it off."""
MOST = 10
"""If more tests fail, this is no bad luck: none is retried."""


class Retry:
    """Runs the failed tests again at the end of a run, and tells what came of it."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self._flaky: dict[str, str] = {}
        """By test: the first line of its error."""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Retry before the terminal sums up, and after the processes of pytest-xdist."""
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if session.exitstatus == pytest.ExitCode.TESTS_FAILED and reporter is not None:
            self._retry(session, reporter)

    def _retry(self, session: pytest.Session, reporter: TerminalReporter) -> None:
        stats = [*reporter.stats.get("failed", []), *reporter.stats.get("error", [])]
        reports = [report for report in stats if isinstance(report, pytest.TestReport)]
        tests = {report.nodeid for report in reports if may_retry(report)}
        if len(tests) > MOST:
            return
        for test in sorted(tests):
            if self._passes(test):
                report = next(report for report in reports if report.nodeid == test)
                self._flaky[test] = first_line(report)
        if not self._flaky:
            return
        build = self._root / "build"
        build.mkdir(exist_ok=True)
        with (build / "flaky.jsonl").open("a") as file:
            for test, error in self._flaky.items():
                file.write(json.dumps({"test": test, "error": error}) + "\n")
        for kind in ("failed", "error"):
            reporter.stats[kind] = [
                report
                for report in reporter.stats.get(kind, [])
                if report.nodeid not in self._flaky
            ]
        if not reporter.stats["failed"] and not reporter.stats["error"]:
            session.exitstatus = pytest.ExitCode.OK

    def _passes(self, test: str) -> bool:
        words = ("-m", "pytest", "-q", "-p", f"no:{NAME}", "-p", "no:cacheprovider", "-m", "", test)
        return not subprocess.run([sys.executable, *words], cwd=self._root).returncode

    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> None:
        """Tell which tests passed only the second time."""
        if self._flaky:
            terminalreporter.section("passed when retried (build/flaky.jsonl)", yellow=True)
        for test, error in self._flaky.items():
            terminalreporter.line(f"{test}: {error}", yellow=True)


def may_retry(report: pytest.TestReport) -> bool:
    """Whether it is a test in the browser that does the same each time.

    A sample's cases are marked ``thorough`` and ``soak`` (see ``tests.seeds.sample``).
    """
    draws = "soak" in report.keywords and "thorough" not in report.keywords
    return report.nodeid.startswith(WHERE) and not draws


def first_line(report: pytest.TestReport) -> str:
    """What went wrong."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message if crash else report.longreprtext).strip().partition("\n")[0]
