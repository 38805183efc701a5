"""A house with everything in it: a broker, Home Assistant, two tables, a lamp and a speaker."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.controller.club.broker import USERS, Mosquitto
from tests.home.home_assistant import PATIENCE_S, PYTHON, HomeAssistant
from tests.home.house import GAME, Listener, Table, broker
from tests.roots.clean import Root

TOP = Path(__file__).parents[2]
ONE = "rollerdeck_table_1"
GAME_ENTITY, VOICE, PLAYER = (
    f"event.{ONE}_game",
    "tts.google_translate_en_com",
    "media_player.speaker",
)
LAMP, SPEAKER = "homeassistant/lamp/set", "homeassistant/speaker/said"


class House:
    """Everything in it. The tests stand in the order in which they use it."""

    def __init__(self, folder: Path, root: Root, things: ExitStack) -> None:
        """``things``: ends everything."""
        self.folder = folder
        self.broker: Mosquitto = broker(folder, "topic write rollerdeck/+/command/safe_off")
        things.enter_context(self.broker)
        self.listener = things.enter_context(Listener(self.broker))
        self.assistant = HomeAssistant(root, folder, TOP / "examples/home-assistant")
        things.callback(self.assistant.close)
        self.one = things.enter_context(Table(folder / "one", "table-1", self.broker))
        self.two = things.enter_context(Table(folder / "two", "table-2", self.broker))
        self.one.post("games", **GAME)
        self.one.say(do="turn_up", card="red-7")
        self.assistant.start()
        self._integrate()
        print(f"Home Assistant {self.assistant.version} on {root.run(PYTHON, '--version').strip()}")

    def _integrate(self) -> None:
        assert self.broker.pair is not None
        login = {
            "broker": "localhost",
            "port": self.broker.port,
            "username": "home",
            "password": USERS["home"],
        }
        tls = {"set_ca_cert": "custom", "protocol": "5", "transport": "tcp"}
        file = self.assistant.upload(self.broker.pair.certificate)
        first, second = {**login, "advanced_options": True}, {**login, **tls}
        self.assistant.add("mqtt", first, second, {**second, "certificate": file})
        self.assistant.add("google_translate", {})
        self.assistant.automate(
            "flash", "play-along", game=GAME_ENTITY, light={"entity_id": "light.lamp"}
        )
        self.assistant.automate(
            "jam", "announce-a-jam", fault=f"binary_sensor.{ONE}_fault", voice=VOICE, speaker=PLAYER
        )

    def state(self, name: str, expected: str, table: str = ONE, kind: str = "sensor") -> Any:
        """An entity of a table once it has this state."""
        entity = f"{kind}.{table}_{name}"
        return self.assistant.until(entity, lambda one: bool(one["state"] == expected))

    def plays(self, card: str, **more: object) -> int:
        """Whoever has the turn at the first table plays a card; the journal's entry."""
        turn = self.one.shown["state"]["turn"]
        return self.one.say(do="play", by=turn, card=card, **more)

    def hears(self, kind: str, seq: int, within_s: float = PATIENCE_S) -> Any:
        """The event entity of the first table once it shows this event."""
        return self.assistant.until(
            GAME_ENTITY,
            lambda one: (
                [one["attributes"].get(key) for key in ("event_type", "seq")] == [kind, seq]
            ),
            within_s,
        )

    @property
    def complaints(self) -> list[str]:
        """What Home Assistant has complained of that comes from a table."""
        return [
            line
            for line in self.assistant.said.splitlines()
            if " ERROR " in line and any(word in line for word in ("template", "mqtt", "ollerdeck"))
        ]
