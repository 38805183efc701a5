"""A configuration is understood whole, or refused in one sentence with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from controller.base import config, paths
from controller.base.errors import Trouble
from hardware.profile_table import Row
from hardware.profiles import ProfileName, profile_of
from tests.processes import here

DOCS = Path(__file__).parents[3] / "docs"
SETTINGS = (DOCS / "settings.md").read_text(encoding="utf-8")
DOCUMENT = DOCS / "configuration.md"


def flat(model: msgspec.Struct, at: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(model):
        value = getattr(model, field.name)
        if isinstance(value, msgspec.Struct):
            found |= flat(value, f"{at}{field.name}.")
        else:
            found[at + field.name] = list(value) if isinstance(value, tuple) else value
    return found


def test_the_reference_lists_every_setting_with_its_default_and_no_other() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| .+? \| `(.+?)` \|", SETTINGS, re.MULTILINE)
    documented = {key: msgspec.json.decode(default) for key, default in rows}
    assert documented == flat(config.Config())


def test_every_profile_can_be_named_and_the_reference_names_it() -> None:
    row = next(line for line in SETTINGS.splitlines() if '| `launcher.profile` | `"' in line)
    names = get_args(ProfileName)
    assert set(re.findall(r'`"(\w+)"`', row.split(" | ")[1])) == set(names)
    assert [profile_of(name, (Row(50, (1,)),)).name for name in names] == list(names)


def test_the_documents_example_is_read(tmp_path: Path) -> None:
    example = DOCUMENT.read_text().split("```toml\n")[1].split("```")[0]
    file = tmp_path / "f.toml"
    file.write_text(example)
    assert config.load(file).launcher.profile == "suspense"


def test_without_a_file_everything_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "config_path", lambda: Path("/nowhere/rollerdeck.toml"))
    assert config.load() == config.Config()


def test_what_a_file_says_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_text(
        '[referee]\nport = 0\njournal = "/games/j"\n[launcher]\nsocket = "/run/l"\n'
        'profile = "even"\n'
    )
    found = config.load(file)
    assert found.referee.port == 0
    assert found.journal == Path("/games/j")
    assert found.socket == Path("/run/l")
    assert found.launcher.profile == "even"


@pytest.mark.parametrize(
    ("keys", "address", "socket", "serial"),
    [
        ("", "unix:/run/here/launcher.sock", "/run/here/launcher.sock", ""),
        ("socket = '/run/l'", "unix:/run/l", "/run/l", ""),
        ("address = 'unix:/run/l'", "unix:/run/l", "/run/l", ""),
        ("serial = '2e8a:0005'", "serial:2e8a:0005", "/run/here/launcher.sock", "2e8a:0005"),
        ("address = 'serial:auto'", "serial:auto", "/run/here/launcher.sock", "auto"),
        ("address = 'tcp:[::1]:7000'", "tcp:[::1]:7000", "/run/here/launcher.sock", ""),
    ],
)
def test_a_launcher_has_one_address_however_it_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    keys: str,
    address: str,
    socket: str,
    serial: str,
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/here")
    file = tmp_path / "f.toml"
    file.write_text(f"[launcher]\n{keys}\n")
    found = config.load(file)
    assert str(found.launcher_address) == address
    assert (str(found.socket), found.serial) == (socket, serial)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[referee]\nprot = 1", "referee.prot is unknown; did you mean referee.port?"),
        ("[refree]\nport = 1", "refree is unknown; did you mean referee?"),
        (
            "[launcher]\nzzz = 1",
            "launcher.zzz is unknown; known are address, socket, serial, profile, custom, strict.",
        ),
        (
            "[launcher]\nsocket = 'a'\nserial = 'auto'",
            "launcher.socket and launcher.serial are both set; leave one out.",
        ),
        (
            "[launcher]\naddress = 'unix:a'\nsocket = 'a'",
            "launcher.address and launcher.socket are both set; leave launcher.socket out.",
        ),
        (
            "[launcher]\naddress = 'serial:auto'\nserial = 'auto'",
            "launcher.address and launcher.serial are both set; leave launcher.serial out.",
        ),
        (
            "[launcher]\naddress = 'auto'",
            "launcher.address: 'auto' is no launcher's address; write for example "
            "unix:/run/rollerdeck/launcher.sock, serial:auto or tcp:127.0.0.1:7000.",
        ),
        (
            "[referee]\njournal = '/x'\n[launcher]\naddress = 'unix:/x'",
            "referee.journal and launcher.address name the same file.",
        ),
        ("[referee]\nport = '80'", "referee.port: expected `int`, got `str`."),
        ("[referee]\nport = 65536", "referee.port: expected `int` <= 65535."),
        ("[referee]\nport = -1", "referee.port: expected `int` >= 0."),
        ("referee = 4", "referee: expected `object`, got `int`."),
        (
            "[launcher]\nprofile = 'lucky'",
            "launcher.profile cannot be 'lucky'; "
            "known are measured, sequence, suspense, even, custom.",
        ),
        (
            "[launcher]\nprofile = 'mesured'",
            "launcher.profile cannot be 'mesured'; did you mean measured?",
        ),
        (
            "[referee]\njournal = '/x'\n[launcher]\nsocket = '/x'",
            "referee.journal and launcher.socket name the same file.",
        ),
        (
            '[referee]\njournal = "a\\u0000b"',
            "referee.journal holds a zero character, which no name can.",
        ),
        (
            "[launcher]\nprofile = 'custom'",
            "launcher.profile is custom, but there is no [[launcher.custom]] to say how many cards "
            "come; docs/profiles.md has an example.",
        ),
        (
            "[referee]\nvoice = 'say \"'",
            "referee.voice is a command line with a quotation mark that nothing closes.",
        ),
        ("[referee]\nvoice = ' '", 'referee.voice is empty; write "off" for no voice.'),
        (
            "[referee]\nvoice_name = '-w/etc/passwd'",
            "referee.voice_name: '-w/etc/passwd' is no name of a voice, such as en-gb.",
        ),
        ("[referee]\nvoice_volume_pct = 201", "referee.voice_volume_pct: expected `int` <= 200."),
        (
            "[referee]\nvoice_level = 'turn'",
            "referee.voice_level cannot be 'turn'; did you mean turns?",
        ),
        (
            "[referee]\nlanguage = 'Deutsch'",
            "referee.language: 'Deutsch' is no code of a language; write for example de, fr or "
            "pt-BR.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 10\ncard = [1]",
            "launcher.custom[0].card is unknown; did you mean launcher.custom[0].cards?",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 101\ncards = [1]",
            "launcher.custom[0].chance_pct: expected `int` <= 100.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = -1",
            "launcher.custom[0].chance_pct: expected `int` >= 0.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 50\ncards = [3, 13]",
            "launcher.custom[0].cards[1]: expected `int` <= 12.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 50\ncards = [0]",
            "launcher.custom[0].cards[0]: expected `int` >= 1.",
        ),
        (
            "[[launcher.custom]]\ncards = [1]",
            "launcher.custom[0]: object missing required field `chance_pct`.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 50",
            "launcher.custom[0].cards is empty, but its chance is not 0; say how many come.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 50\ncards = [" + "1, " * 101 + "]",
            "launcher.custom[0].cards: expected `array` of length <= 100.",
        ),
        (
            "[[launcher.custom]]\nchance_pct = 50\ncards = [1]\n" * 101,
            "launcher.custom: expected `array` of length <= 100.",
        ),
        ("[launcher]\ncustom = 5", "launcher.custom: expected `array`, got `int`."),
        ("[launcher]\ncustom = [5]", "launcher.custom[0]: expected `object`, got `int`."),
        ("[pins]\nbutten = 1", "pins.butten is unknown; did you mean pins.button?"),
        (
            "[pins]\ninverted = ['button', 'coverr']",
            "pins.inverted[1] cannot be 'coverr'; did you mean cover?",
        ),
        (
            "[pins]\nsensor = 'tcrt5000'",
            "pins.sensor cannot be 'tcrt5000'; did you mean tcrt5000-low or tcrt5000-high?",
        ),
        ("[pico]\nsensor = 'FC51'", "pico.sensor cannot be 'FC51'; did you mean fc-51?"),
        (
            "[pins]\nsensor = 'fc-51'\ninverted = ['card_sensor']",
            "pins.sensor is fc-51, which already says when the card sensor is low; "
            "take card_sensor out of pins.inverted.",
        ),
        ("[pins]\ninverted = 'button'", "pins.inverted: expected `array`, got `str`."),
        ("[pins]\nlamp = 28", "pins.lamp: expected `int` <= 27."),
        ("[pins]\nlamp = 17", "pins.card_sensor and pins.lamp are both GPIO 17."),
        (
            "[pins]\nmotor_in1 = 5",
            "pins.motor_in1: GPIO 5 is pulled up while a Pi starts, and the motor would turn; "
            "take another of 9 to 27.",
        ),
        (
            "[pins]\nlamp = 2\n[scale]\nchip = 'nau7802'",
            "pins.lamp: GPIO 2 is SDA of the scale's I2C bus 1.",
        ),
        (
            "[pins]\nbuzzer = 3\n[scale]\nchip = 'nau7802'",
            "pins.buzzer: GPIO 3 is SCL of the scale's I2C bus 1.",
        ),
        ("[referee]\nport = " + "9" * 5000, "a number has too many digits."),
        ("a = " + "[" * 5000, "not TOML: nested too deep."),
        (
            "[referee\n",
            "not TOML: expected ']' at the end of a table declaration (at line 1, column 9).",
        ),
    ],
)
def test_a_wrong_file_ends_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "f.toml"
    file.write_text(text)
    with pytest.raises(Trouble) as refused:
        config.load(file)
    assert str(refused.value) == f"{file}: {sentence}"
    assert refused.value.exit_code == 2


def test_the_bounds_themselves_are_taken() -> None:
    read = config.read
    assert read({"referee": {"port": 65535}}, Path("f")).referee.port == 65535
    assert read({"referee": {"port": 0}}, Path("f")).referee.port == 0
    rows = [{"chance_pct": 0}, {"chance_pct": 100, "cards": [1, 12]}]
    assert read({"launcher": {"custom": rows}}, Path("f")).launcher.custom == (
        Row(0),
        Row(100, (1, 12)),
    )
    most = [{"chance_pct": 1, "cards": [1] * 100}] * 100
    assert len(read({"launcher": {"custom": most}}, Path("f")).launcher.custom) == 100


def test_a_named_file_must_exist_and_be_readable(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    with pytest.raises(Trouble) as refused:
        config.load(missing)
    assert str(refused.value) == (
        f"{missing}: there is no such file; write it, or leave out --config."
    )
    with pytest.raises(Trouble) as refused:
        config.load(tmp_path)
    assert str(refused.value) == f"{tmp_path}: cannot be read (Is a directory); allow it."
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Trouble) as refused:
        config.load(binary)
    assert str(refused.value) == f"{binary}: this is not a text file in UTF-8."


def test_systemds_folders_come_before_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/rollerdeck:/run/more")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/rollerdeck")
    assert config.Config().socket == Path("/run/rollerdeck/launcher.sock")
    assert config.Config().journal == Path("/var/lib/rollerdeck/journal.sqlite3")
    monkeypatch.setenv("RUNTIME_DIRECTORY", "")
    monkeypatch.delenv("STATE_DIRECTORY")
    assert config.Config().socket == paths.runtime_dir() / "launcher.sock"
    assert paths.state_dir().name == paths.NAME


@pytest.mark.parametrize(
    ("mode", "usable"), [(0o700, True), (0o755, False), (None, False)], ids=["own", "open", "file"]
)
def test_a_folder_for_sockets_that_cannot_be_used_is_not_replaced_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None, usable: bool
) -> None:
    own = tmp_path / "own"
    if mode is None:
        own.touch()
    else:
        own.mkdir()
        own.chmod(mode)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(own))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    used = paths.runtime_dir()
    said = here("safe-off", "--socket", tmp_path / "none").stderr.splitlines()
    assert (used == own / paths.NAME) is usable
    assert [line for line in said if "XDG_RUNTIME_DIR" in line] == (
        []
        if usable
        else [
            f"rollerdeck: The folder {own} (XDG_RUNTIME_DIR) cannot be used, so sockets are in "
            f"{used}: name a folder that is there, belongs to you, and has the mode 0700."
        ]
    )


BOUNDS = {
    "turn_clock_s": {0: True, 1: False, 9: False, 10: True, 600: True, 601: False, -1: False},
    "breath_ms": {0: True, 5000: True, -1: False, 5001: False},
    "backups": {0: True, 1000: True, -1: False, 1001: False},
}


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [(name, value, taken) for name, values in BOUNDS.items() for value, taken in values.items()],
)
def test_a_number_is_taken_up_to_its_bounds(
    tmp_path: Path, name: str, value: int, taken: bool
) -> None:
    file = tmp_path / "f.toml"
    file.write_text(f"[referee]\n{name} = {value}\n")
    if taken:
        assert getattr(config.load(file).referee, name) == value
    else:
        with pytest.raises(Trouble, match=rf"referee\.{name}"):
            config.load(file)


def test_a_file_of_a_windows_editor_is_read(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_bytes("\ufeff[referee]\r\nport = 8081\r\n".encode())
    assert config.load(file).referee.port == 8081
