from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.session import MAX_EVENTS, WINDOW, Answers, Inbox, Outbox


def test_a_request_that_comes_again_gets_its_first_answer() -> None:
    answers = Answers()
    assert answers.recall(1) is None
    answers.keep(1, {"to": 1, "hit": -1})
    assert answers.recall(1) == {"to": 1, "hit": -1}


def test_a_request_overtaken_by_others_is_still_new() -> None:
    answers = Answers()
    answers.keep(2, {"to": 2})
    assert answers.recall(1) is None
    assert not answers.stale(1)


def test_answers_are_kept_for_a_window_and_no_longer() -> None:
    answers = Answers()
    for number in range(1, WINDOW + 1):
        answers.keep(number, {"to": number})
    assert answers.recall(1) == {"to": 1}
    answers.keep(WINDOW + 1, {"to": WINDOW + 1})
    assert answers.recall(1) is None
    assert answers.stale(1)
    assert not answers.stale(2)


def test_the_first_request_has_any_number_and_the_next_are_within_a_window_of_it() -> None:
    answers = Answers()
    assert not answers.stale(1 << 29)
    answers.keep(1 << 29, {})
    assert not answers.stale((1 << 29) + WINDOW)
    assert answers.stale((1 << 29) + WINDOW + 1)
    assert answers.stale(1)


def test_a_stale_request_moves_no_window() -> None:
    answers = Answers()
    answers.keep(1, {"to": 1})
    answers.keep(WINDOW + 2, {"to": WINDOW + 2})
    assert answers.recall(WINDOW + 2) is None
    assert answers.stale(WINDOW + 2)
    assert not answers.beyond(1)
    answers.keep(WINDOW + 1, {"to": WINDOW + 1})
    assert answers.beyond(1)


def test_events_wait_until_they_are_acknowledged() -> None:
    outbox = Outbox()
    assert outbox.first == 1
    sent = [outbox.put({"is": name}) for name in "abc"]
    assert [event["event"] for event in sent] == [1, 2, 3]
    outbox.acknowledge(2)
    assert outbox.waiting() == [{"is": "c", "event": 3}]
    assert outbox.first == 3
    outbox.acknowledge(3)
    assert outbox.waiting() == []
    assert outbox.first == 4


def test_an_event_is_sent_again_only_after_it_has_waited_from_one_look_to_the_next() -> None:
    outbox = Outbox()
    event = outbox.put({"is": "a"})
    assert outbox.overdue() == []
    assert outbox.overdue() == [event]
    outbox.acknowledge(1)
    later = outbox.put({"is": "b"})
    assert outbox.overdue() == []
    assert outbox.overdue() == [later]


def test_numbers_go_on_after_forgetting() -> None:
    outbox = Outbox()
    outbox.put({"is": "a"})
    outbox.forget()
    assert outbox.waiting() == []
    assert outbox.put({"is": "b"})["event"] == 2


def test_too_many_unheard_events_cost_the_oldest() -> None:
    outbox = Outbox()
    for _ in range(MAX_EVENTS):
        outbox.put({})
    assert outbox.first == 1
    outbox.put({})
    assert outbox.first == 2
    assert len(outbox.waiting()) == MAX_EVENTS


def test_an_inbox_begins_where_it_is_told() -> None:
    inbox = Inbox()
    inbox.start(5)
    assert not inbox.take(4)
    assert not inbox.take(6)
    assert inbox.take(5)
    assert inbox.heard == 5
    inbox.start(1)
    assert inbox.take(1)


@given(st.lists(st.sampled_from(["lose", "deliver", "double", "swap", "reconnect"]), max_size=30))
def test_events_over_a_bad_line_arrive_each_once_and_in_order(fates: list[str]) -> None:
    outbox, inbox = Outbox(), Inbox()
    taken: list[int] = []

    def arrive(events: list[dict[str, Any]]) -> None:
        taken.extend(e["event"] for e in events if inbox.take(e["event"]))

    for fate in fates:
        event = outbox.put({})
        if fate == "deliver":
            arrive([event])
        elif fate == "double":
            arrive([event, event])
        elif fate == "swap":
            arrive([outbox.put({}), event])
        elif fate == "reconnect":
            outbox.acknowledge(inbox.heard)
            inbox.start(outbox.first)
            arrive(outbox.waiting())
    arrive(outbox.waiting())
    assert taken == list(range(1, outbox.first + len(outbox.waiting())))
