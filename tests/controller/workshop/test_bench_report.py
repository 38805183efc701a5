"""The report of a run: one page that needs nothing else, and says what it could not tell."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from html.parser import HTMLParser
from pathlib import Path
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from click.testing import CliRunner

from controller.base.charts import Points, picture
from controller.base.errors import Trouble
from controller.cli import bench as cli
from controller.workshop.bench.report import histogram, report
from hardware.bench.recording import Run, read_run, write_run
from hardware.launcher import Fault, HitResult, TraceEntry
from tests.hardware.bench.record import recorded_of
from tests.hardware.bench.test_fit import CARD_US, made_up


@pytest.fixture(scope="module")
def run() -> Run:
    results = (HitResult(-1, 4, 4, True), HitResult(-2, 4, 2, False, fault=Fault.JAM))
    return Run("<pico>", {}, made_up(), results)


def test_it_tells_figures_and_shows_pictures(run: Run) -> None:
    page = report(run)
    assert f"{CARD_US / 1000:.1f} ms" in page
    assert page.count("<svg") == 5
    assert "1 of 2" in page
    assert "&lt;pico&gt;" in page
    assert "<pico>" not in page
    assert report(run) == page


def test_the_fitted_curve_reaches_as_far_as_the_cards(run: Run) -> None:
    page = report(run)
    spin_up = page[page.index(">Spin-up<") : page.index(">Gaps<")]
    cards = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', spin_up)]
    (line,) = re.findall(r'<polyline points="([^"]+)"', spin_up)
    assert float(line.split()[-1].split(",")[0]) == pytest.approx(max(cards), abs=10)


def test_one_ejection_is_not_ejections(run: Run) -> None:
    assert "<p>1 ejection, " in report(Run("x", {}, run.seen, run.results[:1]))


def test_a_run_with_several_duties_tells_of_each(run: Run) -> None:
    seen = [TraceEntry(one.kind, one.at_us, one.value) for one in run.seen]
    half = [one._replace(value=one.value // 2) if one.kind == "motor" else one for one in seen]
    later_us = seen[-1].at_us + 1_000_000
    begins = (TraceEntry("begin", 0, 4), TraceEntry("begin", later_us, 4))
    moved = [one._replace(at_us=one.at_us + later_us) for one in half]
    page = report(Run("x", {}, (begins[0], *seen, begins[1], *moved), run.results))
    assert "The motor's power" in page
    assert page.count("<svg") == 3
    assert "<td class=number>100 %" in page and "<td class=number>50 %" in page
    assert "a fault ended 1 of 1 ejections" in page
    assert "The mechanism" not in page
    fromstring(page[page.index("<svg") : page.index("</svg>") + 6])


def test_it_needs_no_network_and_runs_nothing(run: Run) -> None:
    page = report(run)
    addresses = re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?([^"\')>\s]+)', page)
    assert addresses == []
    assert "<script" not in page
    assert set(re.findall(r"https?://[^\s\"<]+", page)) == {"http://www.w3.org/2000/svg"}


def test_it_is_whole_html(run: Run) -> None:
    open_tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "tr", "td", "th"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Reader().feed(report(run))
    assert open_tags == []


def test_a_run_with_too_few_cards_says_so(tmp_path: Path) -> None:
    plain, _ = recorded_of("plain")
    page = report(msgspec.structs.replace(plain, lost=3))
    assert "No figures: Only " in page
    assert "3 edges came too fast" in page
    assert "<svg" not in page


def test_an_empty_run_has_a_page() -> None:
    assert "0 ejections, 0 cards" in report(Run("x", {}, ()))


def test_a_recording_that_a_windows_editor_saved_is_read(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "run.json"
    write_run(file, run)
    file.write_bytes(BOM_UTF8 + file.read_bytes().replace(b"\n", b"\r\n"))
    assert read_run(file) == run.from_zero()


def test_points_lie_within_their_axes() -> None:
    drawn = picture("a", (), (Points("t", "x", "y", [(0, 1), (5, 9), (10, 5)], [(0, 0), (10, 9)]),))
    root = fromstring(drawn)
    circles = root.findall(".//{*}circle")
    left, right = (float(circles[nth].attrib["cx"]) for nth in (0, 2))
    assert 0 < left < float(circles[1].attrib["cx"]) < right <= 480
    assert float(circles[1].attrib["cy"]) < float(circles[0].attrib["cy"])
    assert len(root.findall(".//{*}polyline")) == 1
    assert picture("a", (), (Points("t", "x", "y", []),))
    assert picture("a", (), (Points("t", "x", "y", [(1, 1)]),))


def test_a_histogram_counts_each_value_once() -> None:
    bars = histogram([1.0, 1.1, 5.0, 9.0, 9.0], "ms", "cards")
    assert [bar.value for bar in bars.bars] == [2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]
    assert sum(bar.value for bar in histogram([3.0, 3.0], "ms", "cards").bars) == 2
    assert histogram([], "ms", "gaps").title == "0 gaps"


def test_the_command_writes_it_beside_the_run(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "run.json"
    write_run(file, run)
    done = CliRunner().invoke(cli.command, ["report", str(file)])
    assert done.output == f"Written: {tmp_path / 'run.html'}\n"
    assert (tmp_path / "run.html").read_text().startswith("<!doctype html>")
    done = CliRunner().invoke(cli.command, ["report", str(file), "--out", str(tmp_path)])
    assert isinstance(done.exception, Trouble)
    assert "name another file after --out" in str(done.exception)
    done = CliRunner().invoke(cli.command, ["report", "."])
    assert isinstance(done.exception, Trouble)
    assert str(done.exception).startswith(".: the recording cannot be read")
