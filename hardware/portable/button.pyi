from hardware.portable.settings import Settings

class Button:
    """Debounces raw edges. Call ``tick`` before ``edge``."""

    held: bool
    def __init__(self, settings: Settings) -> None: ...
    def edge(self, now_us: int, down: bool) -> bool:
        """Take a raw edge; True: this is a press."""

    def tick(self, now_us: int) -> None: ...
    def due_in_us(self, now_us: int) -> int: ...
