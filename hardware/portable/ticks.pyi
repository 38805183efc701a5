MASK: int

def diff(later: int, earlier: int) -> int:
    """Microseconds from one moment to another, signed, within ±2^29."""

def add(moment: int, gap_us: int) -> int:
    """The moment that lies ``gap_us`` (within ±2^29) after this one."""

def sooner(a_us: int, b_us: int) -> int:
    """The shorter of two waits; -1 stands for none."""

class Timer:
    """Something that happens at a moment."""

    on: bool
    def start(self, now_us: int, gap_us: int) -> None: ...
    def stop(self) -> None: ...
    def due(self, now_us: int) -> bool: ...
    def left_us(self, now_us: int) -> int:
        """Microseconds until it is due, 0 if it is, -1 if it does not run."""
