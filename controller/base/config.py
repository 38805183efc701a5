"""The configuration: a TOML file. Every key is checked, and unknown keys are refused."""

from __future__ import annotations

import difflib
import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from controller.base import paths
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.mqtt import Hub, Mqtt
from firmware_bridge.pico_pins import PicoPins
from hardware.gpio.pins import Pins
from hardware.portable.nau7802 import ADDRESS
from hardware.profile_table import Rows
from hardware.profile_table import complaint as complaint_about
from hardware.profiles import ProfileName, lacks_table

Port = Annotated[int, Meta(ge=0, le=65535)]
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
    """``[referee]``: the daemon with the page."""

    host: str = "0.0.0.0"  # noqa: S104 - phones on the local network are who it is for
    """Address to listen on: ``0.0.0.0`` for all, ``127.0.0.1`` for this machine only."""
    port: Port = 8080
    """Port of the page; 0 takes any free one."""
    journal: str = ""
    """File of the journal; empty: the usual place on this machine."""
    backups: Annotated[int, Meta(ge=0, le=1000)] = 10
    """How many backups of the journal are kept beside it; 0: none are made."""
    breath_ms: Annotated[int, Meta(ge=0, le=5000)] = 1000
    """How long the launcher's button has to rest after a hit before a press counts again."""
    games_an_hour: Annotated[int, Meta(ge=1, le=1_000_000)] = 120
    """How many games may begin in an hour, beside 20 at once; every game is kept for ever."""
    entries_a_minute: Annotated[int, Meta(ge=1, le=1_000_000)] = 120
    """How many requests of one address are written down in a minute, beside 60 at once."""
    access: Literal["open", "seats"] = "open"
    """Who may act: any device, or only those that were admitted."""
    names: tuple[str, ...] = ()
    """Names of this machine for pages, besides those that nobody else can have."""
    tls_certificate: str = ""
    """File of the certificate with which the page is served over https; empty: plain http."""
    tls_key: str = ""
    """File of the certificate's key."""
    language: str = "en"
    """The room's: of voice and pictures, and of pages whose browsers wish none that is there."""
    voice: str = "off"
    """Who says aloud what happens: ``off``, ``espeak-ng``, or the command line of a program."""
    voice_level: VoiceLevel = "plays"
    """How much is said."""
    voice_name: str = ""
    """The voice of the program that speaks; empty: the one of the room's language."""
    voice_volume_pct: Annotated[int, Meta(ge=0, le=200)] = 100
    """How loud it speaks, in percent of what is usual for it."""

    @property
    def speaks(self) -> bool:
        """Whether there is a voice."""
        return self.voice != OFF


class Readers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[readers]``: devices that see which card was laid."""

    confirm: bool = False
    """The table is asked before each play."""
    scanner: str = ""
    """Serial port of the scanner, or ``auto``; see ``controller.readers.scanner_port``."""
    baud: Annotated[int, Meta(ge=300, le=4_000_000)] = 9600
    """Speed of that port."""
    camera: str = ""
    """The camera over the pile; see ``controller.readers.camera.source.watch``."""
    region: str = ""
    """Where the pile is in its picture, as ``LEFT,TOP,WIDTH,HEIGHT`` in percent; empty: found."""
    url: str = ""
    """Address of the referee; empty: it runs on this machine."""

    @property
    def runs_here(self) -> bool:
        """Whether a reader is connected to this machine."""
        return bool(self.scanner or self.camera)


class LauncherConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[launcher]``: where the launcher is, and how many cards a press should give."""

    socket: str = ""
    """Socket at which the launcher's driver listens; empty: the usual place on this machine."""
    serial: str = ""
    """Serial line of the launcher instead of a socket; see ``firmware_bridge.serial_line.find``."""
    profile: ProfileName = "measured"
    """Hit profile of new games; see ``hardware.profiles``."""
    custom: Rows = ()
    """The table of the profile ``custom``."""
    strict: bool = False
    """Whether cards that are a little longer than usual are doubted."""


class ScaleConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[scale]``: the scale under the launcher. What a bench measured of it is in a file."""

    chip: Literal["none", "nau7802"] = "none"
    bus: Annotated[int, Meta(ge=0, le=99)] = 1
    """Number of the kernel's I2C bus, as in ``/dev/i2c-1``."""
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = ADDRESS
    """The chip's address on that bus."""


class AccessPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[access_point]``: the table's own Wi-Fi, for places without another."""

    ssid: str = ""
    """Its name; empty: none."""
    password: str = ""
    """8 to 63 characters."""
    interface: str = "wlan0"
    """The network device that becomes the access point."""
    show_password: bool = False
    """Whether the page gives the password, also as a code, to everybody who opens it."""

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
    def socket(self) -> Path:
        """The socket at which the launcher listens."""
        return Path(self.launcher.socket) if self.launcher.socket else paths.socket_path()


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
        found = tomllib.loads(text)
    except RecursionError:
        raise _wrong(file, "not TOML: nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        raise _wrong(file, f"not TOML: {said[0].lower()}{said[1:]}") from None
    except ValueError:  # Python's limit for the digits of an integer
        raise _wrong(file, "a number has too many digits") from None
    return read(found, file)


def read(found: Mapping[str, Any], file: Path) -> Config:
    """Check the contents of a file. ``file`` is for the sentence only."""
    if complaint := _unknown(found, Config, ""):
        raise _wrong(file, complaint)
    try:
        config = msgspec.convert(dict(found), Config)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$.")
        raise _wrong(file, f"{place.rstrip('`')}: {what[0].lower()}{what[1:]}") from None
    if complaint := _cross_check(config):
        raise _wrong(file, complaint)
    return config


def _cross_check(config: Config) -> str | None:
    for name, value in (
        ("referee.host", config.referee.host),
        ("referee.journal", config.referee.journal),
        ("referee.tls_certificate", config.referee.tls_certificate),
        ("referee.tls_key", config.referee.tls_key),
        ("referee.voice", config.referee.voice),
        ("referee.voice_name", config.referee.voice_name),
        ("launcher.socket", config.launcher.socket),
        ("launcher.serial", config.launcher.serial),
        ("readers.scanner", config.readers.scanner),
        ("readers.camera", config.readers.camera),
        ("readers.region", config.readers.region),
        ("readers.url", config.readers.url),
        ("mqtt.host", config.mqtt.host),
        ("mqtt.user", config.mqtt.user),
        ("mqtt.authority", config.mqtt.authority),
        ("mqtt.certificate", config.mqtt.certificate),
        ("mqtt.key", config.mqtt.key),
        ("mqtt.url", config.mqtt.url),
        ("hub.host", config.hub.host),
        ("hub.user", config.hub.user),
        ("hub.authority", config.hub.authority),
        ("hub.certificate", config.hub.certificate),
        ("hub.key", config.hub.key),
        ("hub.file", config.hub.file),
        ("hub.page_host", config.hub.page_host),
    ):
        if "\0" in value:
            return f"{name} holds a zero character, which no name can"
    for key, names in (("referee", config.referee.names), ("hub", config.hub.names)):
        for name in names:
            if not HOST_NAME.fullmatch(name):
                return f"{key}.names: {name!r} is no name; write it without http:// and port"
    if bool(config.referee.tls_certificate) != bool(config.referee.tls_key):
        return "referee.tls_certificate and referee.tls_key need each other; write both or neither"
    if not LANGUAGE.fullmatch(config.referee.language):
        return (
            f"referee.language: {config.referee.language!r} is no code of a language; write for "
            "example de, fr or pt-BR"
        )
    if complaint := _about_voice(config.referee):
        return complaint
    if config.launcher.socket and config.launcher.serial:
        return "launcher.socket and launcher.serial are both set; leave one out"
    if config.readers.scanner and config.readers.camera:
        return "readers.scanner and readers.camera are both set; leave one out"
    if config.journal == config.socket:
        return "referee.journal and launcher.socket name the same file"
    if lacks_table(config.launcher.profile, config.launcher.custom):
        return (
            "launcher.profile is custom, but there is no [[launcher.custom]] to say how many cards "
            "come; docs/profiles.md has an example"
        )
    if complaint := complaint_about(config.launcher.custom):
        return f"launcher.custom{complaint}"
    if config.scale.chip != "none" and (
        complaint := config.pins.complaint_about_bus(config.scale.bus)
    ):
        return complaint
    parts = (config.access_point, config.mqtt, config.hub, config.pins, config.pico)
    return next((said for part in parts if (said := part.complaint())), None)


def _about_voice(referee: Referee) -> str | None:
    if not VOICE_NAME.fullmatch(referee.voice_name):
        return f"referee.voice_name: {referee.voice_name!r} is no name of a voice, such as en-gb"
    try:
        words = shlex.split(referee.voice)
    except ValueError:
        return "referee.voice is a command line with a quotation mark that nothing closes"
    return None if words else 'referee.voice is empty; write "off" for no voice'


def _unknown(found: Mapping[str, Any], model: type[msgspec.Struct], at: str) -> str | None:
    """The first key that the model does not know, and which one may be meant."""
    fields = {field.name: field.type for field in msgspec.structs.fields(model)}
    for key, value in found.items():
        if key not in fields:
            return f"{at}{key} is unknown; {_meant(key, list(fields), at)}"
        hint = fields[key]
        for place, choices, said in _choices(hint, value):
            if said not in choices:
                return f"{at}{key}{place} cannot be {said!r}; {_meant(said, choices)}"
        if inner := _model_in(hint):
            tables = [(f"{at}{key}.", value)]
            if isinstance(value, list):
                tables = [(f"{at}{key}[{nth}].", item) for nth, item in enumerate(value)]
            for place, table in tables:
                if isinstance(table, dict) and (complaint := _unknown(table, inner, place)):
                    return complaint
    return None


def _choices(hint: Any, value: Any) -> list[tuple[str, Sequence[str], Any]]:
    """The keys whose values are one of a few words, or arrays of such: place, words, value."""
    if get_origin(hint) is Literal:
        return [("", get_args(hint), value)]
    words = [get_args(part) for part in get_args(hint) if get_origin(part) is Literal]
    if not words or not isinstance(value, list):
        return []
    return [(f"[{nth}]", words[0], said) for nth, said in enumerate(value)]


def _model_in(hint: Any) -> type[msgspec.Struct] | None:
    """The model of a key's value, or of the items of its array."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint
    return next((model for part in get_args(hint) if (model := _model_in(part))), None)


def _meant(said: object, known: Sequence[str], at: str = "") -> str:
    near = difflib.get_close_matches(str(said).lower(), known)
    words = [f"{at}{word}" for word in near]
    if not near:
        return f"known are {', '.join(known)}"
    return f"did you mean {' or '.join(words)}?"


def _wrong(file: Path, complaint: str) -> Trouble:
    stop = "" if complaint.endswith(("?", ".")) else "."
    return Trouble(f"{file}: {complaint}{stop}", WRONG_USAGE)
