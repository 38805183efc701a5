"""The host's PIN and links: how a device becomes a table screen, and how it does not."""

from __future__ import annotations

import asyncio
import stat
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from controller.base.clock import this_boot
from controller.base.config import AccessPoint
from controller.base.paths import link_of, pin_of
from controller.cli.host import command
from controller.cli.play import _announce_link
from controller.games.backups import back_up
from controller.journal.journal import Journal
from controller.network.way_in import WayIn
from controller.seats import host
from tests.worlds.client import refused
from tests.worlds.evening import Evening
from tests.worlds.phones import Phones, me

PIN = "2580"


@pytest.fixture
async def phones(evening: Evening) -> AsyncIterator[Phones]:
    evening.access = "seats"
    await evening.begin()
    found = Phones(evening)
    yield found
    await found.close()


async def test_the_pin_makes_a_table_screen(phones: Phones) -> None:
    tablet = phones.phone()
    refused(await tablet.post("/api/host", json={"pin": PIN}), 409, "no_pin")
    host.set_pin(phones.evening.path, PIN)
    assert (await me(tablet)) == {
        "role": "spectator",
        "access": "seats",
        "device": None,
        "player": None,
        "own_only": False,
        "pin": True,
    }
    refused(await tablet.post("/api/host", json={"pin": "2581"}), 403, "wrong_pin")
    assert (await tablet.post("/api/host", json={"pin": PIN})).json() == {"device": 1}
    assert (await me(tablet))["role"] == "table"
    played = await tablet.post("/api/commands", json={"do": "play", "by": "Bo", "card": "red-3"})
    assert played.status_code == 200


async def test_a_pin_of_letters_is_told_apart_and_costs_no_try(phones: Phones) -> None:
    host.set_pin(phones.evening.path, PIN)
    phone = phones.phone()
    sentence = "A PIN has 4 to 12 digits: enter only digits."
    for said in ("abcd", "123", "1" * 13, "٢٥٨٠", " 2580") * 3:
        refused(await phone.post("/api/host", json={"pin": said}), 403, "wrong_pin", sentence)
    assert (await phone.post("/api/host", json={"pin": PIN})).status_code == 200


async def test_guessing_the_pin_slows_down_only_who_guesses(phones: Phones) -> None:
    host.set_pin(phones.evening.path, PIN)
    now_s = 0.0
    phones.evening.clock = lambda: now_s
    first = phones.phone("10.0.0.3")
    assert (await first.post("/api/host", json={"pin": PIN})).status_code == 200
    guest = phones.phone("10.0.0.7")
    for said in range(5):
        refused(await guest.post("/api/host", json={"pin": f"{said:04}"}), 403, "wrong_pin")
    answer = await guest.post("/api/host", json={"pin": PIN})
    refused(answer, 429, "too_soon")
    assert answer.headers["retry-after"] == "1800"
    # neither a table screen nor anybody else is locked out, even at the same address
    again = phones.phone("10.0.0.7", **dict(first.cookies))
    assert (await again.post("/api/seats/codes", json={"player": "Bo"})).status_code == 200
    other = phones.phone("10.0.0.8")
    assert (await other.post("/api/host", json={"pin": PIN})).status_code == 200
    now_s = 1799.0
    refused(await guest.post("/api/host", json={"pin": PIN}), 429, "too_soon")
    now_s = 1800.0
    assert (await guest.post("/api/host", json={"pin": PIN})).status_code == 200


