"""Tables whose players have phones, and the codes of their seats, for the canned referee."""

from __future__ import annotations

from tests.e2e.page_server import ANYBODY, JSON, device, seat
from tests.e2e.told import RED_7, told

HOST = ANYBODY | {"access": "seats", "device": 1, "pin": True}
"""Who a table screen is that was admitted by the host's PIN."""


def seated(players: tuple[str, ...], access: str = "seats", **more: JSON | list[JSON]) -> JSON:
    """A table in play: one table screen, the first player has two phones, the last one none.

    Zoe, who has a phone, does not play in this game.
    """
    first, second, *rest = players
    others = [seat(name, 4 + at, colour="teal") for at, name in enumerate(rest[:-1], start=1)]
    return (
        told(players, RED_7)
        | {
            "access": access,
            "seats": [
                seat(first, 2, 4, colour="red", emoji="🦊"),
                seat(second, 3, emoji="🚀", own_only=True),
                *others,
                *(seat(name, colour="yellow") for name in rest[-1:]),
                seat("Zoe", 99, plays=False),
            ],
            "devices": [
                device(1),
                *(device(number, first) for number in (2, 4)),
                device(3, second),
                *(device(one["devices"][0], one["player"]) for one in others),
                device(99, "Zoe"),
            ],
        }
        | more
    )


def with_phone(shown: JSON, player: str, number: int) -> JSON:
    """The same table once another phone has a player's seat."""
    seats = [
        one | {"devices": [*one["devices"], number]} if one["player"] == player else one
        for one in shown["seats"]
    ]
    return shown | {"seats": seats, "devices": [*shown["devices"], device(number, player)]}
