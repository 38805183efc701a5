"""Runs the tests of the rules with one file of the rules replaced, in a process of its own."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
from collections.abc import Iterable, Iterator
from importlib.machinery import SourceFileLoader
from multiprocessing import get_context
from pathlib import Path
from types import CodeType

# Each trial is forked from here, and need not import these again.
import hypothesis.strategies  # noqa: F401
import msgspec  # noqa: F401
import pytest
import pytest_asyncio.plugin  # noqa: F401

from tests.mutation.sources import Mutant
from tests.rulebook.shown import scenarios

TESTS = [str(path) for path in sorted(Path("tests/rules").glob("test_*.py"))]
LEFT_OUT = {"tests/rules/test_bots.py", "tests/rules/test_exercises.py"}
"""Who plays would see less, in more time; the exercises take a copy from the disk."""
TESTS = sorted(set(TESTS) - LEFT_OUT, key=lambda path: "properties" in path)
"""The properties last: they take longest."""
OPTIONS = (
    *("-x", "-q", "--assert=plain", "--hypothesis-profile=mutants", "-p", "no:cacheprovider"),
    *("--disable-plugin-autoload", "-p", "_hypothesis_pytestplugin"),
    *("-p", "pytest_asyncio.plugin", "-p", "xdist.plugin", "-p", "no:unraisableexception"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
MAX_TRIAL_S = 60
"""Of processor time: the tests take 3 s, what runs longer does not end, which is seen."""


def tried(mutants: Iterable[Mutant], jobs: int) -> Iterator[bool]:
    """Of each mutant whether no test has noticed it."""
    deaf = (signal.SIGINT, signal.SIG_IGN)  # who is asked to stop is who started this
    with get_context("fork").Pool(jobs, signal.signal, deaf, maxtasksperchild=1) as pool:
        yield from pool.imap(survives, mutants)


def survives(mutant: Mutant) -> bool:
    """Whether no test notices it. Only for a process that has not imported the rules."""
    path = str(mutant.path.absolute())
    get_code = SourceFileLoader.get_code

    def mutated(loader: SourceFileLoader, name: str) -> CodeType | None:
        if loader.path != path:
            return get_code(loader, name)
        return compile(mutant.code, path, "exec")

    SourceFileLoader.get_code = mutated  # type: ignore[assignment, method-assign]
    gc.disable()
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, MAX_TRIAL_S)  # hence KeyboardInterrupt is caught below
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        return scenarios_hold() and pytest.main([*OPTIONS, *TESTS]) == pytest.ExitCode.OK


def scenarios_hold() -> bool:
    """Most mutants are seen here, where pytest has not even begun to look for tests."""
    try:
        from tests.rulebook.test_rulebook import test_scenario_holds

        for path in scenarios():
            test_scenario_holds(path)
        from tests.rulebook import test_rulings

        for path in scenarios():
            test_rulings.test_every_ruling_cites_a_clause_in_a_sentence(path)
            test_rulings.test_what_is_in_place_is_offered(path)
        test_rulings.test_whatever_is_said_is_answered_in_every_phase()
    except (Exception, KeyboardInterrupt):
        return False
    return True
