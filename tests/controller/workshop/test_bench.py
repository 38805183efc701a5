"""The bench's checks at a simulated launcher in virtual time, and its command as people meet it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import click
import pytest
from click.testing import CliRunner

from controller.base.errors import NO_HARDWARE, NOT_SO, WRONG_USAGE, Trouble
from controller.base.findings import Finding, Level
from controller.cli import bench as cli
from controller.cli.options.at_launcher import Reached, at_a_launcher
from controller.workshop.bench import checks, counting, sensing
from controller.workshop.bench.guide import (
    Guide,
    LostMeanwhile,
    Person,
    SimulatedPerson,
    Stopped,
    Work,
    session,
)
from controller.workshop.bench.instrument import BenchTrouble, Instrument, on_the_bench
from firmware_bridge.address import at_socket
from firmware_bridge.client import SessionOptions, connect
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.bench.recording import RecordingTrouble, read_run, write_run
from hardware.bench.replayed_run import recorded, replay
from hardware.draws import HitDraws
from hardware.launcher import HitResult, LauncherBusy, LauncherGone, TraceEntry
from hardware.profiles import profile_of
from tests.hardware.bench.record import FOLDER, recorded_of
from tests.worlds.pretended import nobody

virtual = pytest.mark.looptime


class Somebody(SimulatedPerson):
    """Hands that do what they are told, and eyes that see what a test says."""

    def __init__(self, path: Path, sees: bool = True, off_by: int = 0) -> None:
        self.control = SimulatorControl(path)
        self.said: list[str] = []
        super().__init__(self.control, self.said.append)
        self._sees = sees
        self._off_by = off_by

    async def yes(self, question: str) -> bool:
        self.said.append(question)
        return self._sees

    async def count(self, question: str) -> int:
        return await super().count(question) + self._off_by


@asynccontextmanager
async def stand(
    tmp_path: Path, cards: int = 40, **person: int
) -> AsyncIterator[tuple[Instrument, Somebody]]:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, cards, 1)
    try:
        async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
            yield bench, Somebody(path, **person)  # type: ignore[arg-type]
    finally:
        await simulator.close()


async def unattended(path: Path, work: Work[None], record: Path | None = None) -> None:
    """A session in which nobody types, and nothing stops the work."""
    take = partial(connect, at_socket(path), options=SessionOptions(instead=True))
    stop = asyncio.Event()
    await session(take, path, work, nobody(), lambda _: None, stop, record)


def levels(found: list[Finding]) -> dict[str, Level]:
    return {one.what: one.level for one in found}


Check = Callable[[Instrument, Somebody], Awaitable[list[Finding]]]


@virtual
@pytest.mark.parametrize(
    "check", [checks.check_motor, sensing.check_sensor, checks.check_button, checks.check_ding]
)
async def test_a_launcher_on_which_all_is_well(tmp_path: Path, check: Check) -> None:
    async with stand(tmp_path) as (bench, somebody):
        found = await check(bench, somebody)
        assert len(found) >= 1
        assert set(levels(found).values()) == {Level.OK}
        assert not (await somebody.control.truth()).motor_on


@virtual
async def test_a_roller_that_turns_the_wrong_way_is_found_by_who_looks(tmp_path: Path) -> None:
    async with stand(tmp_path, sees=False) as (bench, somebody):
        found = await checks.check_motor(bench, somebody)
        assert levels(found)["direction"] is Level.FAIL
        assert "swap the motor's two wires" in found[-1].fix
        assert levels(await checks.check_ding(bench, somebody)) == {
            "ding": Level.FAIL,
            "lamp": Level.FAIL,
        }


@pytest.mark.thorough
@virtual
async def test_a_sensor_that_is_blocked_dead_or_flooded(tmp_path: Path) -> None:
    async with stand(tmp_path) as (bench, somebody):
        await somebody.control.fault("blind", True)
        assert levels(await sensing.check_sensor(bench, somebody))["shaded"] is Level.FAIL
        await somebody.control.fault("blind", False)
        await somebody.control.block()
        found = await sensing.check_sensor(bench, somebody)
        assert (found[0].what, found[0].level) == ("at rest", Level.FAIL)
        assert "in front of it" in found[0].says
        await somebody.control.block()
        await somebody.control.fault("flicker", True)
        found = await sensing.check_sensor(bench, somebody)
        assert "although nothing moved" in found[0].says


@virtual
async def test_a_card_that_lets_light_through_is_found_before_any_card_is_fed(
    tmp_path: Path,
) -> None:
    class Thin(Somebody):
        """Holds a card of which some places let light through: all, much, or a little of it."""

        async def hold(self, place: str) -> None:
            await super().hold(place)
            await self.control.fault("blind", "white border" in place)
            await self.control.fault("flicker", "darkest" in place)
            if "face down" in place:
                asyncio.get_running_loop().call_later(1.0, self._slip, False)
                asyncio.get_running_loop().call_later(1.02, self._slip, True)

        def _slip(self, blocked: bool) -> None:
            self.slipping = asyncio.ensure_future(self.control.block(blocked))

    async with stand(tmp_path) as (bench, _):
        thin = Thin(tmp_path / "l.sock")
        found = await sensing.check_sensor(bench, thin)
        assert levels(found) == {
            "at rest": Level.OK,
            "shaded": Level.OK,
            "the middle of a card, face up": Level.OK,
            "the middle of a card, face down": Level.FAIL,
            "the white border of a card": Level.FAIL,
            "the darkest place of a card": Level.WARN,
        }
        assert found[3].says == "not seen for up to 20.0 ms at a time (gaps: 2)"
        assert found[4].says == "not seen in 3 s"
        assert "infrared light passes through the card" in found[4].fix
        assert found[3].fix == found[4].fix == sensing.PASSES
        assert found[5].fix == sensing.LAMP
        assert not (await thin.control.truth()).motor_on


@pytest.mark.thorough
@virtual
async def test_light_of_a_lamp_is_not_blamed_on_the_card(tmp_path: Path) -> None:
    async with stand(tmp_path) as (bench, somebody):
        await somebody.control.fault("flicker", True)
        at_rest, *others = await sensing.check_sensor(bench, somebody)
        assert at_rest.level is Level.OK
        assert len(others) == 1 + len(sensing.PLACES)
        assert {one.fix for one in others} == {sensing.LAMP}
        assert Level.OK not in {one.level for one in others}


def gaps_at(*starts_us: int) -> list[TraceEntry]:
    """A blocked beam that looks free for 0.3 ms at each of these moments."""
    return [TraceEntry("sensor", us + 300 * level, level) for us in starts_us for level in (0, 1)]


@pytest.mark.parametrize(
    ("starts_us", "steady"),
    [
        (range(0, 210_000, 10_000), True),  # 100 Hz
        (range(0, 175_000, 8_333), True),  # 120 Hz
        (range(0, 200_000, 10_000), False),  # one too few
        ([nth * nth * 1_000 for nth in range(40)], False),  # ever more slowly
    ],
)
def test_pulses_of_a_lamp_come_at_a_steady_rate(starts_us: Sequence[int], steady: bool) -> None:
    assert sensing.pulses(gaps_at(*starts_us)) is steady


@virtual
async def test_the_margins_of_a_sensor_are_shown_above_what_the_count_allows(
    tmp_path: Path,
) -> None:
    async with stand(tmp_path) as (bench, somebody):
        await sensing.check_sensor(bench, somebody)
        head, units, at_rest, shaded, *held, allowed = somebody.said[-9:]
        assert head.split() == ["------", "blocked", "------", "not", "seen", "bounces"]
        assert units.split() == ["ms", "shortest", "longest", "longest", "longest"]
        assert at_rest.split() == ["no", "card", "-", "-", "-", "-"]
        shortest, longest, free, bounced = shaded.split()[-4:]
        assert 390 < float(shortest) <= float(longest) < 410
        assert (free, 0 < float(bounced) <= 0.4) == ("-", True)
        assert [one.split()[-4:] for one in held] == [["-", "-", "0.0", "-"]] * 4
        assert allowed.split()[-7:] == [">=", "22.2", "-", "<=", "6.0", "<=", "3.0"]


@virtual
async def test_a_sensor_that_sees_a_card_where_there_is_none(tmp_path: Path) -> None:
    async with stand(tmp_path) as (bench, somebody):

        async def ghost() -> None:
            for blocked in (True, False):
                await asyncio.sleep(0.03)
                await somebody.control.block(blocked)

        haunting = asyncio.ensure_future(ghost())
        found = await sensing.check_sensor(bench, somebody)
        await haunting
        assert (found[0].level, found[0].what) == (Level.FAIL, "at rest")
        assert "blocked for up to 3" in found[0].says


@virtual
async def test_an_output_that_bounces_for_long_is_found(tmp_path: Path) -> None:
    class Shaky(Somebody):
        async def shade(self, times: int) -> None:
            for blocked in (True, False) * times:
                for level in (blocked, not blocked) * 3 + (blocked,):
                    await self.control.block(level)
                    await asyncio.sleep(0.001)
                await asyncio.sleep(0.4)

    async with stand(tmp_path) as (bench, _):
        found = await sensing.check_sensor(bench, Shaky(tmp_path / "l.sock"))
        assert levels(found)["shaded"] is Level.WARN
        assert "100 nF" in found[1].fix


def test_the_limits_are_those_of_the_launchers_own_calibration() -> None:
    slow = sensing.limits({"card_us": 120_000})
    assert (slow.chatter_us, slow.dip_us, slow.bounce_us) == (30_000, 6_000, 3_000)


@virtual
async def test_a_button_that_is_dead(tmp_path: Path) -> None:
    class Idle(Somebody):
        async def press(self, times: int) -> None:
            await super().press(times - 1)

    async with stand(tmp_path) as (bench, somebody):
        (told,) = await checks.check_button(bench, Idle(tmp_path / "l.sock"))
        assert told.says == "9 of 10 presses were seen"
        (told,) = await checks.check_button(bench, somebody)
        assert told.level is Level.OK


@virtual
async def test_cards_that_come_and_that_do_not(tmp_path: Path) -> None:
    async with stand(tmp_path, cards=7) as (bench, somebody):
        (told,) = await checks.check_eject(bench, somebody, 5)
        assert told.level is Level.OK
        assert told.says.startswith("5 of 5 came, the last after 0.")
        row, allowed = somebody.said[-2:]
        shortest, longest, _, bounced = row.split()[-4:]
        assert row.split()[:3] == ["5", "cards", "fed"]
        assert 70 < float(shortest) <= float(longest) < 120
        assert 0 < float(bounced) <= 0.4
        assert ">= 22.2" in allowed
        (told,) = await checks.check_eject(bench, somebody, 5)
        assert (told.level, told.says[:9]) == (Level.FAIL, "2 of 5 ca")
        assert "EMPTY" in told.says
        with pytest.raises(BenchTrouble, match="The hopper is empty"):
            await bench.eject(1)


@virtual
async def test_a_card_is_stopped_under_the_roller_and_goes_on(tmp_path: Path) -> None:
    async with stand(tmp_path) as (bench, somebody):
        cut = await bench.eject(4, stop_under=2)
        assert (cut.delivered, cut.sticking, cut.complete) == (2, 1, False)
        rest = await bench.eject(1)
        assert (rest.delivered, rest.uncertain) == (1, 0)
        assert (await somebody.control.truth()).cards_left == 3
        assert replay(bench.run) == recorded(bench.run)


@virtual
async def test_a_hand_count_finds_what_was_reported_wrongly(tmp_path: Path) -> None:
    async with stand(tmp_path, cards=0) as (bench, somebody):
        counted = await counting.count_by_hand(bench, somebody, 12, Random(3))
        assert sorted(one.result.requested for one in counted) == list(range(1, 13))
        assert all(one.exact and one.honest for one in counted)
    async with stand(tmp_path, cards=0, off_by=1) as (bench, somebody):
        counted = await counting.count_by_hand(bench, somebody, 3, Random(3))
        assert not any(one.exact or one.honest for one in counted)


def test_a_hand_count_in_words() -> None:
    fine = counting.Counted(HitResult(1, 3, 3, True), 3)
    doubted = counting.Counted(HitResult(2, 3, 3, True, uncertain=1), 4)
    wrong = counting.Counted(HitResult(3, 3, 3, True), 4)
    said = "\n".join(counting.summary([fine, doubted, wrong]))
    assert "1 of 3 hits gave exactly the requested number" in said
    assert "2 of 3 hits were counted correctly" in said
    assert "1 of 3 hits were flagged" in said
    assert "1 of 3 hits were counted wrongly without a flag" in said
    assert "11 cards counted by hand, 9 by the launcher." in said


@virtual
async def test_a_profile_is_given_as_it_was_drawn(tmp_path: Path) -> None:
    profile = profile_of("measured", ())
    async with stand(tmp_path, cards=0) as (bench, somebody):
        asked, came = await counting.play_profile(
            bench, somebody, profile, 40, lambda hit: HitDraws(b"seed", hit)
        )
        assert asked == came
        assert sum(came) == (await somebody.control.truth()).cards_left
        assert "#" in "\n".join(counting.histogram(profile, came))


@virtual
async def test_a_run_is_recorded_also_where_it_breaks_off(tmp_path: Path) -> None:
    path, file = tmp_path / "l.sock", tmp_path / "run.json"
    simulator = await start_simulator(path, 20, 1)

    async def work(bench: Instrument, guide: object) -> None:
        await bench.eject(2)
        raise BenchTrouble("Enough.")

    with pytest.raises(BenchTrouble):
        await unattended(path, work, file)
    assert read_run(file).results[0].delivered == 2
    await simulator.close()


@virtual
async def test_what_was_measured_is_not_lost_with_its_recording(tmp_path: Path) -> None:
    path, file = tmp_path / "l.sock", tmp_path / "run.json"
    simulator = await start_simulator(path, 20, 1)
    lost: list[RecordingTrouble] = []
    said: list[str] = []

    async def work(bench: Instrument, guide: object) -> int:
        file.mkdir()
        return (await bench.eject(2)).delivered

    take = partial(connect, at_socket(path), options=SessionOptions(instead=True))
    stop = asyncio.Event()
    counted = session(take, path, work, nobody(), said.append, stop, file, lost.append)
    assert await counted == 2
    assert said[-1:] == [str(one) for one in lost]
    assert "cannot be written" in said[-1]
    await simulator.close()


@pytest.mark.parametrize("lost", [0, 1])
def test_a_recording_that_was_lost_is_an_exit_code(lost: int) -> None:
    @click.command
    @at_a_launcher
    def measure(at: Reached) -> None:
        at.unwritten.extend([RecordingTrouble("It is lost.")] * lost)

    assert CliRunner().invoke(measure, []).exit_code == WRONG_USAGE * lost


def test_an_earlier_recording_stays_where_no_launcher_is(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text("earlier")
    for name in ("run.json", "new.json"):
        words = ("--record", str(tmp_path / name), "--socket", str(tmp_path / "none"))
        assert run("eject", "3", *words)[0] == NO_HARDWARE
    assert file.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [file]


@virtual
async def test_a_launcher_that_goes_away_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    with pytest.raises(LauncherGone):
        async with on_the_bench(await connect(at_socket(path), "bench")) as bench:
            await simulator.close()
            await bench.watch(5)


@virtual
async def test_a_launcher_that_dies_in_a_run_is_a_sentence_that_says_what_to_do(
    tmp_path: Path,
) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)

    async def work(bench: Instrument, guide: object) -> None:
        asyncio.get_running_loop().call_later(0.2, asyncio.ensure_future, simulator.close())
        await bench.eject(12)

    with pytest.raises(LostMeanwhile, match=r"launcher\."):
        await unattended(path, work)


@virtual
async def test_a_game_that_is_on_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "l.sock"
    simulator = await start_simulator(path, 20, 1)
    referee = await connect(at_socket(path), "referee 1")
    await referee.keep(True)
    with pytest.raises(LauncherBusy, match="game_is_on"):
        await connect(at_socket(path), "bench", SessionOptions(instead=True))
    await referee.keep(False)
    bench = await connect(at_socket(path), "bench", SessionOptions(instead=True))
    links = []
    for let_go in (False, True):
        if let_go:
            await bench.close()
        await asyncio.sleep(2)
        links.append(referee.link_up)
    assert links == [False, True]
    await referee.close()
    await simulator.close()


@virtual
async def test_a_person_is_asked_until_it_is_an_answer() -> None:
    said: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for line in ("\n", "\n", "perhaps\n", "Y\n", "many\n", "-1\n", "12\n"):
            yield line

    person = Person(typed(), said.append)
    await person.load(5)
    await person.hold("a corner of a card")
    assert said[-1].startswith("Hold a corner of a card in the sensor's beam, and keep it there.")
    assert await person.yes("Lit?")
    assert await person.count("How many?") == 12
    assert said.count("Type a number, such as 17.") == 2
    with pytest.raises(BenchTrouble, match="run this in a terminal"):
        await person.do("Look.")


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.command, words)
    if isinstance(result.exception, Trouble):
        return result.exception.exit_code, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


@pytest.mark.parametrize("name", ["motor", "eject 3", "calibrate", "accuracy 5", "profile"])
def test_without_a_launcher_it_is_a_sentence(tmp_path: Path, name: str) -> None:
    code, said = run(*name.split(), "--socket", str(tmp_path / "none"))
    assert code == NO_HARDWARE
    assert said.startswith("There is no launcher at ")


def test_a_recording_that_cannot_be_kept_is_known_before_anything_moves(tmp_path: Path) -> None:
    code, said = run("eject", "3", "--record", str(tmp_path), "--socket", str(tmp_path / "none"))
    assert code == WRONG_USAGE
    assert "name another file after --record" in said


@pytest.mark.parametrize(
    "words", [("eject", "13"), ("eject", "0"), ("accuracy", "0"), ("profile", "19"), ("dance",)]
)
def test_nonsense_is_wrong_usage(words: tuple[str, ...]) -> None:
    assert run(*words)[0] == WRONG_USAGE


def test_a_recorded_run_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    write_run(file, recorded_of("double-feed")[0])
    code, said = run("replay", str(file))
    assert code == 0
    assert "2: 4 of 4, perhaps 2 more\n" in said
    assert "3 ejections, 0 different from the recording." in said
    text = file.read_text().replace('"delivered":4', '"delivered":3', 1)
    file.write_text(text)
    code, said = run("replay", str(file))
    assert code == NOT_SO
    assert "1: 4 of 4; recorded: 3 of 4" in said
    assert run("replay", str(tmp_path))[0] == WRONG_USAGE
    assert (FOLDER / "jam.json").exists()


def test_a_profile_without_its_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    code, said = run("profile", "--profile", "custom")
    assert code == WRONG_USAGE
    assert "[[launcher.custom]]" in said


@pytest.mark.parametrize("words", [(), ("--profile", "measured")])
def test_a_profile_is_named_also_where_the_configuration_chose_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = tmp_path / "rollerdeck.toml"
    file.write_text('[launcher]\nprofile = "even"\n')
    counts = [0, 1, 2, 3, 4] * 8
    monkeypatch.setattr(Reached, "do", lambda *_: (counts, counts))
    _, said = run("profile", "40", "--seed", "1", "--config", str(file), *words)
    assert f"the profile {'measured' if words else 'even'}: p = " in said


@pytest.mark.parametrize("as_in_games", [True, False])
def test_only_what_counts_as_games_do_counts_strictly_and_the_scale_is_left_to_the_bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_in_games: bool
) -> None:
    asked = []

    async def reached(*told: object) -> None:
        asked.append(told[-2])
        raise LauncherGone("launcher.not_yet")

    monkeypatch.setattr("controller.cli.options.at_launcher.reach", reached)
    file = tmp_path / "config.toml"
    file.write_text("[launcher]\nstrict = true\n")
    with pytest.raises(Trouble):
        Reached(file, tmp_path / "l.sock", None, None).do(nothing, as_in_games)
    assert asked == [SessionOptions(instead=True, strict=as_in_games, weighs=False)]


@pytest.mark.parametrize(
    ("record", "saved"), [(None, "nothing"), (Path("run.json"), "no calibration")]
)
def test_after_ctrl_c_a_recording_is_not_denied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: Path | None, saved: str
) -> None:
    async def stopped(*_: object) -> None:
        raise Stopped

    monkeypatch.setattr("controller.cli.options.at_launcher.session", stopped)
    with pytest.raises(Trouble) as said:
        Reached(None, tmp_path / "l.sock", None, record).do(nothing)
    assert str(said.value) == f"Stopped: the motor is off, and {saved} was saved."


async def nothing(bench: Instrument, guide: Guide) -> None:
    """Do nothing at the launcher."""
