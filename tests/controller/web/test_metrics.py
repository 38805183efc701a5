"""What ``/metrics`` counts, read as Prometheus reads it."""

from __future__ import annotations

import sqlite3

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from controller.base.metrics import MEDIA, Metrics
from controller.web.http import Site
from hardware.launcher import (
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    HitResult,
    LauncherEvent,
    LinkChanged,
    Pressed,
)
from tests.worlds.evening import OWN_WIFI, PLAY, Evening, refusal


def numbers(text: str) -> dict[str, float]:
    """Every number by its name; a fault's with its code."""
    found = {}
    for family in text_string_to_metric_families(text):
        for one in family.samples:
            found[one.name + one.labels.get("fault", one.labels.get("le", ""))] = one.value
    return found


def counted(*events: LauncherEvent) -> dict[str, float]:
    metrics = Metrics()
    for event in events:
        metrics.heard(event)
    return numbers(metrics.text(0, True, 0).decode())


def ended(hit: int, delivered: int, complete: bool, uncertain: int = 0) -> HitEnded:
    return HitEnded(HitResult(hit, 5, delivered, complete, uncertain))


async def asked(evening: Evening) -> httpx.Response:
    transport = httpx.ASGITransport(app=Site(evening.table, None, OWN_WIFI).app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table.local") as client:
        return await client.get("/metrics")


async def test_a_hit_and_its_cards_are_counted(evening: Evening) -> None:
    await evening.begin()
    before = numbers((await asked(evening)).text)
    assert before["rollerdeck_hits_total"] == before["rollerdeck_cards_total"] == 0
    await evening.press()
    answer = await asked(evening)
    assert answer.headers["content-type"] == MEDIA
    after = numbers(answer.text)
    assert after["rollerdeck_presses_total"] == after["rollerdeck_hits_total"] == 1
    assert after["rollerdeck_cards_total"] == evening.launcher.rig.cards_left == 3
    assert after["rollerdeck_launcher_up"] == 1
    assert not any("_created" in name for name in after)  # told by a clock that may be wrong
    seq = evening.table.record.seq
    assert after["rollerdeck_journal_entries"] == seq
    assert after["rollerdeck_journal_write_seconds_count"] == seq - 1  # hit and next intent
    assert 0 < after["rollerdeck_journal_write_seconds_sum"] < 60


def test_cards_of_a_hit_that_was_broken_off_are_counted_once() -> None:
    found = counted(
        CardLeft(1, 1, 0), ended(1, 2, False, 1), ended(1, 5, True, 1), ended(2, 4, True)
    )
    assert found["rollerdeck_hits_total"] == 2
    assert found["rollerdeck_hits_broken_off_total"] == 1
    assert found["rollerdeck_cards_total"] == 9
    assert found["rollerdeck_cards_uncertain_total"] == 1


def test_a_fault_counts_when_it_is_latched_and_each_has_its_number_from_the_start() -> None:
    found = counted(
        FaultsChanged((Fault.JAM,)),
        FaultsChanged((Fault.JAM, Fault.COVER_OPEN)),
        FaultsChanged(()),
        FaultsChanged((Fault.JAM,)),
    )
    faults = {fault: found[f"rollerdeck_faults_total{fault.value}"] for fault in Fault}
    assert faults == {**dict.fromkeys(Fault, 0), Fault.JAM: 2, Fault.COVER_OPEN: 1}


async def test_a_lease_that_runs_out_in_a_hit_is_counted(evening: Evening) -> None:
    await evening.begin()
    evening.launcher.press_until(1)
    evening.launcher.lapse()
    evening.launcher.finish()
    await evening.launcher.heard()
    assert numbers((await asked(evening)).text)["rollerdeck_faults_totalLINK_LOST"] == 1


def test_presses_of_a_button_that_nothing_armed_do_not_count() -> None:
    found = counted(Pressed(1, None, 0), LinkChanged(False), LinkChanged(True))
    assert found["rollerdeck_presses_total"] == 0
    assert found["rollerdeck_links_lost_total"] == 1


async def test_a_disk_that_refuses_is_counted(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin()

    class Full:
        def __enter__(self) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        def __exit__(self, *_: object) -> None:
            pass

        def close(self) -> None:
            pass

    real, evening.journal._db = evening.journal._db, Full()  # type: ignore[assignment]
    assert (await refusal(evening.table.command(PLAY)))[0] == "not_saved"
    assert numbers((await asked(evening)).text)["rollerdeck_journal_refused_total"] >= 1
    evening.journal._db = real


async def test_no_name_and_no_seed_is_told(evening: Evening) -> None:
    await evening.begin()
    await evening.press()
    text = (await asked(evening)).text
    begun = evening.table.record.begun
    assert begun is not None and begun.seed not in text
    assert not any(name in text.split() or f'"{name}"' in text for name in ("Ann", "Bo", "Cy"))
