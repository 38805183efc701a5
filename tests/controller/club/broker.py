"""A real Mosquitto, as examples/mosquitto sets it up, in a folder of its own."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiomqtt
import msgspec

from controller.base.mqtt import Mqtt
from tests.certificates import Pair, make
from tests.need import need_program
from tests.processes import PATIENCE_S, free_port

EXAMPLES = Path(__file__).parents[3] / "examples" / "mosquitto"
USERS = {"home": "see all", "hub": "keep all", "table-1": "deal me in", "table-2": "me too"}


class Mosquitto:
    """The broker. It can be killed and started again."""

    def __init__(
        self,
        folder: Path,
        certificate: Pair | None = None,
        also: str = "",
        *,
        with_acl: bool = True,
        users: Mapping[str, str] = USERS,
    ) -> None:
        """``certificate``: with it, the broker speaks TLS; ``also``: further lines.

        ``with_acl``: False: everybody may write everything.
        """
        program = need_program("mosquitto", "install the package mosquitto")
        self._program = program
        self.port = free_port()
        self.pair = certificate
        passwords = folder / "passwords"
        tool = need_program("mosquitto_passwd", "install the package mosquitto")
        passwords.write_text("".join(f"{user}:{word}\n" for user, word in users.items()))
        subprocess.run([tool, "-U", str(passwords)], check=True, capture_output=True)
        acl = folder / "rollerdeck.acl"
        acl.write_bytes((EXAMPLES / "rollerdeck.acl").read_bytes())
        lines = []
        for line in (EXAMPLES / "rollerdeck.conf").read_text().splitlines():
            key, _, value = line.partition(" ")
            if key in ("certfile", "keyfile"):
                if certificate is None:
                    continue
                value = str(certificate.certificate if key == "certfile" else certificate.key)
            if key == "acl_file" and not with_acl:
                continue
            own = {
                "listener": f"{self.port} 127.0.0.1",
                "password_file": str(passwords),
                "acl_file": str(acl),
            }
            lines.append(f"{key} {own.get(key, value)}")
        lines += [f"persistence_location {folder}/", "user root", also]
        self._file = folder / "mosquitto.conf"
        self._file.write_text("\n".join(lines) + "\n")
        self._log = folder / "mosquitto.log"
        for made in (acl, passwords):
            made.chmod(0o600)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and return when it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", str(self._file)], stdout=log, stderr=log
            )
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S).close()
                return
            except OSError:
                said = self._log.read_text(errors="replace")
                assert self._process.poll() is None and time.monotonic() < deadline, said
                time.sleep(0.002)

    @property
    def pid(self) -> int:
        """Of its process."""
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> Mosquitto:
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()

    def kill(self) -> None:
        """SIGKILL."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE_S)

    def config(self, user: str = "table-1", **more: object) -> Mqtt:
        """What a table's configuration says of it."""
        tls = {"tls": True, "authority": str(self.pair.certificate)} if self.pair else {}
        all_of_it = {"host": "localhost", "port": self.port, "user": user, **tls, **more}
        return msgspec.convert(all_of_it, Mqtt)

    @asynccontextmanager
    async def home(self) -> AsyncIterator[Home]:
        """A program that reads every table."""
        tls = ssl.create_default_context(cafile=str(self.pair.certificate)) if self.pair else None
        client = aiomqtt.Client(
            "localhost",
            self.port,
            username="home",
            password=USERS["home"],
            tls_context=tls,
            protocol=aiomqtt.ProtocolVersion.V5,
            timeout=PATIENCE_S,
            keepalive=5,
        )
        try:
            await client.__aenter__()
        except aiomqtt.MqttError:
            client._client._sock_close()  # see controller/club/broker.py
            raise
        try:
            await client.subscribe("rollerdeck/#", qos=1)
            await client.subscribe("homeassistant/device/#", qos=1)
            yield Home(client)
        finally:
            with suppress(aiomqtt.MqttError):
                await client.__aexit__(None, None, None)


class Home:
    """What a program hears that reads every table."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self.client = client
        self.heard: list[tuple[str, bytes, bool]] = []

    async def until(self, topic: str, words: bytes = b"") -> bytes:
        """The next message of a topic with these words in it."""
        async with asyncio.timeout(PATIENCE_S):
            async for one in self.client.messages:
                assert isinstance(one.payload, bytes)
                self.heard.append((str(one.topic), one.payload, bool(one.retain)))
                if str(one.topic) == topic and words in one.payload:
                    return one.payload
        raise AssertionError(topic)


def certificate(folder: Path) -> Pair:
    """A certificate for a broker on this machine."""
    return make(folder, "DNS:localhost")
