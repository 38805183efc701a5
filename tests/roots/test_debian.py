"""The Debian package on clean systems: installed without a network, upgraded, removed, purged.

Debian's roots, on this machine's processor; the package for a Pi is only looked into.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from catalogues import PAGE_WORDS, WORDS
from hatch_build import SITE, SITE_IN_WHEEL
from release import repository
from tests.need import need_file, need_program
from tests.release.keys import gpg_key
from tests.roots import releases
from tests.roots.clean import SUITES, Root, made
from tests.roots.test_install import GAME, JOURNAL, PAGE, SYSTEMS_OWN, VERSION, Machine

pytestmark = pytest.mark.in_roots

NO_NETWORK = ("env", "PIP_INDEX_URL=http://127.0.0.1:9/simple", "PIP_EXTRA_INDEX_URL=")
APT = (*NO_NETWORK, "DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes", "--quiet")
ENVIRONMENT = "usr/lib/rollerdeck"
COMMAND = "/usr/local/bin/rollerdeck"
UNITS = "etc/systemd/system"
OLDER = "bullseye"
"""The newest Debian whose Python is too old."""
LEAST_KIB = 256_000
"""Of free space, which the installation asks for."""
PAGE_KIB = 4
"""The least by which two file systems in memory differ."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This tree's packages, and the next one's for this processor."""
    need_program("dpkg-deb", "install the package dpkg")
    folder = tmp_path_factory.mktemp("packages")
    (folder / "this").mkdir()
    files = folder / "files"
    files.mkdir()
    for file in releases.packages(releases.copy(folder / "this")):
        shutil.move(file, files)
    follow(files / deb(VERSION), folder)
    return files


def follow(package: Path, folder: Path) -> None:
    """Put the next release's wheel into a package; its libraries are fetched no second time."""
    tree = folder / "unpacked"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    share = tree / "usr/share/rollerdeck"
    (wheel,) = share.glob("rollerdeck-*.whl")
    wheel.unlink()
    (folder / "next").mkdir()
    build = f"from hatchling.build import build_wheel; build_wheel({str(share)!r})"
    next_tree = releases.following(folder / "next")
    subprocess.run([sys.executable, "-c", build], cwd=next_tree, check=True)
    control = tree / "DEBIAN/control"
    control.write_text(control.read_text().replace(VERSION, releases.NEXT, 1))
    made = package.with_name(deb(releases.NEXT))
    subprocess.run(["dpkg-deb", "-Zxz", "-z1", "--build", tree, made], check=True)


@pytest.fixture(scope="module", params=SUITES)
def machine(request: pytest.FixtureRequest, packages: Path) -> Iterator[Machine]:
    with made(request.param) as root:
        root.run("apt-get", "update", "-qq")
        yield Machine(root, packages)


def deb(version: str, architecture: str = "amd64") -> str:
    return f"rollerdeck_{version}_{architecture}.deb"


def install(machine: Machine, version: str) -> None:
    with machine.environments.made_once(Path(ENVIRONMENT) / version):
        machine.root.run(*APT, "install", f"/tmp/files/{deb(version)}")


def version_of(root: Root) -> str:
    return root.run(COMMAND, "--version").split()[-1]


def where_free(root: Root, kib: int, *call: str, code: int = 0) -> str:
    """Run a program where the package's folder is a file system of its own, this large, empty.

    If it ends well, the folder's content is in /srv/environments afterwards.
    """
    small = f"mkdir -p /{ENVIRONMENT} && mount -t tmpfs -o size={kib}k tmpfs /{ENVIRONMENT}"
    after = f"{COMMAND} --version && cp -a /{ENVIRONMENT} /srv/environments"
    return root.run("sh", "-c", f'{small} && "$@" && {after}', "sh", *call, code=code)


def test_a_card_without_space_is_refused_and_one_with_just_enough_is_not(machine: Machine) -> None:
    """Nobody fills a card up to half an environment; the space that is asked for is enough."""
    root = machine.root
    call = (*APT, "install", f"/tmp/files/{deb(VERSION)}")
    said = where_free(root, LEAST_KIB - PAGE_KIB, *call, code=100)
    assert (
        "Rollerdeck needs 250 MB of free space, but there are 249 MB: delete files, or take a "
        "larger memory card, and run sudo dpkg --configure rollerdeck.\n"
    ) in said
    assert not (root.path / UNITS / "rollerdeck-driver.service").exists()
    assert not (root.path / "usr/local/bin/rollerdeck").exists()
    # once there is space, what the sentence says; a page fewer was refused
    with machine.environments.made_once(Path(ENVIRONMENT) / VERSION):
        said = where_free(root, LEAST_KIB, *NO_NETWORK, "dpkg", "--configure", "rollerdeck")
        (root.path / "srv/environments" / VERSION).rename(root.path / ENVIRONMENT / VERSION)
    assert "free space" not in said
    assert said.endswith(f"rollerdeck, version {VERSION}\n")
    assert (root.path / UNITS / "rollerdeck-driver.service").exists()
    root.run(*APT, "purge", "rollerdeck")


