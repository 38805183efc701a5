"""What all tests share."""

import asyncio
import gc
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from catalogues import PAGE_WORDS, WORDS, compile_words
from tests.retry import NAME as RETRY
from tests.retry import Retry
from tests.seeds import tree_seed

# No example has a deadline: on a busy machine any of them can take long.
EVERY = settings(deadline=None)
# `make test` tries the same examples each time; `make soak` searches on among four times as many,
# and prints what to repeat.
settings.register_profile("repeatable", EVERY, derandomize=True, max_examples=25)
settings.register_profile("search", EVERY, derandomize=False, print_blob=True)
# `make mutate` wants an answer about thousands of broken programs, not the smallest example.
settings.register_profile(
    "mutants", EVERY, derandomize=True, database=None, max_examples=10, phases=(Phase.generate,)
)
settings.load_profile("repeatable")

# Before 3.14 asking for the current loop makes one, which pytest-asyncio does and nobody closes;
# once none was set by hand, asking says that there is none.
asyncio.set_event_loop(None)

LONGEST = (
    *("tests/e2e/", "tests/readers/camera/test_piles.py", "tests/soak/", "tests/contract/"),
    *("tests/rules/test_properties.py", "tests/controller/", "tests/micropython/"),
    "tests/hardware/test_eject_loop.py",
)
"""What takes longest, the longest first."""
LEFT_OUT = re.compile(
    r"^pytestmark = .*mark\.(thorough|soak|on_lines|in_roots|at_home|on_board)\b", re.MULTILINE
)
"""How a file leaves all of its tests to another target than `make test`."""


ROOT = Path(__file__).parents[1]
MOST_NAME = 30
"""Signs of a test's name in its folder's: the path of a socket has to be short."""


MEMORY = Path("/dev/shm")
NEEDED_BYTES = 1 << 30
"""Many times what the tests of `make test` and `make thorough` write."""


def keep_files_in_memory() -> None:
    """Where a target asks for it, and there is room: a disk makes each commit wait."""
    if "FILES_IN_MEMORY" not in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= NEEDED_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues of words, so that tests read what the sources say now."""
    keep_files_in_memory()
    if hasattr(config, "workerinput"):  # a process of pytest-xdist: its parent has done it
        from tests.side_by_side import BriefReports

        config.pluginmanager.register(BriefReports())
        return
    if words_are_stale():
        compile_words(ROOT)
        for file in (ROOT / WORDS).glob("*.mo"):
            file.touch()  # what comes out as before is not written anew
    config.pluginmanager.register(Retry(), RETRY)


def pytest_report_header() -> str:
    """Say what the samples were drawn from."""
    return f"samples drawn with SOAK_SEED={tree_seed()}"


def words_are_stale() -> bool:
    """Whether a catalogue is not compiled, or was changed since then."""
    texts, compiled = [*(ROOT / WORDS).glob("*.po")], [*(ROOT / WORDS).glob("*.mo")]
    sources = [*texts, ROOT / "catalogues.py"]
    made = [*compiled, *(ROOT / PAGE_WORDS).glob("*.json")]
    if len(compiled) != len(texts) or len(made) != len(compiled) + len(texts) + 1:
        return True
    return max(one.stat().st_mtime for one in sources) > max(one.stat().st_mtime for one in made)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a file whose tests are all left out."""
    return is_left_out(collection_path, config) or None


def is_left_out(file: Path, config: pytest.Config) -> bool:
    """Whether the file's marks leave all of its tests to another target than `make test`."""
    if "not thorough" not in config.option.markexpr or not file.match("test_*.py"):
        return False
    return LEFT_OUT.search(file.read_text(encoding="utf-8")) is not None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage while thousands of tests are made, nor among them afterwards.

    It took a third of the time in which pytest finds the tests, in each process.
    """
    gc.disable()
    try:
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            import_own_share(session.config, getattr(session.config, "workerinput", {}))
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def import_own_share(config: pytest.Config, worker: Mapping[str, Any]) -> None:
    """In one of several processes, import every so-manieth file of tests before the others.

    In a fresh clone, all processes would compile all files at the same time. So each finds
    compiled what the others have imported.
    """
    if not worker:
        return
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    files = (file for file in ROOT.glob("tests/**/test_*.py") if not is_left_out(file, config))
    for file in sorted(files)[number::count]:
        # pytest imports it again, and reports why it cannot
        with suppress(Exception, pytest.skip.Exception, pytest.fail.Exception):
            import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


NUMBERS = count()


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder of its own for each test.

    pytest's reads the names of all folders there to find the next number: 2 ms for each test.
    """
    name = re.sub(r"\W", "_", request.node.name)[:MOST_NAME]
    folder = tmp_path_factory.getbasetemp() / f"{name}-{next(NUMBERS)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.hookimpl(optionalhook=True)  # pytest-xdist is not everywhere
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.side_by_side import Groups

    config.option.loadscopereorder = False
    return Groups(config, log)


TURNS = 4
"""How often the loop looks at its sockets before virtual time goes on. Both ends of each socket are
in this loop, so what was sent arrives at the next look. (looptime's 42 take far longer.)"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that no process is alone with it at the end."""
    for item in items:
        mark = item.get_closest_marker("looptime")
        if mark is not None and "noop_cycles" not in mark.kwargs:
            item.add_marker(pytest.mark.looptime(noop_cycles=TURNS))

    def rank(item: pytest.Item) -> int:
        places = (nth for nth, start in enumerate(LONGEST) if item.nodeid.startswith(start))
        return next(places, len(LONGEST))

    items.sort(key=rank)
