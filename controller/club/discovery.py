"""What Home Assistant is told of a table, so that it finds it by itself, and the end of it all.

The format is Home Assistant's device-based discovery over MQTT. It drops keys that it does not
know in silence, so only keys are used that its schema has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from controller.club.broker import Line
from controller.club.messages import Message, cleared, topic
from controller.words.catalogue import Catalogue

BIRTH = "homeassistant/status"
"""Where Home Assistant says ``online`` when it has started."""
EVENTS = (
    *("game", "plays", "plays_calling", "draws", "hits", "hits_nothing", "owes_hits"),
    *("owes_until_cards", "calls_uno", "catches", "skips", "reverses", "passes", "eliminated"),
    *("reload_due", "reloads", "round_won", "round_over", "game_won", "undoes"),
)
"""The kinds of events that Home Assistant gets."""
BUTTONS = ("safe_off",)
"""The commands that there are. Home Assistant gets buttons for those that are allowed."""
LONGEST_STATE = 255
"""Characters: Home Assistant takes no longer state."""

RETAINED = ("status", "source", "launcher", "state", "hub")


def discovery(
    table: str, launcher: str, version: str, words: Catalogue, commands: Iterable[str] = ()
) -> Message:
    """What makes a table a device with its entities.

    ``launcher``: the launcher's name. ``commands``: those that are allowed; each is a button.
    """
    state, launcher_topic = topic(table, "state"), topic(table, "launcher")
    faults = {
        "availability": [{"topic": topic(table, "status")}, _linked(launcher_topic)],
        "availability_mode": "all",
    }
    entities: dict[str, dict[str, Any]] = {
        "turn": _sensor(state, "{{ value_json.turn | default('', true) }}", "mdi:account-clock"),
        "phase": _sensor(state, "{{ value_json.phase | default('', true) }}", "mdi:cards-playing"),
        "inside": _sensor(state, _number("inside"), "mdi:cards"),
        "hits": _sensor(state, _number("hits"), "mdi:counter"),
        "advice": _sensor(
            launcher_topic,
            f"{{{{ (value_json.advice | join(' '))[:{LONGEST_STATE}] }}}}",
            "mdi:wrench",
            entity_category="diagnostic",
            **faults,
        ),
        "fault": {
            "platform": "binary_sensor",
            "device_class": "problem",
            "state_topic": launcher_topic,
            "value_template": "{{ 'ON' if value_json.faults else 'OFF' }}",
            "json_attributes_topic": launcher_topic,
            **faults,
        },
        "event": {
            "platform": "event",
            "icon": "mdi:cards-playing-outline",
            "event_types": list(EVENTS),
            "state_topic": topic(table, "event"),
            # a lamp that flashes for what happened an hour ago would only confuse people
            "value_template": "{{ value if not value_json.late and value_json.event_type in "
            f"{list(EVENTS)} else '' }}}}",
        },
    }
    for name in commands:
        where = topic(table, "command", name)
        entities[name] = {"platform": "button", "icon": "mdi:engine-off", "command_topic": where}
    ident = f"rollerdeck-{table}"
    body = {
        "device": {
            "identifiers": [ident],
            "name": f"Rollerdeck {table}",
            "manufacturer": "Rollerdeck",
            "model": launcher,
            "sw_version": version,
        },
        "origin": {"name": "Rollerdeck", "sw_version": version},
        "availability": [{"topic": topic(table, "status")}],
        # a component that has nothing but its platform is removed
        "components": {name: {"platform": "button"} for name in BUTTONS}
        | {
            name: {"name": words.say(f"club.{name}"), "unique_id": f"{ident}-{name}", **entity}
            for name, entity in entities.items()
        },
    }
    return Message(place(table), msgspec.json.encode(body), retain=True)


def place(table: str) -> str:
    """The topic at which Home Assistant looks for a table."""
    return f"homeassistant/device/rollerdeck/{table}/config"


def removal(table: str) -> Message:
    """Makes Home Assistant forget a table."""
    return cleared(place(table))


def _sensor(where: str, template: str, icon: str, **more: object) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "icon": icon,
        "state_topic": where,
        "value_template": template,
        **more,
    }


def _number(key: str) -> str:
    """A number, or nothing while no game has begun."""
    return f"{{{{ value_json.{key} if value_json.{key} is defined else '' }}}}"


def _linked(launcher_topic: str) -> dict[str, str]:
    """Whether the referee reaches the launcher."""
    return {
        "topic": launcher_topic,
        "value_template": "{{ 'online' if value_json.link == 'up' else 'offline' }}",
    }


async def forget(line: Line, table: str) -> None:
    """Clear every message that the broker retains of a table. Raises ``BrokerGone``."""
    await line.publish(
        removal(table)
    )  # first: else Home Assistant reads the others, which are empty
    for name in RETAINED:
        await line.publish(cleared(topic(table, name)))
