"""The HTTP interface described as OpenAPI 3.1.

It is made of what the referee itself uses: the models of requests and answers, and the rules'
description of each command. The referee serves the file, because to make it takes long on a Pi.
Usage: ``.venv/bin/python -m release.openapi > controller/web/openapi.json``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, get_args

import msgspec

from controller.base.metrics import Metrics
from controller.evenings.totals import Span
from controller.seats.rights import Right, right_of
from controller.web.answers import REFUSALS, RefusalAnswer, status_of
from controller.web.operation import COMMAND, Operation
from controller.web.operations import OPERATIONS
from controller.web.requests import MAX_KEY_CHARS, MAX_NAME_CHARS
from controller.words import say
from release import docstrings
from rules import COMMANDS, CommandType
from rules.commands.command_type import Depends

EVERYBODY = ("foreign_host",)
POSTS = ("foreign_origin", "bad_request", "too_large")
REF = "#/components/schemas/{name}"
LINK = re.compile(r"\[([^]]*)\]\([\w./#-]+\)")

KEY: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Makes it safe to send a request again: a second request with the same key "
    "changes nothing and gets the first answer again.",
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY_CHARS},
}
SAW: dict[str, Any] = {
    "name": "If-Match",
    "in": "header",
    "description": "The tag of the table that the sender saw, in quotation marks. If something on "
    "which the request depends has changed since, the referee refuses the request with 412.",
    "schema": {"type": "string", "pattern": '^"[0-9a-f]+-[0-9]+"$'},
}
TAG: dict[str, Any] = {
    "ETag": {
        "description": "The tag of the table in quotation marks. Send it in If-Match.",
        "schema": {"type": "string"},
    }
}
GAME: dict[str, Any] = {
    "name": "game",
    "in": "path",
    "required": True,
    "description": "Number of the game in the journal. The first game has the number 1.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
}
GROUP: dict[str, Any] = {
    "name": "group",
    "in": "path",
    "required": True,
    "description": "ID of the group, as GET /api/groups lists it.",
    "schema": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
}
REQUEST: dict[str, Any] = {
    "name": "request",
    "in": "path",
    "required": True,
    "description": "Number of the request, from the table object's field requests.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
}
SESSION = {
    "name": "session",
    "in": "path",
    "required": True,
    "description": "Number of the session of draws in the journal. The first has the number 1.",
    "schema": GAME["schema"],
}
IN_PATH = {"{game}": GAME, "{group}": GROUP, "{request}": REQUEST, "{session}": SESSION}
QUERY: dict[str, dict[str, Any]] = {
    "before": {
        "name": "before",
        "in": "query",
        "description": "List only games with a lower number. Without it, the newest games.",
        "schema": GAME["schema"],
    },
    "names": {
        "name": "names",
        "in": "query",
        "description": "With false, the picture numbers the players and does not name them.",
        "schema": {"type": "boolean", "default": True},
    },
    "language": {
        "name": "language",
        "in": "query",
        "description": "The language of the picture's words, for example de. Without it, the "
        "language of the room.",
        "schema": {"type": "string", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},
    },
    "span": {
        "name": "span",
        "in": "query",
        "description": "The newest evening, the season of the newest evening, or every game.",
        "schema": {"enum": [*get_args(Span)], "default": get_args(Span)[0]},
    },
    "group": {
        "name": "group",
        "in": "query",
        "description": "ID of the group whose games count. Without it, all games count.",
        "schema": GROUP["schema"],
    },
}
"""What may follow a question mark, by name."""
DEPENDS = {
    Depends.SITUATION: "the phase, turn, top card, colour and direction, the presses and draws "
    "that players owe, and the hand of the player in `by`",
    Depends.SHARE: "the phase, and what this player has drawn or counted so far",
    Depends.ANY_COMMAND: "every other command, also one that was taken back",
    Depends.GAME: "which game is on the table",
}
"""What a command depends on, in words."""
MEMBERS = {
    "by": "Who does it.",
    "player": "Whom it is about.",
    "card": "The card, in the [notation](scenarios.md#cards) of scenario files.",
    "color": "The colour that is called.",
    "target": "The other player, for a card that chooses one.",
    "with": "The cards laid under it: under a Discard All any number of its colour, with all four "
    "towers all of the hand but one.",
    "towers": "The towers that the card takes; of a `set`, who has which.",
    "icon": "The icon on the card.",
    "rule": "Which house rule is on the Customizable; left out: none.",
    "carry_out": "False: a last card that chooses a player is played without its effect.",
    "cards": "How many cards; of a count, which.",
    "sticking": "How many of them were left in the mouth.",
    "points": "What the hand is worth, in place of its `cards`.",
    "guilty": "Whether the hand had a card of the colour asked for.",
    "score": "With how many points somebody joins.",
    "hands": "Cards in hand, by player.",
    "scores": "Points, by player.",
    "turn": "Whose turn it is.",
    "direction": "To which side the game goes.",
    "launcher": "Cards in the launcher, or in the draw pile.",
    "dealer": "Who deals.",
}
"""What a member of a command says, in words."""
NOTHING: dict[str, Any] = {"type": "object", "additionalProperties": False}


def encoded() -> str:
    """The whole description as the referee serves it: without links, which lead to documents."""
    return LINK.sub(r"\1", json.dumps(document(), indent=1, ensure_ascii=False))


def document() -> dict[str, Any]:
    """The whole description. Its texts are Markdown, with links as of a page in ``docs/``."""
    components, schema_of = _schemas()
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        at = paths.setdefault(operation.path, {})
        at[operation.method.lower()] = _describe(operation, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rollerdeck's referee",
            "version": version("rollerdeck"),
            "summary": "The HTTP interface of the referee, which docs/api.md describes.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of all bodies by their names, and what stands for each model in a body."""
    bodies = (body for op in OPERATIONS for body in (op.takes, op.gives))
    models = [RefusalAnswer, *(body for body in bodies if body not in (None, COMMAND))]
    schemas, components = msgspec.json.schema_components(models, ref_template=REF)
    for cls in _classes(msgspec.inspect.multi_type_info(models)):
        _describe_fields(components[cls.__name__], cls)
    commands = {_title(command): command for command in COMMANDS.values() if not command.measured}
    components |= {title: _command(title, command) for title, command in commands.items()}
    schema_of = dict(zip(map(str, models), schemas, strict=True)) | {COMMAND: _any_of(commands)}
    return components, schema_of


