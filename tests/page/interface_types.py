"""The interface's description as types, so that the page reads only what the referee says."""

from __future__ import annotations

import json
from typing import Any

ANYTHING = "any"
NAMED = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def declarations(document: dict[str, Any]) -> str:
    """One exported type for each schema that has a plain name."""
    schemas = document["components"]["schemas"]
    named = {name: schema for name, schema in schemas.items() if name.isidentifier()}
    return "".join(f"export type {name} = {_type(one)};\n" for name, one in named.items())


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return name if name.isidentifier() else ANYTHING
    if "anyOf" in schema:
        return " | ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        required = set(schema.get("required", ()))
        # what has a default is always said, though nobody has to say it
        inner = schema["properties"].items()
        members = [_member(name, one, required) for name, one in inner]
        return "{" + "; ".join(members) + "}"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else ANYTHING}>"
    if kind == "array":
        return f"({_type(schema['items']) if schema.get('items') else ANYTHING})[]"
    return NAMED.get(str(kind), ANYTHING)


def _member(name: str, schema: dict[str, Any], required: set[str]) -> str:
    absent = "" if name in required or "default" in schema else "?"
    return f"{json.dumps(name)}{absent}: {_type(schema)}"
