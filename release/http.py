"""The reference of the HTTP interface, in Markdown, out of its OpenAPI description.

Usage: ``.venv/bin/python -m release.http > docs/http.md``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from controller.web.answers import REFUSALS
from release import openapi
from release.settings import UNITS

REF = re.compile(r"#/components/schemas/(\w+)")
UNIT_OF = {**UNITS, "_s": " s", "seconds": " s"}
"""By the ends of names."""
ITEMS = "\n\n- "
"""Where the list begins that some descriptions have."""

Schema = dict[str, Any]

HEAD = """# HTTP reference

Every request of the referee, made from the code. [The HTTP interface](api.md) says how to use it.

Each POST takes the header [`Idempotency-Key`](api.md#repeating-a-request). A field has to be sent
unless it is optional or has a default.

## Requests

| request | what it does |
|---|---|
"""

OBJECTS = "\n## Objects\n\nWhat is part of several requests or answers.\n"

COMMANDS = """
## Commands

Bodies of [`POST /api/commands`](#post-apicommands), with the name in the field `do`.
[Scenario files](scenarios.md#commands) say more of each.
"""

REFUSED = """
## Refusals

Every request can be refused with `foreign_host` and `bad_method`, every POST also with
`foreign_origin`, `bad_request` and `too_large`, and with a body with `too_long`.

| status | code | why |
|---|---|---|
"""

NAMED_ONCE = {"GET": {*openapi.EVERYBODY}, "POST": {*openapi.EVERYBODY, *openapi.POSTS, "too_long"}}
"""By the method: codes that are not named at each request."""

CODE = re.compile(r"^- (`\w+`|a code of the \[rules\]\S*\))", re.MULTILINE)
"""In what the description says of a status."""

WHERE = {"path": "in the address", "query": "after `?`", "header": "header"}


def described(schema: Schema) -> str:
    """All of a schema that has a name: what it is, then its fields or its values."""
    about = schema["description"]
    if "enum" in schema:
        return f"{about}\n\n{value(schema)}.\n"
    return f"{about}\n{fields(schema)}"


def fields(schema: Schema) -> str:
    """A table of an object's fields, then the lists that some have; empty: it has no fields."""
    table = lists = ""
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        if "const" in field:
            continue  # the heading says it
        about, _, items = field["description"].partition(ITEMS)
        table += f"| `{name}` | {_sent(name, field, needed=name in required)} | {about} |\n"
        lists += f"\n`{name}`:\n\n- {items}\n" if items else ""
    return f"\n| field | value | meaning |\n|---|---|---|\n{table}{lists}" if table else ""


def value(schema: Schema, unit: str = "") -> str:
    """What a value can be."""
    if reference := REF.fullmatch(schema.get("$ref", "")):
        return f"[{reference[1]}](#{reference[1].lower()})"
    if "anyOf" in schema:
        return " or ".join(value(option, unit) for option in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(_json(option) for option in schema["enum"])
    match schema.get("type"):
        case "null":
            return "null"
        case "boolean":
            return "`true`, `false`"
        case "integer":
            return _number(schema, unit)
        case "number":
            return "number" + unit
        case "string":
            return _text(schema)
        case "array":
            return _list(schema, unit)
        case "object" if isinstance(inner := schema.get("additionalProperties"), dict):
            return f"object of {value(inner, unit)}"
        case "object":
            return "object"
    return str(schema.get("title", "any"))


def _sent(name: str, schema: Schema, *, needed: bool) -> str:
    """What a field can be, and whether it may be left out."""
    unit = next((unit for end, unit in UNIT_OF.items() if name.endswith(end)), "")
    if "default" in schema:
        return f"{value(schema, unit)}; default {_json(schema['default'])}"
    return value(schema, unit) + ("" if needed else "; optional")


def _number(schema: Schema, unit: str) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None:
        return f"whole number{f' ({unit.strip()})' if unit else ''}"
    return f"{least} or more{unit}" if most is None else f"{least} to {most}{unit}"


def _list(schema: Schema, unit: str) -> str:
    if "items" not in schema:
        return "list"
    least, most = schema.get("minItems"), schema.get("maxItems")
    count = f"{least} to {most} of: " if least else f"up to {most} of: " if most else ""
    return f"list of {count}{value(schema['items'], unit)}"


def _text(schema: Schema) -> str:
    if "pattern" in schema:
        return f"text like `{schema['pattern']}`"
    least, most = schema.get("minLength"), schema.get("maxLength")
    if most is None:
        return "text"
    return f"text of {least} to {most} characters" if least else f"text of up to {most} characters"


def _json(content: Any) -> str:
    return f"`{json.dumps(content, ensure_ascii=False)}`"


def page() -> str:
    """The whole reference."""
    document = openapi.document()
    schemas: dict[str, Schema] = document["components"]["schemas"]
    requests = {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    used = Counter(REF.findall(json.dumps(document)))
    bodies = (body for operation in requests.values() for _, body in _bodies(operation))
    own = {name for name in map(_name_in, bodies) if used[name] == 1}
    parts = [HEAD]
    parts += [
        f"| {_linked(name)} | {operation['summary']} |\n" for name, operation in requests.items()
    ]
    for name, operation in requests.items():
        parts += _request(name, operation, schemas, own)
    parts += _shared({name: schema for name, schema in schemas.items() if name not in own})
    parts.append(REFUSED)
    parts += [f"| {status} | `{code}` | {why} |\n" for code, (status, why) in REFUSALS.items()]
    return "".join(parts)


def _shared(schemas: dict[str, Schema]) -> Iterator[str]:
    """The objects of several requests, and the commands."""
    yield OBJECTS
    for name, schema in schemas.items():
        if not _command(schema) and not _empty(schema):
            yield f"\n### {name}\n\n{described(schema)}"
    yield COMMANDS
    for schema in schemas.values():
        if do := _command(schema):
            yield f"\n### `{do}`\n\n{described(schema)}"


def _request(
    name: str, operation: Schema, schemas: dict[str, Schema], own: Collection[str]
) -> Iterator[str]:
    """A request. ``own``: objects of one request alone, which are shown with it."""
    yield (
        f"\n### `{name}`\n\n{operation['summary']}. {operation.get('description', '')}".rstrip()
        + "\n"
    )
    parameters = [
        parameter
        for parameter in operation.get("parameters", ())
        if parameter["name"] != "Idempotency-Key"
    ]
    if parameters:
        yield "\n| parameter | value | meaning |\n|---|---|---|\n"
    for parameter in parameters:
        name_and_place = f"`{parameter['name']}` ({WHERE[parameter['in']]})"
        meaning = parameter["description"]
        yield f"| {name_and_place} | {value(parameter['schema'])} | {meaning} |\n"
    for title, body in _bodies(operation):
        inner = _name_in(body)
        if inner and _empty(schemas[inner]):
            yield f"\n**{title}**: `{{}}`.\n"
        elif inner in own:
            many = "list of: " if "items" in body else ""
            yield f"\n**{title}**: {many}{described(schemas[inner])}"
        elif "oneOf" in body:
            yield f"\n**{title}**: one of the [commands](#commands).\n"
        else:
            yield f"\n**{title}**: {value(body)}.\n"
    if refused := "; ".join(_refusals(operation, NAMED_ONCE[name.partition(" ")[0]])):
        yield f"\n**[Refusals](#refusals)**: {refused}.\n"


def _bodies(operation: Schema) -> Iterator[tuple[str, Schema]]:
    """The schemas of what is sent and of what comes back."""
    answer = operation["responses"].get("200")
    for title, body in (("Body", operation.get("requestBody")), ("Answer", answer)):
        for media, content in body.get("content", {}).items() if body else ():
            schema = content["schema"]
            if schema != openapi.NOTHING:
                yield title, schema if media == "application/json" else {"title": f"`{media}`"}
    if "204" in operation["responses"]:
        yield "Answer", {"title": "204, without a body"}


def _name_in(body: Schema) -> str:
    """The object that a body is, or a list of which it is; empty: another body."""
    reference = REF.fullmatch(body.get("items", body).get("$ref", ""))
    return reference[1] if reference else ""


def _command(schema: Schema) -> str:
    """The command that a schema describes; empty: another object."""
    do: str = schema.get("properties", {}).get("do", {}).get("const", "")
    return do


def _empty(schema: Schema) -> bool:
    """Whether a schema is an object without fields."""
    return not schema.get("properties") and "enum" not in schema


def _refusals(operation: Schema, without: Collection[str]) -> Iterator[str]:
    """The statuses of a request's refusals with their codes, ``without`` some."""
    for status, response in operation["responses"].items():
        codes = CODE.findall(response["description"])
        codes = [code for code in codes if code.strip("`") not in without]
        if codes:
            yield f"{status} {', '.join(codes)}"


def _linked(heading: str) -> str:
    """A link to a heading of this page."""
    anchor = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
    return f"[`{heading}`](#{anchor})"


if __name__ == "__main__":
    print(page(), end="")
