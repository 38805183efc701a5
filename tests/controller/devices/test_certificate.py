"""The certificate of a referee: what is read of it, what is refused, and what the doctor says."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from controller.base import config
from controller.base.config import AccessPoint, Referee
from controller.base.errors import Trouble
from controller.base.findings import Level
from controller.network import way_in
from controller.network.certificate import Certificate, read_certificate
from controller.network.way_in import WayIn
from controller.workshop.doctor.bundle import _discreet
from controller.workshop.doctor.referee import SOON_S, check_certificate
from tests.certificates import Pair, encrypted, expired, make
from tests.worlds.pretended import Pretended

NAMES = ("DNS:Table.Test", "DNS:*.cards.test", "IP:192.168.1.20", "IP:fe80::1")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make(tmp_path_factory.mktemp("certificate"), *NAMES)


def read(pair: Pair, names: tuple[str, ...] = ()) -> Certificate:
    found = read_certificate(str(pair.certificate), str(pair.key), names)
    assert found is not None
    return found


def test_a_certificate_is_described_as_browsers_see_it(pair: Pair) -> None:
    found = read(pair)
    assert found.names == ("table.test", "*.cards.test")
    assert found.addresses == ("192.168.1.20", "fe80::1")
    assert found.ends_s - found.begins_s == 100 * 24 * 3600
    assert found.handshake_s > 0
    assert read_certificate("", "") is None


@pytest.mark.parametrize(
    ("host", "covered"),
    [
        ("table.test", True),
        ("TABLE.test.", True),
        ("my.cards.test", True),
        ("my.own.cards.test", False),
        ("cards.test", False),
        ("192.168.1.20", True),
        ("fe80:0::1", True),
        ("192.168.1.2", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_it_covers_what_a_browser_accepts(pair: Pair, host: str, covered: bool) -> None:
    assert read(pair).covers(host) is covered


def test_a_name_of_the_configuration_is_preferred_if_the_certificate_is_for_it(pair: Pair) -> None:
    assert read(pair).name == "table.test"
    assert read(pair, ("else.test", "my.cards.test")).name == "my.cards.test"


def test_a_certificate_for_a_whole_domain_alone_is_shown_by_its_address(tmp_path: Path) -> None:
    assert read(make(tmp_path, "DNS:*.cards.test", "IP:10.0.0.1")).name == "10.0.0.1"


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("0.0.0.0", ["https://192.168.1.20:8080", "http://localhost:8080"]),
        ("10.0.0.9", ["https://table.test:8080"]),
        ("fe80::1", ["https://[fe80::1]:8080"]),
    ],
)
def test_other_devices_are_sent_to_a_name_that_the_certificate_is_for(
    pair: Pair, host: str, addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(way_in, "_own_address", lambda: "192.168.1.20")
    assert WayIn(host, 8080, AccessPoint(), read(pair)).addresses == addresses


@pytest.mark.parametrize(("port", "shown"), [(443, ""), (80, ":80")])
def test_only_the_usual_port_of_https_is_left_out(pair: Pair, port: int, shown: str) -> None:
    way = WayIn("0.0.0.0", port, AccessPoint(), read(pair))
    assert way.secured("table.test") == f"https://table.test{shown}"
    assert way.secured("elsewhere.lan") == f"https://table.test{shown}"


def without(kind: str) -> Callable[[Pair, Path], Pair]:
    return lambda pair, folder: pair._replace(**{kind: folder / "none.pem"})


def text_as(kind: str) -> Callable[[Pair, Path], Pair]:
    def change(pair: Pair, folder: Path) -> Pair:
        (file := folder / "text.pem").write_text("hello")
        return pair._replace(**{kind: file})

    return change


def cut(pair: Pair, folder: Path) -> Pair:
    text = pair.certificate.read_text().splitlines()
    (file := folder / "cut.pem").write_text("\n".join([*text[:3], text[-1], ""]))
    return pair._replace(certificate=file)


def others(*key: str) -> Callable[[Pair, Path], Pair]:
    return lambda pair, folder: pair._replace(key=make(folder, key=key).key)


REFUSED: dict[str, tuple[Callable[[Pair, Path], Pair], str]] = {
    "no certificate": (without("certificate"), "no such file; write its path as referee.tls_cert"),
    "no key": (without("key"), "no such file; write its path as referee.tls_key"),
    "a folder": (lambda pair, folder: pair._replace(key=folder), "cannot be read (Is a directory)"),
    "text as certificate": (text_as("certificate"), "contains no certificate in PEM format"),
    "text as key": (text_as("key"), "contains no key in PEM format"),
    "a certificate cut short": (cut, "write both files anew"),
    "another's key": (others("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), "another certificate"),
    "a key of another kind": (others("rsa:2048"), "belongs to another certificate"),
    "an encrypted key": (lambda pair, _: encrypted(pair), "is encrypted: write the key without"),
    "a weak key": (lambda _, folder: make(folder, key=("rsa:1024",)), "too weak"),
    "of a client": (
        lambda _, folder: make(folder, also="extendedKeyUsage=clientAuth"),
        "No browser would accept the certificate",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_files_that_cannot_be_used_are_refused_in_a_sentence(
    case: str, pair: Pair, tmp_path: Path
) -> None:
    change, said = REFUSED[case]
    wrong = change(pair, tmp_path)
    with pytest.raises(Trouble) as refused:
        read(wrong)
    sentence = str(refused.value)
    assert said in sentence
    assert sentence.endswith(".") and "\n" not in sentence
    assert refused.value.exit_code == 2
    pi = Pretended()
    referee = Referee(tls_certificate=str(wrong.certificate), tls_key=str(wrong.key))
    (found,) = check_certificate(pi, referee, 0)
    assert (found.level, found.says) == (Level.FAIL, sentence)


def test_an_expired_certificate_serves_all_the_same(tmp_path: Path) -> None:
    """The clock of a Pi without a network may be wrong; browsers and the doctor warn."""
    found = read(expired(make(tmp_path)))
    assert (found.begins_s, found.ends_s) == (1577836800.0, 1580515200.0)


def test_a_key_that_the_referee_may_not_read(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "open", forbid)
    with pytest.raises(Trouble, match="give the referee's user the right to read it"):
        read(pair)


@pytest.mark.parametrize("given", ["certificate", "key"])
def test_one_of_the_two_alone_is_refused(given: str, tmp_path: Path) -> None:
    (file := tmp_path / "f.toml").write_text(f'[referee]\ntls_{given} = "/a"\n')
    with pytest.raises(Trouble, match="need each other; write both or neither"):
        config.load(file)


DAY_S = 24 * 3600


@pytest.mark.parametrize(
    ("after_s", "level", "says"),
    [
        (-100, Level.WARN, "is not valid before"),
        (0, Level.OK, "is valid until"),
        (100 * DAY_S - SOON_S - 1, Level.OK, "is valid until"),
        (100 * DAY_S - SOON_S, Level.WARN, "is valid until"),
        (100 * DAY_S - 1, Level.WARN, "is valid until"),
        (100 * DAY_S, Level.WARN, "has expired on"),
    ],
)
def test_the_doctor_says_when_it_ends(pair: Pair, after_s: int, level: Level, says: str) -> None:
    referee = Referee(tls_certificate=str(pair.certificate), tls_key=str(pair.key))
    validity, names, speed = check_certificate(Pretended(), referee, read(pair).begins_s + after_s)
    assert (validity.level, says in validity.says) == (level, True)
    assert names.says == "is for table.test, *.cards.test, 192.168.1.20, fe80::1"
    assert "ms of processor time" in speed.says
    assert {one.level for one in (names, speed)} == {Level.OK}
    assert "test" not in str([_discreet(one) for one in (validity, names, speed)])


def test_the_doctor_says_that_no_browser_could_use_its_name(tmp_path: Path) -> None:
    pair = make(tmp_path)
    referee = Referee(tls_certificate=str(pair.certificate), tls_key=str(pair.key))
    _, names, _ = check_certificate(Pretended(), referee, read(pair).begins_s)
    assert (names.level, names.says[:13]) == (Level.WARN, "names no name")


def test_the_doctor_asks_for_the_right_to_look(pair: Pair) -> None:
    pi = Pretended()
    pi.hidden = (pair.key,)
    referee = Referee(tls_certificate=str(pair.certificate), tls_key=str(pair.key))
    (found,) = check_certificate(pi, referee, 0)
    assert (found.level, found.fix) == (Level.WARN, "Run `sudo rollerdeck doctor`.")
    assert list(check_certificate(pi, Referee(), 0)) == []


def test_a_slow_key_is_measured(pair: Pair) -> None:
    ticking = count(step=0.5)
    found = read_certificate(
        str(pair.certificate), str(pair.key), clock=lambda: float(next(ticking))
    )
    assert found is not None and found.handshake_s >= 0.5
