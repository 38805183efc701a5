"""The connection to an MQTT broker, and what is wrong with it in one sentence.

aiomqtt, on paho-mqtt below it, speaks MQTT. It is imported here and nowhere else, because it is in
an extra.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.mqtt import BrokerAccess
from controller.base.outside import one_line
from controller.club.messages import Message, status

if TYPE_CHECKING:
    import aiomqtt
    from paho.mqtt.properties import Properties

ANSWER_S = 5.0
"""The broker has to answer within this time."""
ALIVE_S = 20
"""A broker that hears nothing for one and a half times as long publishes the will."""
PORT, TLS_PORT = 1883, 8883
MOST_WAITING = 20_000
"""So many messages from a broker wait in memory. It sends what matters again."""
MOST_BYTES = 1024 * 1024
"""Of a message. Longer ones are none of Rollerdeck's: a broker of MQTT 5 does not pass them on."""
_REFUSED = {132: "version", 134: "login", 135: "login", 142: "taken_over"}
"""Codes of MQTT 5, into which paho also turns those of 3.1.1."""


PINNED = Path(sys.prefix) / "share" / "rollerdeck" / "mqtt.txt"
"""The pinned libraries of the extra, where Rollerdeck was installed as a release."""


class BrokerGone(Exception):
    """The broker cannot be used now. The text is a sentence with what to do."""


class TakenOver(BrokerGone):
    """Another program with the same name took the connection."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message from the broker."""

    topic: str
    payload: bytes
    retain: bool


class Line(Protocol):
    """A connection to a broker."""

    async def publish(self, message: Message) -> None:
        """Publish, and return when the broker has acknowledged it. Raises ``BrokerGone``."""

    async def subscribe(self, topic: str) -> None:
        """Subscribe. Raises ``BrokerGone``."""

    def heard(self) -> AsyncIterator[Heard]:
        """What comes, until the connection is lost. Raises ``BrokerGone``."""


class Broker:
    """The broker that the configuration names."""

    def __init__(self, config: BrokerAccess, password: str | None) -> None:
        """``password``: None: the broker asks for none. Raises ``Trouble`` (exit code 2)."""
        try:
            import aiomqtt
        except ImportError:
            raise Trouble(without_library(), WRONG_USAGE) from None
        self._mqtt = aiomqtt
        self._config = config
        self._password = password
        self._tls = _tls(config) if config.tls else None
        self._versions = [aiomqtt.ProtocolVersion.V5, aiomqtt.ProtocolVersion.V311]
        """The first one is tried next."""
        quiet = logging.getLogger("mqtt")
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False  # all of it is told here, in sentences
        self._log = quiet

    @property
    def place(self) -> str:
        """Host and port."""
        return f"{self._config.host}:{self._config.port or (TLS_PORT if self._tls else PORT)}"

    @asynccontextmanager
    async def connected(self, *, with_will: bool = True) -> AsyncIterator[Line]:
        """Connect, with the table's will if there is one. Raises ``BrokerGone``.

        ``with_will``: False: only looks whether everything works, beside the program itself.
        """
        mqtt, config = self._mqtt, self._config
        version = self._versions[0]
        ident = config.client + ("" if with_will else "-doctor")
        client = mqtt.Client(
            config.host,
            int(self.place.rpartition(":")[2]),
            username=config.user or None,
            password=self._password,
            identifier=ident,
            protocol=version,
            will=self._will() if with_will else None,
            clean_session=None if version is mqtt.ProtocolVersion.V5 else True,
            keepalive=ALIVE_S,
            max_queued_incoming_messages=MOST_WAITING,
            properties=_limits() if version is mqtt.ProtocolVersion.V5 else None,
            timeout=ANSWER_S,
            tls_context=self._tls,
            logger=self._log,
        )
        try:
            with _cancellable():
                await client.__aenter__()
        except (mqtt.MqttError, asyncio.CancelledError) as error:
            # else its socket stays open until the garbage collector comes, which then takes the
            # number of that socket from the loop, whatever it stands for by then
            client._client._sock_close()
            if isinstance(error, asyncio.CancelledError):
                raise
            raise BrokerGone(self._why_not(error)) from None
        except UnicodeError:  # of the resolver, for example of two dots in a row
            raise BrokerGone(
                f"{config.host!r} cannot be the name of a host: correct {config.section}.host."
            ) from None
        try:
            yield _Client(client, self, with_expiry=version is mqtt.ProtocolVersion.V5)
        finally:
            with suppress(mqtt.MqttError), _cancellable():
                await client.__aexit__(None, None, None)

    def _will(self) -> aiomqtt.Will | None:
        """What the broker publishes if this program dies."""
        if not self._config.with_status:
            return None
        will = status(self._config.with_status, online=False)
        return self._mqtt.Will(will.topic, will.payload, qos=1, retain=True)

    def _why_not(self, error: aiomqtt.MqttError) -> str:
        """Why the broker did not take this connection."""
        meaning, key = _meaning(error), self._config.section
        if meaning in ("version", "silent"):
            self._versions.reverse()
        if meaning == "login":
            return (
                f"The broker at {self.place} does not accept user and password: correct "
                f"{key}.user, or enter the password again with `rollerdeck {key} --password`."
            )
        detail = one_line(error)
        if "certificate has expired" in detail:
            return (
                f"The certificate of the broker at {self.place} has run out: renew it, or set this "
                "machine's clock."
            )
        if "CERTIFICATE_VERIFY_FAILED" in detail:
            return (
                f"The broker at {self.place} has a certificate that nobody here trusts: name the "
                f"certificate of its authority as {key}.authority, and the broker by a name that "
                f"is in its certificate as {key}.host."
            )
        if self._tls and ("SSL" in detail or "reset" in detail):
            return (
                f"The broker at {self.place} speaks no TLS there: correct {key}.port, or set "
                f"{key}.tls = false ({detail})."
            )
        if meaning == "silent":
            return (
                f"The broker at {self.place} hangs up without an answer: check {key}.tls and "
                f"{key}.port, and whether the broker wants another client certificate."
            )
        return (
            f"No broker answers at {self.place} ({detail}): start it, or correct {key}.host and "
            f"{key}.port."
        )

    def lost(self, error: BaseException) -> BrokerGone:
        """Why a connection ended."""
        cause = error.__cause__ or error
        if _meaning(cause) == "taken_over":
            return TakenOver(
                f"Another program connected to {self.place} as {self._config.client}: "
                f"{self._config.alone}."
            )
        return BrokerGone(f"The broker at {self.place} hung up. Trying again.")


