KEPT_HITS: int
KEPT_CARD_TIMES: int
KEPT_EVENTS: int

class Record:
    """One hit. Kept up to date while it runs; whoever wants to keep it copies it."""

    hit: int
    requested: int
    delivered: int
    """Cards that came, at least; includes ``sticking``; over all arms of this number."""
    uncertain: int
    """How many more may have come."""
    sticking: int
    """1: when it ended, a card was left in the mouth."""
    fault: int
    """The bit of the fault that broke it off or came with it, or 0."""
    complete: bool
    """At least ``requested`` cards came, and they are all there will be."""

    def __init__(self) -> None: ...
    def reset(self, hit: int, requested: int) -> None: ...
    def note_card(self, after_ms: int) -> None:
        """One more card, so many milliseconds after the press that gave it."""

    @property
    def card_times_ms(self) -> tuple[int, ...]:
        """Milliseconds from its press to each card; of the first 32 cards, up to 65535."""

class Records:
    """The last 16 hits by number."""

    def __init__(self) -> None: ...
    def find(self, hit: int) -> Record | None: ...
    def gone(self, hit: int) -> bool:
        """Whether this number is not newer than one that had to make room."""

    def add(self, hit: int, requested: int) -> Record: ...
    def forget(self) -> None: ...

class Events:
    """The last 64 events that nobody has taken yet. What does not fit is counted in ``lost``."""

    lost: int
    def __init__(self) -> None: ...
    def put(self, kind: int, now_us: int, a: int, b: int) -> None: ...
    def take(self) -> tuple[int, int, int, int] | None: ...
