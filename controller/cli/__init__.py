"""The command line. Each command is a module of its own, loaded only when it is used."""

from __future__ import annotations

import importlib
import os
import signal
import sys

import click

from controller.base.errors import WRONG_USAGE, Trouble

COMMANDS = {
    "play": "Run a table: the web page for phones, and the launcher.",
    "host": "Set the PIN of the table's host, or make a link for a table screen.",
    "reader": "See the cards that are played, with a scanner or a camera.",
    "mqtt": "Publish the table at an MQTT broker, for home automation and scoreboards.",
    "hub": "Keep the results of several tables, and show a scoreboard for the hall.",
    "driver": "Run the launcher that is wired to this Raspberry Pi, or pass messages to a Pico.",
    "simulator": "Run a simulated launcher, if you have no real one.",
    "freeplay": "Play with the launcher without rules: press, and cards come out.",
    "replay": "Run scenario files, and compare the results with the results that the files expect.",
    "export": "Print a game as a scenario file.",
    "verify": "Check that no random number of a finished game was changed.",
    "backup": "Copy all games into one file.",
    "restore": "Replace all games with those of a backup.",
    "simulate": "Let bots play whole games, and report statistics.",
    "deck": "Number the cards of your boxes, and print labels or a whole deck for them.",
    "rules": "Explain an edition of the game, one of its cards, or one rule.",
    "doctor": "Check this machine and its launcher, and say how to fix problems.",
    "selftest": "Test the pins of a Pi, or a Pico, without a launcher.",
    "bench": "Test, measure and calibrate a launcher, part by part.",
    "service": "Install, check or remove the services that start with this machine.",
    "firmware": "Build the program of a Pico, install it, or check which one the Pico has.",
    "safe-off": "Switch the motor off now, also while another program uses the launcher.",
}


class LazyGroup(click.Group):
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
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rollerdeck", prog_name="rollerdeck")
def group() -> None:
    """Rollerdeck: a card launcher that counts, and a referee for the game around it."""


def main() -> None:
    """Entry point of the ``rollerdeck`` command."""
    # Until a command handles Ctrl-C itself, Ctrl-C ends the program without a message.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        group(prog_name="rollerdeck")
    except Trouble as trouble:
        _tell(trouble)
        sys.exit(trouble.exit_code)
    except OSError as error:  # for example, the output goes to a full disk
        # an error of the system has a number, one of this program is a sentence
        system = f"The system reports: {error}. Free disk space, or change permissions."
        print(f"rollerdeck: {error if error.errno is None else system}", file=sys.stderr)
        sys.exit(WRONG_USAGE)


def _tell(trouble: Trouble) -> None:
    """Print it on the terminal, or log it in systemd's journal as an error."""
    # imported here so that safe-off does not wait for it
    from controller.base.event_log import is_journal

    # a plain line, because the program ends now and must not lose it; sd-daemon(3): <3> is an error
    priority = "<3>" if is_journal(os.environ, sys.stderr) else ""
    print(f"{priority}rollerdeck: {trouble}", file=sys.stderr)
