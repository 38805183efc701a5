"""A whole number among a command's arguments, with its range."""

from __future__ import annotations

import click


class WholeNumber(click.IntRange):
    """As ``click.IntRange``, which calls what it wants a "valid integer range"."""

    name = "whole number"