class _Client:
    """See ``Line``."""

    def __init__(self, client: aiomqtt.Client, broker: Broker, *, with_expiry: bool) -> None:
        self._client = client
        self._broker = broker
        self._with_expiry = with_expiry

    async def publish(self, message: Message) -> None:
        from aiomqtt import MqttError

        try:
            with _cancellable():
                await self._client.publish(
                    message.topic,
                    message.payload,
                    qos=1,
                    retain=message.retain,
                    properties=self._properties(message),
                )
        except MqttError as error:
            raise self._broker.lost(error) from None

    async def subscribe(self, topic: str) -> None:
        from aiomqtt import MqttError

        try:
            with _cancellable():
                await self._client.subscribe(topic, qos=1)
        except MqttError as error:
            raise self._broker.lost(error) from None

    async def heard(self) -> AsyncIterator[Heard]:
        from aiomqtt import MqttError

        try:
            async for message in self._client.messages:
                payload = message.payload if isinstance(message.payload, bytes) else b""
                yield Heard(str(message.topic), payload, bool(message.retain))
        except MqttError as error:
            raise self._broker.lost(error) from None

    def _properties(self, message: Message) -> Properties | None:
        if message.expires_s is None or not self._with_expiry:
            return None
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.MessageExpiryInterval = message.expires_s
        return properties


@contextmanager
def _cancellable() -> Iterator[None]:
    """Raises a cancellation also if it comes together with the broker's answer.

    aiomqtt waits with ``asyncio.wait_for``. Before Python 3.12, that loses such a cancellation
    (github.com/python/cpython/issues/86296), and a program that is told to stop goes on.
    """
    try:
        yield
    finally:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError


def _limits() -> Properties:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    limits.MaximumPacketSize = MOST_BYTES
    return limits


def without_library() -> str:
    """The sentence for who names a broker and lacks the extra."""
    requirement = f"--require-hashes -r {PINNED}" if PINNED.exists() else "'rollerdeck[mqtt]'"
    return (
        f"A broker needs aiomqtt: install it with `{sys.executable} -m pip install {requirement}`."
    )


def _meaning(error: BaseException) -> str:
    code = getattr(getattr(error, "rc", None), "value", getattr(error, "rc", None))
    if code is None and "timed out" in str(error):
        return "silent"
    return _REFUSED.get(code, "") if isinstance(code, int) else ""


def _tls(config: BrokerAccess) -> ssl.SSLContext:
    """How to meet the broker. Raises ``Trouble`` (exit code 2)."""
    for key, file in (
        ("authority", config.authority),
        ("certificate", config.certificate),
        ("key", config.key),
    ):
        if file:
            try:
                Path(file).read_bytes()
            except OSError as error:
                raise Trouble(
                    f"{file} cannot be read ({error.strerror}): correct {config.section}.{key}, or "
                    "let the user of this program read it.",
                    WRONG_USAGE,
                ) from None
    try:
        context = ssl.create_default_context(cafile=config.authority or None)
        if config.certificate:
            context.load_cert_chain(config.certificate, config.key, _no_password)
    except (ssl.SSLError, _Encrypted) as error:
        named = f"{config.certificate} and {config.key}" if config.certificate else config.authority
        reason = "the key asks for a password" if isinstance(error, _Encrypted) else error.reason
        raise Trouble(
            f"{named} cannot be used ({reason}): name files in PEM format that belong together.",
            WRONG_USAGE,
        ) from None
    return context


class _Encrypted(Exception):
    """The key asks for a password, which nobody is there to type."""


def _no_password() -> str:
    raise _Encrypted
