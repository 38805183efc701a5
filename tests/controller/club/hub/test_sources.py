"""Which publishers a hub remembers, and which of them it tells apart."""

from __future__ import annotations

from controller.club.hub.result_store import StoredPublisher
from controller.club.hub.scoreboard import Board
from controller.club.hub.sources import MOST_SOURCES, TWICE_S, Sources, outdated
from controller.club.hub.table_messages import State, TableMessage


def test_two_live_machines_are_told_apart_though_a_third_was_heard_between_them() -> None:
    """Only neighbours were compared, by when they were first heard."""
    old, between, new = (
        StoredPublisher("t", "aa", 0, 10_000),
        StoredPublisher("t", "bb", 10, 20),
        StoredPublisher("t", "cc", 30, 10_000),
    )
    assert set(Sources([old, between, new]).twice(10_000)) == {"t"}
    assert Sources([old, between]).twice(20 + TWICE_S + 1) == {}


def test_two_machines_are_two_for_an_hour_and_one_that_was_replaced_is_one() -> None:
    ones = [StoredPublisher("t", "aa", 0, 100), StoredPublisher("t", "bb", 50, 200)]
    assert set(Sources(ones).twice(100 + TWICE_S)) == {"t"}
    assert Sources(ones).twice(100 + TWICE_S + 1) == {}
    assert Sources([StoredPublisher("t", "aa", 0, 50), ones[1]]).twice(100) == {}


def test_a_publisher_that_makes_up_sources_makes_no_more_than_four_tiles() -> None:
    """Each new source was a new tile as soon as two of the table had been heard by turns."""
    sources, board = Sources(), Board()
    for number in range(100):
        for source in (f"{number:04x}", "aa"):
            sources.hear("t", source, number)
            board.tell_apart(sources.twice(number))
            board.tell(TableMessage("t", State(1, source=source), False))
    tiles = {tile.id for tile in board.whole().tables}
    assert len(tiles) == MOST_SOURCES and {"t aa", "t 0063"} <= tiles


def test_a_source_is_forgotten_after_an_hour_if_the_table_has_a_newer_one() -> None:
    many = [StoredPublisher("t", f"{nth:x}", nth, nth) for nth in range(MOST_SOURCES + 1)]
    assert outdated(many, 10) == [many[0]]
    assert outdated(many[:1], 10**9) == []
    assert outdated(many[:2], TWICE_S) == []
    assert outdated(many[:2], TWICE_S + 1) == [many[0]]
    sources = Sources(many[:2])
    sources.drop([many[0]])
    assert sources.hear("t", "0", 5_000) == StoredPublisher("t", "0", 5_000, 5_000)


def test_a_known_source_is_written_down_now_and_then() -> None:
    sources = Sources()
    assert sources.hear("t", "aa", 0) is not None
    assert sources.hear("t", "aa", 59) is None
    assert sources.hear("t", "aa", 60) == StoredPublisher("t", "aa", 0, 60)
    sources.hear("t", "bb", 61)
    assert sources.hear("t", "aa", 61) is not None  # with another one, each second


def test_two_that_were_first_heard_in_one_second_are_two_if_the_first_is_heard_again() -> None:
    sources = Sources()
    sources.hear("t", "bb", 10)
    sources.hear("t", "aa", 10)
    assert sources.twice(10) == {}
    sources.hear("t", "bb", 12)
    assert sources.twice(12) == {"t": ("aa", "bb")}
