"""The parts of the Debian package that need no clean system: `make roots` installs it."""

from __future__ import annotations

import re
import subprocess

import pytest

from controller.base import services
from release import debian_package
from release.debian_package import NEWEST_GLIBC


@pytest.mark.parametrize("name", debian_package.SCRIPTS)
def test_the_scripts_are_a_shells(name: str) -> None:
    text = debian_package.script(name)
    assert text.startswith("#!/bin/sh\n") and "\nset -e\n" in text
    subprocess.run(["sh", "-n"], input=text, text=True, check=True)


def test_a_purge_knows_every_user_and_every_folder_of_the_services() -> None:
    text = debian_package.script("postrm")
    states = {getattr(services, name) for name in dir(services) if name.endswith("_STATE")}
    assert set(re.findall(r"/var/lib/[\w-]+(?= |$)", text, re.MULTILINE)) == {*map(str, states)}
    assert f"for user in {' '.join(services.USERS)}; do\n" in text
    assert "@" not in text


def test_it_asks_for_the_pythons_whose_wheels_it_has() -> None:
    text = (debian_package.PARTS / "control").read_text()
    named = re.findall(r"python3 \(>= ([\d.]+)\)", text)
    assert named == list(NEWEST_GLIBC)
    for version in NEWEST_GLIBC:
        major, minor = version.split(".")
        assert f"python3 (<< {major}.{int(minor) + 1})" in text


def test_no_script_uses_a_network() -> None:
    text = (debian_package.PARTS / "postinst").read_text()
    installs = text.count("-m pip")
    assert installs and text.count("--no-index") == installs
    assert not re.search(r"apt|curl|wget|http", text)


def test_the_licence_is_in_debians_form() -> None:
    text = debian_package._copyright()
    assert re.search(r"^Files: \*\nCopyright: 20\d\d .+\nLicense: Expat\n \w", text, re.MULTILINE)
    licence = text.partition("License: Expat\n")[2]
    assert all(line.startswith(" ") for line in licence.rstrip().splitlines())
