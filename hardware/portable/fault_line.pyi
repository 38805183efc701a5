from hardware.portable.settings import Settings

class FaultLine:
    """Debounces raw edges. Call ``tick`` before ``edge``."""

    active: bool
    """The motor driver has reported a fault for ``motor_fault_us``, and still does."""
    def __init__(self, settings: Settings) -> None: ...
    def edge(self, now_us: int, reported: bool) -> None:
        """Take a raw edge; ``reported``: the driver says that there is a fault."""

    def tick(self, now_us: int) -> bool:
        """True: from now on, the fault counts."""

    def due_in_us(self, now_us: int) -> int: ...
