"""Pairing codes are short, so nobody can go on guessing, and they are not worth much for long."""

from __future__ import annotations

from random import Random

import pytest

from controller.base.errors import Refused
from controller.seats.codes import SIGNS, VALID_S, GuessLimit, PairingCodes, read_code
from controller.seats.roster import COLOURS, is_emoji


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def codes(clock: Clock) -> PairingCodes:
    return PairingCodes(clock, Random(5))


def player_of(codes: PairingCodes, text: str, address: str = "a") -> str:
    """The player whose seat a code is worth, or why it is worth nothing."""
    try:
        return codes.redeem(text, address).player or "a reader"
    except Refused as refusal:
        return refusal.code


def test_a_code_has_four_signs_that_nobody_confuses(codes: PairingCodes) -> None:
    seen = "".join(codes.issue("Bo", own_only=False) for _ in range(500))
    assert set(seen) == set(SIGNS) and len(seen) == 2000
    assert not set("01IO") & set(SIGNS)


def test_people_type_codes_in_many_ways(codes: PairingCodes) -> None:
    assert read_code(" k7-qf ") == read_code("\uff2b\uff17\uff31\uff26") == "K7QF"
    assert read_code("1o|i") == "LQLL"
    code = codes.issue("Bo", own_only=True)
    assert player_of(codes, f"{code[:2].lower()} {code[2:]}\n") == "Bo"


def test_a_code_works_once_and_for_two_minutes(codes: PairingCodes, clock: Clock) -> None:
    code = codes.issue("Bo", own_only=False)
    clock.now_s += VALID_S - 0.1
    assert player_of(codes, code) == "Bo"
    assert player_of(codes, code) == "no_such_code"
    code = codes.issue("Bo", own_only=False)
    clock.now_s += VALID_S
    assert player_of(codes, code) == "no_such_code"


def test_five_wrong_codes_and_the_right_one_has_to_wait(codes: PairingCodes, clock: Clock) -> None:
    for _ in range(5):
        assert player_of(codes, "2222") == "no_such_code"
        clock.now_s += 10
    code = codes.issue("Bo", own_only=False)
    with pytest.raises(Refused) as refusal:
        codes.redeem(code, "a")
    assert refusal.value.code == "too_soon"
    assert refusal.value.values == {"n": VALID_S - 50}  # until the first of the five is forgotten
    assert player_of(codes, code, "another address") == "Bo"
    clock.now_s += VALID_S - 50  # the first of the five is forgotten, the next is not
    code = codes.issue("Bo", own_only=False)
    assert player_of(codes, code) == "Bo"
    assert player_of(codes, "2222") == "no_such_code"
    assert player_of(codes, code) == "too_soon"


def test_fifty_wrong_codes_of_all_void_every_code(codes: PairingCodes) -> None:
    ann, bo = codes.issue("Ann", own_only=False), codes.issue("Bo", own_only=False)
    for nth in range(49):
        assert player_of(codes, "2222", f"address {nth // 4}") == "no_such_code"
    assert player_of(codes, ann, "mine") == "Ann"
    assert player_of(codes, "2222", "the fiftieth") == "no_such_code"
    assert player_of(codes, bo, "mine") == "no_such_code"
    assert player_of(codes, codes.issue("Bo", own_only=False), "mine") == "Bo"


def test_a_right_guess_is_not_counted_and_those_before_it_are(clock: Clock) -> None:
    limit = GuessLimit(clock, 2, 50, 60)
    for address in ("a", "a", "b"):  # the second one of a was right
        limit.count_wrong(address)
        clock.now_s += 10
    limit.discard_last("a")
    assert limit.total == 2
    limit.count_wrong("a")
    with pytest.raises(Refused) as refusal:
        limit.refuse("a")
    assert refusal.value.values == {"n": 30}  # until the first one of a is forgotten
    limit.refuse("b")


@pytest.mark.thorough
def test_guessing_is_stopped_long_before_it_can_succeed() -> None:
    clock, random = Clock(), Random(11)
    codes = PairingCodes(clock, random)
    tries = hits = 0
    for nth in range(3600):  # an hour, with ten codes out at any time, from 40 addresses
        clock.now_s += 1
        if nth % 60 == 0:
            for player in range(10):
                codes.issue(f"player {player}", own_only=False)
        for address in range(40):
            found = player_of(codes, "".join(random.choices(SIGNS, k=4)), f"address {address}")
            tries += found != "too_soon"
            hits += found.startswith("player")
    assert tries == 40 * 5 * 3600 // VALID_S, "what five in two minutes of an address come to"
    assert tries < len(SIGNS) ** 4 / 150
    assert hits == 0


def test_a_code_that_could_not_be_used_is_worth_as_much_as_before(codes: PairingCodes) -> None:
    code = codes.issue("Bo", own_only=True)
    grant = codes.redeem(code, "a")
    codes.restore(code, grant)
    assert codes.redeem(code, "a") == grant


def test_an_emoji_is_one_picture() -> None:
    for good in (
        *("🦊", "❤", "❤️", "👍🏽", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "5️⃣", "#⃣"),
        "🏴\U000e0067\U000e0062\U000e007f",
    ):
        assert is_emoji(good), good
    for bad in (
        *("", " ", "a", "\u0416", "字", "5", "55", "🦊🦊", "🦊a", "a🦊", "🇩", "🇩🇪🇫🇷"),
        *("\u200d", "\u200d🦊", "🦊\u200d", "\ufe0f", "🏽a", "\u202e", "e\u0301"),
        *("🦊" + "\ufe0f" * 9, "\ud800", "<", "§"),
    ):
        assert not is_emoji(bad), bad
    assert len(COLOURS) == 8
