"""A command that has commands of its own."""

from __future__ import annotations

import click


class GroupOfCommands(click.Group):
    """As ``click.Group``, which cuts off a summary that is longer than the line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with the whole first sentence of its help."""
        names = self.list_commands(ctx)
        commands = {name: self.commands[name] for name in names}
        rows = [(name, one.get_short_help_str(limit=1000)) for name, one in commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