def _classes(types: object) -> Iterator[type]:
    """The classes of these types, and of all that is in them."""
    if isinstance(types, list | tuple):
        for item in types:
            yield from _classes(item)
    elif isinstance(types, msgspec.inspect.Type | msgspec.inspect.Field):
        if isinstance(cls := getattr(types, "cls", None), type):
            yield cls
        for name in types.__struct_fields__:
            yield from _classes(getattr(types, name))


def _describe_fields(schema: dict[str, Any], cls: type) -> None:
    """Put in what the class says of itself and of its fields."""
    schema["description"] = docstrings.markdown(cls.__doc__ or "")
    for name, text in docstrings.of_fields(cls).items():
        if name in schema.get("properties", {}):
            schema["properties"][name]["description"] = text


def refusals(operation: Operation) -> dict[int, list[str]]:
    """The codes of refusals that this request can get, by HTTP status."""
    codes = [*operation.refusals, *EVERYBODY]
    if operation.method == "POST":
        codes += [*POSTS, *(["too_long"] if operation.takes else [])]
    if right_of(operation.method, operation.name) is not Right.EVERYBODY:
        codes.append("not_yours")
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(status_of(code), []).append(code)
    return dict(sorted(by_status.items()))


def _describe(operation: Operation, schema_of: dict[str, Any]) -> dict[str, Any]:
    parameters = [about for name, about in IN_PATH.items() if name in operation.path]
    parameters += [QUERY[name] for name in operation.query]
    entry: dict[str, Any] = {"operationId": operation.name, "summary": operation.does}
    if about := operation.about + (_metrics() if operation.name == "metrics" else ""):
        entry["description"] = about
    if operation.method == "POST":
        parameters = [*parameters, KEY, *([SAW] if operation.dated else [])]
        takes = schema_of[str(operation.takes)] if operation.takes else NOTHING
        entry["requestBody"] = {
            "required": operation.takes is not None,
            "content": {"application/json": {"schema": takes}},
        }
    if parameters:
        entry["parameters"] = parameters
    return entry | {"responses": _responses(operation, schema_of)}


def _metrics() -> str:
    """A list of all that ``/metrics`` counts."""
    text = Metrics().text(0, True, 0).decode()
    counted = re.findall(r"^# HELP (\w+) (.*)$", text, re.MULTILINE)
    return "\n\n" + "\n".join(f"- `{name}`: {what}" for name, what in counted)


def _responses(operation: Operation, schema_of: dict[str, Any]) -> dict[str, Any]:
    """What the request can get, by HTTP status."""
    responses: dict[str, Any] = {}
    if operation.gives is None:
        responses["204"] = {"description": "Done."}
    else:
        responses["200"] = {
            "description": "Done.",
            **({"headers": TAG} if operation.name == "whole_table" else {}),
            "content": {operation.media: {"schema": schema_of[str(operation.gives)]}},
        }
    for status, codes in refusals(operation).items():
        responses[str(status)] = {
            "description": "\n".join(map(_refusal, codes)),
            "content": {"application/json": {"schema": schema_of[str(RefusalAnswer)]}},
            **({"headers": TAG} if "stale" in codes else {}),
        }
    return responses


def _title(command: CommandType) -> str:
    """The name of a command's schema, such as ``NextRoundCommand``."""
    return f"{command.do.title().replace('_', '')}Command"


def _command(title: str, command: CommandType) -> dict[str, Any]:
    """One command, as the rules describe it, within the bounds of a request."""
    heard = " The referee also accepts this command while cards are coming." if command.call else ""
    clause = f"{command.clause}: {say(f'clause.{command.clause}')}"
    schema: dict[str, Any] = _bounded(command.schema())
    for member in command.members:
        schema["properties"][member]["description"] = MEMBERS[member]
    depends = f" With If-Match, this command depends on {DEPENDS[command.depends]}."
    return {"title": title, "description": clause + heard + depends} | schema


def _bounded(schema: Any) -> Any:
    """The same schema, with all text limited to the length of a name."""
    if isinstance(schema, list):
        return [_bounded(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    bounded = {name: _bounded(value) for name, value in schema.items()}
    return bounded | ({"maxLength": MAX_NAME_CHARS} if bounded.get("type") == "string" else {})


def _any_of(commands: dict[str, CommandType]) -> dict[str, Any]:
    """Any of these commands, told apart by ``do``."""
    references = {command.do: REF.format(name=title) for title, command in commands.items()}
    return {
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "do", "mapping": references},
    }


def _refusal(code: str) -> str:
    if code == "rules":
        return "- a code of the [rules](scenarios.md#refusals)."
    return f"- `{code}`: {REFUSALS[code][1]}"


if __name__ == "__main__":
    print(encoded())