@pytest.mark.thorough
async def test_many_addresses_guess_no_more_than_fifty_and_lock_out_no_table_screen(
    phones: Phones,
) -> None:
    host.set_pin(phones.evening.path, PIN)
    now_s = 0.0
    phones.evening.clock = lambda: now_s
    table = phones.phone("10.0.0.3")
    assert (await table.post("/api/host", json={"pin": PIN})).status_code == 200
    for address in range(host.MOST_TOGETHER // host.MOST_TRIES):
        guest = phones.phone(f"10.0.1.{address}")
        for said in range(host.MOST_TRIES):
            refused(await guest.post("/api/host", json={"pin": f"{said:04}"}), 403, "wrong_pin")
    first = phones.phone("10.0.1.0")
    refused(await first.post("/api/host", json={"pin": PIN}), 429, "too_soon")
    answer = await phones.phone("10.0.2.1").post("/api/host", json={"pin": PIN})
    sentence = "Too many wrong tries were made at this table: wait 1800 seconds, then try again."
    refused(answer, 429, "too_soon", sentence)
    assert (await table.post("/api/host", json={"pin": PIN})).status_code == 200
    now_s = host.TRIES_S
    fresh = phones.phone("10.0.2.1")
    assert (await fresh.post("/api/host", json={"pin": PIN})).status_code == 200


async def test_one_pin_is_looked_at_after_the_other(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.set_pin(phones.evening.path, PIN)
    at_once = [0]
    matches_pin = host.matches_pin

    def counted(journal: Path, said: str) -> bool:
        at_once[0] += 1
        at_once.append(at_once[0])
        try:
            return matches_pin(journal, said)
        finally:
            at_once[0] -= 1

    monkeypatch.setattr(host, "matches_pin", counted)
    guests = [phones.phone(f"10.0.1.{nth}") for nth in range(20)]
    await asyncio.gather(*(one.post("/api/host", json={"pin": "0000"}) for one in guests))
    assert at_once == [0, *[1] * 20]


async def test_many_guesses_at_once_are_no_more_than_five(phones: Phones) -> None:
    host.set_pin(phones.evening.path, PIN)
    guest = phones.phone()
    answers = await asyncio.gather(
        *(guest.post("/api/host", json={"pin": f"{said:04}"}) for said in range(20))
    )
    assert sorted(one.status_code for one in answers) == [403] * 5 + [429] * 15


@pytest.mark.parametrize("terminal", [True, False])
def test_a_link_is_printed_on_a_terminal_and_in_no_log(
    terminal: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    _announce_link(WayIn("127.0.0.1", 8080, AccessPoint()), tmp_path / "journal")
    assert ("/host#" in capsys.readouterr().out) is terminal
    assert link_of(tmp_path / "journal").exists() is terminal


async def test_a_link_works_once_and_for_ten_minutes(phones: Phones) -> None:
    now_s = 5000.0
    phones.evening.clock = lambda: now_s

    def link(boot: str = this_boot()) -> str:
        return host.make_link(phones.evening.path, lambda: now_s, Random(7), boot)

    token, tablet = link(), phones.phone()
    refused(await tablet.post("/api/host", json={"link": "0" * 32}), 404, "no_such_code")
    assert (await tablet.post("/api/host", json={"link": token})).json() == {"device": 1}
    refused(await phones.phone().post("/api/host", json={"link": token}), 404, "no_such_code")
    assert not link_of(phones.evening.path).exists()
    token = link()
    now_s += 600
    refused(await phones.phone().post("/api/host", json={"link": token}), 404, "no_such_code")
    token = link("another start of the machine")
    refused(await phones.phone().post("/api/host", json={"link": token}), 404, "no_such_code")
    old, new = link(), link()
    assert old == new  # the same lots; a new link replaces the file, so there is one at most
    assert (await phones.phone().post("/api/host", json={"link": new})).status_code == 200


@pytest.mark.parametrize("way", ["pin", "link"])
async def test_who_knows_a_devices_secret_is_no_table_screen_with_it(
    phones: Phones, way: str
) -> None:
    path = phones.evening.path
    host.set_pin(path, PIN)
    said = PIN if way == "pin" else host.make_link(path, lambda: 0.0, Random(7), this_boot())
    phones.evening.clock = lambda: 0.0
    await phones.admit_table()
    phone = await phones.seat("Bo")
    known = phones.phone(**dict(phone.cookies))
    assert (await phone.post("/api/host", json={way: said})).json() == {"device": 2}
    assert (await me(phone))["role"] == "table"
    assert (await me(known))["device"] is None


async def test_a_file_that_cannot_be_read_is_told(phones: Phones) -> None:
    for file in (pin_of, link_of):
        file(phones.evening.path).mkdir()
    link = await phones.phone().post("/api/host", json={"link": "0" * 32})
    refused(link, 409, "no_pin")
    assert "referee's log" in link.json()["sentence"]
    assert (await me(phones.phone()))["pin"] is False


async def test_a_link_that_could_not_be_used_is_worth_as_much_as_before(phones: Phones) -> None:
    path, now_s = phones.evening.path, 5000.0
    phones.evening.clock = lambda: now_s
    token = host.make_link(path, lambda: now_s, Random(7), this_boot())
    kept = link_of(path).read_bytes()
    await phones.evening.table.stop()
    refused(await phones.phone().post("/api/host", json={"link": token}), 503, "stopping")
    assert link_of(path).read_bytes() == kept
    used = host.redeem_link(path, token, lambda: now_s, this_boot())
    assert used is not None
    newer = host.make_link(path, lambda: now_s, Random(8), this_boot())
    host.restore_link(path, used)
    assert host.redeem_link(path, newer, lambda: now_s, this_boot())


async def test_one_of_pin_and_link_is_needed(phones: Phones) -> None:
    for body in ({}, {"pin": PIN, "link": "0"}, {"pin": 2580}, {"pin": ""}):
        refused(await phones.phone().post("/api/host", json=body), 400, "bad_request")


async def test_a_seat_that_hosts_keeps_its_player_and_a_host_can_take_a_seat(
    phones: Phones,
) -> None:
    host.set_pin(phones.evening.path, PIN)
    phone = phones.phone()
    await phone.post("/api/host", json={"pin": PIN})
    code = (await phone.post("/api/seats/codes", json={"player": "Bo"})).json()["code"]
    assert (await phone.post("/api/seats/claim", json={"code": code})).status_code == 200
    found = await me(phone)
    assert (found["role"], found["player"], found["device"]) == ("table", "Bo", 1)
    code = (await phone.post("/api/seats/codes", json={"player": "Cy"})).json()["code"]
    other = phones.phone("10.0.0.5")
    await other.post("/api/seats/claim", json={"code": code})
    assert (await other.post("/api/host", json={"pin": PIN})).json() == {"device": 2}
    found = await me(other)
    assert (found["role"], found["player"]) == ("table", "Cy")


async def test_pin_and_link_are_private_files_and_in_no_backup(
    phones: Phones, tmp_path: Path
) -> None:
    path = phones.evening.path
    pin = "258013579246"  # a short one can stand in a hash by chance
    host.set_pin(path, pin)
    token = host.make_link(path, time.monotonic, Random(), "")
    for file in (pin_of(path), link_of(path)):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert pin.encode() not in file.read_bytes() and token.encode() not in file.read_bytes()
    kept = pin_of(path).read_bytes()
    back_up(path, tmp_path / "copy")
    for secret in (kept[10:40], token.encode()):
        assert secret not in (tmp_path / "copy").read_bytes()
        assert secret not in path.read_bytes()
    pin_of(path).write_bytes(b"{")
    assert not host.matches_pin(path, pin)


def run(path: Path, *arguments: str, typed: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(command, [*arguments, "--journal", str(path)], input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return getattr(done.exception, "exit_code", -1), str(done.exception)
    return done.exit_code, done.output


def test_the_command_sets_and_removes_a_pin(tmp_path: Path) -> None:
    path = tmp_path / "new" / "journal.sqlite3"
    code, said = run(path, "pin", typed=f"{PIN}\n{PIN}\n")
    assert code == 0 and "The PIN is set." in said and PIN not in said
    assert host.matches_pin(path, PIN) and not host.matches_pin(path, "2581")
    for wrong in ("abcd", "123", "1" * 13):
        code, said = run(path, "pin", typed=f"{wrong}\n{wrong}\n")
        assert code == 2
        assert said == "A PIN has 4 to 12 digits, and nothing else: choose another one."
    code, said = run(path, "pin", typed=f"{PIN}\n9999\n{PIN}\n{PIN}\n")
    assert code == 0 and "do not match" in said
    assert run(path, "pin", "--remove") == (0, "The PIN is removed.\n")
    assert run(path, "pin", "--remove") == (0, "There was no PIN.\n")
    assert not host.has_pin(path)


def test_the_command_prints_a_link(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    code, said = run(path, "link", "--port", "81")
    assert code == 0
    *_, local = said.split()
    address, token = local.split("#")
    assert address == "http://localhost:81/host"
    assert host.redeem_link(path, token, time.monotonic, this_boot())
    assert not host.redeem_link(path, token, time.monotonic, this_boot())


@pytest.mark.parametrize(("words", "port"), [((), 8099), (("--port", "81"), 81)])
def test_a_link_leads_to_where_the_referee_serves(
    tmp_path: Path, words: tuple[str, ...], port: int
) -> None:
    path = tmp_path / "journal.sqlite3"
    journal, _ = Journal.open(path)
    journal.note_address("127.0.0.1", 18_000)
    journal.note_address("127.0.0.1", 8099)
    code, said = run(path, "link", *words)
    journal.close()
    assert (code, said.partition("#")[0]) == (0, f"http://127.0.0.1:{port}/host")


@pytest.mark.parametrize("name", ["", ".", "/", "folder"])
def test_nothing_is_written_beside_what_is_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for asked in ("link", "pin"):
        code, said = run(Path(name), asked, typed=f"{PIN}\n{PIN}\n")
        assert (code, said) == (
            2,
            f"The journal {Path(name)} is no file: name one with --journal.",
        )
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, said = run(tmp_path / "file" / "journal", "link")
    assert code == 2 and said.startswith("Nothing can be written beside the journal")
