"""The release file on clean systems: installed, used, upgraded, taken back, uninstalled.

Debian's roots, on this machine's processor: what a Pi of 64 bits would fetch is looked at by name.
No systemd runs in them, so units are enabled and not started; the referee is, as its unit would.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from controller.journal.schema import SCHEMA
from tests.roots import releases
from tests.roots.clean import SUITES, Root, copied, made

pytestmark = pytest.mark.in_roots

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}
PAGE = ("/", None)
"""Is fetched, with all that a browser needs to show it."""
VERSION = tomllib.loads((releases.ROOT / "pyproject.toml").read_text())["project"]["version"]
JOURNAL = "var/lib/rollerdeck/journal.sqlite3"
SYSTEMS_OWN = re.compile(
    r"(tmp|proc|run|root/\.cache|var/cache|var/lib/apt|var/lib/dpkg|var/log|var/tmp)(/|$)"
    r"|.*/__pycache__(/|$)|etc/(g?shadow|group|passwd|sub[gu]id)-?$|etc/\.pwd\.lock$"
)
"""What a system writes for itself meanwhile; whose users are left is looked at apart."""


class Environments:
    """The Python environments of a root's releases, each made by its first installation only.

    A later installation of the same release finds a copy of it, as where it is repeated.
    """

    def __init__(self, root: Root) -> None:
        self._root = root
        # outside the root, where no test finds files that are left
        self._copies = root.path.with_name("environments")

    @contextmanager
    def made_once(self, place: Path) -> Iterator[None]:
        """Put an environment back before the block, or copy it after the block has made it."""
        environment, copy = self._root.path / place, self._copies / place
        if copy.exists() and not environment.exists():
            environment.parent.mkdir(parents=True, exist_ok=True)
            copied(copy, environment)
        yield
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copied(environment, copy)


class Machine:
    """A root, and the releases that lie in it."""

    def __init__(self, root: Root, files: Path) -> None:
        self.root = root
        self.environments = Environments(root)
        shutil.copytree(files, root.path / "tmp/files")
        shutil.copy(Path(__file__).with_name("referee.py"), root.path / "tmp")

    def install(self, version: str) -> str:
        top = f"rollerdeck-{version}"
        self.root.run("tar", "-C", "/tmp", "-xf", f"/tmp/files/{top}.tar.gz")
        with self.environments.made_once(Path("opt/rollerdeck") / version):
            return self.root.run(f"/tmp/{top}/install")

    def table(self, *command: str, post: object = ()) -> Any:
        """What a page would see at a referee of this release, or of another."""
        start = command or ("/usr/local/bin/rollerdeck",)
        return json.loads(self.referee(*start, post=post))

    def referee(self, *command: str, post: object = (), code: int = 0) -> str:
        asked = json.dumps(post)
        return self.root.run("python3", "/tmp/referee.py", asked, *command, code=code)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("releases")
    (folder / "files").mkdir()
    for name, tree in (("this", releases.copy), ("next", releases.following)):
        (folder / name).mkdir()
        shutil.move(releases.packed(tree(folder / name)), folder / "files")
    releases.tree_with_an_earlier_journal(folder / "files" / "before")
    return folder / "files"


@pytest.fixture(scope="module", params=SUITES)
def machine(request: pytest.FixtureRequest, files: Path) -> Iterator[Machine]:
    with made(request.param) as root:
        # as Raspberry Pi OS has it
        root.run("sh", "-c", "apt-get update -qq && apt-get install -yqq python3-venv >/dev/null")
        yield Machine(root, files)


@contextmanager
def second_index() -> Iterator[tuple[str, list[str]]]:
    """An index that has nothing; its address, and what it was asked for."""
    asked: list[str] = []

    class Index(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the server's own spelling
            asked.append(self.path)
            self.send_error(404)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Index)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/simple", asked
    finally:
        server.shutdown()
        server.server_close()


def test_install_upgrade_going_back_and_uninstall(machine: Machine) -> None:
    root = machine.root
    # as Raspberry Pi OS has it: nothing that is wanted from there, and it may not answer
    with second_index() as (address, asked):
        configured = root.path / "etc/pip.conf"
        configured.write_text(f"[global]\nextra-index-url={address}\n")
        root.run("sh", "-c", "python3 -m venv /tmp/v && /tmp/v/bin/pip download -q pip -d /tmp/v")
        assert asked, "pip does not read what was configured"
        asked.clear()
        before = root.files()
        said = machine.install(VERSION)
        assert asked == []
    assert said.endswith("How it is: sudo rollerdeck service status\n"), said
    assert root.run("rollerdeck", "--version") == f"rollerdeck, version {VERSION}\n"
    wanted = root.path / "etc/systemd/system/multi-user.target.wants"
    assert {one.name for one in wanted.iterdir()} >= {
        "rollerdeck-driver.service",
        "rollerdeck-referee.service",
    }
    again = machine.install(VERSION)
    assert "write " not in again and "make " not in again and "link " not in again

    # the pins' libraries are there; a driver without a Pi says so in a sentence
    python = f"/opt/rollerdeck/{VERSION}/bin/python"
    root.run(python, "-c", "import gpiod, gpiozero, lgpio, colorzero")
    command = f"/opt/rollerdeck/{VERSION}/bin/rollerdeck"
    assert "Traceback" not in root.run(command, "driver", code=3)

    # a Pico's program is built with tools that the release names with their digests
    complaint = root.run(command, "firmware", "build", "--out", "/tmp/pico", code=2)
    tools = re.search(r"`sudo (/.+ -m pip install .+firmware\.txt)`", complaint)
    assert tools is not None, complaint
    root.run(*tools[1].split())
    assert root.run(command, "firmware", "build", "--out", "/tmp/pico").startswith("Build ")
    assert (root.path / "tmp/pico/main.py").is_file()

    # games that the release before left behind
    earlier = ("env", "PYTHONPATH=/tmp/files/before", python, "-c")
    old = (*earlier, "from controller.cli import main; main()")
    played = machine.table(*old, post=[["/api/games", GAME]])
    assert played["game"]["players"] == GAME["players"]
    assert machine.table()["state"] == played["state"]
    backups = root.path / f"{JOURNAL}.backups"
    # beside the copies that the release before made day by day
    (earliest,) = backups.glob("schema-*")
    assert earliest.name == f"schema-{SCHEMA - 1}.sqlite3"

    turn_up = {"do": "turn_up", "card": "red-3"}
    went_on = machine.table(post=[["/api/commands", turn_up], PAGE])
    assert went_on["state"] != played["state"]
    machine.install(releases.NEXT)
    assert root.run("rollerdeck", "--version") == f"rollerdeck, version {releases.NEXT}\n"
    assert machine.table(post=[PAGE])["state"] == went_on["state"]
    assert (backups / f"schema-{SCHEMA}.sqlite3").is_file()

    complaint = machine.referee(command, code=1)
    assert complaint.count(".\n") == 1
    assert f"a newer Rollerdeck (schema {SCHEMA + 1}, this one knows {SCHEMA})" in complaint
    said = root.run(command, "service", "install")
    assert "\nput the games back as they were before the upgrade" in said, said
    assert root.run("rollerdeck", "--version") == f"rollerdeck, version {VERSION}\n"
    assert machine.table()["state"] == went_on["state"]
    assert (root.path / f"{JOURNAL}.before-1").is_file()

    root.run("/opt/rollerdeck/uninstall")
    left = _added(before, root.files())
    assert left and all(one.startswith("var/lib/rollerdeck") for one in left), left
    machine.install(VERSION)
    assert machine.table()["state"] == went_on["state"]
    root.run("/opt/rollerdeck/uninstall", "--delete-games")
    after = root.files()
    assert _added(before, after) == []
    assert "rollerdeck" not in (root.path / "etc/passwd").read_text()
    assert [one for one in before if one not in after and not SYSTEMS_OWN.match(one)] == []


def test_a_kiosk_is_installed_and_removed(machine: Machine) -> None:
    """As far as it goes without a screen: its packages are looked for, and not installed."""
    root = machine.root
    machine.install(VERSION)
    before = root.files()
    complaint = root.run("rollerdeck", "service", "install", "--kiosk", code=2)
    told = re.search(r"`sudo (apt install [^`]+)`", complaint)
    assert told is not None, complaint
    named = told[1].split()[3:]
    assert named == ["cage", "chromium", "seatd", "xwayland"]
    said = root.run(*told[1].split(), "--simulate")
    found = {line.split()[1] for line in said.splitlines() if line.startswith("Inst ")}
    assert set(named) <= found
    programs = [
        root.path / "usr" / one
        for one in ("bin/cage", "bin/chromium", "sbin/seatd", "bin/Xwayland")
    ]
    for program in programs:
        program.touch(0o755)
    root.run("rollerdeck", "service", "install", "--kiosk")
    wanted = root.path / "etc/systemd/system/multi-user.target.wants/rollerdeck-kiosk.service"
    assert wanted.is_symlink()
    groups = set(root.run("id", "-nG", "rollerdeck-kiosk").split())
    assert groups == {"rollerdeck-kiosk"}, "the unit adds those that it needs"
    for group in ("video", "render", "audio"):
        assert f"\n{group}:" in (root.path / "etc/group").read_text()
    assert "different" not in root.run("rollerdeck", "service", "status", code=1)
    root.run("rollerdeck", "service", "install", "--kiosk=off")
    assert not wanted.is_symlink()
    for program in programs:
        program.unlink()
    assert _added(before, root.files()) == []
    root.run("/opt/rollerdeck/uninstall", "--delete-games")
    assert "rollerdeck" not in (root.path / "etc/passwd").read_text()


def _added(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What is there or another since, and is nothing that a system writes for itself."""
    return [
        one
        for one, content in after.items()
        if before.get(one) != content and not SYSTEMS_OWN.match(one)
    ]
