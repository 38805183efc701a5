"""Two tables at a broker with TLS, passwords and the ACL of the example, and things of a house."""

from __future__ import annotations

import os
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from controller.base.paths import MQTT_PASSWORD
from controller.club.password import keep_password
from tests.controller.club.broker import USERS, Mosquitto, certificate
from tests.home.home_assistant import PATIENCE_S
from tests.processes import Running, free_port

GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy"], "dealer": "Ann"}


class Table:
    """A referee with a simulated launcher, and its publisher: each a real process."""

    def __init__(self, folder: Path, name: str, broker: Mosquitto, more: str = "") -> None:
        """``more``: further lines of ``[mqtt]``; they may also begin another part."""
        assert broker.pair is not None
        self.name, self._folder = name, folder
        folder.mkdir()
        keep_password(folder / MQTT_PASSWORD, USERS[name])
        port = free_port()
        self._config = folder / "rollerdeck.toml"
        self._lines = (
            f"[referee]\nport = {port}\nbreath_ms = 0\nentries_a_minute = 1000000\n"
            f"LANGUAGE[launcher]\nsocket = '{folder}/launcher.sock'\n"
            f"[mqtt]\nhost = 'localhost'\nport = {broker.port}\nuser = '{name}'\n"
            f"tls = true\nauthority = '{broker.pair.certificate}'\n"
        )
        self.configure(more)
        self._web = httpx.Client(base_url=f"http://localhost:{port}", timeout=PATIENCE_S)
        self.publisher: Running | None = None
        self._referee = self._run("play", "--simulate")

    def __enter__(self) -> Table:
        self._referee.until(self._answers, "page")
        self.publish()
        return self

    def __exit__(self, *exc: object) -> None:
        if self.publisher is not None:
            self.publisher.kill()
        self._referee.end()
        self._web.close()

    def configure(self, more: str = "", language: str = "") -> None:
        """Write the configuration, which counts at the next start."""
        line = f"language = '{language}'\n" if language else ""
        self._config.write_text(self._lines.replace("LANGUAGE", line) + more)

    def publish(self) -> None:
        """Start the publisher, or start it anew."""
        self.hush()
        self.publisher = self._run("mqtt", "--wait")

    def hush(self) -> None:
        """End the publisher in order."""
        if self.publisher is not None:
            self.publisher.end()

    def forget(self) -> None:
        """Clear what the broker keeps."""
        self.hush()
        forgetting = self._run("mqtt", "--forget")
        assert forgetting.process.wait(PATIENCE_S) == 0, forgetting.said

    def post(self, path: str, **body: object) -> httpx.Response:
        """Ask the referee for something that it has to take."""
        answer = self._web.post(f"/api/{path}", json=body)
        assert answer.is_success, f"{body}: {answer.text}"
        return answer

    def say(self, **command: object) -> int:
        """A command of the people at the table; the journal's entry."""
        return int(self.post("commands", **command).json()["seq"])

    def press(self, enough: Callable[[dict[str, Any]], bool]) -> None:
        """Press the button whenever it is ready, until it is enough."""
        while not enough(self.shown):
            self.until(lambda shown: enough(shown) or is_ready(shown))
            if not enough(self.shown):
                self.post("simulator/press")

    @property
    def shown(self) -> dict[str, Any]:
        """What the page shows."""
        found: dict[str, Any] = self._web.get("/api/table").json()
        return found

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until something holds of the table."""
        self._referee.until(lambda: holds(self.shown), "table")

    def _run(self, *command: str) -> Running:
        before = os.environ.get("STATE_DIRECTORY")
        os.environ["STATE_DIRECTORY"] = str(self._folder)
        try:
            return Running(self._folder, *command, "--config", str(self._config))
        finally:
            os.environ.pop("STATE_DIRECTORY")
            if before is not None:
                os.environ["STATE_DIRECTORY"] = before

    def _answers(self) -> bool:
        try:
            answer = self._web.get("/healthz")
        except httpx.TransportError:
            return False
        return answer.status_code == 200 and bool(answer.json()["link"] == "up")


def is_ready(shown: dict[str, Any]) -> bool:
    """Whether a press of the button would begin a hit."""
    return (shown["launcher"]["hit"] or {}).get("stage") == "armed"


class Heard(NamedTuple):
    """A message."""

    topic: str
    payload: bytes
    at_s: float
    """When it came, by the monotonic clock."""


class Listener:
    """A lamp, a speaker, and whoever else hears what the user ``home`` may hear."""

    def __init__(self, broker: Mosquitto) -> None:
        assert broker.pair is not None
        self.heard: list[Heard] = []
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set("home", USERS["home"])
        context = ssl.create_default_context(cafile=str(broker.pair.certificate))
        self._client.tls_set_context(context)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = self._subscribe
        self._client.on_message = self._take
        self._client.connect("localhost", broker.port)
        self._client.loop_start()

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *exc: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def of(self, topic: str) -> list[bytes]:
        """What came at a topic."""
        return [one.payload for one in list(self.heard) if one.topic == topic]

    def until(self, topic: str, words: bytes = b"") -> bytes:
        """Wait for a message at a topic, with these words in it."""
        return self.after(0, topic, words).payload

    def after(self, count: int, topic: str, words: bytes = b"") -> Heard:
        """Wait for such a message after so many messages."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            for one in self.heard[count:]:
                if one.topic == topic and words in one.payload:
                    return one
            assert time.monotonic() < deadline, f"nothing at {topic}: {self.heard[-20:]}"
            time.sleep(0.02)

    def _subscribe(self, client: mqtt.Client, *_: object) -> None:
        client.subscribe([("rollerdeck/#", 1), ("homeassistant/#", 1)])

    def _take(self, client: mqtt.Client, data: object, message: mqtt.MQTTMessage) -> None:
        self.heard.append(Heard(message.topic, bytes(message.payload), time.monotonic()))


def broker(folder: Path, more_rights: str) -> Mosquitto:
    """The broker of the example; ``more_rights``: lines of the ACL that are comments there."""
    found = Mosquitto(folder, certificate(folder))
    acl = folder / "rollerdeck.acl"
    text = acl.read_text()
    assert f"# {more_rights}" in text
    acl.write_text(text.replace(f"# {more_rights}", more_rights))
    found.kill()
    found.start()
    return found
