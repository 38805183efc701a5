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