def test_install_upgrade_remove_and_purge(machine: Machine) -> None:
    root = machine.root
    install(machine, VERSION)
    assert version_of(root) == VERSION
    wanted = root.path / UNITS / "multi-user.target.wants"
    units = {one.name for one in wanted.iterdir()}
    assert units >= {"rollerdeck-driver.service", "rollerdeck-referee.service"}
    python = f"/{ENVIRONMENT}/{VERSION}/bin/python"
    root.run(python, "-c", "import gpiod, gpiozero, lgpio, colorzero")
    carried = root.path / ENVIRONMENT / VERSION / "share/rollerdeck/systemd"
    ours = {one.name for one in (releases.ROOT / "systemd").iterdir()}
    assert {one.name for one in carried.iterdir()} == ours
    played = machine.table(post=[["/api/games", GAME], PAGE])
    assert played["game"]["players"] == GAME["players"]

    install(machine, releases.NEXT)
    assert version_of(root) == releases.NEXT
    assert machine.table(post=[PAGE])["state"] == played["state"]
    assert [one.name for one in (root.path / ENVIRONMENT).iterdir()] == [releases.NEXT]

    root.run(*APT, "remove", "rollerdeck")
    assert (root.path / JOURNAL).is_file()
    left = [one for one in root.files() if "rollerdeck" in one and not SYSTEMS_OWN.match(one)]
    assert all(one.startswith("var/lib/rollerdeck") for one in left), left

    root.run(*APT, "purge", "rollerdeck")
    assert (root.path / JOURNAL).is_file(), "nobody was asked"
    install(machine, releases.NEXT)
    assert machine.table()["state"] == played["state"]
    answer = "rollerdeck rollerdeck/delete-games boolean true"
    root.run("sh", "-c", f"echo {answer} | debconf-set-selections")
    root.run(*APT, "purge", "rollerdeck")
    left = [one for one in root.files() if "rollerdeck" in one and not SYSTEMS_OWN.match(one)]
    assert left == []
    assert "rollerdeck" not in (root.path / "etc/passwd").read_text()


def test_it_takes_over_from_a_release_and_gives_back(machine: Machine) -> None:
    root = machine.root
    release = root.path / "opt/rollerdeck/0.3.9/bin/rollerdeck"
    release.parent.mkdir(parents=True)
    # an installed release, as far as the package sees it
    release.write_text(
        '#!/bin/sh\necho "$*" >>/opt/rollerdeck/told\n'
        "ln -sf /opt/rollerdeck/0.3.9/bin/rollerdeck /usr/local/bin/rollerdeck\n"
    )
    release.chmod(0o755)
    link = root.path / "usr/local/bin/rollerdeck"
    link.symlink_to("/opt/rollerdeck/0.3.9/bin/rollerdeck")
    install(machine, VERSION)
    assert version_of(root) == VERSION
    told = root.path / "opt/rollerdeck/told"
    assert not told.exists()
    root.run(*APT, "purge", "rollerdeck")
    assert told.read_text() == "service install\n"
    assert str(link.readlink()) == "/opt/rollerdeck/0.3.9/bin/rollerdeck"
    assert not (root.path / ENVIRONMENT).exists()
    shutil.rmtree(root.path / "opt/rollerdeck")
    link.unlink()


