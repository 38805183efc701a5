"""``rollerdeck service``: installs, checks and removes the services."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import click

from controller.base.config import Config, load
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.services import CONFIG, HUB, JOURNAL, REFEREE, USERS, launcher_end
from controller.cli.options.click_parts import GroupOfCommands
from controller.workshop.install import service, unit_files

SHOWN = {"ok": "up to date", "missing": "missing", "other": "different"}

root_option = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=Path("/"),
    help="Use the files in this folder instead of the files in /, and run no system commands. With "
    "--root, you can prepare the system of an SD card while the card is in another machine.",
)
command_option = click.option(
    "--command",
    "start",
    type=click.Path(path_type=Path),
    default=lambda: Path(sys.executable).parent / "rollerdeck",
    help="Path of the program rollerdeck that the services start. [the program that you run now]",
)
dry_option = click.option(
    "--dry-run", "dry", is_flag=True, help="Only print what the command would do."
)


@click.group(cls=GroupOfCommands)
def command() -> None:
    """Install, check or remove the services that start with this machine (systemd)."""


OFF = "off"


@command.command(name="install")
@root_option
@command_option
@dry_option
@click.option(
    "--kiosk",
    "asked",
    is_flag=False,
    flag_value="table",
    type=click.Choice([*unit_files.KIOSK_VIEWS, OFF]),
    help="Also show the page on this machine's own screen. --kiosk=tv shows the page for a TV. "
    "With --kiosk=off, the screen no longer shows a page. [as installed before]",
)
def install(root: Path, start: Path, dry: bool, asked: str | None) -> None:
    """Install and start the services. Run this command again after each upgrade.

    If everything is up to date, the command changes nothing.

    Without --command, the services run the release of rollerdeck that installed them. To go back
    to an older release, run `service install` of that release. If the older release cannot read
    the file that contains all games, the command replaces this file with an older copy, and says
    so.
    """
    config = _config(root)
    view = unit_files.kiosk_view(root) if asked is None else None if asked == OFF else asked
    if asked in unit_files.KIOSK_VIEWS:  # an upgrade goes on without
        unit_files.require_kiosk_programs(root)
    wanted = unit_files.files(start, config, view)
    journal = Path("/") / (config.referee.journal or JOURNAL)
    steps = service.take_back(service.below(root, journal))
    installed = service.installed_units(root)
    if steps and installed:
        steps = [*_calls(root, [("systemctl", "stop", *installed)]), *steps]
    steps += [*service.install(root, wanted), *service.link(root, start)]
    if needless := service.needless_units(root, config, view):
        steps = [*_calls(root, _off(needless)), *steps]
    steps += _calls(root, _starting(config, view, "restart" if steps else "start"))
    ssid = config.access_point.ssid
    network = f" Restart this machine to start its own Wi-Fi, {ssid}." if ssid else ""
    _take(steps, dry, f"The services are installed.{network}")


def _starting(config: Config, view: str | None, verb: str) -> Iterator[tuple[str, ...]]:
    """The programs that put the installed files to use."""
    all_units = service.wanted_units(config, view)
    users, *reload = service.BEFORE_ENABLING
    calls = (
        (service.SYSCTL, config.access_point.ssid),
        (users, True),
        (service.USERS_OF_KIOSK, view),
        (service.USERS_OF_HUB, config.hub.host),
        (service.USERS_OF_MQTT, config.mqtt.host),
        (service.USERS_OF_READER, config.readers.runs_here),
        *((call, True) for call in reload),
        (("systemctl", "enable", *all_units), True),
        (service.INPUTS_AGAIN, view),
        (service.PICO_AGAIN, config.serial),
        (("systemctl", verb, *all_units), True),
    )
    return (call for call, needed in calls if needed)


@command.command(name="uninstall")
@root_option
@dry_option
@click.option(
    "--delete-games",
    "delete",
    is_flag=True,
    help="Also delete all games, the calibration, and the system users of the services.",
)
def uninstall(root: Path, dry: bool, delete: bool) -> None:
    """Stop and remove the services. The games, the calibration and the configuration stay."""
    steps = service.uninstall(root, delete)
    if steps:
        installed = service.installed_units(root)
        steps = [*_calls(root, _off(installed) if installed else ()), *steps]
        steps += _calls(root, service.AFTER_UNINSTALL)
    if delete:
        steps += _calls(root, [("userdel", user) for user in USERS if _is_there(user)])
    remark = "" if delete else " Games and calibration were kept."
    _take(steps, dry, f"The services are removed.{remark}")


@command.command(name="status")
@root_option
@command_option
def status(root: Path, start: Path) -> None:
    """Show whether the services run. Exit code 1: something is wrong."""
    well = True
    config = _config(root)
    view = unit_files.kiosk_view(root)
    for file in unit_files.files(start, config, view):
        state = file.state(root)
        well = well and state == "ok"
        click.echo(f"{root / file.target}: {SHOWN[state]}")
    for unit in service.needless_units(root, config, view):
        well = False
        click.echo(f"{unit}: not needed with this configuration")
    if _is_this_machine(root):
        for unit in service.wanted_units(config, view):
            asked = ("show", "--property=ActiveState,StatusText", unit)
            output = _call("systemctl", *asked)
            properties = dict(re.findall(r"^(\w+)=(.*)$", output, re.MULTILINE))
            active = properties.get("ActiveState", "unknown")
            well = well and active == "active"
            click.echo(f"{unit}: {active}. {properties.get('StatusText', '')}".rstrip())
    if not well:
        raise Trouble(
            "Something is wrong with the services: repair them with `sudo rollerdeck "
            "service install`, "
            f"or find the cause with `journalctl {_logs(config)}`.",
            NOT_SO,
        )


def _logs(config: Config) -> str:
    """Whose log tells most."""
    if config.hub.only:
        return f"-u {HUB}"
    return f"-u {launcher_end(bool(config.serial))} -u {REFEREE}"


def _off(units: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Stop these units now and for good, each of which is installed."""
    # two steps, because `disable --now` is refused where no systemd runs
    return [("systemctl", verb, *units) for verb in ("stop", "disable")]


