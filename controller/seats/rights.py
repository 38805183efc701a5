"""Who may do what: one right for each request and each command. docs/access.md shows the table.

Where any device may act (``referee.access = "open"``), every device may do everything. Else a table
screen may do everything, a seat what stands here, and who only looks on what everybody may.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from controller.base.errors import Refused
from controller.seats.roster import Access, Who
from rules import COMMANDS
from rules.commands.command_type import Actor
from rules.names import same
from rules.position import Position


class Right(Enum):
    """Who may do something besides a table screen, as docs/access.md words it."""

    EVERYBODY = "every device"
    PLAYERS = (
        "every phone whose player is in the game; while no game is on, every phone that has a seat"
    )
    NO_GAME = "every phone that has a seat, while no game is on"
    COMMAND = "see the next table"
    OWN = "the phones of the player who is named in it"
    OWN_DEAL = "the dealer's phones"
    OWN_HAND = (
        "the phones of the player who is named in it, and only to set a hand to 1 card or more"
    )
    OWN_LAST = "the phones of the player whose command is taken back"
    OWN_HIT = "the phones of the player who presses and of the player who gets the cards"
    OWN_CARD = "the phones of the player whose card was seen"
    OWN_DEVICE = "the device itself"
    OWN_LEAVE = "every device that wants to join; the phones of a player who wants to leave"
    READER = "only a card reader, not even a table screen"
    TABLE = "nobody else"


REQUESTS: Mapping[str, Right] = {
    "new_game": Right.NO_GAME,
    "play_on": Right.NO_GAME,
    "delete_game": Right.TABLE,
    "restore_game": Right.TABLE,
    "command": Right.COMMAND,
    "clear": Right.PLAYERS,
    "tare": Right.PLAYERS,
    "confirm": Right.OWN_HIT,
    "unpressed": Right.OWN_HIT,
    "press": Right.PLAYERS,
    "jam": Right.TABLE,
    "unjam": Right.TABLE,
    "lay": Right.PLAYERS,
    "save_group": Right.TABLE,
    "import_group": Right.TABLE,
    "begin_group": Right.NO_GAME,
    "delete_group": Right.TABLE,
    "seat_code": Right.TABLE,
    "claim": Right.EVERYBODY,
    "sign_out": Right.OWN_DEVICE,
    "avatar": Right.OWN,
    "host": Right.EVERYBODY,
    "ask": Right.OWN_LEAVE,
    "answer": Right.TABLE,
    "say_again": Right.PLAYERS,
    "reader_code": Right.TABLE,
    "sighting": Right.READER,
    "reader_health": Right.READER,
    "answer_sighting": Right.OWN_CARD,
    "count_by_reader": Right.OWN,
}
"""By the name of the operation. A request that only reads (GET) is everybody's right."""

_OF_ACTORS = {
    Actor.BY: Right.OWN,
    Actor.PLAYER: Right.OWN,
    Actor.DEALER: Right.OWN_DEAL,
    Actor.ANYBODY: Right.PLAYERS,
    Actor.LAST: Right.OWN_LAST,
    Actor.TABLE: Right.TABLE,
}
SAID: Mapping[str, Right] = {
    **{do: _OF_ACTORS[command.actor] for do, command in COMMANDS.items()},
    "set": Right.OWN_HAND,
}
"""By the ``do`` of the command. Whose deed a command is, the rules say."""


def right_of(method: str, name: str) -> Right:
    """The right that an operation takes. Raises KeyError: nobody has said whose right it is."""
    return Right.EVERYBODY if method == "GET" else REQUESTS[name]


@dataclass(frozen=True, slots=True)
class Scene:
    """What rights depend on, as it is at the moment."""

    position: Position | None
    """Of the game on the table; None: there is none."""
    last_by: str | None = None
    """Whose deed an undo would take back."""
    hit: tuple[int, tuple[str, ...]] | None = None
    """The number of the hit that is due, and who presses for it and gets its cards."""
    seen_by: str | None = None
    """Whose card people are asked about; None: nobody's alone."""

    @property
    def game_is_on(self) -> bool:
        """Whether there is a game that is not over."""
        return self.position is not None and self.position.phase != "game_over"


