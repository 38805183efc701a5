"""What Click lacks for these commands: whole summaries, suggestions, plain words for numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


class GroupOfCommands(click.Group):
    """As ``click.Group``, but with whole summaries, and a suggestion for a misspelt command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. Raises UsageError, with the command that has the most similar name."""
        name, names = args[0], self.list_commands(ctx)
        if name not in names and not name.startswith("-"):
            from difflib import get_close_matches  # not for safe-off, which must not wait

            if similar := get_close_matches(name, names, 1):
                ctx.fail(f"No such command {name!r}; did you mean {similar[0]}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with the whole first sentence of its help."""
        names = self.list_commands(ctx)
        commands = {name: self.commands[name] for name in names}
        rows = [
            (name, command.get_short_help_str(limit=1000)) for name, command in commands.items()
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class WholeNumber(click.IntRange):
    """As ``click.IntRange``, which calls what it wants a "valid integer range"."""

    name = "whole number"


def path_option(flag: str, name: str, default: Path, help_text: str) -> Callable[[Any], Any]:
    """An option that takes a path; its default is only shown."""
    return click.option(
        flag, name, type=click.Path(path_type=Path), help=f"{help_text} [{default}]"
    )
