"""What can be done with a hub's results: export, backup, restore, forget."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from controller.base import paths, services
from controller.base.config import Config, load
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.club.hub import copies
from controller.club.hub.hub_file import in_words
from controller.club.hub.result_store import Store
from rules.names import shows


def file_of(config: Config) -> Path:
    """The file of the hub on this machine."""
    return Path(config.hub.file) if config.hub.file else services.hub_folder() / paths.HUB_FILE


def print_all(file: Path | None, *, as_table: bool, boxes: bool) -> None:
    """Print every result, or every box of a house. Raises ``Trouble``."""
    if boxes and as_table:
        raise Trouble("Boxes are printed as JSON: leave out --csv or --boxes.", WRONG_USAGE)
    with _opened(file) as store:
        if boxes:
            click.echo(copies.boxes_as_json(store), nl=False)
            return
        click.echo(copies.as_csv(store) if as_table else copies.as_json(store), nl=False)


def copy(file: Path | None, target: Path) -> None:
    """Back up. Raises ``Trouble``."""
    click.echo(f"{target} holds {_results(copies.back_up(_file(file), target))}.")


def put_back(file: Path | None, source: Path) -> None:
    """Restore. Raises ``Trouble``."""
    results, previous = copies.restore(source, _file(file))
    click.echo(f"Restored {_results(results)}. The tables send what came since.")
    if previous is not None:
        click.echo(f"The previous file is {previous}.")


def take_out(file: Path | None, name: str) -> None:
    """Forget somebody. Raises ``Trouble``."""
    if not shows(name):
        raise Trouble("A name has at least one character that can be seen.", WRONG_USAGE)
    with _opened(file) as store, in_words(store.file):
        count = store.forget(name, int(time.time()))
    if not count:
        raise Trouble(f"No result names {name}. Events that named {name} are deleted.", NOT_SO)
    click.echo(
        f"The name is taken out of {_results(count)}, and events that contained it are deleted. "
        "Backups and exports that were made before still contain it, and so do the tables' own "
        "games."
    )


def _file(file: Path | None) -> Path:
    return file_of(load(services.config_file(file)))


@contextmanager
def _opened(file: Path | None) -> Iterator[Store]:
    where = _file(file)
    if not where.is_file():
        raise Trouble(f"There is no hub's file {where}: run the hub first.", WRONG_USAGE)
    store = Store(where)
    try:
        yield store
    finally:
        store.close()


def _results(count: int) -> str:
    return f"{count} result{'' if count == 1 else 's'}"
