"""The release file: whole, the same again, and made without Node or a compiler."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hatchling.metadata.core import ProjectMetadata
from packaging.requirements import Requirement
from pytest_mock import MockerFixture

from catalogues import compile_words
from hatch_build import SITE, SITE_IN_WHEEL, LitHtmlHook, carry_site
from tests.need import need_file

ROOT = Path(__file__).parents[2]
MOST_OF_SITE = 4_000_000
"""By so many bytes the site of the documents may make a release larger."""
PACKAGES = ("rollerdeck", "rules", "hardware", "firmware_bridge", "controller")
PINNED = re.compile(r"^\S+==.*?(?= \\$)", re.MULTILINE)


def pack(*, umask: int = 0o022) -> bytes:
    """Make it as `make release` does, with nothing on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "release.pack"],
        cwd=ROOT,
        env={"PATH": os.devnull},
        umask=umask,
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(done.stdout.strip()).read_bytes()


@pytest.fixture(scope="module")
def release() -> bytes:
    return pack()


def files(packed: bytes) -> dict[str, bytes]:
    """What is in it, without the folder around it."""
    with tarfile.open(fileobj=BytesIO(packed)) as tar:
        members = {one.name.split("/", 1)[1]: tar.extractfile(one) for one in tar.getmembers()}
        return {name: file.read() for name, file in members.items() if file is not None}


def wheel(packed: bytes) -> zipfile.ZipFile:
    inside = files(packed)
    (name,) = (one for one in inside if one.endswith("-py3-none-any.whl"))
    return zipfile.ZipFile(BytesIO(inside[name]))


@pytest.mark.thorough
def test_the_same_tree_gives_the_same_bytes(release: bytes) -> None:
    # the digests alone: pytest would take minutes to show where two archives differ
    assert sha256(pack(umask=0o077)).digest() == sha256(release).digest()


@pytest.mark.thorough
def test_it_has_what_an_install_needs(release: bytes) -> None:
    with tarfile.open(fileobj=BytesIO(release)) as tar:
        modes = {one.name.split("/", 1)[1]: one.mode for one in tar.getmembers()}
        assert {(one.uid, one.gid, one.uname) for one in tar.getmembers()} == {(0, 0, "")}
    wheel_name = next(one for one in modes if one.endswith(".whl"))
    assert set(modes) >= {wheel_name, "install", "uninstall", "constraints.txt", "LICENSE"}
    assert {name for name, mode in modes.items() if mode & 0o111} == {
        "install",
        "uninstall",
        "upgrade",
    }


@pytest.mark.thorough
def test_every_document_that_another_refers_to_is_in_it(release: bytes) -> None:
    inside = files(release)
    for name in ("README.md", "docs/install.md", "docs/configuration.md", "systemd/README.md"):
        at = Path("/") / name
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", inside[name].decode()):
            assert str((at.parent / link).resolve().relative_to("/")) in inside, (name, link)


@pytest.mark.thorough
def test_the_wheel_has_every_file_of_the_packages_the_page_and_the_units(release: bytes) -> None:
    inside = set(wheel(release).namelist())
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*"):
            name = str(file.relative_to(ROOT))
            if file.is_file() and "__pycache__" not in name:
                assert name in inside
    assert "controller/web/page/vendor/lit-html.js" in inside
    data = f"rollerdeck-{_version(release)}.data/data/share/rollerdeck/systemd/"
    assert f"{data.removesuffix('systemd/')}firmware.txt" in inside
    units = {one.removeprefix(data) for one in inside if one.startswith(data)}
    assert units == {one.name for one in (ROOT / "systemd").iterdir()}


@pytest.mark.thorough
def test_the_wheel_speaks_every_language(release: bytes) -> None:
    inside = set(wheel(release).namelist())
    languages = [file.stem for file in (ROOT / "controller" / "words").glob("*.po")]
    assert len(languages) > 1
    for language in languages:
        assert f"controller/words/{language}.mo" in inside
        assert f"controller/web/page/words/{language.replace('_', '-')}.json" in inside


