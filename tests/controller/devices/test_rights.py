"""Rights: a hostile guest tries every request and every command in everybody's name.

What is allowed is worked out here from docs/access.md, request by request, and not from the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

import rules
from controller.games.journal_replay import steps
from controller.seats import host
from controller.seats.rights import COMMAND_RIGHTS, REQUEST_RIGHTS, Right, seats_for
from controller.web.operations import OPERATIONS
from rules import COMMANDS
from tests.controller.devices.entitlement import POSTS, documented, may_say, may_send
from tests.worlds.bot_journal import BotJournal
from tests.worlds.client import refused
from tests.worlds.evening import GAME, Evening
from tests.worlds.phones import Phones, me

PLAYERS = ("Ann", "Bo", "Cy")
PIN = "2580"


def test_the_table_of_rights_is_documented() -> None:
    assert documented("request") == {
        f"POST {one.path}": REQUEST_RIGHTS[one.name].value for one in POSTS
    }, "controller/seats/rights.py and docs/access.md differ"
    assert documented("command") == {do: COMMAND_RIGHTS[do].value for do in COMMANDS}


def test_every_right_is_of_something_that_there_is() -> None:
    assert set(REQUEST_RIGHTS) == {one.name for one in POSTS}
    assert set(COMMAND_RIGHTS) == set(COMMANDS)


def standing(phones: Phones) -> tuple[Any, ...]:
    """Everything that a request could change."""
    evening = phones.evening
    core = evening.launcher.rig.core
    files = [
        one for one in evening.path.parent.iterdir() if one.suffix in (".pin", ".link", ".json")
    ]
    return (
        *(evening.table.record, evening.journal.last_seq, evening.table.hit),
        *(
            core.armed_hit,
            core.faults,
            evening.launcher.rig.cards_left,
            evening.launcher.rig.now_us,
        ),
        [(one.name, one.stat().st_mtime_ns) for one in files],
        *(dict(evening.table.seating._codes._issued), evening.table.seating.requests),
    )


def said_by(player: str) -> Iterator[dict[str, Any]]:
    """Every command there is, in the name of a player."""
    other = next(name for name in PLAYERS if name != player)
    members: dict[str, Any] = {
        "by": player,
        "player": player,
        "target": other,
        "card": "red-3",
        "cards": 1,
        "color": "red",
        "guilty": True,
        "score": 0,
        "points": 3,
        "hands": {player: 5},
    }
    for do, command in COMMANDS.items():
        names = (*command.needs, *command.later, *(("hands",) if do == "set" else ()))
        yield (
            {"do": do}
            | {name: members[name] for name in names}
            | ({"points": 3} if do == "count" else {})
            | ({"player": other} if do == "catch" else {})
        )


@pytest.mark.parametrize("own", ["Ann", "Bo", "Zoe", None])
async def test_a_seat_gives_only_its_own_commands(phones: Phones, own: str | None) -> None:
    guest = phones.phone()
    if own is not None:
        await seat_of(phones, own, guest)
    for player in PLAYERS:
        for command in said_by(player):
            before = standing(phones)
            answer = await guest.post("/api/commands", json=command)
            allowed = may_say(own, command, players=PLAYERS, dealer="Ann", last_by=last_by(phones))
            told = answer.json().get("code")
            assert (told == "not_yours") is not allowed, (own, command, answer.text)
            if not allowed:
                refused(answer, 403, "not_yours")
            if answer.status_code != 200:
                assert standing(phones) == before, command


def last_by(phones: Phones) -> str | None:
    undoable = phones.evening.table.record.undoable
    return undoable[-1].by if undoable else None


async def seat_of(phones: Phones, own: str, guest: httpx.AsyncClient) -> None:
    """Seat somebody; Zoe's name was in the game before, and is not in this one."""
    if own not in PLAYERS:
        game = {**GAME, "players": [own, "Bo"], "dealer": "Bo"}
        assert (await phones.table.post("/api/games", game)).status_code == 200
        await phones.seat(own, guest)
        assert (await phones.table.post("/api/games", GAME)).status_code == 200
        up = await phones.table.post("/api/commands", {"do": "turn_up", "card": "red-5"})
        assert up.status_code == 200
    else:
        await phones.seat(own, guest)


