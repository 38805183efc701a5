"""JSON Schema in words: what a value can be, and the fields of an object as a table of Markdown."""

from __future__ import annotations

import json
import re
from typing import Any

from release.settings import UNITS

REF = re.compile(r"#/components/schemas/(\w+)")
UNIT_OF = {**UNITS, "_s": " s", "seconds": " s"}
"""By the ends of names."""
ITEMS = "\n\n- "
"""Where the list begins that some descriptions have."""

Schema = dict[str, Any]


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
            least, most = schema.get("minItems"), schema.get("maxItems")
            count = f"{least} to {most} of: " if least else f"up to {most} of: " if most else ""
            return f"list of {count}{value(schema['items'], unit)}" if "items" in schema else "list"
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


def _text(schema: Schema) -> str:
    if "pattern" in schema:
        return f"text like `{schema['pattern']}`"
    least, most = schema.get("minLength"), schema.get("maxLength")
    if most is None:
        return "text"
    return f"text of {least} to {most} characters" if least else f"text of up to {most} characters"


def _json(content: Any) -> str:
    return f"`{json.dumps(content, ensure_ascii=False)}`"