@pytest.mark.thorough
def test_a_wheel_that_would_lack_a_language_is_not_built(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    words = tmp_path / "controller" / "words"
    words.mkdir(parents=True)
    (tmp_path / "controller" / "web" / "page").mkdir(parents=True)
    shutil.copy(ROOT / "controller" / "words" / "en.po", words)
    (words / "it.po").write_text('msgid "', encoding="utf-8")
    vendor = tmp_path / "controller" / "web" / "page" / "vendor"
    vendor.mkdir()
    shutil.copy(ROOT / "controller" / "web" / "page" / "vendor" / ".from", vendor)
    metadata: ProjectMetadata[Any] = ProjectMetadata(str(tmp_path), None, {})
    hook = LitHtmlHook(str(tmp_path), {}, None, metadata, "", "wheel")
    with pytest.raises(SystemExit, match=r"^No wheel was built: it\.po could not be compiled\.$"):
        hook.initialize("standard", {})
    hook.initialize("editable", {})
    (words / "it.po").unlink()
    mocker.patch("hatch_build.node_and_npm", return_value=None)  # so it bundles no page
    hook.initialize("standard", {})


@pytest.mark.of_site
def test_the_wheel_has_the_whole_site_of_the_documents(release: bytes) -> None:
    site = need_file(ROOT / SITE / "index.html", "`make docs` builds it").parent
    built = {
        str(SITE_IN_WHEEL / file.relative_to(site)): file.read_bytes()
        for file in site.rglob("*")
        if file.is_file()
    }
    packed = wheel(release)
    inside = [one for one in packed.infolist() if one.filename.startswith(f"{SITE_IN_WHEEL}/")]
    assert {one.filename for one in inside} == built.keys()
    assert [name for name, content in built.items() if packed.read(name) != content] == []
    assert sum(one.compress_size for one in inside) < MOST_OF_SITE


def test_a_wheel_without_the_site_of_the_documents_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build_data: dict[str, Any] = {"force_include": {}}
    carry_site(tmp_path, build_data)
    said = capsys.readouterr().err
    assert said == "The wheel has no site of the documents: `make docs` builds it.\n"
    assert build_data == {"force_include": {}}
    (tmp_path / SITE).mkdir(parents=True)
    (tmp_path / SITE / "index.html").touch()
    carry_site(tmp_path, build_data)
    assert capsys.readouterr().err == ""
    assert build_data == {"force_include": {str(tmp_path / SITE): "controller/web/docs"}}


def test_what_is_released_is_what_is_tested() -> None:
    """The libraries of a release have the versions of the developers' environment."""
    tested = _pins("dev")
    for name, pin in (_pins("firmware") | _pins("release")).items():
        if name != "rpi-lgpio":  # for a Pi's processor alone
            assert tested[name] == pin


@pytest.mark.thorough
def test_every_library_of_the_wheel_is_pinned(release: bytes) -> None:
    metadata = f"rollerdeck-{_version(release)}.dist-info/METADATA"
    for line in wheel(release).read(metadata).decode().splitlines():
        if line.startswith("Requires-Dist:"):
            name = Requirement(line.partition(":")[2]).name
            assert name in _pins("release") or ("extra ==" in line and "'pi'" not in line)
            # what `rollerdeck firmware` runs is a set of its own
            assert name in _pins("firmware") or ("extra ==" in line and "'firmware'" not in line)


def _version(release: bytes) -> str:
    (name,) = (one for one in files(release) if one.endswith(".whl"))
    return name.split("-")[1]


def _pins(name: str) -> dict[str, str]:
    found = PINNED.findall((ROOT / "constraints" / f"{name}.txt").read_text())
    wanted = [Requirement(one) for one in found]
    return {one.name: str(one.specifier) for one in wanted}


@pytest.mark.thorough
def test_catalogues_that_are_up_to_date_are_left_alone() -> None:
    compiled = [ROOT / "controller/words/en.mo", ROOT / "controller/web/page/words/en.json"]
    before = [file.stat().st_ino for file in compiled]
    compile_words(ROOT)
    assert [file.stat().st_ino for file in compiled] == before
