"""What the doctor says of readers."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from controller.base.config import Config, LauncherConfig, Readers
from controller.base.findings import Finding, Level
from controller.base.services import PAIRING, READER_UNIT, REFEREE_STATE
from controller.workshop.doctor.readers import check_readers
from tests.controller.readers.pretended import PretendedReferee, answer
from tests.worlds.pretended import Pretended

SCANS = Config(readers=Readers(scanner="auto"))
PORT = "/dev/ttyACM1"
PLUGGED = SimpleNamespace(device=PORT, vid=0x1EAB, pid=1)


def checked(
    pi: Pretended, config: Config = SCANS, *ports: Any, readers: list[dict[str, Any]] | None = None
) -> list[Finding]:
    referee = PretendedReferee()
    table = None if readers is None else answer({"seq": 1, "sightings": {"readers": readers}})
    referee.answering = lambda path, asked: table
    return list(check_readers(pi, config, referee, ports))


def pi_with(*files: object) -> Pretended:
    pi = Pretended()
    pi.files.update({str(file): "" for file in files})
    return pi


def test_nobody_hears_of_readers_that_nobody_has() -> None:
    assert checked(Pretended(), Config()) == []
    assert checked(Pretended(), Config(), readers=[]) == []


def test_a_reader_on_which_all_is_well() -> None:
    pi = pi_with(PORT, READER_UNIT, PAIRING, REFEREE_STATE)
    told = [{"device": 3, "kind": "scanner", "key": "reader.ok", "values": {}}]
    found = checked(pi, SCANS, PLUGGED, readers=told)
    assert [one.level for one in found] == [Level.OK] * 3, found
    assert found[-1].says == "the reader sees well"


def test_what_a_reader_lacks_is_told_with_its_remedy() -> None:
    found = checked(pi_with(REFEREE_STATE), SCANS)
    assert [(one.what, one.level) for one in found] == [
        ("scanner", Level.FAIL),
        ("reader", Level.WARN),
        ("reader", Level.FAIL),
    ]
    assert "service install" in found[1].fix
    assert "rollerdeck reader --pair CODE" in found[2].fix
    assert all(one.fix.endswith(".") for one in found)


def test_a_camera_needs_opencv_and_its_device() -> None:
    camera = Config(readers=Readers(camera="0"))
    bare = checked(pi_with("/dev/video0"), camera)[0]
    assert (bare.what, bare.level, "pip install" in bare.fix) == ("camera", Level.FAIL, True)
    pi = pi_with(PAIRING, READER_UNIT)
    pi.modules |= {"cv2"}
    assert "there is no /dev/video0" in checked(pi, camera)[0].says
    pi.files["/dev/video0"] = ""
    assert [one.level for one in checked(pi, camera)] == [Level.OK] * 2


def test_the_command_line_of_a_camera_is_told_to_nobody() -> None:
    pi = pi_with(PAIRING, READER_UNIT)
    pi.modules |= {"cv2"}
    pi.programs |= {"ffmpeg"}
    spoken = Config(readers=Readers(camera="ffmpeg -i rtsp://ann:secret@10.0.0.7 -f mjpeg -"))
    found = checked(pi, spoken)
    assert [one.level for one in found] == [Level.OK] * 2
    assert not any("secret" in one.says + one.fix for one in found)


@pytest.mark.parametrize(
    "camera", ["abc", "no-such-program -o -", "cat 'x", "rtsp://ann:secret@10.0.0.7", "x" * 300]
)
def test_a_camera_that_the_reader_refuses_is_told(camera: str) -> None:
    pi = pi_with(PAIRING, READER_UNIT)
    pi.modules |= {"cv2"}
    found = checked(pi, Config(readers=Readers(camera=camera)))[0]
    assert (found.what, found.level) == ("camera", Level.FAIL)
    assert "is no camera, folder, video or command" in found.says
    assert "secret" not in found.says + found.fix


@pytest.mark.parametrize("camera", ["/srv/pictures", "/srv/pile.avi", "pile-camera"])
def test_a_folder_a_video_and_a_command_are_fine(camera: str) -> None:
    pi = pi_with(PAIRING, READER_UNIT, "/srv/pictures", "/srv/pile.avi")
    pi.modules |= {"cv2"}
    pi.programs |= {"pile-camera"}
    found = checked(pi, Config(readers=Readers(camera=camera)))[0]
    assert (found.what, found.level) == ("camera", Level.OK)


@pytest.mark.parametrize("region, is_told", [("25,10,50,80", False), ("50,10,51,80", True)])
def test_a_region_that_the_reader_refuses_is_told(region: str, is_told: bool) -> None:
    pi = pi_with(PAIRING, READER_UNIT, "/dev/video0")
    pi.modules |= {"cv2"}
    found = checked(pi, Config(readers=Readers(camera="0", region=region)))
    told = [one for one in found if one.level is Level.FAIL]
    assert [one.says for one in told] == is_told * [
        f"readers.region: '{region}' is no part of a picture"
    ]
    assert all("for example 25,10,50,80" in one.fix for one in told)


def test_the_doctor_needs_no_opencv() -> None:
    code = (
        "import sys, controller.workshop.doctor.readers as doctor;"
        "assert not [*doctor._check_region('25,10,50,80')];"
        "sys.exit('cv2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_port_of_a_launcher_is_told() -> None:
    config = Config(launcher=LauncherConfig(serial=PORT), readers=Readers(scanner=PORT))
    found = checked(pi_with(PORT), config)
    assert (found[0].level, "port of a launcher" in found[0].says) == (Level.FAIL, True)


def test_what_readers_report_is_told_also_of_those_on_other_machines() -> None:
    told: list[dict[str, Any]] = [
        {"device": 3, "kind": "camera", "key": "reader.dark", "values": {}},
        {"device": 4, "kind": None, "key": "reader.none", "values": None},
    ]
    dark, silent = checked(Pretended(), Config(), readers=told)
    assert (dark.what, dark.level, dark.fix) == (
        "camera (device 3)",
        Level.WARN,
        "Turn on a light.",
    )
    assert (silent.what, silent.level) == ("reader (device 4)", Level.WARN)
