"""The configuration: a TOML file. Every key is checked, and unknown keys are refused."""

from __future__ import annotations

import difflib
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from controller.base import paths
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.mqtt import Hub, Mqtt
from firmware_bridge.address import BadAddress, LauncherAddress, at_serial, at_socket, parse_address
from firmware_bridge.pico_pins import PicoPins
from hardware.gpio.pins import Pins
from hardware.portable.nau7802 import ADDRESS
from hardware.profile_table import Rows
from hardware.profile_table import complaint as complaint_about
from hardware.profiles import ProfileName, lacks_table

Port = Annotated[int, Meta(ge=0, le=65535)]
Breath = Annotated[int, Meta(ge=0, le=5000)]
Volume = Annotated[int, Meta(ge=0, le=200)]
TurnTime = Annotated[int, Meta(ge=0, le=600)]
SHORTEST_TURN_S = 10
VoiceLevel = Literal["turns", "plays", "everything"]
OFF = "off"
HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9.])?")

# no character that NetworkManager's files would read as another one
SSID = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 ._-]{0,30}[A-Za-z0-9])?")
PASSWORD = re.compile(r"[!-:<-\[\]-~][ -:<-\[\]-~]{6,61}[!-:<-\[\]-~]")
# no name that a program would take for an option
VOICE_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9+_./-]{0,99})?")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
DEVICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,14}")


