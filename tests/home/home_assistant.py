"""Home Assistant in a root of its own, used over its REST interface, as its page does."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil

from tests.need import need_program, need_root
from tests.processes import free_port
from tests.roots.clean import Root, make

VERSION = "2026.2.*"
"""The newest that runs on the Python of trixie."""
SUITE = "trixie"
PACKAGES = "passwd,python3,python3-venv,python3-dev,gcc,g++,libc6-dev,ca-certificates"
"""Some of its libraries have no wheel, and are compiled."""
HERE = "/srv/homeassistant"
PYTHON, HASS = f"{HERE}/bin/python", f"{HERE}/bin/hass"
CONFIG = "/srv/config"
BUILT_S, STARTED_S, PATIENCE_S = 3600.0, 900.0, 120.0
"""For its installation, for a start (it fetches further libraries at the first), for the rest."""
RESTARTS = 100
"""Its exit code if it asks to be started again."""
LOOK_AGAIN_S = 0.2

State = dict[str, Any]


def installed(folder: Path) -> Root:
    """A root with Home Assistant. It is made once, and kept in ``folder``."""
    ready, path = folder / "ready", folder / SUITE
    if ready.exists():
        return Root(path)
    need_root("to make a system of its own")
    need_program("mmdebstrap", "install the package mmdebstrap")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    root = make(SUITE, path, PACKAGES)
    root.run("python3", "-m", "venv", HERE)
    pip = PYTHON, "-m", "pip", "install", "--quiet"
    root.run(*pip, "--no-deps", f"homeassistant=={VERSION}", within_s=BUILT_S)
    # the versions with which it was tested; without them, pip tries hundreds
    known = root.run(PYTHON, "-c", "import homeassistant as h; print(h.__path__[0])").strip()
    tested = f"{known}/package_constraints.txt"
    root.run(*pip, "-c", tested, "homeassistant", "paho-mqtt", within_s=BUILT_S)
    ready.touch()
    return root


class HomeAssistant:
    """A house with a user; its configuration is fresh."""

    def __init__(self, root: Root, folder: Path, blueprints: Path) -> None:
        """``folder``: for its log. ``blueprints``: they are copied to where it looks for them."""
        self._root, self._log = root, folder / "home-assistant.log"
        self._process: subprocess.Popen[bytes] | None = None
        port = free_port()
        self._web = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        there = root.path / CONFIG.lstrip("/")
        shutil.rmtree(there, ignore_errors=True)
        shutil.copytree(blueprints, there / "blueprints/automation/rollerdeck")
        text = Path(__file__).with_name("configuration.yaml").read_text()
        (there / "automations.yaml").write_text("[]\n")
        (there / "configuration.yaml").write_text(text.replace("PORT", str(port)))

    @property
    def version(self) -> str:
        """Which one it is."""
        return self._root.run(HASS, "--version").strip()

    @property
    def said(self) -> str:
        """Its log."""
        return self._log.read_text(errors="replace")

    def start(self) -> None:
        """Start it, and return when it runs."""
        with self._log.open("ab") as log:
            self._process = self._root.start(log, HASS, "--config", CONFIG)
        self._until(self._is_up, "start", STARTED_S)
        if "authorization" not in self._web.headers:
            self._become_user()
        self._until(lambda: self._get("config")["state"] == "RUNNING", "whole start", STARTED_S)

    def restart(self) -> None:
        """Let it restart itself, as its page offers it."""
        assert self._process is not None
        self.call("homeassistant", "restart")
        assert self._process.wait(PATIENCE_S) == RESTARTS, self.said
        self.start()

    def kill(self) -> None:
        """SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE_S)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """It stands still meanwhile, and hears afterwards what has come."""
        assert self._process is not None
        parts = psutil.Process(self._process.pid).children(recursive=True)
        for one in parts:
            one.suspend()
        yield
        for one in parts:
            one.resume()

    def close(self) -> None:
        """End it for good."""
        self.kill()
        self._web.close()

    def states(self) -> dict[str, State]:
        """Every entity by its ID."""
        return {one["entity_id"]: one for one in self._get("states")}

    def until(
        self, entity: str, holds: Callable[[State], bool], within_s: float = PATIENCE_S
    ) -> State:
        """Wait until something holds of an entity."""
        found: list[State] = []

        def looked() -> bool:
            found[:] = [self.states().get(entity, {"state": "missing", "attributes": {}})]
            return holds(found[0])

        try:
            self._until(looked, entity, within_s)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{entity} is {found}") from None
        return found[0]

    def call(self, domain: str, service: str, **data: object) -> None:
        """Call a service."""
        self._post(f"/api/services/{domain}/{service}", data)

    def add(self, handler: str, *steps: dict[str, object]) -> None:
        """Add an integration, as a person does who fills in its forms."""
        flow = {"handler": handler, "show_advanced_options": True}
        answer = self._post("/api/config/config_entries/flow", flow)
        for step in steps:
            answer = self._post(f"/api/config/config_entries/flow/{answer['flow_id']}", step)
        assert answer["type"] == "create_entry", answer

    def automate(self, name: str, blueprint: str, **inputs: object) -> None:
        """Make an automation of a blueprint, as a person does who fills in its form."""
        used = {"path": f"rollerdeck/{blueprint}.yaml", "input": inputs}
        body = {"alias": name, "use_blueprint": used}
        self._post(f"/api/config/automation/config/{name}", body)
        self.until(f"automation.{name}", lambda one: bool(one["state"] == "on"))

    def upload(self, file: Path) -> str:
        """Upload a file for a form; its ID."""
        answer = self._web.post("/api/file_upload", files={"file": file.read_bytes()})
        return str(self._good(answer)["file_id"])

    def render(self, template: str) -> Any:
        """What a template says."""
        answer = self._web.post("/api/template", json={"template": template})
        assert answer.status_code == 200, answer.text
        return json.loads(answer.text)

    def _become_user(self) -> None:
        client = str(self._web.base_url)
        person = {"name": "Ann", "username": "ann", "password": "at home"}
        asked = {**person, "client_id": client, "language": "en"}
        code = self._post("/api/onboarding/users", asked)["auth_code"]
        form = {"grant_type": "authorization_code", "code": code, "client_id": client}
        token = self._good(self._web.post("/auth/token", data=form))["access_token"]
        self._web.headers["authorization"] = f"Bearer {token}"

    def _is_up(self) -> bool:
        try:
            return self._web.get("/api/").status_code in (200, 401)
        except httpx.TransportError:
            return False

    def _get(self, path: str) -> Any:
        return self._good(self._web.get(f"/api/{path}"))

    def _post(self, path: str, body: object) -> Any:
        return self._good(self._web.post(path, json=body))

    def _good(self, answer: httpx.Response) -> Any:
        assert answer.status_code == 200, f"{answer.request.url}: {answer.text}"
        return msgspec.json.decode(answer.content)

    def _until(self, holds: Callable[[], bool], what: str, within_s: float) -> None:
        deadline = time.monotonic() + within_s
        while not holds():
            assert self._process is not None
            gone = self._process.poll()
            assert gone is None, f"ended with {gone}: {self.said[-2000:]}"
            assert time.monotonic() < deadline, f"{what} came in vain: {self.said[-2000:]}"
            time.sleep(LOOK_AGAIN_S)
