from hardware.portable.account import Account

KEPT_HITS: int
KEPT_CARD_TIMES: int
KEPT_EVENTS: int

class HitRecord:
    """One hit, kept up to date while it runs. Copy it to keep it: the object is used again."""

    hit: int
    requested: int
    delivered: int
    """Cards that came, at least, over all times that this number was armed. Includes
    ``sticking``."""
    uncertain: int
    """How many more cards may have come."""
    sticking: int
    """1: when the hit ended, a card was left in the mouth."""
    fault: int
    """The bit of the fault that broke it off or came with it, or 0."""
    complete: bool
    """At least ``requested`` cards came, and no more will come."""

    def __init__(self) -> None: ...
    def reset(self, hit: int, requested: int) -> None: ...
    def note_card(self, after_ms: int) -> None:
        """Add a card that came so many milliseconds after the press that gave it."""

    @property
    def card_times_ms(self) -> tuple[int, ...]:
        """Milliseconds from its press to each card; of the first 32 cards, up to 65535."""

class Records:
    """The last 16 hits by number."""

    def __init__(self) -> None: ...
    def find(self, hit: int) -> HitRecord | None: ...
    def is_too_old(self, hit: int) -> bool:
        """Whether this number is too old to be known: it had to make room, or a newer one had."""

    def add(self, hit: int, requested: int) -> HitRecord: ...
    def forget(self) -> None: ...

class Events:
    """Up to 64 events that nobody has taken yet. Events that do not fit are counted in ``lost``."""

    lost: int
    def __init__(self) -> None: ...
    def put(self, kind: int, now_us: int, a: int, b: int) -> None: ...
    def take(self) -> tuple[int, int, int, int] | None: ...

class Arming:
    """The hit that the next press gives, and the records of the last hits."""

    def __init__(self) -> None: ...
    @property
    def armed_hit(self) -> int:
        """The number of the armed hit; 0: none."""

    def result(self, hit: int) -> HitRecord | None:
        """What is known of a hit; None: it is not one of the last 16."""

    def is_over(self, hit: int) -> bool:
        """That number has had its cards, or is too old to be known."""

    def record(self, hit: int, count: int) -> HitRecord:
        """The record of a hit that is to give ``count`` cards in all; a new one if need be."""

    def arm(self, record: HitRecord) -> None:
        """The next press gives this hit."""

    def disarm(self) -> None:
        """The next press gives nothing."""

    def take(self) -> HitRecord | None:
        """The button was pressed: returns the armed hit, which is armed no longer."""

    def forget(self) -> None:
        """Earlier numbers mean nothing any more."""

class UnderWay:
    """The hit whose cards are coming, and its record of what the eject loop accounts for."""

    record: HitRecord | None
    """None: no hit is under way."""
    lease_lost: bool
    """The caller fell silent since the hit began."""

    def __init__(self) -> None: ...
    def begin(self, now_us: int, record: HitRecord) -> None:
        """Cards begin to come, perhaps after some that came under this number before."""

    def is_ahead(self, account: Account) -> bool:
        """Whether the account has a card that the record lacks."""

    def note_card(self, now_us: int) -> None:
        """Put one more card into the record."""

    def note_doubt(self, account: Account) -> None:
        """Put the account's doubt into the record."""

    def end(self, account: Account, fault: int, stopped_by: int) -> None:
        """No more cards come.

        ``fault``: what stopped the eject loop, or 0. ``stopped_by``: what cut it off, as bits; the
        lowest is the result's.
        """

    def abandon(self) -> None:
        """Stop recording it."""
