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
from controller.seats.roster import Access, Sender
from rules import COMMANDS
from rules.commands.command_type import Actor
from rules.names import same
from rules.position import Position


class Right(Enum):
    """Who may do something besides a table screen. The values are the words of docs/access.md."""

    EVERYBODY = "every device"
    PLAYERS = (
        "every phone whose player is in the game; while no game is on, every phone that has a seat"
    )
    NO_GAME = "every phone that has a seat, while no game is on and no draw of another player waits"
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


REQUEST_RIGHTS: Mapping[str, Right] = {
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
    "begin_draws": Right.NO_GAME,
    "ask_draw": Right.OWN,
    "cancel_draw": Right.OWN_HIT,
    "end_draws": Right.NO_GAME,
    "begin_practice": Right.EVERYBODY,
    "answer_practice": Right.EVERYBODY,
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

_RIGHTS_OF_ACTORS = {
    Actor.BY: Right.OWN,
    Actor.PLAYER: Right.OWN,
    Actor.DEALER: Right.OWN_DEAL,
    Actor.ANYBODY: Right.PLAYERS,
    Actor.LAST: Right.OWN_LAST,
    Actor.TABLE: Right.TABLE,
}
COMMAND_RIGHTS: Mapping[str, Right] = {
    **{do: _RIGHTS_OF_ACTORS[command.actor] for do, command in COMMANDS.items()},
    "set": Right.OWN_HAND,
}
"""By the ``do`` of the command. The rules say who acts."""


def right_of(method: str, name: str) -> Right:
    """The right that an operation takes. Raises KeyError if it has none."""
    return Right.EVERYBODY if method == "GET" else REQUEST_RIGHTS[name]


@dataclass(frozen=True, slots=True)
class Situation:
    """What rights depend on, as it is at the moment."""

    position: Position | None
    """Of the game on the table; None: there is none."""
    last_by: str | None = None
    """Whose command an undo would take back; None: nobody's alone."""
    hit: tuple[int, tuple[str, ...]] | None = None
    """The number of the hit that is due, and who presses for it and gets its cards."""
    question_by: str | None = None
    """Whose card people are asked about; None: nobody's alone."""

    @property
    def game_is_on(self) -> bool:
        """Whether there is a game that is not over."""
        return self.position is not None and self.position.phase != "game_over"


@dataclass(frozen=True, slots=True)
class RequestedAction:
    """What a device asks for with a request."""

    right: Right
    sender: Sender
    access: Access
    body: Mapping[str, Any]
    """The body of the request, where the right depends on it."""

    def refuse_if_never_allowed(self) -> None:
        """Raise ``Refused`` if this device may not do that at any time."""
        if self.right is Right.READER and self.sender.role != "reader":
            raise _refused("refusal.readers_only")
        if self._may_do_everything:
            return
        sender, right = self.sender, _right_needed(self.right, self.body)
        if right is Right.OWN_LEAVE and self.body.get("do") != "leave":
            return
        if right is Right.OWN_DEVICE and sender.device is not None:
            if self.body.get("device") != sender.device:
                raise _refused("refusal.table_only")
            return
        self._refuse_player(right, _seated_player(sender))

    def _refuse_player(self, right: Right, player: str) -> None:
        """Raise ``Refused`` if this is the table's, or another player's."""
        if right is Right.TABLE:
            raise _refused("refusal.table_only")
        if right in (Right.OWN, Right.OWN_LEAVE):
            self._refuse_other(_player_named(self.right, self.body))
        if right is Right.OWN_HAND and not _sets_hand_of(player, self.body):
            raise _refused("refusal.own_hand_only", own=player)

    def refuse_if_not_allowed_now(self, situation: Situation) -> None:
        """Raise ``Refused`` if this device may not do that in this situation."""
        if self._may_do_everything or self.sender.player is None:
            return
        right, own = _right_needed(self.right, self.body), self.sender.player
        if right is Right.NO_GAME and situation.game_is_on:
            raise _refused("refusal.game_is_on")
        if right is Right.NO_GAME and situation.position is None and situation.hit is not None:
            self._refuse_draw_of_another(situation.hit[1])
        if right not in RIGHTS_IN_THE_GAME:
            return
        if situation.position is None:  # a hit can be due without a game, too
            if right is Right.OWN_HIT:
                self._refuse_turn_of_others(right, own, situation, deals=False)
            return
        seat = situation.position.find(own)
        if seat is None and (situation.game_is_on or right is not Right.PLAYERS):
            raise _refused("refusal.not_in_the_game", own=own)
        self._refuse_turn_of_others(right, own, situation, situation.position.dealer == seat)

    def _refuse_turn_of_others(
        self, right: Right, own: str, situation: Situation, deals: bool
    ) -> None:
        """Raise ``Refused`` if another player acts or acted: a deal, a command, a card, a hit.

        ``deals``: whether ``own`` is the dealer.
        """
        if right is Right.OWN_DEAL and not deals:
            raise _refused("refusal.dealer_only")
        if right is Right.OWN_LAST:
            if situation.last_by is None:
                raise _refused("refusal.undo_at_the_table")
            self._refuse_other(situation.last_by)
        if right is Right.OWN_CARD:
            self._refuse_other(situation.question_by)
        if right is Right.OWN_HIT and situation.hit and situation.hit[0] == self.body.get("hit"):
            players = situation.hit[1]
            if same(own) not in map(same, players):
                names = list(dict.fromkeys(players))
                raise _refused("refusal.hit_of_others", names=names)

    def _refuse_draw_of_another(self, players: tuple[str, ...]) -> None:
        """Raise ``Refused`` if what ends the draws would take another player's cards away."""
        if same(self.sender.player or "") not in map(same, players):
            raise _refused("refusal.draw_waits", player=players[0])

    @property
    def _may_do_everything(self) -> bool:
        """Whether no right has to be checked. A reader only sees, even where all may do all."""
        if self.sender.role == "reader":
            return self.right in (Right.EVERYBODY, Right.READER)
        return self.right is Right.EVERYBODY or may_do_everything(self.sender, self.access)

    def _refuse_other(self, player: object) -> None:
        """Raise ``Refused`` if this is not the device's own player."""
        own = self.sender.player or ""
        if not isinstance(player, str):
            raise _refused("refusal.own_only", own=own)
        if same(player) != same(own):
            raise _refused("refusal.not_your_player", player=player, own=own)


def _seated_player(sender: Sender) -> str:
    """The player of a device. Raises ``Refused`` if it is nobody's."""
    if sender.role == "reader":
        raise _refused("refusal.reader_only_sees")
    if sender.role == "spectator" or sender.player is None:
        raise _refused("refusal.signed_out" if sender.signed_out else "refusal.looks_on")
    return sender.player


RIGHTS_IN_THE_GAME = frozenset(
    {
        Right.PLAYERS,
        Right.OWN_DEAL,
        Right.OWN_HAND,
        Right.OWN_LAST,
        Right.OWN_HIT,
        Right.OWN_CARD,
    }
)
"""Rights that only players of the game have. (The rules refuse a command in another's name.)"""


def may_do_everything(sender: Sender, access: Access) -> bool:
    """Whether a device may do whatever people may do."""
    return sender.role == "table" or (access == "open" and sender.role != "reader")


def seats_for(
    command: Mapping[str, Any], position: Position, last_by: str | None
) -> tuple[str, ...]:
    """The players whose phones may send a command that the rules would accept, as it stands.

    Empty: only a table screen may. ``last_by``: whose command an undo would take back.
    """
    right = COMMAND_RIGHTS[command["do"]]
    if right is Right.PLAYERS:
        return tuple(seat.name for seat in position.seats if not seat.has_left)
    player = last_by if right is Right.OWN_LAST else None
    if right in (Right.OWN, Right.OWN_DEAL):
        player = COMMANDS[command["do"]].acting_player(position, command)
    return () if player is None else (player,)


def _right_needed(right: Right, body: Mapping[str, Any]) -> Right:
    """The right that a command takes; one that does not exist is for the rules to refuse."""
    if right is not Right.COMMAND:
        return right
    do = body.get("do")
    return COMMAND_RIGHTS.get(do, Right.PLAYERS) if isinstance(do, str) else Right.PLAYERS


def _player_named(right: Right, body: Mapping[str, Any]) -> object:
    """The player in whose name a request acts; anything, as the body is not validated."""
    if right is not Right.COMMAND:
        return body.get("player")
    return body.get("by" if COMMANDS[body["do"]].actor is Actor.BY else "player")


def _sets_hand_of(player: str, body: Mapping[str, Any]) -> bool:
    """Whether a ``set`` sets the hand of this player to 1 or more, and nothing else."""
    hands = body.get("hands")
    if set(body) != {"do", "hands"} or not isinstance(hands, dict) or len(hands) != 1:
        return False
    ((name, cards),) = hands.items()
    return same(name) == same(player) and type(cards) in (int, float) and cards >= 1


def _refused(key: str, **values: Any) -> Refused:
    return Refused("not_yours", key, values)
