"""Which games count as proved. ``sealed.jsonl`` was exported by a referee."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from controller.club.draws import Draws, Enclosed, enclosed_in
from controller.club.hub.table_messages import PROVED, Committed, Result, judge
from controller.games.exported import scenario
from controller.journal.reading import read_game
from controller.table.context import INTERNAL_REQUEST, StartOptions
from tests.controller.club.hub.kit import SEALED
from tests.worlds.evening import GAME, Evening


def sealed() -> Draws:
    found = enclosed_in(SEALED.read_text()).draws
    assert found is not None
    return found


def result(draws: Draws | None) -> Result:
    return Result("5a", 1, "m", False, draws=draws)


def committed(draws: Draws, **other: Any) -> Committed:
    return Committed(**{"seal": draws.seal, "early": True, "guarded": True, **other})


def test_a_game_whose_commitment_came_first_and_whose_draws_come_out_again_is_proved() -> None:
    draws = sealed()
    assert len(draws.hits) == 12 and sum(hit.draw for hit in draws.hits) > 0
    assert judge(result(draws), committed(draws), guarded=True) == PROVED


@pytest.mark.parametrize(
    ("why", "guarded", "known"),
    [
        ("late", True, {"early": False}),
        ("unguarded", True, {"guarded": False}),
        ("unguarded", False, {}),
    ],
)
def test_a_commitment_that_came_late_or_from_anybody_proves_nothing(
    why: str, guarded: bool, known: dict[str, Any]
) -> None:
    draws = sealed()
    assert judge(result(draws), committed(draws, **known), guarded=guarded) == why


def test_without_commitment_or_draws_nothing_is_proved() -> None:
    draws = sealed()
    assert judge(result(draws), None, guarded=True) == "no_commitment"
    assert judge(result(None), committed(draws), guarded=True) == "no_draws"


def test_other_draws_than_those_of_the_seed_are_not_proved() -> None:
    draws = sealed()
    for nth, hit in enumerate(draws.hits):
        other = (*draws.hits[:nth], replace(hit, draw=hit.draw + 1), *draws.hits[nth + 1 :])
        said = judge(result(replace(draws, hits=other)), committed(draws), guarded=True)
        assert said == "wrong_draws"
    foreseen = (replace(draws.hits[0], known=True), *draws.hits[1:])
    forged = replace(draws, hits=foreseen)
    assert judge(result(forged), committed(draws), guarded=True) == "wrong_draws"
    other_seed = replace(draws, seed="00" * 32)
    assert judge(result(other_seed), committed(draws), guarded=True) == "wrong_draws"
    no_profile = replace(draws, profile="custom")
    assert judge(result(no_profile), committed(draws), guarded=True) == "wrong_draws"


MOST = 1_000_000_000


@pytest.mark.parametrize("count", ["dry", "draw", "requested", "delivered", "held", "presses"])
def test_counts_that_no_game_has_are_not_read(count: str) -> None:
    """They raised errors in the check of the draws, which ended the hub."""
    draws = sealed()

    def sent(value: int) -> bytes:
        if count == "dry":
            return msgspec.json.encode(replace(draws, dry=value))
        return msgspec.json.encode(replace(draws, hits=(replace(draws.hits[0], **{count: value}),)))

    for fits in (0, MOST):
        msgspec.json.decode(sent(fits), type=Draws)
    for wrong in (-1, MOST + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(sent(wrong), type=Draws)


def test_draws_at_which_the_check_fails_are_wrong_and_end_no_hub() -> None:
    draws = sealed()
    for profile in ("measured", "suspense"):
        forged = replace(draws, profile=profile, dry=-(10**30))
        assert judge(result(forged), committed(draws), guarded=True) == "wrong_draws"


def test_a_seal_that_was_chosen_afterwards_is_another_one() -> None:
    draws = sealed()
    later = committed(draws, seal=replace(draws.seal, words="other words"))
    assert judge(result(draws), later, guarded=True) == "other_seal"


async def test_the_draws_of_a_real_game_can_be_read_out_of_its_export(evening: Evening) -> None:
    await evening.open()
    evening.fair = True
    await evening.table.new_game(GAME, INTERNAL_REQUEST, StartOptions("purple walrus"))
    await evening.table.command({"do": "turn_up", "card": "red-5"})
    for _ in range(12):
        await evening.press()
    text = scenario(read_game(evening.path, 1), evening.path, superseded=True)
    assert text is not None
    draws = enclosed_in(text).draws
    assert draws is not None and len(draws.hits) == 12
    assert judge(result(draws), committed(draws), guarded=True) == PROVED
    assert enclosed_in("{}") == Enclosed()


def test_an_export_of_a_game_that_is_played_has_no_draws() -> None:
    assert enclosed_in(SEALED.read_text().replace('"seed":"', '"seed":null,"was":"')) == Enclosed()
