from hardware.portable.settings import Settings

class Button:
    """Debounces raw edges. Call ``tick`` before ``edge``."""

    held: bool
    def __init__(self, settings: Settings) -> None: ...
    @property
    def free(self) -> bool:
        """Nobody holds it, nor may somebody have begun to."""

    def edge(self, now_us: int, down: bool, noisy: bool) -> bool:
        """Take a raw edge; True: this is a press.

        ``noisy``: there may be sparks on the line, so a press has to last for ``noisy_press_us``.
        """

    def tick(self, now_us: int) -> bool:
        """True: this is a press, which has lasted long enough."""

    def due_in_us(self, now_us: int) -> int: ...

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
