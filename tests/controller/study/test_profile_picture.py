"""Pictures of the hit profiles: those of the documents are what the command draws."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

from controller.base import config
from controller.base.charts import Bar, Bars, picture
from controller.study.profile_picture import profile_picture
from hardware.profiles import Past, Profile, ProfileName, profile_of
from tests.processes import here

DOCS = Path(__file__).parents[3] / "docs"
DOCUMENT = DOCS / "profiles.md"


def example() -> config.LauncherConfig:
    """The table of the document."""
    toml = DOCUMENT.read_text().split("```toml\n")[1].split("```")[0]
    return config.read(tomllib.loads(toml), DOCUMENT).launcher


def profile(name: ProfileName) -> Profile:
    return profile_of(name, example().custom)


@pytest.mark.parametrize("name", get_args(ProfileName))
def test_the_picture_in_the_documents_is_what_the_command_draws(name: ProfileName) -> None:
    assert (DOCS / "profiles" / f"{name}.svg").read_text() == profile_picture(profile(name))
    assert f"## {name}\n" in DOCUMENT.read_text()
    assert f"(profiles/{name}.svg)" in DOCUMENT.read_text()


def test_the_picture_tells_the_five_measured_chances_and_means() -> None:
    texts = words(profile_picture(profile("measured")))
    for told in ("18%", "50%", "59%", "55%", "100%", "4.66", "5.39", "4.72", "5.07", "7.20"):
        assert told in texts


def test_the_sequence_of_the_document_is_the_profiles() -> None:
    said = re.search(r"cards on presses ([\d\s]+),", DOCUMENT.read_text())
    assert said
    presses = [int(press) for press in said[1].split()]
    gives = [n for n in range(1, 97) if not profile("sequence").odds(Past(n - 1))[0]]
    assert presses == gives


@pytest.mark.thorough
def test_the_command_draws_into_a_file_and_needs_no_launcher(tmp_path: Path) -> None:
    file = tmp_path / "my profile.svg"
    done = here("freeplay", "--profile", "even", "--plot", str(file))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Drawn: {file}\n", "")
    assert file.read_text() == profile_picture(profile("even"))


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    done = here("freeplay", "--profile", "even", "--plot", str(tmp_path / "no" / "x.svg"))
    assert done.returncode == 2
    assert done.stderr == (
        f"rollerdeck: {tmp_path}/no/x.svg cannot be written (no such folder, or no permission): "
        "name another file after --plot.\n"
    )


def test_an_svg_goes_into_no_file_that_is_named_a_png(tmp_path: Path) -> None:
    file = tmp_path / "even.png"
    done = here("freeplay", "--profile", "even", "--plot", str(file))
    assert done.returncode == 2 and not file.exists()
    svg = tmp_path / "even.svg"
    assert done.stderr == f"rollerdeck: The picture is an SVG: name {svg}, not {file}.\n"


def test_custom_without_a_table_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_text("")
    done = here("freeplay", "--config", str(file), "--profile", "custom", "--plot")
    assert done.returncode == 2
    assert done.stderr == (
        "rollerdeck: There is no table for the profile custom: write [[launcher.custom]] into "
        f"{file}, or choose another profile.\n"
    )


def words(svg: str) -> list[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [text.text or "" for text in found]


def test_a_chart_says_any_text_as_it_is() -> None:
    bars = Bars("a < b & c", "below", [Bar("<1>", 2.0, '"2"')])
    drawn = words(picture("<script>", ["one", "two"], [bars]))
    assert drawn == ["<script>", "one", "two", "a < b & c", '"2"', "<1>", "below"]


def test_a_chart_is_as_high_as_its_values_say() -> None:
    svg = picture("t", [], [Bars("c", "x", [Bar("a", 1, ""), Bar("b", 4, "")], height_px=100)])
    rects = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect")
    heights = [rect.get("height") for rect in rects]
    assert heights == ["100%", "25", "100"]
    empty = picture("t", [], [Bars("c", "x", [Bar("a", 0, "")]), Bars("none", "x", [])])
    assert words(empty)