@dataclass(frozen=True, slots=True)
class Deed:
    """What a device asks for."""

    right: Right
    who: Who
    access: Access
    asked: Mapping[str, Any]
    """The body of the request, where the right depends on it."""

    def refuse_ever(self) -> None:
        """Return if this device may do that at some time. Raises ``Refused``."""
        if self.right is Right.READER and self.who.role != "reader":
            raise _refused("refusal.readers_only")
        if self._is_free:
            return
        who, right = self.who, _meant(self.right, self.asked)
        if right is Right.OWN_LEAVE and self.asked.get("do") != "leave":
            return
        if right is Right.OWN_DEVICE and who.device is not None:
            if self.asked.get("device") != who.device:
                raise _refused("refusal.table_only")
            return
        if who.role == "reader":
            raise _refused("refusal.reader_only_sees")
        if who.role == "spectator" or who.player is None:
            raise _refused("refusal.signed_out" if who.forgotten else "refusal.looks_on")
        if right is Right.TABLE:
            raise _refused("refusal.table_only")
        if right in (Right.OWN, Right.OWN_LEAVE):
            self._refuse_other(_named(self.right, self.asked))
        if right is Right.OWN_HAND and not _sets_hand_of(who.player, self.asked):
            raise _refused("refusal.own_hand_only", own=who.player)

    def refuse_now(self, scene: Scene) -> None:
        """Return if this device may do that at the moment. Raises ``Refused``."""
        if self._is_free or self.who.player is None:
            return
        right, own = _meant(self.right, self.asked), self.who.player
        if right is Right.NO_GAME and scene.game_is_on:
            raise _refused("refusal.game_is_on")
        if right not in IN_THE_GAME or scene.position is None:
            return
        seat = scene.position.find(own)
        if seat is None and (scene.game_is_on or right is not Right.PLAYERS):
            raise _refused("refusal.not_in_the_game", own=own)
        if right is Right.OWN_DEAL and scene.position.dealer != seat:
            raise _refused("refusal.dealer_only")
        if right is Right.OWN_LAST:
            if scene.last_by is None:
                raise _refused("refusal.undo_at_the_table")
            self._refuse_other(scene.last_by)
        if right is Right.OWN_CARD:
            self._refuse_other(scene.seen_by)
        if right is Right.OWN_HIT and scene.hit and scene.hit[0] == self.asked.get("hit"):
            players = scene.hit[1]
            if same(own) not in map(same, players):
                names = list(dict.fromkeys(players))
                raise _refused("refusal.hit_of_others", names=names)

    @property
    def _is_free(self) -> bool:
        """Whether nothing has to be asked. A reader only sees, also where all may do everything."""
        if self.who.role == "reader":
            return self.right in (Right.EVERYBODY, Right.READER)
        return self.right is Right.EVERYBODY or is_free(self.who, self.access)

    def _refuse_other(self, player: object) -> None:
        """Return if this is the device's own player. Raises ``Refused``."""
        own = self.who.player or ""
        if not isinstance(player, str):
            raise _refused("refusal.own_only", own=own)
        if same(player) != same(own):
            raise _refused("refusal.not_your_player", player=player, own=own)


IN_THE_GAME = frozenset(
    {
        Right.PLAYERS,
        Right.OWN_DEAL,
        Right.OWN_HAND,
        Right.OWN_LAST,
        Right.OWN_HIT,
        Right.OWN_CARD,
    }
)
"""The rights of who is in the game. (A command in the name of others the rules refuse.)"""


def is_free(who: Who, access: Access) -> bool:
    """Whether a device may do whatever people may do."""
    return who.role == "table" or (access == "open" and who.role != "reader")


def _meant(right: Right, asked: Mapping[str, Any]) -> Right:
    """The right that a command takes; one that does not exist is for the rules to refuse."""
    if right is not Right.COMMAND:
        return right
    do = asked.get("do")
    return SAID.get(do, Right.PLAYERS) if isinstance(do, str) else Right.PLAYERS


def _named(right: Right, asked: Mapping[str, Any]) -> object:
    """The player in whose name something is asked."""
    if right is not Right.COMMAND:
        return asked.get("player")
    return asked.get("by" if COMMANDS[asked["do"]].actor is Actor.BY else "player")


def _sets_hand_of(player: str, asked: Mapping[str, Any]) -> bool:
    """Whether a ``set`` sets the hand of this player to 1 or more, and nothing else."""
    hands = asked.get("hands")
    if set(asked) != {"do", "hands"} or not isinstance(hands, dict) or len(hands) != 1:
        return False
    ((name, cards),) = hands.items()
    return same(name) == same(player) and type(cards) in (int, float) and cards >= 1


def _refused(key: str, **values: Any) -> Refused:
    return Refused("not_yours", key, values)
