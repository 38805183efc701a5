from typing import Any, Final, Protocol

from hardware.portable.core import Core

SILENT_US: Final[int]
MAX_CALLER: Final[int]

class Scale(Protocol):
    """Weighs a launcher, see ``hardware.launcher.Weighed``."""

    @property
    def readings(self) -> int:
        """How many readings there were, up to ``MAX_NUMBER``, after which it begins again."""

    @property
    def counts(self) -> int:
        """The newest reading."""

    @property
    def trouble(self) -> str:
        """Why its chip cannot be read, see ``hardware.launcher.ScaleChanged``; empty: it can."""

    def take(self) -> tuple[int, int, int, int, int, int, int, int, int] | None:
        """The newest word that was not taken yet, or None.

        First and last hit (0: none), left, the lowest and the highest of it, inside (negative: not
        tared), the lowest and the highest of it, and the core's ticks of the moment.
        """

    def forget(self) -> None:
        """The hits until now are another caller's: no later word is about them."""

    def tare(self) -> None:
        """The launcher holds no card now."""

    def weigh(self) -> None:
        """Make a new word at the next rest."""

class Board(Protocol):
    """What feeds a launcher's core: real pins or a simulated mechanism."""

    @property
    def core(self) -> Core: ...
    @property
    def capabilities(self) -> dict[str, Any]:
        """The members of ``hardware.launcher.Capabilities``."""

    @property
    def scale(self) -> Scale | None:
        """What weighs the launcher; None: nothing does."""

    @property
    def lease_ms(self) -> int:
        """How long an armed launcher keeps its caller without hearing from it."""

    def now_us(self) -> int:
        """Bring the board up to the present; microseconds that never wrap.

        Their low 30 bits are the core's ticks.
        """

    def settle(self) -> None:
        """Put the core's outputs into effect. Call it after every command to the core."""

    def face(self, seat: int) -> bool:
        """Begin to turn to a seat, see ``hardware.launcher.Launcher``; False: it cannot.

        -1 (``hardware.portable.turntable.NOBODY``): stop where it is.
        """

class Connection(Protocol):
    """What a device needs of a connection to a caller; `firmware_bridge.device_end` is one."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a message after those that already wait to be sent."""

    def hang_up(self, sentence: str, reason: str, caller: str | None = None) -> None:
        """Close it from this end; ``reason`` is a word for programs, ``caller`` who has it now."""

class Device:
    _caller: str | None
    _holder: Connection | None
    _trips: int
    def __init__(self, board: Board, boot: str) -> None: ...
    def _tell(self, event: dict[str, Any]) -> None: ...
    def _take(self, end: Connection, message: dict[str, Any], now_us: int) -> None: ...
    def _bye(self, ticks: int) -> None: ...
    def pump(self) -> None: ...
    @property
    def weighs(self) -> bool: ...
    def waiting(self) -> list[dict[str, Any]]: ...
    def handle(self, end: Connection, message: dict[str, Any]) -> dict[str, Any]: ...
    def safe_off(self) -> None: ...
    def held_by(self, end: Connection) -> bool: ...
    def lost(self, end: Connection) -> None: ...
