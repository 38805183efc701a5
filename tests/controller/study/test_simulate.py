"""``rollerdeck simulate``: games without people, and what they come to."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from controller import cli
from controller.study import simulation as simulated
from controller.study.simulation import Plan, Tally, play_all
from controller.study.simulation_report import drawing, quantile, report, spread, table
from controller.words import say
from hardware.profiles import launcher_of, profile_of
from rules.bots import CHECKS, Broken
from tests.processes import PATIENCE_S, Running

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def simulate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGINT, signal.SIGTERM)}

    def run(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr("sys.argv", ["rollerdeck", "simulate", *arguments])
        try:
            with pytest.raises(SystemExit) as ended:
                cli.main()
        finally:
            for stop, handler in before.items():
                signal.signal(stop, handler)
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


def plan(players: int = 3, **members: Any) -> Plan:
    names = [f"Seat {seat}" for seat in range(1, players + 1)]
    game = {"edition": "attack", "players": names, "dealer": names[-1], "target": 60, **members}
    return Plan(game, profile_of("measured"), 5)


def tally(one: Plan, games: int) -> Tally:
    whole = Tally()
    for part in play_all(one, games, 1):
        whole.add(part)
    return whole


@pytest.mark.thorough
def test_the_same_result_whatever_the_number_of_processes(simulate: Run) -> None:
    arguments = ("-g", "25", "--target", "60", "--seed", "5", "--json")
    alone = simulate(*arguments, "-j", "1")
    assert alone == simulate(*arguments, "-j", "2")
    assert alone[0] == 0 and json.loads(alone[1])["games"] == 25


def test_the_report_as_json(simulate: Run) -> None:
    code, out, err = simulate("-g", "3", "-s", "1", "--target", "60", "--json", "-j", "1")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert tuple(told["checks"]) == CHECKS and told["checks"]["ended"] == 3
    assert told["checks"]["conserved"] == told["commands"]
    assert sum(seat["wins"] for seat in told["seats"]) == 3
    assert told["profile"] == "measured" and told["cards_a_hit"]["most"] <= 12


def test_the_report_as_a_table(simulate: Run) -> None:
    code, out, _ = simulate("-n", "2", "-g", "1", "-s", "1", "--target", "60", "-j", "1")
    assert code == 0
    assert out.startswith("1 game of attack, 2 players, seed 1\n")
    assert all(say(f"check.{check}") in out for check in CHECKS)


def test_no_profile_is_told_of_where_nothing_is_hit(simulate: Run) -> None:
    _, out, _ = simulate("-e", "power-grab", "-g", "1", "--target", "60", "-j", "1", "--json")
    told = json.loads(out)
    assert (told["profile"], told["cards_a_hit"], told["dry_share"]) == ("", None, None)


def test_a_house_option(simulate: Run) -> None:
    _, out, _ = simulate("-g", "1", "-j", "1", "-o", "sticking_to=presser", "--json")
    assert json.loads(out)["game"]["options"] == {"sticking_to": "presser"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-e", "atack"], "Did you mean attack"),
        (["-o", "last_card_hits=maybe"], '“last_card_hits” must be true or false, not "maybe".'),
        (["-o", "last_card_hit=true"], "Did you mean last_card_hits?"),
        (["-o", "last_card_hits"], 'such as "last_card_hits=true".'),
        (["--target", "0"], "“target” must be a whole number from 1 to"),
        (["-n", "1"], "1 is not in the range 2<=x<=10"),
        (["-n", "11"], "11 is not in the range 2<=x<=10"),
        (["-g", "0"], "0 is not in the range"),
        (["--plot", "/nowhere/at/all.svg"], "name another file after --plot."),
        (["--plot", "/"], "/ cannot be written (it is a folder): name another file"),
        (["--plot", "games.png"], "The picture is an SVG: name games.svg, not games.png."),
        (["--profile", "custom"], "There is no table for the profile custom"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    simulate: Run, arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    nothing = tmp_path / "config.toml"
    nothing.touch()
    code, out, err = simulate("--config", str(nothing), *arguments)
    assert code == 2 and sentence in err
    assert out == ""


def lose(*_: Any) -> None:
    raise Broken("conserved", {"lost": "red-7"})


def test_a_broken_game_is_one_sentence(simulate: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated, "play_game", lose)
    code, out, err = simulate("-g", "1", "-s", "4", "-j", "1")
    assert (code, out) == (1, "")
    assert err.startswith("rollerdeck: A simulated game broke a rule that must always hold: ")
    assert err.count("\n") == 1
    assert all(
        found in err for found in (say("check.conserved"), "'game': 1", "'seed': 4", "red-7")
    )


def test_a_drawing_of_before_stays_until_there_is_another(
    simulate: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn, new = tmp_path / "before.svg", tmp_path / "new.svg"
    drawn.write_text("before")
    with monkeypatch.context() as patch:
        patch.setattr(simulated, "play_game", lose)
        for file in (drawn, new):
            assert simulate("-g", "1", "-j", "1", "--plot", str(file))[0] == 1
    assert drawn.read_text() == "before" and not new.exists()
    code, out, _ = simulate("-g", "1", "-j", "1", "--target", "60", "--plot", str(drawn))
    assert code == 0 and out.endswith(f"Drawn: {drawn}\n")
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")


def test_a_system_without_processor_affinity(
    simulate: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    assert simulate("-g", "1", "--target", "60")[0] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_with_its_processes(tmp_path: Path, stop: signal.Signals) -> None:
    with Running(tmp_path, "simulate", "-g", "1000000", "-j", "2") as running:
        group = running.process.pid

        def playing() -> bool:
            return len(members(group)) >= 3

        running.until(playing, "two processes play")
        os.killpg(group, stop)
        assert running.process.wait(PATIENCE_S) == 130
        assert "Stopped after" in running.said and "Traceback" not in running.said
        deadline = time.monotonic() + PATIENCE_S
        while members(group):  # Python's own helper notices a moment later
            assert time.monotonic() < deadline, members(group)
            time.sleep(0.002)


def members(group: int) -> list[int]:
    """The processes of a group, zombies aside."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, leader = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(leader) == group and state != "Z":
            found.append(int(entry.parent.name))
    return found