def test_apt_takes_it_from_a_signed_repository_and_from_no_other(
    machine: Machine, packages: Path, tmp_path: Path
) -> None:
    root = machine.root
    place = root.path / "srv/rollerdeck"
    with gpg_key(tmp_path / "keys") as owner:
        made = repository.make([packages / deb(VERSION)], owner, tmp_path / "repository")
    shutil.copytree(made, place)
    source = root.path / "etc/apt/sources.list.d/rollerdeck.list"
    signed = f"[signed-by=/srv/rollerdeck/{repository.KEYRING}]"
    source.write_text(f"deb {signed} file:/srv/rollerdeck {repository.SUITE} main\n")
    update = ["apt-get", "update", "-qq", "--error-on=any"]
    root.run(*update)
    with machine.environments.made_once(Path(ENVIRONMENT) / VERSION):
        root.run(*APT, "install", "rollerdeck")
    assert version_of(root) == VERSION
    root.run(*APT, "purge", "rollerdeck")

    release = place / "dists" / repository.SUITE / "InRelease"
    right = release.read_text()
    release.write_text(right.replace("Origin: Rollerdeck", "Origin: Somebody"))
    assert "rollerdeck" in root.run(*update, code=100)
    release.write_text(right)
    root.run(*update)
    (package,) = place.glob("pool/*.deb")
    package.write_bytes(package.read_bytes()[:-1] + b"!")
    said = root.run(*APT, "install", "rollerdeck", code=100)
    assert "Hash Sum mismatch" in said or "unexpected size" in said, said
    source.unlink()
    shutil.rmtree(place)
    root.run(*update)


def test_another_processor_is_refused_in_a_sentence(machine: Machine) -> None:
    file = f"/tmp/files/{deb(VERSION, 'arm64')}"
    said = machine.root.run("dpkg", "--install", file, code=1)
    assert "package architecture (arm64) does not match system (amd64)" in said


def test_on_an_older_debian_apt_says_which_python_is_missing(packages: Path) -> None:
    with made(OLDER, "python3,ca-certificates") as root:
        shutil.copytree(packages, root.path / "tmp/files")
        root.run("apt-get", "update", "-qq")
        said = root.run(*APT, "install", f"/tmp/files/{deb(VERSION)}", code=100)
        assert re.search(r"rollerdeck : Depends: python3 \(>= 3\.11\) but 3\.9\.\S+ is", said), said
        assert not (root.path / "usr/local/bin/rollerdeck").exists()
        # dpkg looks for no package, but does not set this one up either
        said = root.run(*NO_NETWORK, "dpkg", "--install", f"/tmp/files/{deb(VERSION)}", code=1)
        assert "rollerdeck depends on python3 (>= 3.11); however:" in said, said
        assert not (root.path / "usr/local/bin/rollerdeck").exists()


def test_the_package_for_a_pi_has_wheels_for_it(packages: Path) -> None:
    """Of both Pythons, and nothing of another processor."""
    listed = subprocess.run(
        ["dpkg-deb", "--contents", str(packages / deb(VERSION, "arm64"))],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    wheels = re.findall(r"/wheels/(\S+\.whl)$", listed, re.MULTILINE)
    assert any("cp311" in one and "aarch64" in one for one in wheels)
    assert any("cp313" in one and "aarch64" in one for one in wheels)
    assert not any("x86_64" in one for one in wheels)
    assert sum(one.startswith("lgpio-") for one in wheels) == 1


def in_wheel(package: Path, folder: Path) -> set[Path]:
    """The files of Rollerdeck's wheel in a package."""
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    (file,) = (folder / "usr/share/rollerdeck").glob("rollerdeck-*.whl")
    with ZipFile(file) as wheel:
        return {Path(name) for name in wheel.namelist()}


@pytest.mark.parametrize("architecture", ["arm64", "amd64"])
def test_the_package_has_the_site_of_the_documents(
    architecture: str, packages: Path, tmp_path: Path
) -> None:
    site = need_file(releases.ROOT / SITE / "index.html", "`make docs` builds it").parent
    built = {file.relative_to(site) for file in site.rglob("*") if file.is_file()}
    wanted = {SITE_IN_WHEEL / file for file in built}
    assert wanted - in_wheel(packages / deb(VERSION, architecture), tmp_path) == set()


@pytest.mark.parametrize("architecture", ["arm64", "amd64"])
def test_the_package_speaks_every_language(
    architecture: str, packages: Path, tmp_path: Path
) -> None:
    inside = in_wheel(packages / deb(VERSION, architecture), tmp_path)
    sources = list((releases.ROOT / WORDS).glob("*.po"))
    assert len(sources) > 1
    wanted = {WORDS / f"{one.stem}.mo" for one in sources}
    wanted |= {PAGE_WORDS / f"{one.stem.replace('_', '-')}.json" for one in sources}
    assert wanted - inside == set()


@pytest.mark.parametrize("architecture", ["arm64", "amd64"])
def test_lintian_finds_no_error(architecture: str, packages: Path) -> None:
    lintian = need_program("lintian", "install the package lintian")
    how = [lintian, "--allow-root", "--fail-on", "error"]
    done = subprocess.run(
        [*how, str(packages / deb(VERSION, architecture))], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