BODIES: dict[str, list[dict[str, Any]]] = {
    "new_game": [GAME],
    "play_on": [{}],
    "delete_game": [{}],
    "restore_game": [{}],
    "clear": [{}],
    "tare": [{}],
    "confirm": [{"hit": hit, "cards": 1} for hit in (1, 2, 99)],
    "unpressed": [{"hit": hit} for hit in (1, 2, 99)],
    "press": [{}],
    "jam": [{}],
    "unjam": [{}],
    "lay": [{"card": "red-3"}],
    "begin_draws": [{}],
    "begin_practice": [{"player": "Ann"}],
    "answer_practice": [{"after": 0, "command": {"do": "hit", "by": "Ann"}}],
    "ask_draw": [{"player": name} for name in (*PLAYERS, "Eve")],
    "cancel_draw": [{"hit": 99}],
    "end_draws": [{}],
    "save_group": [{"name": "Friday"}],
    "import_group": [{}],
    "begin_group": [{}],
    "delete_group": [{}],
    "seat_code": [{"player": name} for name in PLAYERS],
    "claim": [{"code": "ZZZZ"}],
    "sign_out": [{"device": number} for number in (1, 2, 3)],
    "avatar": [{"player": name, "colour": "teal", "emoji": None} for name in PLAYERS],
    "ask": [{"do": do, "player": name} for do in ("join", "leave") for name in (*PLAYERS, "Eve")],
    "answer": [{"yes": True}, {"yes": False}],
    "say_again": [{}],
    "test_voice": [{}],
    "change_settings": [{"values": {"breath_ms": 500}}],
    "reader_code": [{}],
    "sighting": [{"reader": "x", "number": 1, "card": 3, "evidence": {"kind": "scanner"}}],
    "reader_health": [{"reader": "x", "key": "reader.ok"}],
    "answer_sighting": [{"pending": 1, "yes": True}],
    "count_by_reader": [{"player": name} for name in (*PLAYERS, None)],
    "host": [{"pin": "0000"}, {"pin": "abcd"}, {"link": "0" * 32}],
}
"""What the guest sends with each request; a command is a test of its own."""


@pytest.mark.parametrize("pin", [False, True], ids=["no PIN", "PIN"])
@pytest.mark.parametrize("own", ["Ann", "Bo", "Zoe", None])
async def test_a_seat_sends_only_its_own_requests(
    phones: Phones, own: str | None, *, pin: bool
) -> None:
    if pin:
        host.set_pin(phones.evening.path, PIN)
    group = (await phones.table.post("/api/groups", {"name": "Sunday"})).json()["id"]
    await phones.seat("Cy")  # whom the guest would like to be
    guest = phones.phone("10.0.0.9")
    if own is not None:
        await seat_of(phones, own, guest)
    due = phones.evening.table.hit
    assert due is not None and due.intent.by == due.intent.owner == "Bo"
    device = (await me(guest))["device"]
    assert set(BODIES) == set(REQUEST_RIGHTS) - {"command"}, "say what the guest sends"
    for one in sorted(POSTS, key=lambda one: one.name == "sign_out"):
        for body in BODIES.get(one.name, ()):
            path = one.path.replace("{game}", "1").replace("{group}", group)
            path = path.replace("{request}", "1")
            before = standing(phones)
            answer = await guest.post(path, json=body)
            await phones.evening.launcher.heard()
            allowed = may_send(
                own, one.name, body, players=PLAYERS, device=device, hit=(due.number, "Bo")
            )
            code = "" if answer.status_code < 400 else answer.json()["code"]
            assert (code == "not_yours") is not allowed, (one.name, body, answer.text)
            if not allowed:
                refused(answer, 403, "not_yours")
            if answer.status_code >= 400:
                assert standing(phones) == before, one.name


