"""The command line. Each command is a module of its own, loaded when it is asked for."""

from __future__ import annotations

import importlib
import os
import signal
import sys

import click

from controller.base.errors import WRONG_USAGE, Trouble

COMMANDS = {
    "play": "Run a table: the page for phones, and the launcher that it counts with.",
    "driver": "Run the launcher on this Raspberry Pi's pins.",
    "simulator": "Run a simulated launcher, for those who have none.",
    "freeplay": "Just the toy, without rules: press, and cards come out.",
    "replay": "Run scenario files, and say where one does not hold.",
    "export": "Print a game as a scenario file.",
    "verify": "Recompute the draws of a game that is over.",
    "backup": "Copy all games into one file.",
    "restore": "Put the games of a backup in the place of those that are there.",
    "simulate": "Play whole games without people, and report.",
    "rules": "Explain an edition, a card or a clause.",
    "doctor": "Check this machine and its launcher, and say what to mend.",
    "bench": "Check, measure and calibrate a launcher, part by part.",
    "service": "Start driver and referee with this machine, or no longer.",
    "firmware": "Make a Pico's program, and carry it there.",
    "safe-off": "Motor off, now, whoever uses the launcher.",
}


class LazyGroup(click.Group):
    """Finds ``controller.cli.NAME`` for command NAME; help needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module of that command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"controller.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading a single one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rollerdeck", prog_name="rollerdeck")
def group() -> None:
    """Rollerdeck: a card launcher that counts, and a referee for the game around it."""


def main() -> None:
    """Entry point of the ``rollerdeck`` command."""
    # Until a command takes Ctrl-C for itself it ends the program, and nothing is to be said.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        group(prog_name="rollerdeck")
    except Trouble as trouble:
        _tell(trouble)
        sys.exit(trouble.exit_code)
    except OSError as error:  # such as an output that goes to a full disk
        print(
            f"rollerdeck: This machine refused: {error}. Make room, or allow it.", file=sys.stderr
        )
        sys.exit(WRONG_USAGE)


def _tell(trouble: Trouble) -> None:
    """Say it to who is at the terminal, or to systemd's journal as an error."""
    # only now: whoever wants the motor off does not wait for it
    from controller.base.event_log import is_journal

    # a line, which cannot get lost: nothing comes after it. sd-daemon(3): <3> is an error
    priority = "<3>" if is_journal(os.environ, sys.stderr) else ""
    print(f"{priority}rollerdeck: {trouble}", file=sys.stderr)
