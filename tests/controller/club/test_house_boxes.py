"""A house's own box in the messages of a table: which one travels, and which one is believed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.club.draws import Enclosed, enclosed_in
from controller.club.house_boxes import MAX_BOX_BYTES, RefusedBox, fitting, read_sent
from controller.club.hub.table_messages import LONGEST_BYTES
from controller.club.messages import Result
from controller.decks.box_file import MAX_BYTES, WrongBox, parse_box
from rules.editions.house import MAX_TITLE_CHARS, house_id
from tests.controller.club.hub.kit import SEALED
from tests.rules.house_box import BOX, BROAD, ID, LANGUAGES, box_of
from tests.worlds.evening import Evening
from tests.worlds.house_game import play_house_game


def why_not(edition: str, box: object) -> str:
    with pytest.raises(RefusedBox) as refused:
        read_sent(edition, box if isinstance(box, bytes) else msgspec.json.encode(box))
    return str(refused.value)


def test_a_box_travels_up_to_its_longest_and_is_believed_so() -> None:
    longest, longer = box_of(MAX_BOX_BYTES), box_of(MAX_BOX_BYTES + 1)
    assert fitting(longest) == longest and fitting(longer) is None and fitting(None) is None
    edition = house_id("own", longest)
    assert read_sent(edition, msgspec.json.encode(longest)).id == edition
    assert why_not(house_id("own", longer), longer) == "it has more than 64 KiB"


def test_each_file_of_a_box_fits() -> None:
    """Nothing of a file is more than twice as long as JSON: each quote gets a stroke."""
    quotes = '"' * (MAX_TITLE_CHARS - 1)
    entries = ",".join(f"{language}='{quotes}{{0}}'" for language in LANGUAGES)
    line = "{{id='k{0}',wild=true,copies=1,points=1,name={{" + entries + "}}}},"
    text = "kinds=["
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789":
        if len(text) + len(line.format(letter)) < MAX_BYTES:
            text += line.format(letter)
    box = parse_box("own.toml", f"{text}]".encode()).box
    assert box is not None and 1.8 * MAX_BYTES < len(msgspec.json.encode(box)) <= MAX_BOX_BYTES
    assert fitting(box) == box
    with pytest.raises(WrongBox):
        parse_box("own.toml", text.encode() + b" " * MAX_BYTES + b"]")


def test_a_result_with_the_longest_box_and_a_long_game_fits_into_a_message() -> None:
    draws = enclosed_in(SEALED.read_text()).draws
    assert draws is not None
    hits = tuple(draws.hits[n % 12] for n in range(1000))
    enclosed = Enclosed(msgspec.structs.replace(draws, hits=hits), box_of(MAX_BOX_BYTES))
    names = {"Maximilian " + BROAD * 20 + str(n): 10_000 for n in range(10)}
    body = {"game": 1, "edition": ID, "scores": names, "winners": list(names)}
    assert len(Result(1, body).message("table-1", "5a", enclosed).payload) < LONGEST_BYTES


@pytest.mark.parametrize(
    ("edition", "box", "reason"),
    [
        (ID, {**BOX, "about": "Another one"}, "another box belongs to this edition"),
        ("attack", BOX, "another box belongs to this edition"),
        ("house:", BOX, "another box belongs to this edition"),
        (house_id("own", {"kinds": 1}), {"kinds": 1}, "this release cannot read it"),
        (house_id("Own", BOX), BOX, "this release cannot read it"),
        (ID, b'{"kinds":', "this release cannot read it"),
        (ID, b'{"name":"\xff"}', "this release cannot read it"),
        (ID, b"[" * 60_000, "this release cannot read it"),
        (ID, b"1e999", "this release cannot read it"),
    ],
)
def test_a_box_of_anybody_is_refused_with_the_reason(edition: str, box: Any, reason: str) -> None:
    assert why_not(edition, box) == reason


async def test_a_played_game_has_the_box_and_the_draws_for_its_result(evening: Evening) -> None:
    enclosed = enclosed_in(await play_house_game(evening))
    assert enclosed.box == BOX
    assert enclosed.draws is not None and len(enclosed.draws.hits) == 6
    assert enclosed_in(SEALED.read_text()).box is None
