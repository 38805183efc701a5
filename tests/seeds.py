"""Seeds of drawn tests, and samples of long ones. Each is printed, so that it can be repeated."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
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


PRODUCT = ("controller", "firmware_bridge", "hardware", "rules")


@cache
def tree_seed(root: Path = ROOT) -> int:
    """The seed of this commit's product: a change of tests or documents alone draws the same.

    ``SOAK_SEED`` replaces it. Without Git's data, it is 0.
    """
    folders = (f"HEAD:{folder}" for folder in PRODUCT)
    try:
        done = subprocess.run(["git", "-C", str(root), "rev-parse", *folders], capture_output=True)
    except FileNotFoundError:
        return soak_seed(0)
    drawn = int(sha256(done.stdout).hexdigest()[:8], 16) if done.returncode == 0 else 0
    return soak_seed(drawn)


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
