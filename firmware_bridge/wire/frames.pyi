from collections.abc import Mapping
from typing import Any, Final

MAX_FRAME: Final[int]

def encode(message: Mapping[str, object]) -> bytes: ...

class Decoder:
    damaged: int
    chatter: int
    def __init__(self) -> None: ...
    def feed(self, data: bytes | bytearray | memoryview) -> list[dict[str, Any]]: ...
