"""How devices of the world get a role or a seat, and what a seat may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.names import same
from tests.world.games import NAMES
from tests.world.network import Answer

if TYPE_CHECKING:
    from tests.world.people import Person

TABLES_OWN = ("leave", "join", "set")
"""Commands that no phone may give, but for the count of its own hand."""


async def become_table_screen(person: Person) -> None:
    """Open a link that was made at the machine."""
    hosting = await person.once("/api/host", {"link": person.world.referee.link()})
    if hosting is not None and hosting.status == 200:
        _keep_cookie(person, hosting)
        person.world.say(person.name, "is the table's screen")


async def sit_down(person: Person) -> None:
    """The table screen shows a code, and this device claims a seat by it."""
    if person.hosts or person.seat is not None:
        return
    world = person.world
    player = world.random.choice(NAMES)
    scans = world.random.random() < 0.5  # the table's code, in place of that of a seat
    screen = world.people[0]
    asked = await screen.once("/api/seats/codes", {} if scans else {"player": player})
    if asked is None or asked.status != 200:
        return
    phones = _other_phones(person, player)
    claim = {"code": asked.json["code"], **({"player": player} if scans else {})}
    claimed = await person.once("/api/seats/claim", claim)
    if claimed is None or claimed.status != 200:
        return
    _keep_cookie(person, claimed)
    person.seat, person.device = claimed.json["player"], claimed.json["device"]
    world.say(person.name, f"sits down as {person.seat}")
    world.promise(
        same(claimed.json["player"]) == same(player), f"{player} sat down, and is {person.seat}"
    )
    world.promise(
        not (scans and phones & _other_phones(person, player)),
        f"{player} has a phone, and whoever scanned the table's code got this seat, too",
    )


def may(person: Person, path: str, body: dict[str, Any]) -> bool:
    """Whether docs/access.md can give this device a right to that; a yes may still be wrong."""
    if person.hosts or person.world.referee.access == "open":
        return True
    if body.get("do") in TABLES_OWN and [*body.get("hands", ())] != [person.seat]:
        return False
    named = str(body.get("player" if path == "/api/draws/ask" else "by", person.seat))
    return person.seat is not None and same(named) == same(person.seat)


def _other_phones(person: Person, player: str) -> set[int]:
    """The numbers of the other devices that have a player's seat."""
    referee = person.world.referee
    if referee.life is None or not referee.up:
        return set()
    roster = referee.life.record.roster
    return {phone.number for phone in roster.phones(player)} - {person.device}


def _keep_cookie(person: Person, answer: Answer) -> None:
    person.cookie = answer.headers["set-cookie"].partition(";")[0]