def _take(steps: Iterable[service.Step], dry: bool, done: str) -> None:
    """Print and carry out each step, or only print it."""
    for step in steps:
        click.echo(f"would {step.words}" if dry else step.words)
        if dry:
            continue
        try:
            step.deed()
        except OSError as error:
            denied = isinstance(error, PermissionError)
            remedy = "run this as root, with sudo" if denied else "fix that and try again"
            raise Trouble(
                f"Could not {step.words} ({error.strerror}): {remedy}.", WRONG_USAGE
            ) from None
    click.echo("Nothing was done, because this was a dry run." if dry else done)


def _calls(root: Path, calls: Iterable[tuple[str, ...]]) -> list[service.Step]:
    """Programs to run; none for another root, because they act on this machine."""
    if not _is_this_machine(root):
        return []
    return [service.Step(f"run {shlex.join(call)}", partial(_call, *call)) for call in calls]


def _config(root: Path) -> Config:
    """The configuration of the services."""
    file = service.below(root, CONFIG)
    return load(file) if file.exists() else Config()


def _is_this_machine(root: Path) -> bool:
    return root.resolve() == Path("/")


def _is_there(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _call(*call: str) -> str:
    """What a program printed. Raises ``Trouble`` with its error message."""
    program = shutil.which(call[0], path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if program is None:
        raise Trouble(f"This machine has no {call[0]}: the services need systemd.", WRONG_USAGE)
    done = subprocess.run([program, *call[1:]], capture_output=True, text=True)  # noqa: S603 - our own words
    if done.returncode:
        error = " ".join(done.stderr.split()) or f"exit {done.returncode}"
        raise Trouble(
            f"`{shlex.join(call)}` failed: {error.rstrip('.')}. Fix that and try again.", NOT_SO
        )
    return done.stdout