def test_a_spread() -> None:
    told = spread(Counter([1, 2, 2, 7]))
    assert told is not None
    assert (told.count, told.mean, told.least, told.median, told.most) == (4, 3.0, 1, 2, 7)
    assert told.sd == pytest.approx(2.345, abs=1e-3)
    assert spread(Counter()) is None


def test_each_figure_of_the_table_stands_under_its_heading() -> None:
    simulated_games = plan()
    figures = tally(simulated_games, 1)
    figures.turns = Counter({2: 50, 5: 44, 9: 3, 30: 3})
    _, _, headings, *rows = table(report(simulated_games, figures)).splitlines()
    (row,) = (row for row in rows if row.startswith("turns a round"))
    columns = dict(zip(re.split(r"\s{2,}", headings.strip()), row.split()[3:], strict=True))
    assert columns == {
        "mean": "4.37",
        "sd": "4.83",
        "least": "2",
        "median": "2",
        "95 %": "9",
        "most": "30",
    }


@pytest.mark.parametrize(("share", "value"), [(0.5, 1), (0.51, 2), (1.0, 2)])
def test_a_quantile(share: float, value: int) -> None:
    assert quantile(Counter([1, 2]), share) == value


def test_the_launcher_gives_what_the_profile_draws() -> None:
    one, other = (launcher_of(profile_of("measured"), b"5") for _ in range(2))
    cards = [one() for _ in range(50)]
    assert cards == [other() for _ in range(50)]
    assert 0 in cards and max(cards) <= 12


@pytest.mark.parametrize("edition", ["attack", "power-grab"])
def test_the_picture_shows_every_seat_with_its_interval(edition: str) -> None:
    one = plan(10, edition=edition)
    figures = tally(one, 2)
    drawn = drawing(report(one, figures), figures)
    texts = [element.text for element in ElementTree.fromstring(drawn).iter()]
    assert {str(seat) for seat in range(1, 11)} <= set(texts)
    assert drawn.count('stroke-width="3"') == 10
    assert ("Cards a hit" in texts) == (edition == "attack")
    assert drawn == drawing(report(one, figures), figures)


def test_ten_seats_are_told() -> None:
    one = plan(10)
    assert "\n  10" in table(report(one, tally(one, 1)))


def test_a_histogram_has_round_steps_and_tells_of_the_rest() -> None:
    one = plan()
    figures = tally(one, 1)
    figures.turns = Counter({3: 998, 57: 1000, 400: 2})
    figures.points = Counter({7: 1})
    told = report(one, figures)
    texts = [element.text for element in ElementTree.fromstring(drawing(told, figures)).iter()]
    assert {"0", "5", "55", "60+", "<1%", "50%"} <= set(texts)
    assert "100%" in texts
