"""What moves in a picture, and what only looks as if it did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import repeat
from typing import Any

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import numpy as np  # isort: skip
from numpy.typing import NDArray  # isort: skip

from controller.readers.camera.look import (  # isort: skip
    GROUND_AFTER,
    NEW_SCENE_AFTER,
    Look,
    Scene,
    dazzled,
    with_freshness,
    with_known_scene,
    look,
    moved_away,
)
from controller.readers.camera.marker import Card, Marker  # isort: skip
from controller.readers.camera.light import Picture  # isort: skip
from controller.readers.camera.steady import SMALL  # isort: skip

RANDOM = np.random.default_rng(5)
GROUND = RANDOM.integers(60, 190, (SMALL[1], SMALL[0])).astype(np.float32)
CARD = (slice(60, 120), slice(120, 180))
ARM = (slice(70, 100), slice(180, 320))


def frame(
    *parts: tuple[slice, slice], light: float = 1.0, noise: float = 2.0, level: int = 230
) -> Picture:
    picture: NDArray[Any] = GROUND.copy()
    for part in parts:
        picture[part] = level
    picture = picture * light + RANDOM.normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def after(past: Look, pictures: Iterable[Picture], settled: bool = True) -> Look:
    for picture in pictures:
        past = look(past, picture, settled)
    return past


@lru_cache
def calm(noise: float = 2.0) -> Look:
    return after(Look(), [frame(noise=noise) for _ in range(20)])


@pytest.mark.parametrize("noise", [0.6, 2.0, 5.0])
def test_noise_is_no_movement_and_a_card_is_one(noise: float) -> None:
    now = calm(noise)
    for _ in range(20):
        now = look(now, frame(noise=noise), True)
        assert now.still and not now.hand
    now = look(now, frame(CARD, noise=noise), True)
    assert not now.still
    assert after(now, [frame(CARD, noise=noise)], False).still


def test_the_light_of_the_whole_picture_is_no_movement() -> None:
    now = look(calm(), frame(light=0.85), True)
    assert now.still and not now.hand


def test_a_soft_flicker_over_dark_and_bright_checks_is_no_movement() -> None:
    checks = np.where(np.indices((SMALL[1], SMALL[0])).sum(axis=0) // 8 % 2, 60, 180)
    now = Look()
    for nth in range(20):
        picture = checks * (1.01 if nth % 2 else 0.99) + RANDOM.normal(0, 1, checks.shape)
        now = look(now, picture.astype(np.uint8), True)
        assert now.still or nth == 0


def test_an_arm_over_the_edge_is_a_hand_until_it_leaves() -> None:
    moving = look(calm(), frame(ARM), True)
    held = look(moving, frame(ARM), False)
    assert held.still and held.hand
    gone = after(held, [frame(CARD), frame(CARD)], False)
    assert gone.still and not gone.hand


def test_what_lies_still_over_the_edge_for_long_belongs_to_the_table() -> None:
    moving = look(calm(), frame(ARM), True)
    now = after(moving, [frame(ARM) for _ in range(GROUND_AFTER - 1)], False)
    assert now.hand
    assert not look(now, frame(ARM), False).hand


def test_a_hand_that_comes_slowly_is_not_in_the_scene_before() -> None:
    now = calm()
    tip = (slice(80, 84), slice(316, 320))  # too small for a movement
    assert look(now, frame(tip), True).still
    now = after(now, [frame(tip), frame(tip), frame(ARM)])
    assert not now.still and now.before is not None
    assert float(np.abs(now.before.small[tip] - GROUND[tip]).mean()) < 6


def test_the_scene_follows_the_light_of_the_day() -> None:
    first = calm()
    later = after(first, [frame(light=0.9) for _ in range(2 * NEW_SCENE_AFTER)])
    assert first.scene is not None and later.scene is not None
    assert later.scene.small.mean() < first.scene.small.mean() - 5


def test_what_became_known_in_the_last_frame_before_a_movement_lay_there() -> None:
    laid = frame(CARD)
    now = after(calm(), [laid, frame(CARD)], False)
    assert now.scene is None
    now = look(with_known_scene(now, laid), frame(CARD, ARM), False)
    assert now.before is not None
    assert np.array_equal(now.before.picture, laid)


def marker(left: float, top: float) -> Marker:
    right, bottom = left + 15, top + 15
    return Marker(1, ((left, top), (right, top), (right, bottom), (left, bottom)))


HERE, THERE = marker(130, 70), marker(30, 20)


def test_a_marker_is_fresh_where_the_picture_has_changed() -> None:
    picture = frame(CARD)
    now = after(calm(), [picture, picture], False)
    assert [one.fresh for one in with_freshness(now, (HERE, THERE), picture)] == [True, False]
    bright = frame(CARD, light=1.1)
    brighter = after(calm(), [bright, bright], False)
    assert [one.fresh for one in with_freshness(brighter, (THERE,), bright)] == [False]
    assert with_freshness(Look(), (HERE,), picture) == (HERE,)


def test_a_marker_from_which_a_light_went_away_was_there_before() -> None:
    place = (slice(60, 95), slice(120, 155))
    bits = np.kron(RANDOM.integers(0, 2, (7, 7)), np.ones((5, 5)))

    def marked(contrast: float, light: float) -> Picture:
        picture = frame().astype(np.float32)
        picture[place] = light + contrast * bits
        return np.clip(picture, 0, 255).astype(np.uint8)

    def fresh(before: Picture) -> bool | None:
        now = marked(120, 60)
        seen = after(Look(), [*(before for _ in range(20)), now, now], True)
        (found,) = with_freshness(
            replace(seen, before=Scene(before.astype(np.int16), before)), (HERE,), now
        )
        return found.fresh

    assert fresh(marked(40, 190)) is False
    assert fresh(marked(0, 190)) is True
    assert fresh(marked(0, 255)) is None  # whatever was there shone


def test_the_part_of_a_marker_that_no_light_hides_shows_whether_it_was_there_before() -> None:
    bits = np.kron(RANDOM.integers(0, 2, (2, 7, 7)), np.ones((5, 5))) * 50 + 60
    pictures = [frame(), frame()]
    for picture, pattern in zip(pictures, bits, strict=True):
        picture[60:95, 120:155] = pattern
    same, other = pictures
    for then, fresh in ((same, False), (other, True)):
        before = then.copy()
        before[60:95, 120:134] = 255
        seen = after(Look(), [*(before for _ in range(20)), same, same], True)
        scene = Scene(before.astype(np.int16), before)
        (found,) = with_freshness(replace(seen, before=scene), (HERE,), same)
        assert found.fresh is fresh


def test_a_card_whose_marker_shone_lay_there_if_the_rest_of_it_did() -> None:
    card = RANDOM.integers(60, 200, (11, 7)).repeat(10, axis=0).repeat(10, axis=1)
    place = (slice(66, 176), slice(78, 148))

    def found(before: Picture, now: Picture) -> tuple[bool | None, bool]:
        seen = after(Look(), [*(before for _ in range(20)), now, now], True)
        scene = Scene(before.astype(np.int16), before)
        (here,) = with_freshness(replace(seen, before=scene), (HERE,), now)
        return here.fresh, here.rest_lay_there

    empty, laid = frame(), frame()
    laid[place] = card
    laid[70:85, 130:145] = 30
    covered = laid.copy()
    covered[110:180, 70:160] = 140
    glare = [picture.copy() for picture in (empty, laid)]
    for picture in glare:
        picture[60:100, 118:158] = 255
    assert found(glare[0], laid) == (True, False)
    assert found(glare[1], laid) == (None, True)
    assert found(glare[1], covered) == (None, True)  # another one came, and lies on half of it
    glare[0][60:180, 70:160] = 255
    assert found(glare[0], laid) == (None, False)  # nobody knows


def test_a_card_lies_elsewhere_if_the_part_of_it_that_nothing_covers_does() -> None:
    card = RANDOM.integers(60, 200, (11, 7)).repeat(8, axis=0).repeat(8, axis=1)
    top = Card(1, (HERE,))

    def laid(right: int, glare: bool = False, covered: bool = False) -> Picture:
        picture = frame()
        picture[66:154, 86 + right : 142 + right] = card
        if covered:
            picture[60:170, 70:115] = RANDOM.integers(60, 200)
        if glare:
            picture[70:100, 100:142] = 255
        return picture

    def elsewhere(now: Picture, *read: Marker) -> bool | None:
        seen = after(Look(), [*(laid(0) for _ in range(20)), now, now], True)
        before = laid(0)
        seen = replace(seen, before=Scene(before.astype(np.int16), before))
        return moved_away(seen, top, read, now)

    beside = replace(marker(300, 150), number=2, fresh=True)
    assert not elsewhere(laid(0), beside)
    assert not elsewhere(laid(0, glare=True), beside)
    assert elsewhere(laid(10), beside)
    assert elsewhere(laid(10, glare=True), beside)
    # what covers it cannot be read
    assert not elsewhere(laid(10))
    # what a card that was read covers says nothing
    over = replace(marker(100, 66), number=2)
    assert not elsewhere(laid(0, covered=True), over)
    assert not elsewhere(laid(10), replace(HERE, number=2))
    # it lay there already
    assert elsewhere(laid(10), beside, replace(HERE, number=2, fresh=False))
    assert not moved_away(Look(), top, (), laid(10))


@pytest.mark.parametrize("shape", [(180, 320), (240, 320), (320, 180)])
def test_a_card_is_compared_where_it_lies_in_a_picture_of_any_shape(
    shape: tuple[int, int],
) -> None:
    card = RANDOM.integers(60, 200, (11, 7)).repeat(8, axis=0).repeat(8, axis=1)
    ground = RANDOM.integers(60, 190, shape)
    lower = shape[0] - 110
    top = Card(1, (marker(130, lower + 4),))
    beside = replace(marker(10, 10), number=2, fresh=True)

    def laid(right: int) -> Picture:
        picture = ground.astype(np.float32)
        picture[lower : lower + 88, 86 + right : 142 + right] = card
        return np.clip(picture + RANDOM.normal(0, 2, shape), 0, 255).astype(np.uint8)

    def elsewhere(right: int) -> bool | None:
        known = after(Look(), [laid(0) for _ in range(20)])
        now = laid(right)
        assert known.small is not None
        seen = replace(after(known, [now, now]), before=Scene(known.small, laid(0)))
        return moved_away(seen, top, [beside], now)

    assert elsewhere(0) is False
    assert elsewhere(10) is True


def test_a_light_beside_a_card_does_not_move_the_card() -> None:
    pattern = RANDOM.integers(105, 140, (11, 7)).repeat(8, axis=0).repeat(8, axis=1)
    # the nearer, the brighter
    light = np.linspace(0, 1, SMALL[0]) ** 3 * 5000

    def laid(light: Any) -> Picture:
        picture = frame()
        picture[66:154, 86:142] = pattern
        lit: Picture = np.clip(picture + light, 0, 255).astype(np.uint8)
        return lit

    before, now = laid(0.0), laid(light)
    seen = after(Look(), [*(laid(0.0) for _ in range(20)), now, now], True)
    seen = replace(seen, before=Scene(before.astype(np.int16), before))
    beside = replace(marker(300, 150), number=2, fresh=True)
    assert not moved_away(seen, Card(1, (HERE,)), [beside], now)


def test_lights_that_came_with_the_last_movement_can_hide_a_card() -> None:
    def with_light(*places: tuple[float, float]) -> Picture:
        lit = frame()
        for x, y in places:
            lit[round(y) - 5 : round(y) + 5, round(x) - 5 : round(x) + 5] = 255
        return lit

    lit = with_light(HERE.centre, HERE.partner)
    read, lay = [marker(200, 120)], [marker(220, 20), marker(250, 60)]
    seen = after(Look(), [*(frame() for _ in range(20)), lit, lit])
    assert dazzled(seen, read, lay, lit)
    assert not dazzled(seen, read, lay, frame())
    assert dazzled(seen, [], lay, lit)
    assert not dazzled(seen, [], [], lit)
    assert not dazzled(Look(), read, lay, lit)


def test_where_paper_is_as_bright_as_a_light_nobody_can_tell_them_apart() -> None:
    read, lay = [marker(200, 120)], [marker(220, 20), marker(250, 60)]
    paper = frame((slice(20, 80), slice(220, 270)), level=250, noise=0)
    lit = paper.copy()
    for x, y in (HERE.centre, HERE.partner):
        lit[round(y) - 5 : round(y) + 5, round(x) - 5 : round(x) + 5] = 255
    white = after(Look(), [*(paper + nth % 2 for nth in range(20)), lit, lit])
    assert not dazzled(white, read, lay, lit)
    # as long as no card lay there, the newest ones tell it
    assert dazzled(white, read, [], lit)
    assert not dazzled(white, lay, [], lit)


def test_the_same_frame_again_and_again_is_counted() -> None:
    now = after(calm(), repeat(frame(), 8))
    assert now.same == 7
    assert look(now, frame(), True).same == 0
