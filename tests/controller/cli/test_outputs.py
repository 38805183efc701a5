"""A command that works for long refuses an output at its start, and saves before it decorates."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest

from controller.base.errors import Trouble
from controller.cli import doctor, simulate
from controller.cli.bench import scale_command
from controller.cli.options import outputs
from controller.cli.options.at_launcher import Reached
from controller.workshop.bench.guide import Work
from controller.workshop.bench.scale_measurement import Scaled

SCALE = '[scale]\nchip = "nau7802"\n'


def run(command: click.Command, *args: object) -> None:
    command.main([str(one) for one in args], standalone_mode=False)


def never(*_: object, **__: object) -> None:
    raise AssertionError("it began to work")


def configured(folder: Path) -> Path:
    config = folder / "rollerdeck.toml"
    config.write_text(SCALE)
    return config


@pytest.mark.parametrize("place", ["no folder/page.html", ""], ids=["no folder", "a folder"])
def test_what_cannot_be_written_is_refused_before_a_scale_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(Reached, "do", never)
    page = tmp_path / place
    with pytest.raises(Trouble, match=r"cannot be written \(.*after --report"):
        run(scale_command.command, "--config", configured(tmp_path), "--report", page)


def test_a_calibration_that_cannot_be_saved_is_refused_before_a_scale_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def do(work: Work[Scaled]) -> Scaled:
        return await work(cast(Any, SimpleNamespace(simulated=False)), cast(Any, None))

    monkeypatch.setattr(Reached, "do", lambda _, work: asyncio.run(do(work)))
    monkeypatch.setattr(scale_command, "ScaleReadings", never)
    with pytest.raises(Trouble, match="cannot save a calibration there"):
        run(scale_command.command, "--config", configured(tmp_path), "--calibration", tmp_path)


def test_what_cannot_be_written_is_refused_before_the_doctor_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "examine", never)
    with pytest.raises(Trouble, match=r"cannot be written \(.*after --bundle"):
        run(doctor.command, "--bundle", tmp_path / "no folder" / "bundle.zip")


def test_a_calibration_is_saved_though_its_page_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Path] = []

    def save(file: Path, _: object) -> None:
        saved.append(file)

    fakes: dict[str, Callable[..., Any]] = {
        "lines": lambda *_: [],
        "calibration_of": lambda *_: None,
        "write_scale_calibration": save,
        "scale_report": lambda *_: "",
    }
    for name, fake in fakes.items():
        monkeypatch.setattr(scale_command, name, fake)
    monkeypatch.setattr(Reached, "do", lambda *_: SimpleNamespace(complaints=[]))
    monkeypatch.setattr(outputs, "refuse_unwritable", lambda *_: None)  # it went away meanwhile
    calibration = tmp_path / "scale.json"
    with pytest.raises(Trouble, match="cannot be written"):
        run(
            scale_command.command,
            *("--config", configured(tmp_path), "--calibration", calibration),
            *("--report", tmp_path / "no folder" / "page.html"),
        )
    assert saved == [calibration]


def test_a_report_is_printed_though_its_picture_cannot_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(file: Path, _: str) -> None:
        raise outputs.unwritable(file, "No space left on device", "--plot")

    monkeypatch.setattr(simulate, "write_picture", fail)
    with pytest.raises(Trouble, match="No space left"):
        run(
            simulate.command,
            *("--games", 2, "--players", 2, "--target", 1, "--seed", 1, "-j", 1),
            *("--plot", tmp_path / "x.svg"),
        )
    assert "games" in capsys.readouterr().out