@pytest.mark.parametrize("own", ["Bo", None])
async def test_everybody_may_read(phones: Phones, own: str | None) -> None:
    guest = await phones.seat(own) if own else phones.phone()
    for one in OPERATIONS:
        if one.method == "GET" and one.name != "events":
            path = one.path.replace("{game}", "1").replace("{group}", "abc")
            path = path.replace("{session}", "1")
            answer = await guest.get(path)
            assert answer.status_code in (200, 404), path
            assert answer.status_code == 200 or answer.json()["code"] != "not_yours"


async def test_where_any_device_may_act_a_seat_acts_for_everybody(evening: Evening) -> None:
    await evening.begin()
    phones = Phones(evening)
    guest = await phones.seat("Ann")
    for command in (
        {"do": "play", "by": "Bo", "card": "red-3"},
        {"do": "undo"},
        {"do": "set", "hands": {"Bo": 3, "Cy": 4}},
    ):
        assert (await guest.post("/api/commands", json=command)).status_code == 200
    assert (await guest.post("/api/games", json=GAME)).status_code == 200
    await phones.close()


async def test_a_seat_begins_a_game_only_while_none_is_on(evening: Evening) -> None:
    evening.access = "seats"
    await evening.open()
    phones = Phones(evening)
    await phones.admit_table()
    guest = await phones.seat("Ann")
    key = {"Idempotency-Key": "k"}
    first = await guest.post("/api/games", json=GAME, headers=key)
    assert first.status_code == 200
    # the answer was lost: the same device gets it again, although a game is on now
    assert (await guest.post("/api/games", json=GAME, headers=key)).json() == first.json()
    refused(
        await guest.post("/api/games", json=GAME),
        403,
        "not_yours",
        "A game is on: only a table screen can begin another one.",
    )
    await phones.close()


async def test_a_refusal_says_who_may(phones: Phones) -> None:
    bo, nobody = await phones.seat("Bo"), phones.phone()
    play = {"do": "play", "by": "Ann", "card": "red-3"}
    only_ann = "Only Ann or a table screen can do this: this phone acts for Bo."
    for phone, command, sentence in (
        (bo, play, only_ann),
        (bo, {"do": "leave", "player": "Bo"}, "Only a table screen can do this."),
        (
            bo,
            {"do": "undo"},
            "Only Ann or a table screen can do this: this phone acts for Bo.",
        ),
        (
            bo,
            {"do": "set", "hands": {"Bo": 0}},
            "This phone can correct only the number of cards in the hand of Bo, to 1 or more: "
            "ask at a table screen for everything else.",
        ),
        (
            nobody,
            play,
            "This device only watches: get a seat with a code from a table screen.",
        ),
    ):
        answer = await phone.post("/api/commands", json=command)
        refused(answer, 403, "not_yours", sentence)
    await phones.table.post("/api/seats/sign_out", {"device": 2})
    refused(
        await bo.post("/api/commands", json=play),
        403,
        "not_yours",
        "This phone has no seat any more: get one with a code from a table screen.",
    )


def test_an_offer_names_the_players_whose_phones_may_send_it() -> None:
    journal, offered = BotJournal(Random(7), target=100), set()
    for _ in range(9):
        journal.play()
    for _, record in islice(steps(journal.entries, Path("journal")), None, None, 3):
        assert record.state is not None
        position = record.state.position
        players = [seat.name for seat in position.seats if not seat.has_left]
        dealer = None if position.dealer is None else position.name(position.dealer)
        for last_by in (None, players[-1]):
            for command in (offer.command for offer in rules.legal(record.state)):
                offered.add(command["do"])
                assert [*seats_for(command, position, last_by)] == [
                    player
                    for player in players
                    if may_say(player, command, players=players, dealer=dealer, last_by=last_by)
                ], command
    assert offered > {"play", "uno", "catch", "count", "undo", "set", "suggested", "turn_up"}