class Referee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[referee]``: the referee and its page.

    Restart ``rollerdeck-referee`` after a change.
    """

    host: str = "0.0.0.0"  # noqa: S104 - phones on the local network are who it is for
    """Address at which the page is served: ``0.0.0.0`` for all, ``127.0.0.1`` for this machine."""
    port: Port = 8080
    """Port of the page; 0 takes any free one. After a change: ``service install``."""
    journal: str = ""
    """File of [all games](configuration.md#the-journal); empty: the usual one of this user."""
    backups: Annotated[int, Meta(ge=0, le=1000)] = 10
    """How many [backups](configuration.md#the-journal) of the journal are kept; 0: none is made."""
    breath_ms: Breath = 1000
    """How long the button has to rest after a hit before a press counts again
    ([the breath](configuration.md#the-breath)); 0: not at all."""
    turn_clock_s: TurnTime = 0
    """How long the table waits for a player until a gong, at least 10 s
    ([the turn clock](table-screen.md#the-turn-clock)); 0: there is no clock."""
    games_an_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 120
    """How many games may begin in an hour, beside [20 at once](configuration.md#limits)."""
    entries_a_minute: Annotated[int, Meta(ge=1, le=1_000_000)] = 120
    """How many requests of one address are written down in a minute, beside
    [60 at once](configuration.md#limits)."""
    wire_trace: bool = False
    """Whether the launcher's newest events are kept beside the journal, for the evening in
    a [support bundle](bring-up.md#help-from-others)."""
    access: Literal["open", "seats"] = "open"
    """Who may act: every device, or each phone only for [its own player](access.md)."""
    names: tuple[str, ...] = ()
    """Further [host names](configuration.md#host-names) of the page, for example
    ``cards.example.org``."""
    tls_certificate: str = ""
    """File of the [certificate](configuration.md#a-certificate) for https, in PEM format, with the
    intermediate certificates; empty: plain http."""
    tls_key: str = ""
    """File of the certificate's key, in PEM format and without a password; the referee's user has
    to be able to read it."""
    language: str = "en"
    """[Language](configuration.md#languages) of the room, as a code: ``en``, ``de``, ``es``,
    ``fr``, or one that you have [added](translating.md)."""
    voice: str = "off"
    """[Who says aloud](voice.md) what happens: ``off``, ``espeak-ng``, or the command line of
    another program. After a change: ``service install``."""
    voice_level: VoiceLevel = "plays"
    """How much is said; ``turns``: whose turn it is, who presses, what stops the game; ``plays``:
    also who plays what, and how many cards came; ``everything``: also the rest, for example
    corrections, who joins or leaves, the draw for the deal, and points."""
    voice_name: str = ""
    """The program's voice, for example ``en-gb`` or ``de+f3``; empty: the room's language."""
    voice_volume_pct: Volume = 100
    """How loud the voice is; 100: as usual."""

    @property
    def speaks(self) -> bool:
        """Whether there is a voice."""
        return self.voice != OFF


class Readers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[readers]``: the [reader](readers.md) on this machine.

    Restart ``rollerdeck-reader`` after a change.
    """

    confirm: bool = False
    """Whether somebody taps *Yes* before a card that a [reader](cards-that-are-read.md) saw is
    played. Restart ``rollerdeck-referee`` after a change."""
    scanner: str = ""
    """Serial port of the scanner (best in ``/dev/serial/by-id/``), its USB identifier such as
    ``1eab:0d02``, or ``auto``. After a change: ``service install``."""
    baud: Annotated[int, Meta(ge=300, le=4_000_000)] = 9600
    """Speed of the scanner's port in baud; over USB it has no effect."""
    camera: str = ""
    """Number of the camera (usually ``0``), its device, or a command that writes a video; not
    together with ``scanner``. After a change: ``service install``."""
    region: str = ""
    """Where the pile is in the picture: left, top, width and height in percent, for example
    ``25,10,50,80``; empty: the reader finds it."""
    url: str = ""
    """Address of the referee, for example ``http://rollerdeck.local:8080``; empty: the one that the
    reader was paired with."""

    @property
    def runs_here(self) -> bool:
        """Whether a reader is connected to this machine."""
        return bool(self.scanner or self.camera)


class LauncherConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[launcher]``: where the launcher is, and what a press gives.

    Restart ``rollerdeck-referee`` after a change; of a socket, ``rollerdeck-driver``, too.
    """

    address: str = ""
    """[Where the launcher is](configuration.md#the-launchers-address), for example ``serial:auto``;
    empty: at the usual socket of this machine. After a change: ``service install``."""
    socket: str = ""
    """Unix socket of the driver or the simulator: an older way to write
    ``address = "unix:…"``."""
    serial: str = ""
    """Serial port of a Pico: an older way to write ``address = "serial:…"``. After a change:
    ``service install``."""
    profile: ProfileName = "measured"
    """[Hit profile](profiles.md) of new games: how many cards a press gives."""
    custom: Rows = ()
    """Table of the [hit profile](profiles.md#custom) ``custom``."""
    strict: bool = False
    """Whether the launcher [counts strictly](counting.md#strict-counting): it doubts more counts,
    and fewer wrong ones go unnoticed."""

    @property
    def where(self) -> LauncherAddress | None:
        """Where the launcher is; None: at the usual socket. Raises BadAddress."""
        if self.address:
            return parse_address(self.address)
        if self.serial:
            return at_serial(self.serial)
        return at_socket(Path(self.socket)) if self.socket else None

    @property
    def key(self) -> str:
        """The key that says where the launcher is."""
        if self.address:
            return "launcher.address"
        return "launcher.serial" if self.serial else "launcher.socket"


class ScaleConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[scale]``: the [scale](scale.md) under a launcher on this Pi.

    After a change, calibrate it (``rollerdeck bench scale``), and restart ``rollerdeck-driver``.
    """

    chip: Literal["none", "nau7802"] = "none"
    """Chip of the scale. After a change: ``service install``."""
    bus: Annotated[int, Meta(ge=0, le=99)] = 1
    """Number of the kernel's I2C bus, as in ``/dev/i2c-1``."""
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = ADDRESS
    """The chip's address on that bus; that of a NAU7802 is always 42 (0x2A)."""


class AccessPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[access_point]``: the table's [own Wi-Fi](access-point.md)."""

    ssid: str = ""
    """Its name, 1 to 32 letters, digits, spaces, dots or dashes; needs ``referee.port = 80``;
    empty: there is no access point. After a change: ``service install``."""
    password: str = ""
    """Its password, 8 to 63 letters, digits, spaces and signs.
    After a change: ``service install``."""
    interface: str = "wlan0"
    """The network device that becomes it. After a change: ``service install``."""
    show_password: bool = False
    """Whether the page shows the password, also as a QR code, to everybody who opens it. Restart
    ``rollerdeck-referee`` after a change."""

    def complaint(self) -> str | None:
        """What is wrong with these values; empty: nothing."""
        if not self.ssid:
            return (
                "access_point.password is set, but no access_point.ssid" if self.password else None
            )
        if not SSID.fullmatch(self.ssid):
            return "access_point.ssid takes 1 to 32 letters, digits, spaces, dots, dashes"
        if not PASSWORD.fullmatch(self.password):
            return "access_point.password takes 8 to 63 letters, digits, spaces and signs"
        if not DEVICE.fullmatch(self.interface):
            return f"access_point.interface: {self.interface!r} is no network device"
        return None


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole configuration. A file may leave out every key that keeps its default."""

    referee: Referee = Referee()
    launcher: LauncherConfig = LauncherConfig()
    readers: Readers = Readers()
    scale: ScaleConfig = ScaleConfig()
    access_point: AccessPoint = AccessPoint()
    mqtt: Mqtt = Mqtt()
    hub: Hub = Hub()
    pins: Pins = Pins()
    pico: PicoPins = PicoPins()

    @property
    def journal(self) -> Path:
        """The file of the journal."""
        return Path(self.referee.journal) if self.referee.journal else paths.journal_path()

    @property
    def launcher_address(self) -> LauncherAddress:
        """Where the launcher is."""
        return self.launcher.where or at_socket(paths.socket_path())

    @property
    def socket(self) -> Path:
        """The socket at which a launcher on this machine listens, or would listen."""
        return self.launcher_address.socket or paths.socket_path()

    @property
    def serial(self) -> str:
        """The serial line of a launcher on a Pico; empty: it is on no Pico."""
        return self.launcher_address.serial


def load(path: Path | None = None) -> Config:
    """Read ``path``, or else the usual file, which is optional.

    Raises ``Trouble`` (exit code 2) with a sentence that names the file and the place in it.
    """
    file = path or paths.config_path()
    try:
        text = file.read_text(encoding="utf-8-sig")  # Windows' editors begin with a BOM
    except FileNotFoundError:
        if path is None:
            return Config()
        raise Trouble(
            f"{file}: there is no such file; write it, or leave out --config.", WRONG_USAGE
        ) from None
    except OSError as error:
        raise Trouble(
            f"{file}: cannot be read ({error.strerror}); allow it.", WRONG_USAGE
        ) from None
    except UnicodeDecodeError:
        raise _wrong(file, "this is not a text file in UTF-8") from None
    try:
        contents = tomllib.loads(text)
    except RecursionError:
        raise _wrong(file, "not TOML: nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        sentence = str(error)
        raise _wrong(file, f"not TOML: {sentence[0].lower()}{sentence[1:]}") from None
    except ValueError:  # Python's limit for the digits of an integer
        raise _wrong(file, "a number has too many digits") from None
    return read(contents, file)


def read(contents: Mapping[str, Any], file: Path) -> Config:
    """Check the contents of a file. ``file`` is for the sentence only."""
    if complaint := _unknown(contents, Config, ""):
        raise _wrong(file, complaint)
    try:
        config = msgspec.convert(dict(contents), Config)
    except msgspec.ValidationError as error:
        complaint, _, place = str(error).partition(" - at `$.")
        raise _wrong(file, f"{place.rstrip('`')}: {complaint[0].lower()}{complaint[1:]}") from None
    if complaint := _cross_check(config):
        raise _wrong(file, complaint)
    return config


def _cross_check(config: Config) -> str | None:
    """What is wrong with values that are sound by themselves."""
    return next(filter(None, _complaints(config)), None)


def _complaints(config: Config) -> Iterator[str | None]:
    """One check after the other: a later one relies on those before it."""
    yield _about_texts(config)
    yield _about_referee(config.referee)
    yield _about_address(config.launcher)
    if config.readers.scanner and config.readers.camera:
        yield "readers.scanner and readers.camera are both set; leave one out"
    if config.journal == config.socket:
        yield f"referee.journal and {config.launcher.key} name the same file"
    yield _about_profile(config.launcher)
    if config.scale.chip != "none":
        yield config.pins.complaint_about_bus(config.scale.bus)
    for part in (config.access_point, config.mqtt, config.hub, config.pins, config.pico):
        yield part.complaint()


def _about_texts(config: Config) -> str | None:
    for name in _NAMES:
        if "\0" in attrgetter(name)(config):
            return f"{name} holds a zero character, which no name can"
    for key, names in (("referee", config.referee.names), ("hub", config.hub.names)):
        for name in names:
            if not HOST_NAME.fullmatch(name):
                return f"{key}.names: {name!r} is no name; write it without http:// and port"
    return None


_NAMES = (
    "referee.host",
    "referee.journal",
    "referee.tls_certificate",
    "referee.tls_key",
    "referee.voice",
    "referee.voice_name",
    "launcher.address",
    "launcher.socket",
    "launcher.serial",
    "readers.scanner",
    "readers.camera",
    "readers.region",
    "readers.url",
    "mqtt.host",
    "mqtt.user",
    "mqtt.authority",
    "mqtt.certificate",
    "mqtt.key",
    "mqtt.url",
    "hub.host",
    "hub.user",
    "hub.authority",
    "hub.certificate",
    "hub.key",
    "hub.file",
    "hub.page_host",
)
"""Settings that name a file, a host, a person or a device."""


def is_turn_time(seconds: int) -> bool:
    """Whether the turn clock can be set to this; 0: there is none."""
    return seconds == 0 or seconds >= SHORTEST_TURN_S


def _about_referee(referee: Referee) -> str | None:
    if bool(referee.tls_certificate) != bool(referee.tls_key):
        return "referee.tls_certificate and referee.tls_key need each other; write both or neither"
    if not LANGUAGE.fullmatch(referee.language):
        return (
            f"referee.language: {referee.language!r} is no code of a language; write for "
            "example de, fr or pt-BR"
        )
    if not is_turn_time(referee.turn_clock_s):
        return (
            f"referee.turn_clock_s cannot be {referee.turn_clock_s}; write 0 for no clock, or "
            f"{SHORTEST_TURN_S} or more"
        )
    return _about_voice(referee)


def _about_profile(launcher: LauncherConfig) -> str | None:
    if lacks_table(launcher.profile, launcher.custom):
        return (
            "launcher.profile is custom, but there is no [[launcher.custom]] to say how many cards "
            "come; docs/profiles.md has an example"
        )
    complaint = complaint_about(launcher.custom)
    return f"launcher.custom{complaint}" if complaint else None


def _about_address(launcher: LauncherConfig) -> str | None:
    if launcher.address and (launcher.socket or launcher.serial):
        old = "socket" if launcher.socket else "serial"
        return f"launcher.address and launcher.{old} are both set; leave launcher.{old} out"
    if launcher.socket and launcher.serial:
        return "launcher.socket and launcher.serial are both set; leave one out"
    try:
        _ = launcher.where
    except BadAddress as error:
        return f"launcher.address: {error}"
    return None


def _about_voice(referee: Referee) -> str | None:
    if not VOICE_NAME.fullmatch(referee.voice_name):
        return f"referee.voice_name: {referee.voice_name!r} is no name of a voice, such as en-gb"
    try:
        words = shlex.split(referee.voice)
    except ValueError:
        return "referee.voice is a command line with a quotation mark that nothing closes"
    return None if words else 'referee.voice is empty; write "off" for no voice'


def _tables(at: str, value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The table at a place, or each table of the list there, and how its keys' places begin."""
    if isinstance(value, dict):
        yield f"{at}.", value
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict):
            yield f"{at}[{index}].", item


def _unknown(contents: Mapping[str, Any], model: type[msgspec.Struct], at: str) -> str | None:
    """The first key that the model does not know, and which one may be meant."""
    fields = {field.name: field.type for field in msgspec.structs.fields(model)}
    for key, value in contents.items():
        if key not in fields:
            return f"{at}{key} is unknown; {_meant(key, list(fields), at)}"
        hint = fields[key]
        for place, choices, chosen in _choices(hint, value):
            if chosen not in choices:
                return f"{at}{key}{place} cannot be {chosen!r}; {_meant(chosen, choices)}"
        if inner := _model_in(hint):
            for place, table in _tables(f"{at}{key}", value):
                if complaint := _unknown(table, inner, place):
                    return complaint
    return None


def _choices(hint: Any, value: Any) -> list[tuple[str, Sequence[str], Any]]:
    """The keys whose values are one of a few words, or arrays of such: place, words, value."""
    if get_origin(hint) is Literal:
        return [("", get_args(hint), value)]
    words = [get_args(part) for part in get_args(hint) if get_origin(part) is Literal]
    if not words or not isinstance(value, list):
        return []
    return [(f"[{index}]", words[0], item) for index, item in enumerate(value)]


def _model_in(hint: Any) -> type[msgspec.Struct] | None:
    """The model of a key's value, or of the items of its array."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint
    return next((model for part in get_args(hint) if (model := _model_in(part))), None)


def _meant(value: object, choices: Sequence[str], at: str = "") -> str:
    near = difflib.get_close_matches(str(value).lower(), choices)
    words = [f"{at}{word}" for word in near]
    if not near:
        return f"known are {', '.join(choices)}"
    return f"did you mean {' or '.join(words)}?"


def _wrong(file: Path, complaint: str) -> Trouble:
    stop = "" if complaint.endswith(("?", ".")) else "."
    return Trouble(f"{file}: {complaint}{stop}", WRONG_USAGE)
