"""The command line. Each command is a module of its own, loaded only when it is used."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from io import TextIOWrapper

import click

from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options.click_parts import GroupOfCommands

COMMANDS = {
    "play": "Run the referee for one table, and serve its web page.",
    "host": "Let a device act for all players, with a PIN or with a link.",
    "reader": "Use a camera or a scanner to recognise the cards that people play.",
    "mqtt": "Send the moves and results of a table to an MQTT broker, for home automation.",
    "hub": "Collect the results of several tables, and show them on a scoreboard for the hall.",
    "driver": "Run the launcher that is wired to this Raspberry Pi or to a Pico.",
    "simulator": "Run a simulated launcher, if you have no real one.",
    "freeplay": "Try the launcher without a game: press its button, and see what comes out.",
    "replay": "Replay games that are written in scenario files, and check their results.",
    "export": "Print a game as a text file that `rollerdeck replay` can read (a scenario file).",
    "verify": "Check that nobody changed a random number of a finished game.",
    "backup": "Copy all games into one file.",
    "restore": "Replace all games with the games of a backup.",
    "simulate": "Let bots (players that are programs) play whole games, and report statistics.",
    "deck": "Give each card a number, and make labels that a camera or a scanner can read.",
    "edition": "Check the file of a box of cards that you have described yourself.",
    "rules": "Explain an edition of the game, one of its cards, or one of its rules.",
    "doctor": "Check this machine and its launcher, and say how to fix problems.",
    "selftest": "Test the pins of a Raspberry Pi, or a Pico, without a launcher.",
    "bench": "Test, measure and calibrate a launcher, part by part.",
    "service": "Install, check or remove the services that start with this machine.",
    "firmware": "Build the program for a Pico, install it, or check that the Pico has it.",
    "safe-off": "Switch the motor off at once, even if another program uses the launcher.",
}


class LazyGroup(GroupOfCommands):
    """Loads ``controller.cli.NAME`` for the command NAME; help loads none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the module of that command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"controller.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        command.name = cmd_name  # else that of the function, which the reference would show
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rollerdeck", prog_name="rollerdeck")
def group() -> None:
    """Rollerdeck runs a motorised card launcher, and is the referee of the card game."""


def main() -> None:
    """Entry point of the ``rollerdeck`` command."""
    # Until a command handles Ctrl-C itself, Ctrl-C ends the program without a message.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a file's name may have bytes that are no text, and a terminal may lack a sign
            stream.reconfigure(errors="backslashreplace")
    try:
        _tell_of_runtime_dir()
        group(prog_name="rollerdeck")
    except Trouble as trouble:
        _tell(trouble)
        sys.exit(trouble.exit_code)
    except UnicodeEncodeError:
        print("rollerdeck: A value has bytes that are no text: write it in UTF-8.", file=sys.stderr)
        sys.exit(WRONG_USAGE)
    except OSError as error:  # for example, the output goes to a full disk
        # an error of the system has a number, one of this program is a sentence
        system = f"The system reports: {error}. Free disk space, or change permissions."
        print(f"rollerdeck: {error if error.errno is None else system}", file=sys.stderr)
        sys.exit(WRONG_USAGE)


def _tell_of_runtime_dir() -> None:
    """Say that another folder for sockets is used than the one that somebody has set."""
    if os.environ.get("XDG_RUNTIME_DIR"):
        # imported here so that help does not wait for it
        from controller.base.paths import unusable_runtime_dir

        if sentence := unusable_runtime_dir():
            print(f"rollerdeck: {sentence}", file=sys.stderr)


def _tell(trouble: Trouble) -> None:
    """Print it on the terminal, or log it in systemd's journal as an error."""
    # imported here so that safe-off does not wait for it
    from controller.base.event_log import is_journal

    # a plain line, because the program ends now and must not lose it; sd-daemon(3): <3> is an error
    priority = "<3>" if is_journal(os.environ, sys.stderr) else ""
    print(f"{priority}rollerdeck: {trouble}", file=sys.stderr)