async def test_a_seat_takes_back_its_own_command_alone(phones: Phones) -> None:
    bo, cy = await phones.seat("Bo"), await phones.seat("Cy")
    assert (
        await bo.post("/api/commands", json={"do": "play", "by": "Bo", "card": "red-3"})
    ).is_success
    assert (await phones.table.table())["undo_by"] == "Bo"
    refused(await cy.post("/api/commands", json={"do": "undo"}), 403, "not_yours")
    key = {"Idempotency-Key": "undo"}
    first = await bo.post("/api/commands", json={"do": "undo"}, headers=key)
    again = await bo.post("/api/commands", json={"do": "undo"}, headers=key)
    assert first.json() == again.json() and first.is_success
    await phones.evening.press()  # Bo's own hit; the launcher counted it
    assert (await phones.table.table())["undo_by"] is None
    refused(await bo.post("/api/commands", json={"do": "undo"}), 403, "not_yours")


async def test_a_seat_sets_its_own_hand_and_nothing_else(phones: Phones) -> None:
    bo = await phones.seat("Bo")
    for cards in (4, 1):
        own = {"do": "set", "hands": {"Bo": cards}}
        assert (await bo.post("/api/commands", json=own)).status_code == 200
    others: tuple[dict[str, Any], ...] = (
        {"hands": {"Bo": 0}},
        {"hands": {"Ann": 3}},
        {"hands": {"Bo": 3, "Ann": 3}},
        {"hands": {"Bo": 3}, "turn": "Bo"},
        {"hands": {"Bo": True}},
        {"hands": {}},
        {"scores": {"Bo": 3}},
        {},
    )
    for more in others:
        refused(await bo.post("/api/commands", json={"do": "set", **more}), 403, "not_yours")


async def test_who_left_the_game_looks_on(phones: Phones) -> None:
    bo = await phones.seat("Bo")
    left = await phones.table.post("/api/commands", {"do": "leave", "player": "Bo"})
    assert left.status_code == 200
    sentence = "Bo does not play in this game, so this phone only watches."
    answer = await bo.post("/api/commands", json={"do": "set", "hands": {"Bo": 3}})
    refused(answer, 403, "not_yours", sentence)


async def test_a_cookie_of_another_house_is_worth_nothing(phones: Phones) -> None:
    journal = phones.evening.journal.id
    for cookies in (
        {"rollerdeck-0123456789abcdef": "0" * 32},
        {f"rollerdeck-{journal}": "0" * 32},
        {f"rollerdeck-{journal}": "x" * 2000},
        {f"rollerdeck-{journal}": ""},
    ):
        stranger = phones.phone(**cookies)
        assert (await me(stranger))["role"] == "spectator"
        answer = await stranger.post("/api/launcher/clear", json={})
        refused(answer, 403, "not_yours")


async def test_two_spellings_of_one_name_are_one_player(phones: Phones) -> None:
    game = {**GAME, "players": ["Zoë", "Bo"], "dealer": "Bo"}
    assert (await phones.table.post("/api/games", game)).status_code == 200
    zoe = await phones.seat("Zoe\u0308")
    await phones.table.post("/api/commands", {"do": "turn_up", "card": "red-5"})
    for spelt in ("Zoë", "Zoe\u0308"):
        play = {"do": "set", "hands": {spelt: 4}}
        assert (await zoe.post("/api/commands", json=play)).status_code == 200
    twice = {**GAME, "players": ["Zoë", "Zoe\u0308"], "dealer": "Zoë"}
    refused(await phones.table.post("/api/games", twice), 409, "bad_setup")


def test_a_right_that_nobody_has_named_is_noticed() -> None:
    from controller.seats.rights import right_of

    assert right_of("GET", "anything") is Right.EVERYBODY
    with pytest.raises(KeyError):
        right_of("POST", "anything")
