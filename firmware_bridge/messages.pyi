from typing import Any, Final

from hardware.portable.hits import HitRecord

MAX_NUMBER: Final[int]
FAULTS: Final[tuple[str, ...]]
REQUESTS: Final[dict[str, tuple[tuple[str, int, int], ...]]]
OPTIONAL: Final[dict[str, tuple[str, int, int]]]
FOR_ONE_BOOT: Final[tuple[str, ...]]

class WireRefusal(Exception):
    code: str
    more: dict[str, Any]
    def __init__(self, code: str, sentence: str, more: dict[str, Any] | None = None) -> None: ...

def error(refused: WireRefusal, number: int | None) -> dict[str, Any]: ...
def read(message: dict[str, Any]) -> tuple[str, list[int | None]]: ...
def is_in(value: object, low: int, high: int) -> bool: ...
def fault_names(mask: int) -> list[str]: ...
def result(record: HitRecord) -> dict[str, Any]: ...
