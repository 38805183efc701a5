"""Prints which keys Home Assistant's schemas have. Its own Python runs this, not Rollerdeck's."""

import importlib
import json
from typing import Any

import voluptuous
from homeassistant.components.mqtt import schemas

PLATFORMS = ("binary_sensor", "button", "event", "sensor")


def keys(schema: Any) -> dict[str, Any]:
    """The keys of a schema, each with what stands below it."""
    if isinstance(schema, voluptuous.Schema):
        return keys(schema.schema)
    if isinstance(schema, voluptuous.All):
        return {key: one for part in schema.validators for key, one in keys(part).items()}
    return {str(key): one for key, one in schema.items()} if isinstance(schema, dict) else {}


def of_list(schema: Any) -> dict[str, Any]:
    """The keys of the objects in a list."""
    (found,) = (part for part in schema.validators if isinstance(part, list))
    return keys(found[0])


def main() -> None:
    top = keys(schemas.DEVICE_DISCOVERY_SCHEMA)
    found = {
        name: keys(
            importlib.import_module(f"homeassistant.components.mqtt.{name}").DISCOVERY_SCHEMA
        )
        | {"platform": None}  # taken off before the schema is asked
        for name in PLATFORMS
    }
    found["top"] = top
    found["device"] = keys(top["device"])
    found["origin"] = keys(top["origin"])
    found["availability"] = of_list(top["availability"])
    print(json.dumps({name: sorted(one) for name, one in found.items()}, indent=2))


main()
