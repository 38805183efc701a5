"""Seeds of drawn tests, and samples of long ones. Each is printed, so that it can be repeated."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

ROOT = Path(__file__).parents[1]
Case = TypeVar("Case")


def soak_seed(usual: int | None = None) -> int:
    """``SOAK_SEED`` if it is set, else ``usual``, else a random seed."""
    given = os.environ.get("SOAK_SEED")
    if given is not None:
        return int(given)
    return random.randrange(10**6) if usual is None else usual


@cache
def tree_seed() -> int:
    """The seed of this commit's files: each run on the same commit draws the same.

    ``SOAK_SEED`` replaces it. Without Git's data, it is 0.
    """
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), "rev-parse", "HEAD^{tree}"], capture_output=True, text=True
        )
    except FileNotFoundError:
        return soak_seed(0)
    return soak_seed(int(done.stdout[:8], 16) if done.returncode == 0 else 0)


def one_in(every: int, cases: Sequence[Case], salt: str) -> list[Case]:
    """One case in so many, at least one, in their order.

    Which ones depends on ``tree_seed``, and on ``salt``, so that not all tests draw alike.
    """
    size = -(-len(cases) // every)
    numbers = random.Random(f"{tree_seed()} {salt}").sample(range(len(cases)), size)
    return [cases[number] for number in sorted(numbers)]


def sample(cases: Sequence[Any], size: int) -> list[ParameterSet]:
    """Parameters for a long test: `make thorough` runs ``size`` cases, `make soak` all of them.

    Which ones `make thorough` runs depends on ``tree_seed``.
    """
    import pytest  # here: counts that need no package read their seed from this module

    drawn = set(random.Random(tree_seed()).sample(range(len(cases)), size))
    thorough, soak = (pytest.mark.thorough, pytest.mark.soak), (pytest.mark.soak,)
    return [
        pytest.param(case, marks=thorough if number in drawn else soak)
        for number, case in enumerate(cases)
    ]
