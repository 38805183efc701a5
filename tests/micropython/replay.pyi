from collections.abc import Callable

class Replay:
    def __init__(
        self,
        say: Callable[[str], object],
        locked: bool = True,
        number: Callable[[str], int] = int,
    ) -> None: ...
    def line(self, line: str) -> None: ...
